import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import SQLiteKit
import TestSupport
import Testing

/// R18: crafted databases. The program refuses each at once with a typed error, or reads what was written.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A crafted store` {
    /// A manipulation of an intact store.
    struct Manipulation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let statements: [String]

        init(_ statements: String...) {
            self.statements = statements
            testDescription = statements.joined(separator: "; ")
        }
    }

    private static let tables = [
        "store", "account", "stage", "profile", "manifest", "history", "hike", "summary", "draft", "emergency",
        "session", "record",
    ]

    static let manipulations: [Manipulation] =
        tables.flatMap { table in
            [
                Manipulation("DROP TABLE \(table)"),
                Manipulation(
                    "ALTER TABLE \(table) RENAME TO old_\(table)", "CREATE VIEW \(table) AS SELECT * FROM old_\(table)"),
                Manipulation("ALTER TABLE \(table) ADD COLUMN more BLOB"),
                Manipulation("CREATE TRIGGER bad AFTER INSERT ON \(table) BEGIN DELETE FROM profile; END"),
                Manipulation("CREATE INDEX bad ON \(table) (1 + 1)"),
            ]
        } + [
            Manipulation("PRAGMA application_id = 0"), Manipulation("PRAGMA application_id = 1"),
            Manipulation("PRAGMA user_version = 99"), Manipulation("PRAGMA user_version = 2147483647"),
            Manipulation("PRAGMA user_version = -1"), Manipulation("PRAGMA user_version = 0"),
            Manipulation("CREATE TABLE more (a)"), Manipulation("CREATE VIEW more AS SELECT * FROM hike, hike, hike"),
            Manipulation("UPDATE stage SET operations = 4294967295, memory = 4398046511104"),
            Manipulation("UPDATE stage SET memory = -1"), Manipulation("UPDATE stage SET memory = 9223372036854775807"),
            Manipulation("UPDATE stage SET operations = 0"), Manipulation("UPDATE stage SET salt = zeroblob(0)"),
            Manipulation("UPDATE stage SET salt = zeroblob(50000000)"),
            Manipulation("UPDATE stage SET envelope = zeroblob(50000000)"),
            Manipulation("UPDATE stage SET format = 'digits:0'"),
            Manipulation("UPDATE stage SET format = printf('%.*c', 50000000, 'x')"),
            Manipulation("UPDATE stage SET position = 9223372036854775807"),
            Manipulation("UPDATE stage SET position = -1"),
            Manipulation("UPDATE account SET recovery = zeroblob(200000000)"),
            Manipulation("UPDATE stage SET envelope = zeroblob(5000000), salt = zeroblob(5000000)"),
            Manipulation("UPDATE summary SET record = zeroblob(60000000)"),
            Manipulation("UPDATE history SET record = zeroblob(60000000)"),
            Manipulation(
                "INSERT INTO session SELECT id, zeroblob(50000000), zeroblob(16), 1, 1, zeroblob(50000000) FROM account"
            ),
            Manipulation(
                "INSERT INTO emergency SELECT id, 1, printf('%.*c', 50000000, 'x'), zeroblob(32), zeroblob(300) FROM account"
            ),
            Manipulation(
                "PRAGMA writable_schema = 1",
                "UPDATE sqlite_schema SET sql = sql || printf('%.*c', 50000000, ' ') WHERE name = 'hike'"),
            Manipulation("PRAGMA ignore_check_constraints = 1", "UPDATE store SET id = zeroblob(50000000)"),
            Manipulation("DELETE FROM stage"), Manipulation("DELETE FROM manifest"),
            Manipulation("DELETE FROM profile"),
            Manipulation("UPDATE account SET epoch = 9223372036854775807"),
            Manipulation("UPDATE account SET epoch = -1"),
            Manipulation("UPDATE account SET recovery = zeroblob(50000000)"),
            Manipulation("UPDATE account SET mac = x''"),
            Manipulation("UPDATE account SET device_check = x''"), Manipulation("UPDATE store SET id = zeroblob(16)"),
            Manipulation("UPDATE store SET instance = zeroblob(16)"), Manipulation("UPDATE store SET instance = x''"),
            Manipulation("UPDATE profile SET record = zeroblob(60000000)"),
            Manipulation("UPDATE profile SET record = x''"),
            Manipulation("UPDATE profile SET record = CAST(x'02' || substr(record, 2) AS BLOB)"),
            Manipulation("UPDATE profile SET revision = 9223372036854775807"),
            Manipulation("UPDATE manifest SET record = zeroblob(60000000)"),
            // Numbers that nothing authenticates, and with which nothing must be counted.
            Manipulation(
                "INSERT INTO record (account, kind, number, revision, head, body) SELECT id, 'aside', 9223372036854775807, 1, x'00', x'00' FROM account"
            ),
            Manipulation(
                "UPDATE manifest SET record = CAST(x'02' || substr(record, 2) AS BLOB)",
                "INSERT INTO history SELECT account, 1099511627776, record FROM history LIMIT 1"),
            Manipulation(
                "INSERT INTO account SELECT 'other', epoch, shuffle, lock, recovery, device_check, mac, card FROM account"
            ),
        ]

    /// One store for all, copied for each manipulation.
    private static let original: Result<TemporaryStore, any Error> = Result {
        let temporary = try TemporaryStore()
        try temporary.unlock().edit { $0.seasonalPhoto = .spring }
        return temporary
    }

    @Test func `is refused with a specific code, at once`() throws {
        let temporary = try Self.original.get()
        var (exits, longest, inert): ([Int32: Int], Double, Int) = ([:], 0, 0)
        var most = (kilobytes: 0, manipulation: "")
        var slowest = (milliseconds: 0, manipulation: "")
        var tried = 0
        for manipulation in Self.manipulations {
            let folder = try TemporaryFolder()
            let home = folder.path(of: "home")
            try FileManager.default.copyItem(atPath: temporary.folder, toPath: home)
            let path = "\(home)/test.profile"
            do {
                // Opened as any program can, without what protects our own connections.
                let database = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
                for statement in manipulation.statements { try database.run(statement) }
            } catch {
                // Otherwise a change of the tables could make a manipulation test nothing.
                Issue.record("\(manipulation.testDescription) can't be applied: \(error)")
                continue
            }
            tried += 1
            let program = Program(
                path: Program.built("profile"),
                environment: [
                    "HOME": home, "PROFILE_STORE": path, "PROFILE_SESSION": "none", "PATH": "/usr/bin:/bin",
                    "XDG_RUNTIME_DIR": home, "LD_PRELOAD": Program.built("libFaultLayer.so"),
                    "FAULT_MEMORY": folder.path(of: "memory"),
                ])
            let start = ContinuousClock.now
            let shown = try program.run(
                arguments: ["show", "--json", "--passcode-stdin"], input: "\(TemporaryStore.passcode)\n",
                timeout: .seconds(120))
            longest = max(longest, (ContinuousClock.now - start) / .seconds(1))
            let exit = try #require(shown.exitCode, "\(manipulation.testDescription): \(shown)")
            let peak = FileManager.default.contents(atPath: folder.path(of: "memory")) ?? Data()
            let figures = String(decoding: peak, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
            try #require(figures.count == 2, "\(manipulation.testDescription)")
            if figures[0] > most.kilobytes { most = (figures[0], manipulation.testDescription) }
            if figures[1] > slowest.milliseconds { slowest = (figures[1], manipulation.testDescription) }
            exits[exit, default: 0] += 1
            if exit == 0 {
                // The command can't judge what it doesn't read; it then prints what was written.
                inert += 1
                #expect(
                    shown.output.contains(#""seasonalPhoto":"spring""#), "\(manipulation.testDescription): \(shown)")
            } else {
                #expect([11, 12, 13, 18, 19, 22, 64].contains(exit), "\(manipulation.testDescription): \(shown)")
                #expect(shown.errors.contains("\"code\":\(exit)"), "\(manipulation.testDescription): \(shown)")
            }
            // These read everything, so they meet what `show` doesn't read.
            for arguments in [["check"], ["repair", "--dry-run"]] {
                let start = ContinuousClock.now
                let finished = try program.run(
                    arguments: arguments + ["--json", "--passcode-stdin"], input: "\(TemporaryStore.passcode)\n",
                    timeout: .seconds(120))
                longest = max(longest, (ContinuousClock.now - start) / .seconds(1))
                let exit = try #require(finished.exitCode, "\(manipulation.testDescription): \(finished)")
                #expect(
                    [0, 11, 12, 13, 18, 19, 22, 64].contains(exit), "\(manipulation.testDescription): \(finished)")
            }
        }
        #expect(inert < tried / 4)
        // A program with a sanitizer needs several times as much of both.
        if dlsym(nil, "__asan_init") == nil, dlsym(nil, "__tsan_init") == nil {
            #expect(slowest.milliseconds < 1000 * ReliabilityFigure.timeAllowance, "\(slowest)")
            #expect(most.kilobytes < 100 << 10, "\(most)")
        }
        let exitCounts = exits.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
        ReliabilityFigure.record(
            "R18", "a crafted store is refused with a typed error",
            figure: "\(tried) stores, exit codes \(exitCounts); most of a processor's time "
                + "\(slowest.milliseconds) ms (\(slowest.manipulation)), longest wait \(Int(longest * 1000)) ms, "
                + "most memory \(most.kilobytes >> 10) MiB (\(most.manipulation))")
    }
}
