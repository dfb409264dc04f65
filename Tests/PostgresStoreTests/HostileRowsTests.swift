import Glibc
import PostgresKit
import PostgresStore
import ProfileKit
import ProfileKitTesting
import TestSupport
import Testing

/// Changes by a server to the rows of a store, as seen through the store: a typed error or the true value, never
/// another value.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"), .serialized)
struct HostileRowsTests {
    /// SQL that a server's operator might run on the store's tables, where `$` is the schema.
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let sql: [String]
        /// Whether it restores all rows of an earlier moment.
        var isRollback = false
        /// Whether it may go undetected: it changes what only notifies open stores of changes to the gate.
        var isHarmless = false
        /// The changed values that are shown before anything can be verified, such as a locked gate's format.
        var unverified: Set<String> = []

        init(
            _ name: String, _ sql: String..., isRollback: Bool = false, isHarmless: Bool = false,
            unverified: Set<String> = []
        ) {
            (self.name, self.sql, self.isRollback) = (name, sql, isRollback)
            (self.isHarmless, self.unverified) = (isHarmless, unverified)
        }

        var testDescription: String { name }
    }

    private static func changing(_ column: String, _ value: String, of table: String, where rows: String) -> String {
        "UPDATE $.\(table) SET \(column) = \(value) WHERE \(rows)"
    }

    /// A value with one bit of a byte flipped.
    private static func flipped(_ value: String, at byte: Int) -> String {
        "set_byte(\(value), \(byte), get_byte(\(value), \(byte)) # 1)"
    }

    private static func record(_ kind: String, _ change: String, and more: String = "true") -> String {
        "UPDATE $.record SET \(change) WHERE account = 'main' AND kind = '\(kind)' AND \(more)"
    }

    private static func exchange(_ column: String, of kind: String, _ one: Int, _ other: Int) -> String {
        """
        UPDATE $.record AS mine SET \(column) = theirs.\(column) FROM $.record AS theirs WHERE mine.account = 'main' \
        AND theirs.account = 'main' AND mine.kind = '\(kind)' AND theirs.kind = '\(kind)' \
        AND (mine.number, theirs.number) IN ((\(one), \(other)), (\(other), \(one)))
        """
    }

    /// Rows of another account in the place of this one's.
    private static func others(_ column: String, of kind: String) -> String {
        """
        UPDATE $.record AS mine SET \(column) = theirs.\(column) FROM $.record AS theirs WHERE mine.account = 'main' \
        AND theirs.account = 'kim' AND mine.kind = '\(kind)' AND theirs.kind = mine.kind AND theirs.number = mine.number
        """
    }

    private static let attacks: [Attack] =
        ["profile", "draft", "summary", "history", "hike", "hike.page"].flatMap { kind in
            [
                Attack("a bit of a \(kind)", record(kind, "boxes[1] = \(flipped("boxes[1]", at: 40))")),
                Attack("a \(kind) without its end", record(kind, "boxes[1] = substring(boxes[1] from 1 for 41)")),
                Attack("an empty \(kind)", record(kind, "boxes[1] = ''")),
                Attack("no box of a \(kind)", record(kind, "boxes = '{}'")),
                Attack("a \(kind) that is no more", "DELETE FROM $.record WHERE account = 'main' AND kind = '\(kind)'"),
                Attack("another account's \(kind)", others("boxes", of: kind)),
                Attack("a huge \(kind)", record(kind, "boxes[1] = convert_to(repeat('x', 5000000), 'UTF8')")),
                Attack(
                    "a \(kind) of \(kind == "hike.page" ? "another number" : "an earlier revision")",
                    record(kind, kind == "hike.page" ? "number = number + 7" : "revision = revision + 1")),
            ]
        } + [
            Attack("two hikes exchanged", exchange("boxes", of: "hike", 1, 2)),
            Attack("two commits exchanged", exchange("boxes", of: "history", 1, 2)),
            Attack("a hike's observations cut", record("hike", "boxes[2] = substring(boxes[2] from 1 for 30)")),
            Attack("a bit of a hike's observations", record("hike", "boxes[2] = \(flipped("boxes[2]", at: 50))")),
            Attack("one hike dropped", "DELETE FROM $.record WHERE account = 'main' AND kind = 'hike' AND number = 2"),
            Attack("another hike's fingerprint", record("hike", "fingerprint = \(flipped("fingerprint", at: 3))")),
            Attack("the card's text", record("emergency", "readable = 'Call nobody'")),
            Attack("the card's MAC", record("emergency", "mac = \(flipped("mac", at: 0))")),
            Attack(
                "a bit of the manifest",
                changing("manifest", flipped("manifest", at: 60), of: "account", where: "id = 'main'")),
            Attack("an empty manifest", changing("manifest", "''", of: "account", where: "id = 'main'")),
            Attack(
                "another account's manifest",
                changing(
                    "manifest", "(SELECT manifest FROM $.account WHERE id = 'kim')", of: "account",
                    where: "id = 'main'")),
            Attack(
                "an older generation", changing("generation", "generation - 1", of: "account", where: "id = 'main'")),
            Attack("a later generation", changing("generation", "generation + 1", of: "account", where: "id = 'main'")),
            Attack(
                "another epoch", changing("epoch", "epoch + 1", of: "account", where: "id = 'main'"), isHarmless: true),
            Attack(
                "another epoch of the device", changing("epoch", "epoch + 1", of: "device", where: "account = 'main'")),
            Attack(
                "a keypad that isn't shuffled",
                changing("shuffle", "NOT shuffle", of: "device", where: "account = 'main'")),
            Attack(
                "a bit of the gate's MAC",
                changing("mac", flipped("mac", at: 0), of: "device", where: "account = 'main'")),
            Attack(
                "a bit of a stage",
                changing("envelope", flipped("envelope", at: 30), of: "stage", where: "account = 'main'")),
            Attack(
                "a stage that takes 4 TiB", changing("memory", "4398046511104", of: "stage", where: "account = 'main'")),
            Attack("a stage without work", changing("operations", "0", of: "stage", where: "account = 'main'")),
            Attack(
                "a stage of another form", changing("format", "'digits:4'", of: "stage", where: "account = 'main'"),
                unverified: ["stages"]),
            Attack(
                "another account's stage",
                """
                UPDATE $.stage AS mine SET salt = theirs.salt, envelope = theirs.envelope FROM $.stage AS theirs \
                WHERE mine.account = 'main' AND theirs.account = 'kim'
                """),
            Attack("no stage", "DELETE FROM $.stage WHERE account = 'main'"),
            Attack("no gate", "DELETE FROM $.device WHERE account = 'main'"),
            Attack(
                "a bit of the recovery wrap",
                changing("recovery", flipped("recovery", at: 30), of: "account", where: "id = 'main'")),
            Attack("an account that is no more", "DELETE FROM $.account WHERE id = 'main'"),
            Attack("a whole account as it was before its last commit", isRollback: true),
        ]

    /// A store with two accounts, of which `main` has a profile of three commits, a draft, three hikes and a card.
    private final class Subject {
        private let folder: TemporaryFolder
        private let clock = ManualClock()
        let location: StoreLocation
        let schema: String
        let connection: PostgresConnection
        let truth: VisibleState
        static let tables = ["account", "device", "stage", "session", "record"]

        init() throws {
            folder = try TemporaryFolder()
            let url = try #require(PostgresServer.shared).url(
                workspace: "hostile-store-\(UInt32.random(in: 0 ... .max))")
            let address = try ServerAddress(url)
            (schema, connection) = ("\"\(address.schema)\"", try PostgresConnection(to: address))
            location = try .postgres(url)
            let configuration = Self.configuration(of: "\(folder.path)/kept", clock)
            for account in ["main", "kim"] {
                let id = try AccountID(account)
                _ = try Gate.create(
                    NewAccount(secrets: .init(passcode: Secret(TemporaryStore.passcode)), formats: [.sixDigits]),
                    at: location, account: id, configuration: configuration)
                let gate = try Gate(at: location, account: id, configuration: configuration)
                let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
                for name in ["one", "two"] { try store.edit { $0.username = "\(account) \(name)" } }
                for number in 1...3 {
                    let header = HikeHeader(id: number, name: "\(account) \(number)", distance: 4.5, difficulty: 2)
                    _ = try store.importHikes([ImportedHike(sourceID: number, hike: Hike(header: header))])
                }
                try store.updateDraft { $0.username = "\(account) draft" }
                try store.setEmergencyCard(try EmergencyCard("Call \(account)"))
                store.close()
            }
            truth = try VisibleState(of: location, configuration)
            try run(Self.tables.map { "CREATE TABLE $.\($0)_kept AS TABLE $.\($0)" })
        }

        private static func configuration(of folder: String, _ clock: ManualClock) -> Gate.Configuration {
            var configuration = TemporaryStore.configuration(folder: folder, clock: clock)
            configuration.sessionStorage = SessionStorage.none
            return configuration
        }

        /// A configuration with the machine's state of the store from before the attacks.
        private func untouchedState() throws -> Gate.Configuration {
            let shell = Program(path: "/bin/sh", environment: ["PATH": "/usr/bin:/bin"])
            try #require(try shell.run("-c", "cd $0 && rm -rf now && cp -a kept now", folder.path).exitCode == 0)
            return Self.configuration(of: "\(folder.path)/now", clock)
        }

        func run(_ statements: [String]) throws {
            _ = try connection.run(statements.map { .once($0.replacing("$", with: schema)) })
        }

        /// Makes the attack, reads everything, and then undoes the attack.
        func visibleState(after attack: Attack) throws -> VisibleState {
            defer {
                for table in Self.tables {
                    try? run(["TRUNCATE $.\(table)", "INSERT INTO $.\(table) SELECT * FROM $.\(table)_kept"])
                }
            }
            let configuration = try untouchedState()
            if attack.isRollback {
                let gate = try Gate(at: location, configuration: configuration)
                let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
                try store.edit { $0.username = "main three" }
                store.close()
                try run(
                    ["account", "record"].flatMap { table in
                        let rows = "\(table == "account" ? "id" : "account") = 'main'"
                        return [
                            "DELETE FROM $.\(table) WHERE \(rows)",
                            "INSERT INTO $.\(table) SELECT * FROM $.\(table)_kept WHERE \(rows)",
                        ]
                    })
            }
            try run(attack.sql)
            return try VisibleState(of: location, configuration)
        }
    }

    /// Everything visible of an account: values, or error codes in their place.
    private struct VisibleState {
        var values: [String: String] = [:]
        var errors: [String: StoreError.Code] = [:]
        var failedChecks: [String] = []

        init(of location: StoreLocation, _ configuration: Gate.Configuration) throws {
            guard let gate = try look("gate", { try Gate(at: location, configuration: configuration) }) else { return }
            try show("card") { try gate.emergencyCard?.description }
            try show("stages") { try gate.stages() }
            let unlocked = try look("unlock") { try gate.unlock(with: Secret(TemporaryStore.passcode)) }
            guard let store = unlocked else { return }
            try show("profile") { try store.committed.model }
            try show("history") { try store.history().map(\.profile) }
            try show("draft") { try store.savedDraft?.profile }
            try show("summary") { try store.summary.hikes }
            try show("hikes") { try store.hikes }
            for number in 1...3 { try show("hike \(number)") { try store.hike(number) } }
            failedChecks = try look("check") { try store.check().filter { !$0.isOK }.map(\.name) } ?? []
            store.close()
        }

        private mutating func show<Value>(_ name: String, _ body: () throws -> Value) throws {
            if let value = try look(name, body) { values[name] = "\(value)" }
        }

        /// - Throws: errors that aren't the store's.
        private mutating func look<Value>(_ name: String, _ body: () throws -> Value) throws -> Value? {
            do { return try body() } catch let error as StoreError { errors[name] = error.code }
            return nil
        }
    }

    @Test func `each change of rows gives a typed error or the values that were written`() throws {
        let subject = try Subject()
        #expect(subject.truth.errors.isEmpty && subject.truth.failedChecks.isEmpty, "\(subject.truth)")
        // Control: a statement without effect isn't reported by anything.
        let untouched = try subject.visibleState(after: Attack("nothing", "SELECT 1"))
        #expect(untouched.values == subject.truth.values && untouched.errors.isEmpty && untouched.failedChecks.isEmpty)
        // A few of each kind, and all in the long form of the tests.
        let attacks = Self.attacks.enumerated().filter { LostServerTests.isLong || $0.offset % 13 == 0 }.map(\.element)
        for attack in attacks {
            let state: VisibleState
            do { state = try subject.visibleState(after: attack) } catch {
                Issue.record("\(attack.name): \(error)")
                continue
            }
            let isNoticed = !state.errors.isEmpty || !state.failedChecks.isEmpty
            #expect(isNoticed || attack.isHarmless, "\(attack.name) was not detected")
            for (part, value) in state.values
            where value != subject.truth.values[part] && !attack.unverified.contains(part) {
                Issue.record("\(attack.name): \(part) is \(value)")
            }
            let codes: Set<StoreError.Code> = [.damaged, .noDeviceSecret, .noStore, .locked]
            for (part, code) in state.errors where !codes.contains(code) {
                Issue.record("\(attack.name): \(part) is \(code)")
            }
        }
        ReliabilityFigure.record(
            "R34", "a change of rows by a server's operator is a typed error, or changes nothing that is read",
            figure: "\(attacks.count) changes: 0 other values", control: "a statement without effect: not reported")
        // Afterwards everything is intact.
        let after = try subject.visibleState(after: Attack("nothing", "SELECT 1"))
        #expect(after.errors.isEmpty && after.failedChecks.isEmpty, "\(after)")
    }
}
