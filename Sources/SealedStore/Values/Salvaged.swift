/// What could be read of a store that may be damaged, and the parts that couldn't.
public struct Salvaged<Value: Sendable>: Sendable {
    /// What could be read.
    public let value: Value
    /// Empty if everything that was read is intact.
    public let damaged: [DamagedPart]

    public init(value: Value, damaged: [DamagedPart]) {
        (self.value, self.damaged) = (value, damaged)
    }

    /// Transforms the value, keeping the damaged parts.
    public func map<Other>(_ body: (Value) -> Other) -> Salvaged<Other> {
        Salvaged<Other>(value: body(value), damaged: damaged)
    }

    /// Combines several readings, dropping the values that couldn't be read.
    public init<Element>(each readings: [Salvaged<Element?>]) where Value == [Element] {
        value = readings.compactMap(\.value)
        var parts = DamagedParts()
        for part in readings.flatMap(\.damaged) { parts.add(part) }
        damaged = parts.inOrder
    }
}

extension Salvaged: Equatable where Value: Equatable {}
