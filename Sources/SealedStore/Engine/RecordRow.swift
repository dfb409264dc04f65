/// A kind of sealed record, of which an account has one, a log or a collection.
///
/// The set of kinds is open: each model has its own. The names of a kind and of its parts are in the associated data of
/// every box, so they must never change.
public struct RecordKind: Hashable, Sendable {
    /// How many records of a kind an account has, and what their numbers mean.
    public enum Form: Hashable, Sendable {
        /// At most one record, whose number identifies the change. Its head is in the manifest.
        case singleton
        /// Any number of records, numbered consecutively, each written once: a history.
        case log
        /// Any number of records, numbered by the ids of their contents. A sealed directory lists them.
        case collection
        /// Rows that the store itself adds: the pages of a collection's directory, and records that were set aside.
        case pages
    }

    /// Lower-case letters, digits, hyphens and dots.
    public let name: String
    /// How many records an account has of this kind, and what their numbers mean.
    public let form: Form
    /// The names of a record's boxes, in order. A list reads only the first one.
    public let parts: [String]

    /// - Parameters:
    ///   - name: lower-case letters, digits, hyphens and dots; anything else is a programming error.
    ///   - parts: the name of the kind by default. A ``StoreSchema`` takes kinds of one part or two; only those of
    ///     0.1.0, which have tables of their own, may have more.
    public init(_ name: String, _ form: Form, parts: [String]? = nil) {
        // It becomes part of statements.
        precondition(Self.isAllowed(name), "a kind's name must be of a-z, 0-9, hyphens and dots: \(name)")
        self.name = name
        self.form = form
        self.parts = parts ?? [name]
    }

    /// A kind that a manifest names; `nil` for a name that no kind can have.
    init?(named name: String, _ form: Form) {
        guard Self.isAllowed(name) else { return nil }
        self.init(name, form)
    }

    private static func isAllowed(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { isAllowed($0) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    /// The pages of this collection's directory.
    var pages: RecordKind { RecordKind("\(name).page", .pages) }

    /// Records that have been set aside, numbered consecutively. The first part identifies the original record, and the
    /// second holds the key.
    static let aside = RecordKind("aside", .pages, parts: ["aside", "aside.key"])
}

extension [RecordKind] {
    /// These kinds, and those of the rows that the package itself adds to them: directories, and records set aside.
    var withPages: [RecordKind] { self + filter { $0.form == .collection }.map(\.pages) + [.aside] }
}

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
    /// The same, and one of the others.
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

/// The maximum length of the values in a store, in bytes.
///
/// No engine accepts longer ones. A file that contains one was crafted: the value is read as empty, which never opens,
/// so that it is reported as damaged like any other, without the memory and time that its length would take.
package enum LengthLimit {
    /// For everything that isn't a record: the contents of gates and sessions.
    package static let other = single
    /// For all boxes of a record together. Only recordings have several parts.
    package static func record(of kind: RecordKind) -> Int { kind.parts.count == 1 ? single : 60 << 20 }

    private static let single = 8 << 20
}

extension RecordRow {
    /// Checks the length limit; every engine does this before it writes the row.
    ///
    /// - Throws: ``EngineError`` with `tooLarge`.
    package func requireLength(of kind: RecordKind) throws {
        let (length, limit) = (boxes.reduce(0) { $0 + $1.count }, LengthLimit.record(of: kind))
        guard length <= limit else {
            throw EngineError(
                .tooLarge, "a record of the kind \(kind.name) has \(length) bytes; the maximum is \(limit)")
        }
    }
}
