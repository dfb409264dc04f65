import CScenario
import Glibc

/// A PostgreSQL server for tests: in memory, on a socket only, stopped when this process ends, however it ends.
///
/// PostgreSQL refuses to run as root, so root's tests run it as another user.
public final class PostgresServer: Sendable {
    /// The folder of its socket.
    public let folder: String
    private let commands: Int32
    private let answers: Int32

    /// The server that all tests of this process share; `nil` when PostgreSQL isn't installed.
    public static let shared: PostgresServer? = {
        guard let server = try? PostgresServer() else { return nil }
        // The keeper stops the server when its input ends, that is, when this process is gone.
        return server
    }()

    /// Why tests that need a server are skipped.
    public static let reason = "initdb was not found: install Debian's postgresql, as `make test` does"

    /// The folder of PostgreSQL's programs; `nil` when they are not installed.
    public static let programs: String? = {
        let paths = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        // Debian installs them in a folder per version, outside the path.
        let versions = (9...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" }
        let folders = versions + paths.split(separator: ":").map(String.init)
        return folders.first { folder in
            ["initdb", "postgres"].allSatisfy { unsafe access("\(folder)/\($0)", X_OK) == 0 }
        }
    }()

    public static var isInstalled: Bool { programs != nil }

    public enum Failure: Error {
        case notInstalled
        case systemCall(String, Int32)
        case noAnswer(String)
        case otherAnswer(String)
    }

    /// Makes and starts a server.
    ///
    /// - Parameters:
    ///   - settings: additional settings, as `name=value`.
    ///   - primary: a server to follow as its standby, which calls it `walreceiver`.
    ///   - diskSize: the size of a separate disk for the server, such as `96m`. Mounting it requires root; only the
    ///     server sees it, and it disappears with the server.
    public init(settings: [String] = [], following primary: PostgresServer? = nil, diskSize: String? = nil) throws {
        guard let programs = Self.programs else { throw Failure.notInstalled }
        let parent = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        folder = "\(parent)/profile-postgres-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        guard unsafe pipe(&input) == 0, unsafe pipe(&output) == 0 else { throw Failure.systemCall("pipe", errno) }
        for end in [input[1], output[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let options = (Self.settings + settings).flatMap { ["-c", $0] }
        var asOther = getuid() == 0 ? ["runuser", "-u", Self.otherUser, "--"] : []
        if let diskSize {
            asOther = ["unshare", "-m", "/bin/sh", "-c", Self.mounter, "mounter", folder, diskSize, Self.otherUser]
        }
        let arguments =
            asOther + ["/bin/sh", "-c", Self.keeper, "keeper", programs, folder, primary?.folder ?? ""] + options
        // Not our child process: an ended child that nobody waits for would keep exit tests from seeing theirs.
        let orphaned = ["/bin/sh", "-c", #"{ "$@" <&3 3<&- & } 3<&0"#, "orphaned"] + arguments
        defer {
            close(input[0])
            close(output[1])
        }
        (commands, answers) = (input[1], output[0])
        try Self.spawn(orphaned, input: input[0], output: output[1])
        try expect("started")
    }

    deinit {
        close(commands)
        close(answers)
    }

    /// The URL of this server and another one, of which the primary is used.
    public func url(workspace: String, or other: PostgresServer) -> String {
        "postgresql://postgres@/postgres?host=\(folder),\(other.folder)&target_session_attrs=read-write"
            + "&workspace=\(workspace)"
    }

    /// What the server has written to its log.
    public var log: String {
        guard let file = unsafe fopen("\(folder)/log", "r") else { return "" }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = unsafe fgetc(file), byte >= 0 { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The URL of its database, with the schema of a workspace.
    public func url(workspace: String) -> String {
        "postgresql://postgres@/postgres?host=\(folder)&workspace=\(workspace)"
    }

    /// Stops the server as a power cut would, and starts it again.
    public func crash() throws {
        try send("crash")
        try expect("started")
    }

    /// Stops the server as a power cut would.
    public func stop() throws {
        try send("stop")
        try expect("stopped")
    }

    public func start() throws {
        try send("start")
        try expect("started")
    }

    /// Fills the server's disk.
    public func fillDisk() throws {
        try send("fill")
        try expect("filled")
    }

    /// Frees the disk again.
    public func freeDisk() throws {
        try send("free")
        try expect("freed")
    }

    private static let settings = [
        "listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=64MB", "max_connections=200",
        "unix_socket_permissions=0777", "autovacuum=off",
    ]

    public static var otherUser: String { unsafe getpwnam("postgres") == nil ? "nobody" : "postgres" }

    /// Runs a command as another user, with a separate disk mounted at the server's data folder.
    private static let mounter = """
        trap '' INT TERM HUP
        folder=$1 size=$2 user=$3; shift 3
        mkdir -p "$folder/data" && chown "$user" "$folder" || exit 1
        mount -t tmpfs -o "size=$size,mode=0700,uid=$(id -u "$user")" tmpfs "$folder/data" || exit 1
        runuser -u "$user" -- "$@"
        umount "$folder/data"; rm -rf "$folder"
        """

    /// Keeps the server while its input is open, and removes everything afterwards.
    private static let keeper = """
        trap '' INT TERM HUP
        programs=$1 folder=$2 primary=$3; shift 3
        umask 022
        mkdir -p "$folder" && cd "$folder" || exit 1
        if [ -n "$primary" ]; then
            "$programs/pg_basebackup" -h "$primary" -U postgres -D data -R -c fast --no-sync >log 2>&1 || exit 1
        else
            "$programs/initdb" -D data -U postgres -A trust --no-sync -E UTF8 --locale=C >log 2>&1 || exit 1
        fi
        start() {
            # Processes of a server that was stopped at once may hold its memory for a moment, and keep the next from it.
            for attempt in 1 2 3 4 5 6 7 8 9 10; do
                "$programs/postgres" -D data -k "$folder" "$@" >>log 2>&1 </dev/null &
                server=$!
                while kill -0 $server 2>/dev/null; do
                    # The file of a server that was killed stays, so it has to be this one's.
                    if [ "$(sed -n 1p data/postmaster.pid 2>/dev/null)" = $server ] \\
                        && grep -q ready data/postmaster.pid; then echo started; return; fi
                    sleep 0.02
                done
                sleep 0.2
            done
            # One line, for whoever reads why the tests fail: why it stopped, and that it did.
            echo $(tail -n 2 log)
        }
        start "$@"
        while read -r command; do
            case $command in
            crash) kill -QUIT $server 2>/dev/null; wait $server; start "$@" ;;
            stop) kill -QUIT $server 2>/dev/null; wait $server; echo stopped ;;
            start) start "$@" ;;
            fill) head -c 4000000000 /dev/zero >data/filler 2>/dev/null; echo filled ;;
            free) rm -f data/filler; echo freed ;;
            esac
        done
        kill -QUIT $server 2>/dev/null; wait $server
        cd / && rm -rf "$folder" 2>/dev/null
        """

    private func send(_ command: String) throws {
        let line = Array("\(command)\n".utf8)
        guard unsafe write(commands, line, line.count) == line.count else { throw Failure.systemCall("write", errno) }
    }

    private func expect(_ answer: String) throws {
        var found: [UInt8] = []
        while found.last != UInt8(ascii: "\n") {
            var byte: UInt8 = 0
            guard unsafe read(answers, &byte, 1) == 1 else { throw Failure.noAnswer(answer) }
            found.append(byte)
        }
        guard found.dropLast().elementsEqual(answer.utf8) else {
            throw Failure.otherAnswer(String(decoding: found, as: UTF8.self))
        }
    }

    private static func spawn(_ arguments: [String], input: Int32, output: Int32) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        // An inherited pipe of another server would never reach its end.
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        let texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
        var process: pid_t = 0
        let status = unsafe posix_spawnp(&process, arguments[0], &actions, nil, texts, environ)
        guard status == 0 else { throw Failure.systemCall("posix_spawn", status) }
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }
}
