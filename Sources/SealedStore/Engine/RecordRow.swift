/// A record as stored by an engine: sealed boxes, and the numbers by which it is found.
public struct RecordRow: Hashable, Sendable {
    /// The id in a collection; the number of the change in a singleton or a log.
    public var number: Int
    /// Distinguishes the versions of a collection's record; equal to ``number`` in the other forms.
    public var revision: Int
    /// The keyed identity of the content, unique within its kind; `nil` if equal contents may occur twice.
    public var fingerprint: [UInt8]?
    /// One for each of the kind's parts; empty for a part that the record lacks.
    public var boxes: [[UInt8]]
    /// The readable text beside the boxes, if there is one.
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

/// A text that its owner chose to leave readable, with the MAC that authenticates it.
public struct ReadableText: Hashable, Sendable {
    public var text: String
    /// Keyed by the device secret.
    public var mac: [UInt8]

    public init(text: String, mac: [UInt8]) {
        self.text = text
        self.mac = mac
    }
}

/// How much of each record to read.
public enum RecordExtent: Hashable, Sendable {
    /// All boxes.
    case whole
    /// The first box, and only the version and nonce of the others, which identify them.
    case first
}

/// Which records of a kind to read, and in which order.
public struct RecordRange: Hashable, Sendable {
    public var numbers: ClosedRange<Int>
    /// Whether the highest number comes first.
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

    /// The rest of the range after one of its records; `nil` if nothing is left.
    func behind(_ number: Int) -> RecordRange? {
        var rest = self
        rest.limit = limit.map { $0 - 1 }
        guard rest.limit != 0, number != (isDescending ? numbers.lowerBound : numbers.upperBound) else { return nil }
        rest.numbers = isDescending ? numbers.lowerBound...(number - 1) : (number + 1)...numbers.upperBound
        return rest
    }
}
