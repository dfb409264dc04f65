import SealedStoreTesting
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(
    .temporaryStore,
    .reliability(
        "R23", "a newer store is refused untouched",
        figure: "at rest, with only the log newer, and while open: each file the same byte for byte")
) struct `A store of a newer version` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var path: String { temporary.gate.path }

    private func attempts() -> [StoreError.Code?] {
        let configuration = temporary.gate.configuration
        return [
            code { _ = try Gate(at: .file(path), configuration: configuration) },
            code { _ = try temporary.gate.status },
            temporary.attempt(TemporaryStore.passcode),
            code { _ = try Gate.all(at: .file(path), configuration: configuration) },
            code {
                _ = try Gate.create(
                    NewAccount(passcode: Secret("820461")), at: .file(path), account: try AccountID("second"),
                    configuration: configuration)
            },
            code {
                try temporary.gate.recover(
                    with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
            },
            code { try Gate.restore(path, to: "\(temporary.folder)/restored") },
        ]
    }

    @Test func `is refused and left unchanged byte for byte, with no files beside it`() throws {
        do {
            let connection = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
            try connection.run("PRAGMA user_version = \(StoreFormat.current.version + 1)")
            try connection.truncateLog()
        }
        let (before, names) = (try bytes(of: path), try contents(of: temporary.folder).sorted())
        #expect(names.contains("test.sealed"))
        #expect(attempts() == Array(repeating: .newerStore, count: 7))
        #expect(try bytes(of: path) == before)
        #expect(try contents(of: temporary.folder).sorted() == names)
    }

    @Test func `is left with its log when only the log has the newer version`() throws {
        // The files as a newer program leaves them when it is killed: the version is in the log.
        let connection = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
        try connection.leaveLogOnClose(true)
        try connection.run("PRAGMA user_version = \(StoreFormat.current.version + 1)")
        _ = consume connection
        let (file, log) = (try bytes(of: path), try bytes(of: "\(path)-wal"))
        #expect(!log.isEmpty)
        #expect(attempts().dropLast() == Array(repeating: .newerStore, count: 6)[...])
        #expect(try bytes(of: path) == file)
        #expect(try bytes(of: "\(path)-wal") == log)
    }

    @Test func `is detected by a store that was open when the version changed`() throws {
        let store = try temporary.unlock()
        let connection = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run("PRAGMA user_version = \(StoreFormat.current.version + 1)")
        #expect(code { _ = try store.document } == .newerStore)
        #expect(code { try store.edit { $0.place = "new" } } == .newerStore)
    }
}
