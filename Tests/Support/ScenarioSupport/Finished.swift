/// How a program ended, and all it wrote.
public struct Finished: Sendable, Equatable {
    /// The exit code; nil when a signal ended the program.
    public let exitCode: Int32?

    /// The signal that ended the program; nil when it exited.
    public let signal: Int32?

    /// Standard output, or everything a terminal received.
    public let outputBytes: [UInt8]

    /// Standard error; empty for a terminal, which does not tell the two apart.
    public let errorBytes: [UInt8]

    /// ``outputBytes`` as text, with replacement characters where it is not UTF-8.
    public var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// ``errorBytes`` as text, with replacement characters where it is not UTF-8.
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    init(_ ending: Child.Ending, output: [UInt8], errors: [UInt8]) {
        switch ending {
        case .exited(let code): (exitCode, signal) = (code, nil)
        case .killed(let number): (exitCode, signal) = (nil, number)
        }
        outputBytes = output
        errorBytes = errors
    }
}

extension Finished: CustomStringConvertible {
    public var description: String {
        let ending = exitCode.map { "exit code \($0)" } ?? "signal \(signal ?? 0)"
        let errors = errorBytes.isEmpty ? "" : "\nerrors:\n\(errors.showingControls)"
        return "\(ending), output:\n\(output.showingControls)\(errors)"
    }
}

extension Child.Ending: CustomStringConvertible {
    var description: String {
        switch self {
        case .exited(let code): "the program exited with code \(code)"
        case .killed(let number): "the program was ended by signal \(number)"
        }
    }
}
