/// A key of a terminal, as the bytes it sends.
public struct Key: Sendable, Equatable {
    let bytes: [UInt8]

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public static let enter = Key("\r")
    public static let escape = Key("\u{1b}")
    public static let tab = Key("\t")
    public static let backspace = Key("\u{7f}")
    public static let up = Key("\u{1b}[A")
    public static let down = Key("\u{1b}[B")
    public static let right = Key("\u{1b}[C")
    public static let left = Key("\u{1b}[D")

    /// Interrupts: SIGINT, unless the program reads raw keys.
    public static let controlC = Key("\u{3}")
    /// Ends the input when pressed at the start of a line.
    public static let controlD = Key("\u{4}")
    /// Erases the line typed so far.
    public static let controlU = Key("\u{15}")
    /// Stops: SIGTSTP, unless the program reads raw keys.
    public static let controlZ = Key("\u{1a}")
    /// Quits: SIGQUIT, unless the program reads raw keys.
    public static let controlBackslash = Key("\u{1c}")
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
