internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// Asks the user for secrets.
protocol SecretPrompt {
    /// Whether there is anyone to ask.
    var isAvailable: Bool { get }

    /// Whether the user can be given messages and asked again, unlike with a program that asks for one secret.
    var converses: Bool { get }

    /// Asks a question on one line, without showing the input.
    ///
    /// - Throws: ``UserError`` with `interrupted` when the user ends the input instead.
    func ask(_ question: String) throws -> Secret

    /// Asks a question on one line, and shows the input.
    ///
    /// - Returns: the line, without surrounding white space.
    /// - Throws: ``UserError`` with `interrupted` when the user ends the input instead.
    func askOpenly(_ question: String) throws -> String

    /// Prints a message between questions.
    func tell(_ text: String)
}

extension SecretPrompt {
    /// Asks a question whose answer is yes or no.
    ///
    /// - Parameter byDefault: what an empty line means. Any other answer means no.
    func agrees(to question: String, byDefault: Bool = false) throws -> Bool {
        let answer = try askOpenly(question).lowercased()
        return answer.isEmpty ? byDefault : ["y", "yes"].contains(answer)
    }
}

/// The process's controlling terminal, `/dev/tty`, which leaves stdin and stdout free for data.
///
/// Echo is off from the first secret until ``Interruption/restore()``, except while an answer is typed that can be seen,
/// and while the program is suspended with Ctrl-Z. When it goes on, it asks again from the beginning.
private struct TerminalPrompt: SecretPrompt {
    var isAvailable: Bool {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    var converses: Bool { isAvailable }

    func ask(_ question: String) throws -> Secret {
        let terminal = try Interruption.silence(asking: question)
        Self.write(question, to: terminal)
        defer {
            Interruption.endQuestion()
            Self.write("\n", to: terminal)
        }
        guard let secret = try SecretLine.read(from: terminal) else {
            throw UserError(.interrupted, "cancelled", hint: "Nothing was changed.")
        }
        return secret
    }

    func askOpenly(_ question: String) throws -> String {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw UserError(.locked, "there is no terminal to ask on", hint: "Nothing was changed.")
        }
        defer { close(terminal) }
        let wasSilent = Interruption.isSilent
        Interruption.restore()
        defer { if wasSilent { _ = try? Interruption.silence() } }
        // The caller may have to clean up, so a signal is an answer like the end of the input.
        let wakeUp = try EventCounter()
        return try Interruption.waking(wakeUp) {
            // One that came before has woken an outer wait.
            try Interruption.throwIfInterrupted()
            while true {
                Self.write(question, to: terminal)
                if let line = try Self.line(from: terminal, unless: wakeUp) { return line }
                Self.write("The answer must be text of at most \(Self.longest) bytes.\n", to: terminal)
            }
        }
    }

    /// Maximum size of an answer, in bytes.
    private static let longest = 1024

    /// Reads a line to its end, so that nothing of it answers the next question.
    ///
    /// - Returns: `nil` for a line that is too long or isn't UTF-8.
    /// - Throws: ``UserError`` with `interrupted` when a signal comes first or the input ends.
    private static func line(from terminal: Int32, unless wakeUp: EventCounter) throws -> String? {
        var line: [UInt8] = []
        while true {
            let states = Readiness.wait(for: [wakeUp.descriptor, terminal], timeout: nil)
            if states[0] == .readable { try Interruption.throwIfInterrupted() }
            guard states[1] != .quiet else { continue }
            var byte: UInt8 = 0
            let count = unsafe Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                write("\n", to: terminal)
                throw UserError(.interrupted, "cancelled", hint: "Nothing was changed.")
            }
            if byte == UInt8(ascii: "\n") { break }
            if line.count <= longest { line.append(byte) }
        }
        guard line.count <= longest else { return nil }
        return String(validating: line, as: UTF8.self)?.trimmed
    }

    func tell(_ text: String) {
        let terminal = unsafe open("/dev/tty", O_WRONLY | O_CLOEXEC)
        guard terminal >= 0 else { return }
        let width = OutputChannel(descriptor: terminal).proseColumns
        for line in text.wordWrapped(to: width) { Self.write(line + "\n", to: terminal) }
        close(terminal)
    }

    private static func write(_ text: String, to terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(terminal, bytes, bytes.count)
    }
}

/// Asks on the user's terminal, or if there is none, with the program named in `PROFILE_ASKPASS`.
struct PersonPrompt: SecretPrompt {
    private let environment: [String: String]
    private let terminal = TerminalPrompt()

    init(environment: [String: String]) {
        self.environment = environment
    }

    private var program: AskingProgram? {
        environment["PROFILE_ASKPASS"]?.nonEmpty.map { AskingProgram(name: $0, environment: environment) }
    }

    var isAvailable: Bool { terminal.isAvailable || program != nil }

    var converses: Bool { terminal.isAvailable }

    func ask(_ question: String) throws -> Secret {
        guard !terminal.isAvailable, let program else { return try terminal.ask(question) }
        return try program.ask(question)
    }

    func askOpenly(_ question: String) throws -> String { try terminal.askOpenly(question) }

    func tell(_ text: String) { terminal.tell(text) }
}

/// A program that asks for one secret in its own window: the question is its argument, the answer is the first line
/// of its output.
private struct AskingProgram {
    let name: String
    let environment: [String: String]

    func ask(_ question: String) throws -> Secret {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else {
            throw UserError(.io, "no file descriptors are left", hint: "Close some programs.")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var secret: Secret?
        let (status, signal) = try Subprogram.holdingSignals {
            let program = try start(question, output: ends[1])
            // A program that it has left behind may keep the pipe open.
            secret = try SecretLine.read(from: ends[0], unless: { Subprogram.holdsSignal })
            return program.wait(skipping: ends[0])
        }
        if let signal { raise(signal) }
        guard status == 0, let secret = secret.take() else {
            throw UserError(.interrupted, "cancelled", hint: "Nothing was changed.")
        }
        return secret
    }

    /// Starts the program. This process's copy of its output is closed.
    private func start(_ question: String, output: Int32) throws -> Subprogram {
        defer { close(output) }
        do {
            return try Subprogram([name, question], environment: environment, output: output)
        } catch let error as UserError {
            throw UserError(
                .locked, error.messages.map { "PROFILE_ASKPASS: \($0)" },
                hint: "Let it name a program that asks, or give the secret with --passcode-stdin.")
        }
    }
}
