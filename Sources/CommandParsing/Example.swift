/// A command line worth copying, with a line that says what it does.
public struct Example: Sendable, Hashable {
    /// The whole line as it is typed, the program's name included.
    public let commandLine: String
    public let note: String

    public init(_ commandLine: String, _ note: String) {
        self.commandLine = commandLine
        self.note = note
    }
}
