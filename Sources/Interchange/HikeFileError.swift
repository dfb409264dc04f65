/// An error in a file of hikes: a code to act on, the reason as data, and its position. Programs supply the wording. It
/// never contains a value from the file.
///
///     do { … } catch HikeFileError.Code.tooLarge { … }
public struct HikeFileError: Error, Hashable, Sendable {
    /// The problem, as data.
    public let reason: Reason
    /// Where in the file.
    public let position: Position

    public init(_ reason: Reason, at position: Position = Position()) {
        (self.reason, self.position) = (reason, position)
    }

    init(_ reason: Reason, line: Int?) { self.init(reason, at: Position(line: line)) }

    init(_ reason: Reason, byte: Int) { self.init(reason, at: Position(byte: byte)) }

    /// The kind of error, to act on.
    public var code: Code { reason.code }

    /// Whether it concerns a place in the file, before which the content may be whole.
    public var isDamage: Bool { [.truncated, .damaged, .malformed].contains(code) }

    /// Whether a file of this name is whole, but has other content than activities: the settings of a device, or one of
    /// the many JSON and CSV files that services put into their archives.
    public func isOtherContent(ofFile name: String) -> Bool {
        func ends(_ endings: String...) -> Bool { endings.contains(where: name.lowercased().hasSuffix) }
        let isJSON = ends(".json", ".geojson")
        return switch reason {
        case .neitherActivityNorCourse, .noPoints: true
        case .unrecognized, .notOfFormat(.hikes(.landmarks)), .notOfFormat(.hikes(.geojson)):
            isJSON || ends(".csv", ".csv.gz")
        case .missing, .wrongType, .null: isJSON && position.path.first == .element(0)
        default: false
        }
    }

    /// A position in a file. Everything is `nil` or empty when an error concerns the whole file.
    public struct Position: Hashable, Sendable {
        /// The line of a text, starting at 1.
        public let line: Int?
        /// The offset in a binary file, starting at 0.
        public let byte: Int?
        /// The path to the value in JSON.
        public let path: [Step]

        public init(line: Int? = nil, byte: Int? = nil, path: [Step] = []) {
            (self.line, self.byte, self.path) = (line, byte, path)
        }
    }

    /// A step from a JSON value to one of its parts.
    public enum Step: Hashable, Sendable {
        case member(String)
        /// The index in a list, starting at 0.
        case element(Int)
    }

    /// The kind of error. More codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The file is empty.
        public static let empty = Code("empty")
        /// The content isn't of the expected format, or of none that is read.
        public static let unrecognized = Code("unrecognized")
        /// The format's own rules are broken.
        public static let malformed = Code("malformed")
        /// The file, or a part of it, ends too early.
        public static let truncated = Code("truncated")
        /// A checksum is wrong, or an archive is broken.
        public static let damaged = Code("damaged")
        /// A limit on sizes and numbers is exceeded.
        public static let tooLarge = Code("too-large")
        /// There is nothing in the file to make a hike of.
        public static let noHikes = Code("no-hikes")
        /// The file uses something that isn't supported: an encoding, an encryption, a compression.
        public static let unsupported = Code("unsupported")
        /// A value is missing, of another type, or breaks a rule.
        public static let invalidValue = Code("invalid-value")
        /// The system refused memory, which implies nothing about the file.
        public static let outOfMemory = Code("out-of-memory")

        /// Lets a `catch` name a code: `catch HikeFileError.Code.tooLarge`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? HikeFileError)?.code == code
        }
    }
}

extension HikeFileError: CustomStringConvertible {
    /// The code, the reason and the position as written in Swift, for logs: not a sentence.
    public var description: String {
        let parts = [
            position.line.map { "line \($0)" }, position.byte.map { "byte \($0)" },
            position.path.isEmpty ? nil : "\(position.path)",
        ]
        return (["\(code): \(reason)"] + parts.compactMap(\.self)).joined(separator: ", ")
    }
}
