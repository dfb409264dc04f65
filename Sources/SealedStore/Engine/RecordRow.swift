/// A record as an engine keeps it: sealed boxes, and the numbers by which it is found.
public struct RecordRow: Hashable, Sendable {
    /// The id in a collection; in a singleton and a log the number of the change.
    public var number: Int
    /// Tells the versions of a collection's record apart; equal to ``number`` in the other forms.
    public var revision: Int
    /// The keyed identity of what the record holds, unique in its kind; `nil` where equal contents may stand twice.
    public var fingerprint: [UInt8]?
    /// One for each of the kind's parts; empty for a part that it lacks.
    public var boxes: [[UInt8]]
    /// What stands readable beside the boxes, if anything does.
    public var readable: ReadableText?

    public init(
        number: Int, revision: Int, fingerprint: [UInt8]? = nil, boxes: [[UInt8]], readable: ReadableText? = nil
    ) {
        self.number = number
        self.revision = revision
        self.fingerprint = fingerprint
        self.boxes = boxes
        self.readable = readable
    }
}

/// A text that its owner chose to leave readable, with the MAC that tells it from anyone else's.
public struct ReadableText: Hashable, Sendable {
    public var text: String
    /// Keyed from the device secret.
    public var mac: [UInt8]

    public init(text: String, mac: [UInt8]) {
        self.text = text
        self.mac = mac
    }
}

/// How much of each record is read.
public enum RecordExtent: Hashable, Sendable {
    /// All boxes.
    case whole
    /// The first box, and of the others what tells them apart: their version and nonce.
    case first
}

/// Which records of a kind are read, and in which order.
public struct RecordRange: Hashable, Sendable {
    public var numbers: ClosedRange<Int>
    /// Highest number first instead of last.
    public var isDescending: Bool
    /// The maximum number of records; `nil` for all.
    public var limit: Int?
    public var extent: RecordExtent

    public init(
        _ numbers: ClosedRange<Int> = .min ... .max, isDescending: Bool = false, limit: Int? = nil,
        extent: RecordExtent = .whole
    ) {
        self.numbers = numbers
        self.isDescending = isDescending
        self.limit = limit
        self.extent = extent
    }

    /// What is left behind one of its records; `nil` where nothing is.
    func behind(_ number: Int) -> RecordRange? {
        var rest = self
        rest.limit = limit.map { $0 - 1 }
        guard rest.limit != 0, number != (isDescending ? numbers.lowerBound : numbers.upperBound) else { return nil }
        rest.numbers = isDescending ? numbers.lowerBound...(number - 1) : (number + 1)...numbers.upperBound
        return rest
    }
}
