/// The orders in which hikes are listed: newest, largest or A first. Of hikes on one day, the last to start is
/// the newest; those without a start time come after it.
public enum HikeOrder: String, CaseIterable, Sendable {
    case date, distance, ascent, name
}

extension Sequence<HikeHeader> {
    /// The hikes in the given order; see ``indices(by:)``.
    public func sorted(by order: HikeOrder) -> [HikeHeader] {
        let hikes = Array(self)
        return hikes.indices(by: order).map { hikes[$0] }
    }

    /// The positions of the hikes within the sequence, in the given order. Hikes that lack the value come last; ties
    /// are broken by id.
    public func indices(by order: HikeOrder) -> [Int] {
        switch order {
        case .date:
            largestFirst {
                $0.date.map { Double(($0.year * 100 + $0.month) * 100 + $0.day) }
            } then: {
                $0.date == nil ? nil : $0.startTime?.secondsSince1970
            }
        case .distance: largestFirst(\.distance)
        case .ascent: largestFirst(\.ascent)
        case .name:
            enumerated().map { (name: SearchText.folded($1.name).numbersByValue, id: $1.id, index: $0) }
                .sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.index)
        }
    }

    /// Evaluates each value once, and moves no hikes while sorting.
    ///
    /// - Parameter second: orders hikes with equal values, the largest first too.
    private func largestFirst(
        _ value: (HikeHeader) -> Double?, then second: (HikeHeader) -> Double? = { _ in nil }
    ) -> [Int] {
        var ranks = enumerated().map { index, hike in
            HikeRank(
                value: value(hike) ?? -.infinity, second: second(hike) ?? -.infinity, id: hike.id, index: index)
        }
        ranks.sort { one, other in
            if one.value != other.value { return one.value > other.value }
            return one.second == other.second ? one.id < other.id : one.second > other.second
        }
        return ranks.map(\.index)
    }

    /// The hikes in the order in which they count towards badges: by day, undated ones last, ties broken by id.
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

extension String {
    /// A sort key in which "#2" is before "#10": each number without leading zeros, after a sign for its length.
    fileprivate var numbersByValue: String {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard utf8.contains(where: digits.contains) else { return self }
        var (key, rest): ([UInt8], Substring.UTF8View) = ([], self[...].utf8)
        while let byte = rest.first {
            let number = rest.prefix(while: digits.contains)
            guard !number.isEmpty else {
                key.append(byte)
                rest.removeFirst()
                continue
            }
            let value = number.drop { $0 == digits.lowerBound }
            // The digit before it keeps numbers in their place among other characters.
            key += [digits.lowerBound, UInt8(clamping: min(value.count, 127))] + value
            rest = rest[number.endIndex...]
        }
        return String(decoding: key, as: UTF8.self)
    }
}

/// The sort key of a hike, with its position.
private struct HikeRank {
    let value: Double
    let second: Double
    let id: Int
    let index: Int
}
