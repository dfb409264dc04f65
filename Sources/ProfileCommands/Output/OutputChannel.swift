internal import CommandParsing
internal import FoundationEssentials
internal import Glibc
internal import ProfileRendering

/// A file descriptor for text output, buffered until it is flushed.
final class OutputChannel {
    let descriptor: Int32
    private var pending: [UInt8] = []
    private var error: Int32 = 0
    private var isReported = false
    /// The pager that receives the text instead, if any.
    private var pager: Pager?

    private static let gathered = 64 << 10

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The number of columns reported by the terminal; `nil` if it isn't a terminal, or reports none.
    var terminalColumns: Int? {
        var window = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return Int(window.ws_col)
    }

    /// The width for sentences: unlimited where it isn't a terminal, so that a script finds a sentence whole.
    var proseColumns: Int { terminalColumns.map { max($0, 20) } ?? .max }

    func write(line: String) {
        write(line)
        write("\n")
    }

    func write(_ text: String) { write(text.utf8) }

    /// Writes text, or bytes for another program, which must not go to a terminal.
    func write(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        if pending.count >= Self.gathered { flush() }
    }

    func write(bytes: [UInt8]) {
        pending += bytes
        if pending.count >= Self.gathered { flush() }
    }

    /// Whether there was a reader that closed its end.
    var isAbandoned: Bool { error == EPIPE }

    /// Whether everything written so far has reached a reader or a file. If not, this counts as reporting the failure.
    func reachesReader() -> Bool {
        flush()
        isReported = error != 0
        return error == 0
    }

    /// Redirects subsequent output to a pager, until ``settle()``.
    fileprivate func begin(_ pager: Pager?) {
        guard let pager, self.pager == nil else { return }
        flush()
        self.pager = pager
    }

    /// Flushes all output, and waits until the pager has shown it.
    func settle() {
        flush()
        guard let pager else { return }
        self.pager = nil
        pager.finish()
        // A user who leaves the pager early doesn't want the rest.
        if error == EPIPE { error = 0 }
    }

    /// Writes all buffered output. While a signal wakes waits, it also ends the one for a reader that has stopped
    /// reading; the rest is then dropped.
    func flush() {
        var written = 0
        if !pending.isEmpty { pager?.willReceive() }
        let target = pager?.descriptor ?? descriptor
        while written < pending.count, error == 0 {
            var end = pending.count
            if Interruption.wakes {
                guard Self.awaitRoom(in: target) else {
                    error = EPIPE
                    break
                }
                end = min(end, written + Int(PIPE_BUF))
            }
            let step = unsafe pending[written..<end].withUnsafeBytes {
                unsafe Glibc.write(target, $0.baseAddress, $0.count)
            }
            if step >= 0 { written += step } else if errno != EINTR { error = errno }
        }
        pending.removeAll()
    }

    /// Waits until `PIPE_BUF` bytes can be written without waiting.
    ///
    /// - Returns: `false` if a signal came instead.
    private static func awaitRoom(in descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while !Interruption.isPending {
            // A signal ends this wait.
            if unsafe poll(&polled, 1, -1) > 0 || errno != EINTR { return true }
        }
        return false
    }

    /// Makes sure that everything written so far has reached the system.
    ///
    /// - Throws: ``UserError`` with `io`, except when the reader closed its end, since it doesn't want the rest.
    func finish() throws {
        settle()
        guard error != 0, !isAbandoned, !isReported else { return }
        isReported = true
        throw UserError(
            .io, "the output cannot be written: \(systemReason(error))",
            hint: "Only the output is incomplete: whatever the command changes is changed.")
    }
}

/// The program with which a user reads long text.
///
/// This is `PAGER`, else `less` if it is installed; an empty `PAGER`, or `cat`, turns paging off. Text is passed
/// through a pipe, so that none of it is written to a disk.
private final class Pager {
    private let program: Subprogram
    /// The descriptor to write text to.
    let descriptor: Int32
    private var loan: Subprogram.TerminalLoan?

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
        // The output is UTF-8, whatever the locale.
        environment["LESSCHARSET"] = environment["LESSCHARSET"] ?? "utf-8"
        // Search terms must not be written to the disk either.
        environment["LESSHISTFILE"] = environment["LESSHISTFILE"] ?? "-"
        do {
            program = try Subprogram(shell: command, environment: environment, input: ends[0])
        } catch {
            close(ends[1])
            return nil
        }
        descriptor = ends[1]
    }

    /// Must be called before text is written. From then on, Ctrl-C is for the pager: if it ended this process, the shell
    /// would take the terminal back, in the pager's settings. Leaving the pager ends the writing.
    func willReceive() {
        if loan == nil { loan = Subprogram.TerminalLoan() }
    }

    /// Ends the text, and waits until it has been read.
    func finish() {
        willReceive()
        close(descriptor)
        program.wait()
        loan?.end()
    }

    private static func command(_ environment: [String: String]) -> String? {
        if let named = environment["PAGER"] {
            return ["", "cat"].contains(named.trimmed) || missingProgram(environment) != nil ? nil : named
        }
        return isInstalled("less", environment) ? "less -FRX" : nil
    }

    /// The program that `PAGER` names, if it isn't there: the text would be lost. What only the shell can interpret is
    /// taken to be there.
    static func missingProgram(_ environment: [String: String]) -> String? {
        let plain = "-_./+".unicodeScalars
        guard let program = environment["PAGER"]?.split(separator: " ").first.map(String.init), program != "cat",
            program.unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || plain.contains($0)
            })
        else { return nil }
        return isInstalled(program, environment) ? nil : program
    }

    private static func isInstalled(_ program: String, _ environment: [String: String]) -> Bool {
        guard !program.contains("/") else { return FileManager.default.isExecutableFile(atPath: program) }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}

extension CommandContext {
    /// Pages subsequent output if stdout is a user's terminal.
    func page(for invocation: Invocation) {
        let isForScript = invocation.isSet(GlobalOptions.json) || invocation.isSet(GlobalOptions.noInput)
        let isDumb = invocation.isSet(GlobalOptions.plain) || ["dumb", nil].contains(environment["TERM"]?.nonEmpty)
        guard output.isTerminal, !isForScript, environment["PROFILE_NO_INPUT"]?.nonEmpty == nil, !isDumb else { return }
        if let missing = Pager.missingProgram(environment) {
            errors.write(line: "There is no program '\(missing)', which PAGER names.")
            errors.flush()
        }
        output.begin(Pager(environment: environment))
    }
}
