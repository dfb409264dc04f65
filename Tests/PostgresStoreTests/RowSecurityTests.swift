import PostgresKit
import ProfileKit
import ProfileKitTesting
import Sealing
import TestSupport
import Testing

@testable import PostgresStore

/// The script for a server's operator: its users have what they need, and each only an own account.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
final class RowSecurityTests {
    private static let users = ["kim-1", "lee-1"]

    private let server: PostgresServer
    private let folder: TemporaryFolder

    init() throws {
        server = try #require(PostgresServer.shared)
        folder = try TemporaryFolder()
    }

    private func url(_ user: String, _ workspace: String = "secured") -> String {
        server.url(workspace: workspace).replacing("//postgres@", with: "//\(user)@")
    }

    private func configuration() -> Gate.Configuration {
        var configuration = TemporaryStore.configuration(folder: folder.path, clock: ManualClock())
        configuration.sessionStorage = SessionStorage.none
        return configuration
    }

    private func connect(_ user: String) throws -> PostgresConnection {
        try PostgresConnection(to: ServerAddress(url(user)))
    }

    /// Runs the script as it is printed, for some users.
    private func prepare(_ workspace: String = "secured", for users: [String] = RowSecurityTests.users) throws {
        let script = try StoreLocation.postgresScript(for: url("postgres", workspace))
        let text = users.reduce(script) { $0 + $1.role(for: "profile_\(workspace)_users") }
        let psql = Program(path: "\(PostgresServer.programs ?? "")/psql", environment: [:])
        let done = try psql.run(
            arguments: ["-v", "ON_ERROR_STOP=1", "-h", server.folder, "-U", "postgres", "postgres"], input: text)
        try #require(done.exitCode == 0, "\(done)")
    }

    @Test func `each user of the script's schema has one account, and can do everything with it`() throws {
        try prepare()
        // Nobody can log in whom the operator didn't name.
        let kims = try connect("postgres").run(.once("SELECT 1 FROM pg_roles WHERE rolname = 'kim'"))
        #expect(kims.isEmpty)
        var stores: [ProfileStore] = []
        for user in Self.users {
            let account = try AccountID(user)
            let secrets = { try Gate.Secrets(passcode: Secret(TemporaryStore.passcode)) }
            let location = try StoreLocation.postgres(url(user))
            let made = try Gate.create(
                NewAccount(secrets: secrets(), formats: [.sixDigits]), at: location, account: account,
                configuration: configuration())
            let store = try made.gate.unlock(with: Secret(TemporaryStore.passcode))
            try store.edit { $0.username = user }
            try store.updateDraft { $0.username = "\(user) draft" }
            #expect(try Gate.all(at: location, configuration: configuration()).map(\.account) == [account])
            #expect(try store.check(includingOthers: true).allSatisfy { $0.isOK && $0.otherAccount == nil })
            stores.append(store)
        }
        // What one writes, the other's rules don't change.
        #expect(try stores[0].profile.username == Self.users[0])

        // Another's rows can be neither seen, changed nor made.
        let (kim, lee) = (try connect(Self.users[0]), Self.users[1])
        let schema = "\"profile_secured\""
        for (table, column) in ServerTables.accountTables {
            let rows = "\(schema).\(table) WHERE \(column) = '\(lee)'"
            #expect(try kim.run(.once("SELECT 1 FROM \(rows)")).isEmpty)
            #expect(try kim.run(.once("DELETE FROM \(rows)")).changes == 0)
            let set = "UPDATE \(schema).\(table) SET \(column) = '\(lee)'"
            // A user without sessions has no row whose account could be changed.
            guard table != "session" else { continue }
            let error = #expect(throws: PostgresError.self) { try kim.run(.once(set)) }
            #expect(error?.sqlState == "42501")
        }
        for statement in [
            "INSERT INTO \(schema).session VALUES ('\(lee)', '', 'x', '', 1, 1, '')",
            "UPDATE \(schema).store SET format = 99", "DELETE FROM \(schema).store",
            "CREATE TABLE \(schema).more (id int)",
        ] {
            let error = #expect(throws: PostgresError.self) { try kim.run(.once(statement)) }
            #expect(error?.sqlState == "42501")
        }
        #expect(try stores[1].profile.username == lee)

        // The account can be removed by its user, too.
        try stores[0].gate.removeAccount(current: .init(passcode: Secret(TemporaryStore.passcode)))
        #expect(try Gate.all(at: .postgres(url(Self.users[0])), configuration: configuration()).isEmpty)
    }

    @Test func `a user who creates an account of another name is told of the missing right`() throws {
        try prepare("refused", for: ["ann-1"])
        let new = try NewAccount(passcode: Secret(TemporaryStore.passcode))
        let (location, account) = (try StoreLocation.postgres(url("ann-1", "refused")), try AccountID("bob-1"))
        let settings = configuration()
        let error = #expect(throws: StoreError.self) {
            _ = try Gate.create(new, at: location, account: account, configuration: settings)
        }
        guard case .changeFailed(.server(.noRight), recoveryCodeWasShown: true, _)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.code == .io && error?.invalidatesShownRecoveryCode == true)
    }

    @Test func `a user without rights is told so`() throws {
        let engine = try serverEngine("without-rights")
        _ = try engine.pool.connect().run(.once("CREATE ROLE nobody_here LOGIN"))
        let url = server.url(workspace: "without-rights").replacing("//postgres@", with: "//nobody_here@")
        let error = #expect(throws: StoreError.self) { try ServerOpener(address: .init(url)).open(.forParity) }
        guard case .engine(.server(.noRight), _, _)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.code == .io)
    }
}

extension String {
    /// A user's role, as the comment in the script's last line would make kim's.
    fileprivate func role(for users: String) -> String { "CREATE ROLE \"\(self)\" LOGIN IN ROLE \"\(users)\";\n" }
}
