internal import FoundationEssentials
internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// Runs the user's own text editor on a form.
enum TextEditor {
    /// Lets the user edit a form until it is valid, or they give up.
    ///
    /// The form is kept in memory, in a folder for this user alone. It is wiped and removed in any case, also if a
    /// signal comes.
    ///
    /// - Returns: the fields that were changed.
    /// - Throws: ``UserError`` with `invalidValue` for an invalid form that isn't edited again, `failure` when the
    ///   editor fails, `io` when there is no folder in memory.
    static func changes<Model: FieldModel>(
        of form: FieldForm<Model>, _ call: CommandCall, rules: (Model) throws -> [FieldProblem]
    ) throws -> [FieldSetting<Model>] {
        try Interruption.stopping {
            let changes = try edited(form, call, rules: rules)
            try Interruption.throwIfInterrupted()
            return changes
        }
    }

    private static func edited<Model: FieldModel>(
        _ form: FieldForm<Model>, _ call: CommandCall, rules: (Model) throws -> [FieldProblem]
    ) throws -> [FieldSetting<Model>] {
        let folder = try MemoryFolder(environment: call.context.environment)
        defer { folder.wipe() }
        let path = "\(folder.path)/profile.txt"
        try PrivateFile.write(Array(form.text.utf8), to: path)
        while true {
            try run(on: path, call)
            do {
                return try form.changes(in: try read(path, limit: FieldForm<Model>.longest), rules: rules) ?? []
            } catch let problems as FormProblems {
                let messages = problems.all.map(\.description)
                guard let person = call.person else { throw refused(messages) }
                for message in messages { person.tell(message.terminalSafe) }
                guard try person.agrees(to: "Go on editing? (yes, or no to give up) [yes] ", byDefault: true) else {
                    throw refused(messages)
                }
            }
        }
    }

    /// Runs the editor on the terminal, wherever stdin and stdout lead: stdout is for the answer alone. Without a
    /// terminal, an editor that was named runs with no input, since it may be a script.
    ///
    /// - Throws: ``UserError`` with `interrupted` if a signal came before or meanwhile.
    private static func run(on path: String, _ call: CommandCall) throws {
        let environment = call.context.environment
        let named = environment["VISUAL"]?.nonEmpty ?? environment["EDITOR"]?.nonEmpty
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        let isOnTerminal = terminal >= 0
        guard isOnTerminal || named != nil else {
            throw UserError(
                .usage, "there is no terminal for an editor",
                hint: "Set EDITOR to a program that needs none, or give the values as options")
        }
        let input = isOnTerminal ? terminal : unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let editor = named ?? "vi"
        call.context.output.flush()
        let (status, signal) = try Subprogram.havingTerminal {
            try Subprogram.holdingSignals {
                // From here on, a signal is for the editor.
                try Interruption.throwIfInterrupted()
                let program = try Subprogram(
                    shell: editor, [path], environment: environment, input: input,
                    output: isOnTerminal ? terminal : STDERR_FILENO)
                return program.wait()
            }
        }
        if let signal { raise(signal) }
        // Or Ctrl-C in the editor, or in the shell that runs it.
        guard signal == nil, status != 128 + SIGINT else {
            throw UserError(.interrupted, "interrupted", hint: "Nothing was changed.")
        }
        guard status != 127 else {
            throw UserError(
                .failure, "there is no editor '\(editor)'",
                hint: "Nothing was changed. Set VISUAL or EDITOR to one that is installed.")
        }
        guard status == 0 else {
            throw UserError(
                .failure, "the editor '\(editor)' failed (exit code \(status))",
                hint: "Nothing was changed. Set VISUAL or EDITOR to another one.")
        }
    }

    private static func read(_ path: String, limit: Int) throws -> String {
        let content: [UInt8]
        do {
            content = try PrivateFile.read(path, limit: limit)
        } catch {
            throw UserError(.io, "the form cannot be read: \(UserMessage(error).message)", hint: "Nothing was changed.")
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw UserError(.invalidValue, "the form is not UTF-8", hint: "Nothing was changed.")
        }
        return text
    }

    private static func refused(_ messages: [String]) -> UserError {
        UserError(.invalidValue, messages, hint: "Nothing was changed.")
    }
}

/// A folder for this user alone whose files are in memory, never on a disk.
///
/// It is locked while it is in use, by which the next start of the program knows one whose process was killed.
struct MemoryFolder: ~Copyable {
    let path: String
    private let lock: Descriptor

    private static let beginning = "profile-edit-"

    /// Creates a folder in the runtime folder, or else in `/dev/shm`.
    ///
    /// - Throws: ``UserError`` with `io` if neither is in memory.
    init(environment: [String: String]) throws {
        try self.init(among: Self.candidates(environment))
    }

    private static func candidates(_ environment: [String: String]) -> [String] {
        [environment["XDG_RUNTIME_DIR"]?.nonEmpty, "/dev/shm"].compactMap(\.self).filter { $0.hasPrefix("/") }
    }

    init(among folders: [String]) throws {
        self = try Self.make(among: folders)
    }

    private init(path: String, lock: consuming Descriptor) {
        self.path = path
        self.lock = lock
    }

    private static func make(among folders: [String]) throws -> MemoryFolder {
        for folder in folders where PrivateFolder.isInMemory(folder) {
            // Before it is locked, another process may take it for an abandoned one.
            while let path = TemporaryFolder.make("\(folder)/\(Self.beginning)") {
                if let lock = Self.lock(path) { return MemoryFolder(path: path, lock: lock) }
            }
        }
        throw UserError(
            .io, "there is no folder in memory to edit in, and a disk would keep what is written on it",
            hint: "Set XDG_RUNTIME_DIR to one, or give the values as options")
    }

    /// - Returns: `nil` if another process has locked the folder, or it is not there any more or not this user's.
    private static func lock(_ path: String) -> Descriptor? {
        guard let folder = try? PrivateFolder.open(path), (try? folder.tryToLockExclusively()) == true,
            (try? folder.identity) == PrivateFile.identity(of: path)
        else { return nil }
        return folder
    }

    /// Wipes the folders of processes that were killed before they could.
    static func wipeAbandoned(environment: [String: String]) {
        for folder in candidates(environment) { wipeAbandoned(in: folder) }
    }

    static func wipeAbandoned(in folder: String) {
        for name in PrivateFolder.names(in: folder, beginning: beginning) {
            let path = "\(folder)/\(name)"
            guard let lock = lock(path) else { continue }
            withExtendedLifetime(lock) { wipe(path) }
        }
    }

    /// Overwrites every file in the folder, including what an editor left there, and removes the folder.
    func wipe() { Self.wipe(path) }

    private static func wipe(_ path: String) {
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] {
            let file = unsafe open("\(path)/\(name)", O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            var status = stat()
            if unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                let zeros = [UInt8](repeating: 0, count: min(Int(status.st_size), 1 << 20))
                var written = 0
                while written < Int(status.st_size) {
                    let count = unsafe pwrite(file, zeros, min(zeros.count, Int(status.st_size) - written), written)
                    guard count > 0 else { break }
                    written += count
                }
            }
            close(file)
        }
        try? FileManager.default.removeItem(atPath: path)
    }
}
