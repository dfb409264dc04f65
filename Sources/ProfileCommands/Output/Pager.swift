internal import CommandParsing
internal import FoundationEssentials
internal import Glibc

/// The program with which a user reads long text.
///
/// This is `PAGER`, else `less` if it is installed; an empty `PAGER`, or `cat`, turns paging off. Text is passed
/// through a pipe, so that none of it is written to a disk.
final class Pager {
    private let program: Subprogram
    /// The descriptor to write text to.
    let descriptor: Int32

    /// Fails when the text should go directly to the terminal.
    init?(environment: [String: String]) {
        guard let command = Self.command(environment) else { return nil }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        // The pager must only inherit the copy that becomes its stdin, or it would never see the end of input.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var environment = environment
        // `F` just prints a text that fits on the screen, `R` allows colours, `X` leaves the text on the screen
        // afterwards.
        environment["LESS"] = environment["LESS"] ?? "FRX"
        // Search terms aren't written to the disk either.
        environment["LESSHISTFILE"] = environment["LESSHISTFILE"] ?? "-"
        do {
            program = try Subprogram(shell: command, environment: environment, input: ends[0])
        } catch {
            close(ends[1])
            return nil
        }
        descriptor = ends[1]
    }

    /// Ends the text, and waits until it has been read.
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
    /// Pages subsequent output if stdout is a user's terminal.
    func page(for invocation: Invocation) {
        let isForScript = invocation.isSet(GlobalOptions.json) || invocation.isSet(GlobalOptions.noInput)
        let isDumb = invocation.isSet(GlobalOptions.plain) || ["dumb", nil].contains(environment["TERM"]?.nonEmpty)
        guard output.isTerminal, !isForScript, environment["PROFILE_NO_INPUT"]?.nonEmpty == nil, !isDumb else { return }
        output.begin(Pager(environment: environment))
    }
}
