/// A key of a terminal, as the bytes it sends.
public struct TerminalKey: Sendable, Equatable {
    let bytes: [UInt8]

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public static let enter = TerminalKey("\r")
    public static let escape = TerminalKey("\u{1b}")
    public static let tab = TerminalKey("\t")
    public static let backspace = TerminalKey("\u{7f}")
    public static let up = TerminalKey("\u{1b}[A")
    public static let down = TerminalKey("\u{1b}[B")
    public static let right = TerminalKey("\u{1b}[C")
    public static let left = TerminalKey("\u{1b}[D")

    /// Interrupts: SIGINT, unless the program reads raw keys.
    public static let controlC = TerminalKey("\u{3}")
    /// Ends the input when pressed at the start of a line.
    public static let controlD = TerminalKey("\u{4}")
    /// Erases the line typed so far.
    public static let controlU = TerminalKey("\u{15}")
    /// Stops: SIGTSTP, unless the program reads raw keys.
    public static let controlZ = TerminalKey("\u{1a}")
    /// Quits: SIGQUIT, unless the program reads raw keys.
    public static let controlBackslash = TerminalKey("\u{1c}")
}

/// What can be given to a program to read: text or bytes.
public protocol InputBytes: Sendable {
    var inputBytes: [UInt8] { get }
}

extension String: InputBytes {
    public var inputBytes: [UInt8] { Array(utf8) }
}

extension [UInt8]: InputBytes {
    public var inputBytes: [UInt8] { self }
}
