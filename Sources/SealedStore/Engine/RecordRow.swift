/// A record as stored by an engine: sealed boxes, and the numbers by which it is found.
package struct RecordRow: Hashable, Sendable {
    /// The id in a collection; the number of the change in a singleton or a log.
    package var number: Int
    /// Distinguishes the versions of a collection's record; equal to ``number`` in the other forms.
    package var revision: Int
    /// The keyed identity of the content, unique within its kind; `nil` if equal contents may occur twice.
    package var fingerprint: [UInt8]?
    /// One for each of the kind's parts; empty for a part that the record lacks.
    package var boxes: [[UInt8]]
    /// The readable text beside the boxes, if there is one.
    package var readable: ReadableText?

    package init(
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
package struct ReadableText: Hashable, Sendable {
    /// The text itself.
    package var text: String
    /// Keyed by the device secret.
    package var mac: [UInt8]

    package init(text: String, mac: [UInt8]) {
        self.text = text
        self.mac = mac
    }
}

/// How much of each record to read.
package enum RecordExtent: Hashable, Sendable {
    /// All boxes.
    case whole
    /// The first box, and only the version and nonce of the others, which identify them.
    case first
    /// The first box and one of the others, and what identifies the rest.
    case with(part: Int)

    /// Identifies the prepared statements that read it.
    var name: String {
        switch self {
        case .whole: "whole"
        case .first: "first"
        case .with(let part): "with \(part)"
        }
    }

    /// Whether a box is read whole.
    package func covers(_ part: Int) -> Bool {
        switch self {
        case .whole: true
        case .first: part == 0
        case .with(let other): part == 0 || part == other
        }
    }
}

/// Which records of a kind to read, and in which order.
package struct RecordRange: Hashable, Sendable {
    /// The range of the records' numbers.
    package var numbers: ClosedRange<Int>
    /// Whether the highest number comes first.
    package var isDescending: Bool
    /// The maximum number of records, never negative; `nil` for all.
    package private(set) var limit: Int?
    /// How much of each record to read.
    package var extent: RecordExtent

    package init(
        _ numbers: ClosedRange<Int> = .min ... .max, isDescending: Bool = false, limit: Int? = nil,
        extent: RecordExtent = .whole
    ) {
        self.numbers = numbers
        self.isDescending = isDescending
        self.limit = limit.map { max($0, 0) }
        self.extent = extent
    }

    /// The rest of the range after one of its records; `nil` if nothing is left.
    func rest(after number: Int) -> RecordRange? {
        var rest = self
        rest.limit = limit.map { $0 - 1 }
        guard rest.limit != 0, number != (isDescending ? numbers.lowerBound : numbers.upperBound) else { return nil }
        rest.numbers = isDescending ? numbers.lowerBound...(number - 1) : (number + 1)...numbers.upperBound
        return rest
    }
}
