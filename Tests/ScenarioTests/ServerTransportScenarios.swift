import TestSupport
import Testing

/// What is sent to a server over a network, and to whom. The server has its own certificate, and requires TLS and a
/// password.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct `A server over TLS` {
    /// The server, its port, and where its certificates are: `server.crt`, which is its own root, and `other.crt`.
    private struct Protected: Sendable {
        let server: PostgresServer
        let port: Int
        /// An address of this machine that isn't a loopback address; `nil` when it has none.
        let address: String?

        static let shared = Result { try Protected() }

        private init() throws {
            port = Int.random(in: 20_000..<32_000)
            server = try PostgresServer(settings: ["listen_addresses=*", "port=\(port)"])
            let shell = Program(path: "/bin/sh", environment: ["PATH": "/usr/bin:/bin:/usr/sbin"])
            address = try shell.run("-c", "hostname -I").output.split(separator: " ").map(String.init)
                .first { $0.allSatisfy { $0.isNumber || $0 == "." } }
            let names = "DNS:localhost" + (address.map { ",IP:\($0)" } ?? "")
            let done = try shell.run("-ec", Self.script, server.folder, names, "\(port)", PostgresServer.programs ?? "")
            try #require(done.exitCode == 0, "\(done)")
        }

        /// Makes the certificates and a user with a password, and requires both over a network.
        private static let script = """
            cd "$0"
            make() {
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \\
                    -keyout "$1.key" -out "$1.crt" -addext "subjectAltName=$2" 2>/dev/null
            }
            make server "$1" && make other "$1"
            chown --reference=. server.key server.crt && chmod 0600 server.key && chmod 0644 server.crt other.crt
            printf 'local all all trust\nhostssl all all all scram-sha-256\n' > data/pg_hba.conf
            "$3/psql" -q -h "$0" -p "$2" -U postgres -d postgres -c "CREATE ROLE hiker LOGIN PASSWORD 'tall-grass-41'" \
                -c 'GRANT CREATE ON DATABASE postgres TO hiker' \
                -c "ALTER SYSTEM SET ssl_cert_file = '$0/server.crt'" \
                -c "ALTER SYSTEM SET ssl_key_file = '$0/server.key'" \
                -c 'ALTER SYSTEM SET ssl = on' -c 'SELECT pg_reload_conf()' >/dev/null
            # The postmaster reads its settings in its own time.
            for attempt in $(seq 500); do
                test "$("$3/psql" -At -h "$0" -p "$2" -U postgres -d postgres -c 'SHOW ssl')" = on && exit
            done
            exit 1
            """
    }

    private static let password = "tall-grass-41"

    private let protected: Protected
    private let home: Home

    init() throws {
        protected = try Protected.shared.get()
        home = try Home(environment: ["PROFILE_STORE": ""])
    }

    /// Runs a command on this test's store.
    private func run(
        _ arguments: String..., host: String = "localhost", settings: [String] = [], root: String? = "server",
        password: String? = Self.password, mode: String = "600", service: String? = nil, input: String = ""
    ) throws -> Finished {
        let root = root.map { ["sslrootcert=\(protected.server.folder)/\($0).crt"] } ?? []
        let named = service.map { ["service=\($0)"] } ?? []
        let all = (settings + root + named + ["workspace=tls"]).joined(separator: "&")
        let file = try home.write("*:*:*:*:\(password ?? "")\n", to: "passwords")
        let shell = Program(path: "/bin/sh", environment: [:])
        try #require(try shell.run("-c", "/bin/chmod \(mode) \(file)").exitCode == 0)
        var environment = ["PROFILE_STORE": "postgresql://hiker@\(host):\(protected.port)/postgres?\(all)"]
        // A service names the file itself.
        environment["PGPASSFILE"] = password == nil || service != nil ? "/dev/null" : file
        if let service {
            environment["PGSERVICEFILE"] = try home.write("[\(service)]\npassfile=\(file)\n", to: "services")
        }
        let finished = try home.program.run(arguments: arguments, input: input, environment: environment)
        #expect(!finished.errors.contains(Self.password), "\(finished)")
        return finished
    }

    @Test func `holds a store for known users, under the name in its certificate`() throws {
        let made = try run(
            "init", "--passcode-stdin", "--kdf", "interactive", settings: ["sslmode=verify-full"],
            input: "\(Home.passcode)\n")
        #expect(made.exitCode == 0 || made.exitCode == 14, "\(made)")
        let status = try run("status", settings: ["sslmode=verify-full"])
        #expect(status.exitCode == 0 && status.output.contains("locked"), "\(status)")
    }

    @Test func `is refused under another name, or with an untrusted certificate`() throws {
        let otherName = try run("status", host: "127.0.0.1", settings: ["sslmode=verify-full"])
        #expect(otherName.exitCode == 23 && otherName.errors.contains("127.0.0.1"), "\(otherName)")
        let otherRoot = try run("status", settings: ["sslmode=verify-full"], root: "other")
        #expect(otherRoot.exitCode == 23 && otherRoot.errors.contains("certificate verify failed"), "\(otherRoot)")
        #expect(otherRoot.errors.contains("sslrootcert=FILE") && !otherRoot.errors.contains("network"))
        let noRoot = try run("status", settings: ["sslmode=verify-full"], root: "missing")
        #expect(noRoot.exitCode == 23, "\(noRoot)")
    }

    @Test func `is never contacted without TLS at another address, whatever the settings`() throws {
        guard let address = protected.address else {
            try Test.cancel("this machine has no address besides its loopback addresses")
        }
        // TLS isn't asked for in the URL, and the certificate is checked all the same.
        #expect([0, 13].contains(try run("status", host: address).exitCode))
        let unknown = try run("status", host: address, root: nil)
        #expect(unknown.exitCode == 23 && unknown.errors.contains("certificate verify failed"), "\(unknown)")
        for mode in ["disable", "prefer", "require", "verify-ca"] {
            #expect(try run("status", host: address, settings: ["sslmode=\(mode)"]).exitCode == 64)
        }
    }

    @Test func `takes a password from a file that only its owner can read, and never from a URL`() throws {
        #expect([0, 13].contains(try run("status").exitCode))
        let wrong = try run("status", password: "wrong")
        #expect(wrong.exitCode == 23 && wrong.errors.contains("doesn't let you in"), "\(wrong)")
        #expect(!wrong.errors.contains("network") && !wrong.errors.contains("28P01") && !wrong.errors.contains(".c:"))
        #expect(try run("status", password: nil).exitCode == 23)
        #expect([0, 13].contains(try run("status", service: "hikes").exitCode))
        for service in [nil, "hikes"] {
            let open = try run("status", mode: "644", service: service)
            #expect(open.exitCode == 23 && open.errors.contains("passwords is not used"), "\(open)")
            // It isn't libpq that says so, straight to the terminal.
            #expect(!open.errors.contains("WARNING"))
        }
        let inURL = try home.run("--store", "postgresql://hiker:\(Self.password)@localhost/postgres", "status")
        #expect(inURL.exitCode == 64 && !inURL.errors.contains(Self.password))
        #expect(inURL.errors.contains("PGPASSFILE"))
    }
}
