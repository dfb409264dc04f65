/// The orders in which hikes are listed: newest, largest or A first.
public enum HikeOrder: String, CaseIterable, Sendable {
    case date, distance, ascent, name

    /// Whether one hike stands before another. Hikes that lack the value stand last; equal ones go by id.
    public func areInOrder(_ first: HikeHeader, _ second: HikeHeader) -> Bool {
        switch self {
        case .date: Self.descending(first.date, second.date) ?? (first.id < second.id)
        case .distance: Self.descending(first.distance, second.distance) ?? (first.id < second.id)
        case .ascent: Self.descending(first.ascent, second.ascent) ?? (first.id < second.id)
        case .name: (first.name.lowercased(), first.id) < (second.name.lowercased(), second.id)
        }
    }

    private static func descending<Key: Comparable>(_ first: Key?, _ second: Key?) -> Bool? {
        switch (first, second) {
        case (let first?, let second?): first == second ? nil : first > second
        case (nil, nil): nil
        case (_?, nil): true
        case (nil, _?): false
        }
    }
}

extension Sequence<HikeHeader> {
    public func sorted(by order: HikeOrder) -> [HikeHeader] {
        sorted(by: order.areInOrder)
    }

    /// The order in which hikes count towards badges: by day, undated ones last, equal ones by id.
    package func oldestFirst() -> [HikeHeader] {
        sorted { first, second in
            switch (first.date, second.date) {
            case (let one?, let other?) where one != other: one < other
            case (_?, nil): true
            case (nil, _?): false
            default: first.id < second.id
            }
        }
    }
}
