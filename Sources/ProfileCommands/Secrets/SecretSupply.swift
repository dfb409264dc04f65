internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import StoreMessages
internal import SystemKit

/// Supplies a command's secrets in order: the current ones in stage order, then new ones in stage order.
final class SecretSupply {
    /// The source chosen by the options.
    enum Source: Equatable {
        case descriptor(Int32)
        case file(String)
    }

    private let source: Source?
    private let prompt: (any SecretPrompt)?
    private let isAskingForbidden: Bool
    private var descriptor: Int32?

    /// - Parameters:
    ///   - source: `nil` when the options name none, so that the user is asked.
    ///   - prompt: `nil` when no one can be asked.
    ///   - isAskingForbidden: whether that is because the user forbade it.
    init(_ source: Source?, prompt: (any SecretPrompt)?, isAskingForbidden: Bool = false) {
        self.source = source
        self.prompt = prompt
        self.isAskingForbidden = isAskingForbidden
    }

    deinit {
        if case .file = source, let descriptor { close(descriptor) }
    }

    /// Whether secrets were given with the command, which are then used even if a session is live.
    var isGiven: Bool { source != nil }

    /// Whether there is any way to obtain a secret.
    var canSupply: Bool { isGiven || prompt?.isAvailable == true }

    /// A current secret.
    ///
    /// - Parameters:
    ///   - owner: the account that it belongs to, if that might be unclear.
    ///   - other: what can be typed instead.
    /// - Throws: ``UserError`` with `locked` when none is available.
    func current(_ format: CodeFormat, of owner: AccountID? = nil, or other: String? = nil) throws -> Secret {
        let missing = UserError(
            .locked, "no \(format.noun) was given", hint: "Give the current secrets first, each on a line of its own.")
        if isGiven { return try given(or: missing) }
        let name = "\(format.noun.capitalizedFirst)\(owner.map { " of '\($0)'" } ?? "")"
        return try asking("\(name)\(other.map { " (or '\($0)')" } ?? ""): ")
    }

    /// A new secret: asked for twice on a terminal, otherwise given once.
    ///
    /// On a terminal, a secret that breaks its rules, or is the current one, is asked for again before it has to be
    /// repeated.
    ///
    /// - Parameter current: the current secrets of the gate, if there are any.
    func new(_ format: CodeFormat, insteadOf current: Gate.Secrets? = nil) throws -> Secret {
        let missing = UserError(
            .locked, "no new \(format.noun) was given",
            hint: "Put it on the line after the current secrets or the recovery code, or use a terminal.")
        if isGiven { return try given(or: missing) }
        guard canSupply else { throw missing }
        while true {
            let first = try asking("New \(format.noun) (\(format.shape)): ")
            do throws(FieldProblem) {
                try format.checkAsNew(first)
                if let current { try current.refuseSame(first, for: format) }
            } catch {
                guard let prompt, prompt.converses else { throw error }
                prompt.tell("\(error.statement.capitalizedFirst). Try again.")
                continue
            }
            let second = try asking("The same again: ")
            if first.equals(second) { return first }
            guard let prompt, prompt.converses else {
                throw UserError(.invalidValue, "the two answers differ", hint: "Nothing was changed. Try again.")
            }
            prompt.tell("They don't match. Start again.")
        }
    }

    /// A recovery code. On a terminal, one that is mistyped is asked for again.
    ///
    /// - Throws: ``UserError`` with `invalidValue` when it is mistyped, which its check symbols reveal before anything
    ///   is tried.
    func recoveryCode() throws -> RecoveryCode {
        guard canSupply else { throw Self.noCode }
        while true {
            let typed = isGiven ? try given(or: Self.noCode) : try asking("Recovery code: ")
            do {
                return try RecoveryCode(reading: typed)
            } catch let error as RecoveryCode.Malformed {
                let problem = "the recovery code \(Self.message(for: error))"
                guard !isGiven, let prompt, prompt.converses else {
                    throw UserError(
                        .invalidValue, problem, hint: "Nothing was tried. Compare it with what you wrote down.")
                }
                prompt.tell("\(problem.capitalizedFirst). Compare it with what you wrote down, and try again.")
            }
        }
    }

