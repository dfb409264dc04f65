internal import Glibc
internal import ProfileKit

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

/// A program that asks for one secret, in a window of its own: the question is its argument, the answer the first line
/// of its output.
private struct AskingProgram {
    let name: String
    let environment: [String: String]

    func ask(_ question: String) throws -> Secret {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else {
            throw Complaint(.io, "no descriptors are left to ask with", hint: "Close some programs.")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let program: Subprogram
        do {
            program = try Subprogram([name, question], environment: environment, output: ends[1])
        } catch let complaint as Complaint {
            for end in ends { close(end) }
            throw Complaint(
                .locked, complaint.messages.map { "PROFILE_ASKPASS: \($0)" },
                hint: "Let it name a program that asks, or give the secret with --passcode-stdin.")
        }
        close(ends[1])
        defer { close(ends[0]) }
        guard let secret = try SecretLine.read(from: ends[0]), program.wait() == 0 else {
            throw Complaint(.interrupted, "cancelled", hint: "Nothing was changed.")
        }
        return secret
    }
}
