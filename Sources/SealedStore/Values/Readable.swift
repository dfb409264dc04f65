/// What could be read of a store that may be damaged, and the parts that couldn't.
public struct Readable<Value: Sendable>: Sendable {
    /// What could be read.
    public let value: Value
    /// Empty if everything that was read is intact.
    public let damaged: [DamagedPart]

    public init(value: Value, damaged: [DamagedPart]) {
        (self.value, self.damaged) = (value, damaged)
    }
}

extension Readable: Equatable where Value: Equatable {}