    private static func message(for error: RecoveryCode.Malformed) -> String {
        switch error {
        case .symbol: "contains a character that no recovery code has"
        case .length: "must have \(RecoveryCode.groupCount) groups of \(RecoveryCode.groupLength) letters and digits"
        case .check: "is mistyped: its check characters do not fit"
        }
    }

    private func asking(_ question: String) throws -> Secret {
        guard let prompt, prompt.isAvailable else { throw missingCurrent }
        return try prompt.ask(question)
    }

    private func given(or missing: UserError) throws -> Secret {
        guard let source, let secret = try SecretLine.read(from: try opened(source)) else { throw missing }
        return secret
    }

    private func opened(_ source: Source) throws -> Int32 {
        if let descriptor { return descriptor }
        let opened: Int32
        switch source {
        case .descriptor(let number): opened = number
        case .file(let path):
            guard !LockedFile.isLocked(path) else {
                throw UserError(
                    .io, "\(path) is the store that is in use", hint: "Check what --passcode-file names.")
            }
            opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard opened >= 0 else {
                throw UserError(
                    .io, "\(path) cannot be opened: \(systemReason())", hint: "Check what --passcode-file names.")
            }
        }
        descriptor = opened
        return opened
    }

    private static var noCode: UserError {
        UserError(
            .locked, "no recovery code was given",
            hint: "Give it with --passcode-stdin on the first line, and the new secrets on the lines after it.")
    }

    /// The error of commands that always ask for secrets, where unlocking wouldn't help.
    var missingCurrent: UserError {
        UserError(
            .locked,
            "no secret was given, and "
                + (isAskingForbidden ? "--no-input forbids asking" : "there is no terminal to ask on"),
            hint: "Give the current secrets with --passcode-stdin, --passcode-fd or --passcode-file, one per line.")
    }

    /// The error of commands that would have used a live session.
    static var missing: UserError {
        UserError(
            .locked, "the profile is locked, and no secret was given", hint: "Unlock it with: \(command: "unlock")")
    }
}

/// Reads one line from a descriptor straight into guarded memory.
enum SecretLine {
    /// Longer than any secret; a longer line is rejected instead of truncated.
    static let longest = 1024

    /// Reads the next line without its ending, a line feed or CR and line feed; `nil` at the end of the input.
    ///
    /// Reads byte by byte, so that what follows the line is left for the next reader.
    ///
    /// - Parameter isStopped: asked when a signal interrupts the reading, which then ends as at the end of the input.
    /// - Throws: ``UserError`` with `invalidValue` for a line that is too long, `io` for a read error.
    static func read(from descriptor: Int32, unless isStopped: (() -> Bool)? = nil) throws -> Secret? {
        var isEmpty = true
        let secret = try unsafe Secret(
            capacity: longest,
            reading: { buffer in
                var count = 0
                while true {
                    guard count < buffer.count else {
                        throw UserError(
                            .invalidValue, "a secret is longer than \(longest - 1) bytes", hint: "Nothing was tried.")
                    }
                    // A signal doesn't interrupt a read that begins after it, so the read begins when it doesn't wait.
                    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    repeat {
                        if let isStopped, isStopped() { return 0 }
                    } while unsafe poll(&input, 1, isStopped == nil ? -1 : 20) <= 0
                    let step = unsafe Glibc.read(descriptor, buffer.baseAddress! + count, 1)
                    if step < 0, errno == EINTR { continue }
                    guard step >= 0 else {
                        throw UserError(
                            .io, "the secret cannot be read: \(systemReason())",
                            hint: "Check what --passcode-fd or --passcode-file names.")
                    }
                    guard step > 0 else { return count }
                    isEmpty = false
                    if unsafe buffer[count] == UInt8(ascii: "\n") {
                        let isCRLF = unsafe count > 0 && buffer[count - 1] == UInt8(ascii: "\r")
                        return isCRLF ? count - 1 : count
                    }
                    count += 1
                }
            })
        guard !isEmpty else { return nil }
        return secret
    }
}
