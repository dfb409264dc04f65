/// What opens of a store that may be damaged, and the parts of it that don't.
public struct Readable<Value: Sendable>: Sendable {
    public let value: Value
    /// Empty when all that was looked at is whole.
    public let damaged: [DamagedPart]

    public init(value: Value, damaged: [DamagedPart]) {
        (self.value, self.damaged) = (value, damaged)
    }

    /// Something of the value, with the same parts damaged.
    public func map<Other>(_ body: (Value) -> Other) -> Readable<Other> {
        Readable<Other>(value: body(value), damaged: damaged)
    }

    /// All that opens of several readings.
    public init<Element>(each readings: [Readable<Element?>]) where Value == [Element] {
        value = readings.compactMap(\.value)
        damaged = readings.flatMap(\.damaged).reduce(into: []) { parts, part in
            if !parts.contains(part) { parts.append(part) }
        }
    }
}

extension Readable: Equatable where Value: Equatable {}
