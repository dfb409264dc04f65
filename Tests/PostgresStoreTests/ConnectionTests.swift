import PostgresKit
import Synchronization
import TestSupport
import Testing

/// The promises of the layer over libpq, on a real server.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
struct ConnectionTests {
    private func connect() throws -> PostgresConnection {
        try PostgresConnection(to: ServerAddress(#require(PostgresServer.shared).url(workspace: "connection")))
    }

    @Test func `values are returned as they were sent`() throws {
        let connection = try connect()
        let bytes: [UInt8] = [0, 1, 255, 0]
        let answer = try connection.run(
            PostgresQuery(
                "SELECT $1::bigint, $2::text, $3::bytea, $4::boolean, $5::bytea, $6::bigint, $7::text[], $8::bigint[]",
                [
                    .integer(.min), .text("é\n漢"), .bytes(bytes), .boolean(true), .null, .integer(-1),
                    .names(["a", "b.c"]), .integers([1, -2]),
                ]))
        #expect(try answer.integer(0, 0) == .min)
        #expect(try answer.text(0, 1) == "é\n漢")
        #expect(try answer.bytes(0, 2) == bytes)
        #expect(try answer.boolean(0, 3))
        #expect(try answer.optionalBytes(0, 4) == nil)
        #expect(try answer.integer(0, 5) == -1)
    }

    @Test func `several statements are one round trip`() throws {
        let connection = try connect()
        let answers = try connection.run((0..<50).map { PostgresQuery("SELECT $1::bigint", [.integer($0)]) })
        #expect(try answers.map { try $0.integer(0, 0) } == Array(0..<50))
        #expect(connection.roundTrips == 1)
    }

    @Test func `after a refused statement none of the others runs, and the connection stays usable`() throws {
        let connection = try connect()
        let error = #expect(throws: PostgresError.self) {
            try connection.run([
                .once("CREATE TEMPORARY TABLE one (id bigint)"), .once("SELECT 1 / 0"), PostgresQuery("SELECT 2"),
            ])
        }
        #expect(error?.sqlState == "22012")
        // Its preparation failed, because it came after the error, so it is prepared again.
        #expect(try connection.run(PostgresQuery("SELECT 2")).integer(0, 0) == 2)
    }

    @Test func `an answer of another type is an error, not a value`() throws {
        let answer = try connect().run(.once("SELECT 'text'::text, 1::bigint, 1::real"))
        #expect(throws: PostgresError.self) { try answer.integer(0, 0) }
        #expect(throws: PostgresError.self) { try answer.bytes(0, 1) }
        #expect(throws: PostgresError.self) { try answer.integer(0, 2) }
        #expect(throws: PostgresError.self) { try answer.integer(1, 0) }
        #expect(throws: PostgresError.self) { try answer.integer(0, 7) }
    }

    @Test func `a long wait is announced once, before the answer comes`() throws {
        let other = try connect()
        let waiting = Mutex(0)
        let announcements = Mutex(0)
        let connection = try PostgresConnection(
            to: ServerAddress(#require(PostgresServer.shared).url(workspace: "connection")),
            longWaitHandler: {
                // Connecting may take long, too.
                guard case let process = waiting.withLock({ $0 }), process != 0 else { return }
                announcements.withLock { $0 += 1 }
                _ = try? other.run(PostgresQuery("SELECT pg_cancel_backend($1::int)", [.integer(process)]))
            })
        let process = try connection.run(.once("SELECT pg_backend_pid()::bigint")).integer(0, 0)
        waiting.withLock { $0 = process }
        let error = #expect(throws: PostgresError.self) { try connection.run(.once("SELECT pg_sleep(60)::text")) }
        #expect(error?.sqlState == "57014")
        #expect(announcements.withLock { $0 } == 1)
    }

    @Test func `a posted statement is not waited for`() throws {
        let connection = try connect()
        try connection.post([.once("BEGIN"), .once("COMMIT")])
        #expect(connection.roundTrips == 0)
        #expect(try connection.run(.once("SELECT 3")).integer(0, 0) == 3)
    }

    @Test func `large values go both ways at once`() throws {
        let connection = try connect()
        let large = [UInt8](repeating: 7, count: 3_000_000)
        let answers = try connection.run((0..<8).map { _ in PostgresQuery("SELECT $1::bytea", [.bytes(large)]) })
        #expect(try answers.allSatisfy { try $0.bytes(0, 0) == large })
    }

    @Test func `a notification reaches its listener`() throws {
        let (listener, teller) = (try connect(), try connect())
        _ = try listener.run(.once("LISTEN \"a channel\""))
        _ = try teller.run(.once("NOTIFY \"a channel\", 'main'"))
        // After this answer, the notification has arrived.
        _ = try listener.run(.once("SELECT 1"))
        #expect(try listener.takeNotifications() == [PostgresNotification(channel: "a channel", payload: "main")])
    }
}

struct ServerAddressTests {
    @Test(arguments: [
        "postgresql://ada:secret@db.example/hikes", "postgresql://db.example/hikes?password=secret",
        "postgres://db.example/hikes?x=1&sslpassword=secret", "postgresql://db.example/hikes?pass%77ord=secret",
    ])
    func `a password in a URL is refused`(_ url: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresConnection(to: ServerAddress(url)) }
        #expect(error?.kind == .address(.password))
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["disable", "allow", "prefer", "require", "verify-ca"])
    func `a weak transport to another machine is refused`(_ mode: String) throws {
        let address = try ServerAddress("postgresql://192.0.2.1/hikes?sslmode=\(mode)")
        let error = #expect(throws: PostgresError.self) { try PostgresConnection(to: address) }
        #expect(error?.kind == .address(.weakTransport(mode: mode)))
    }

    @Test(arguments: ["127.evil.example", "localhost.evil.example", "192.0.2.1"])
    func `a name that only looks like this machine's counts as remote`(_ host: String) throws {
        let address = try ServerAddress("postgresql:///hikes?hostaddr=192.0.2.1&host=\(host)&sslmode=disable")
        let error = #expect(throws: PostgresError.self) { try PostgresConnection(to: address) }
        #expect(error?.kind == .address(.weakTransport(mode: "disable")))
    }

    @Test func `a URL is shown without its user and settings`() throws {
        let address = try ServerAddress("postgresql://ada@db.example:5433/hikes?sslcert=x&workspace=team-1")
        #expect(address.description == "postgresql://db.example:5433/hikes?workspace=team-1")
        #expect(address.schema == "profile_team-1")
        #expect(try ServerAddress("postgresql:///hikes").schema == "profile")
    }

    @Test(arguments: ["postgresql:x", "file.db", "postgresql://h/d?workspace=", "postgresql://h/d?workspace=A;b"])
    func `an invalid address is refused`(_ url: String) {
        #expect(throws: PostgresError.self) { try ServerAddress(url) }
    }

    @Test func `a missing server is a lost connection`() throws {
        let address = try ServerAddress("postgresql:///hikes?host=/nowhere")
        let error = #expect(throws: PostgresError.self) { try PostgresConnection(to: address) }
        #expect(error?.isLoss == true)
    }
}
