import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

/// The card is read without a code, so what was done to it must be noticed without one.
@Suite(.temporaryStore) struct `An emergency card that was tampered with while locked` {
    private var gate: Gate { TemporaryStore.current.gate }

    private func connect() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func set(_ text: String?) throws {
        let store = try TemporaryStore.current.unlock()
        if let text { try store.setEmergencyCard(try EmergencyCard(text)) } else { try store.clearEmergencyCard() }
    }

    /// What the owner did with the card, and what someone else does with its row, which has the first one in `kept`.
    static let manipulations: [(last: String?, sql: [String])] = [
        ("Second", ["DELETE FROM emergency", "INSERT INTO emergency SELECT * FROM kept"]),
        ("Second", ["DELETE FROM emergency"]),
        (nil, ["INSERT INTO emergency SELECT * FROM kept"]),
        ("Second", ["DELETE FROM emergency", "UPDATE account SET card = x''"]),
        ("Second", ["UPDATE account SET card = x''"]),
        (nil, ["INSERT INTO emergency SELECT * FROM kept", "UPDATE account SET card = x''"]),
        ("Second", ["UPDATE account SET card = zeroblob(32)"]),
    ]

    @Test(arguments: manipulations) func `is told without a code`(last: String?, sql: [String]) throws {
        try set("First")
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM emergency")
        try set(last)
        #expect(try gate.emergencyCard?.description == last)
        for statement in sql { try connection.run(statement) }
        #expect(code { _ = try gate.emergencyCard } == .damaged)
    }

    @Test func `is not what a recovery or a new recovery code makes of it`() throws {
        for isSet in [true, false] {
            if isSet { try set("Card") } else { try set(nil) }
            let current = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
            let code = try gate.renewRecoveryCode(current: current)
            #expect(try gate.emergencyCard?.description == (isSet ? "Card" : nil))
            try gate.recover(with: code, settingUp: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
            #expect(try gate.emergencyCard?.description == (isSet ? "Card" : nil))
        }
    }

    @Test func `before there was ever one is told, too`() throws {
        #expect(try gate.emergencyCard == nil)
        try connect().run("UPDATE account SET card = x''")
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        try set("First")
        #expect(try gate.emergencyCard?.description == "First")
    }
}
