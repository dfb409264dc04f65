/// What is wrong with a file of hikes, and where.
public struct HikeFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; `nil` where the whole file is meant.
    public let line: Int?
    /// What is wrong, with the place inside the file's structure where it has one. It repeats no value.
    public let message: String

    public init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }

    public var description: String {
        line.map { "line \($0): \(message)" } ?? message
    }
}
