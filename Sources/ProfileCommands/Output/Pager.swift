internal import CommandParsing
internal import FoundationEssentials
internal import Glibc

/// The program that a person reads long text with.
///
/// It is `PAGER`, else `less` where there is one; an empty `PAGER`, or `cat`, turns it off. What is written goes to it
/// through a pipe, so that nothing of it comes onto a disk.
final class Pager {
    private let program: Subprogram
    /// Where text for it is written.
    let descriptor: Int32

    /// `nil` where the text goes straight to the terminal.
    init?(environment: [String: String]) {
        guard let command = Self.command(environment) else { return nil }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        // Only the copy that becomes its stdin is the pager's, or it would never see the end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var environment = environment
        // `F`: a text that fits on the screen is just shown. `R`: colours. `X`: it stays there afterwards.
        environment["LESS"] = environment["LESS"] ?? "FRX"
        // What is looked for in the text isn't kept on the disk either.
        environment["LESSHISTFILE"] = environment["LESSHISTFILE"] ?? "-"
        do {
            program = try Subprogram(shell: command, environment: environment, input: ends[0])
        } catch {
            close(ends[1])
            return nil
        }
        descriptor = ends[1]
    }

    /// Says that the text is over, and waits until it is read.
    func finish() {
        close(descriptor)
        Subprogram.havingTerminal { _ = program.wait() }
    }

    private static func command(_ environment: [String: String]) -> String? {
        if let named = environment["PAGER"] {
            return ["", "cat"].contains(named.trimmingSpaces) ? nil : named
        }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/less") } ? "less -FRX" : nil
    }
}

extension CommandContext {
    /// Lets what is written from here on be read with a pager, where stdout is a person's terminal.
    func page(for invocation: Invocation) {
        let isForScript = invocation.isSet(GlobalOptions.json) || invocation.isSet(GlobalOptions.noInput)
        let isDumb = invocation.isSet(GlobalOptions.plain) || ["dumb", nil].contains(environment["TERM"]?.nonEmpty)
        guard output.isTerminal, !isForScript, environment["PROFILE_NO_INPUT"]?.nonEmpty == nil, !isDumb else { return }
        output.begin(Pager(environment: environment))
    }
}
