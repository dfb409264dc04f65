import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

@Suite(.temporaryStore) struct `The emergency card` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }
    private static let text = "Penicillin allergy\nCall +46 70 555 01 23"

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    private func set(_ text: String = Self.text) throws {
        try temporary.unlock().setEmergencyCard(try EmergencyCard(text))
    }

    @Test func `is read without a passcode`() throws {
        #expect(try gate.emergencyCard == nil)
        try set()
        #expect(try gate.emergencyCard?.description == Self.text)
        #expect(try gate.emergencyCard?.lines.count == 2)
        try set("Another")
        #expect(try gate.emergencyCard?.description == "Another")
        try temporary.unlock().clearEmergencyCard()
        #expect(try gate.emergencyCard == nil)
        #expect(code { try temporary.unlock().clearEmergencyCard() } == .notFound)
    }

    @Test func `is replaced only if it is still the one that was read`() throws {
        let store = try temporary.unlock()
        let (mine, theirs) = (try EmergencyCard("Mine"), try EmergencyCard("Zo\u{EB}"))
        #expect(try store.setEmergencyCard(nil, replacing: nil))
        #expect(try store.setEmergencyCard(mine, replacing: nil))
        #expect(try !store.setEmergencyCard(theirs, replacing: nil) && !store.setEmergencyCard(nil, replacing: theirs))
        #expect(try gate.emergencyCard == mine)
        #expect(try store.setEmergencyCard(theirs, replacing: mine))
        // The same text in another Unicode spelling is another card.
        #expect(try !store.setEmergencyCard(mine, replacing: EmergencyCard("Zoe\u{308}")))
        #expect(try store.setEmergencyCard(nil, replacing: theirs))
        #expect(try gate.emergencyCard == nil)
    }

    @Test func `is compared and replaced in one transaction`() async throws {
        let (first, second) = (try temporary.unlock(), try temporary.unlock())
        let cards = try ["First", "Second"].map { try EmergencyCard($0) }
        for _ in 0..<20 {
            async let one = Task.detached { try first.setEmergencyCard(cards[0], replacing: nil) }.value
            async let other = Task.detached { try second.setEmergencyCard(cards[1], replacing: nil) }.value
            let results = try await (one, other)
            #expect(results.0 != results.1)
            #expect(try gate.emergencyCard == cards[results.0 ? 0 : 1])
            try first.clearEmergencyCard()
        }
    }

    @Test func `is refused after any change to it`() throws {
        try set()
        try execute("UPDATE emergency SET card = 'Nothing at all'")
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        let checks = try temporary.unlock().check()
        #expect(checks.filter { !$0.isOK }.map(\.name) == ["emergency"])
    }

    @Test func `is reported by a check and mended by a repair when only its MAC was changed`() throws {
        try set()
        try execute("UPDATE emergency SET mac = zeroblob(32)")
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        let store = try temporary.unlock()
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["emergency"])
        #expect(try store.repair().isNeeded)
        #expect(try store.check().allSatisfy(\.isOK))
        #expect(try gate.emergencyCard?.description == Self.text)
    }

    @Test func `is a different card when its Unicode spelling differs`() throws {
        try set("Zo\u{EB}")
        try execute("UPDATE emergency SET card = 'Zoe' || char(776)")
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        #expect(try temporary.unlock().check().filter { !$0.isOK }.map(\.name) == ["emergency"])
    }

    @Test func `is refused when an earlier card was put back`() throws {
        try set("Old")
        let connection = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
        let old = try #require(
            try connection.first("SELECT revision, card, mac, record FROM emergency") {
                (try $0.integer(0), try $0.text(1), try $0.blob(2), try $0.blob(3))
            })
        try set("New")
        try connection.run(
            "UPDATE emergency SET revision = ?, card = ?, mac = ?, record = ?", .integer(old.0), .text(old.1),
            .blob(old.2), .blob(old.3))
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        #expect(try temporary.unlock().check().filter { !$0.isOK }.map(\.name) == ["emergency", "manifest"])
    }

    @Test func `is reported as missing when it was removed`() throws {
        try set()
        try execute("DELETE FROM emergency")
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        #expect(try temporary.unlock().check().filter { !$0.isOK }.map(\.name) == ["emergency", "manifest"])
    }

    @Test func `is authenticated only with this machine's device secret`() throws {
        try set()
        try remove(try temporary.stateFolder)
        #expect(code { _ = try gate.emergencyCard } == .noDeviceSecret)
    }

    @Test func `keeps the set text through a recovery, not the text stored in plain`() throws {
        try set()
        try execute("UPDATE emergency SET card = 'Nothing at all'")
        try remove(try temporary.stateFolder)
        try gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        #expect(try gate.emergencyCard?.description == Self.text)
        let store = try gate.unlock(with: Secret("820461"))
        #expect(try store.check().allSatisfy(\.isOK))
        try store.setEmergencyCard(try EmergencyCard("New"))
        #expect(try gate.emergencyCard?.description == "New")
    }

    @Test func `is removed with its account`() throws {
        try set()
        try gate.removeAccount(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(code { _ = try gate.emergencyCard } == .noStore)
    }

    @Test(arguments: [
        "", " \n ", String(repeating: "a", count: 501), "a\u{1B}[2J", "a\u{202E}b", "a\tb",
        "a" + String(repeating: "\n", count: 20),
        String(repeating: "e" + String(repeating: "\u{301}", count: 40), count: 60),
    ])
    func `has 1 to 500 visible characters`(text: String) {
        #expect(throws: FieldProblem.self) { try EmergencyCard(text) }
    }

    @Test func `accepts emoji and letters of every script`() throws {
        #expect(throws: Never.self) { try EmergencyCard("🚑 Überempfindlich — حساسية 👩‍👩‍👧") }
        #expect(throws: Never.self) { try EmergencyCard(String(repeating: "å", count: 500)) }
    }
}

/// The card is read without a passcode, so changes must be detected without one.
@Suite(.temporaryStore) struct `An emergency card that was tampered with while locked` {
    private var gate: Gate { TemporaryStore.current.gate }

    private func connect() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func set(_ text: String?) throws {
        let store = try TemporaryStore.current.unlock()
        if let text { try store.setEmergencyCard(try EmergencyCard(text)) } else { try store.clearEmergencyCard() }
    }

    /// The card that the owner set last, and what someone else does with its row; the table `kept` has the first
    /// card's.
    static let manipulations: [(last: String?, sql: [String])] = [
        ("Second", ["DELETE FROM emergency", "INSERT INTO emergency SELECT * FROM kept"]),
        ("Second", ["DELETE FROM emergency"]),
        (nil, ["INSERT INTO emergency SELECT * FROM kept"]),
        ("Second", ["DELETE FROM emergency", "UPDATE account SET card = x''"]),
        ("Second", ["UPDATE account SET card = x''"]),
        (nil, ["INSERT INTO emergency SELECT * FROM kept", "UPDATE account SET card = x''"]),
        ("Second", ["UPDATE account SET card = zeroblob(32)"]),
    ]

    @Test(arguments: manipulations) func `is detected without a passcode`(last: String?, sql: [String]) throws {
        try set("First")
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM emergency")
        try set(last)
        #expect(try gate.emergencyCard?.description == last)
        for statement in sql { try connection.run(statement) }
        #expect(code { _ = try gate.emergencyCard } == .damaged)
    }

    /// Puts back the first card, or none, with the mark that belonged to it.
    private func putBack(_ first: String?, last: String?) throws -> Connection {
        if let first { try set(first) }
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM emergency")
        try connection.run("CREATE TEMP TABLE mark AS SELECT card FROM account")
        if first == nil { try set("Between") }
        try set(last)
        for sql in [
            "DELETE FROM emergency", "INSERT INTO emergency SELECT * FROM kept",
            "UPDATE account SET card = (SELECT card FROM mark)",
        ] {
            try connection.run(sql)
        }
        return connection
    }

    /// The card that is put back, and the one that was set last; `nil` for none.
    static let exchanges: [(first: String?, last: String?)] = [("First", "Second"), ("First", nil), (nil, "Second")]

    @Test(arguments: exchanges)
    func `is detected when its mark was put back with it`(first: String?, last: String?) throws {
        _ = try putBack(first, last: last)
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        #expect(try TemporaryStore.current.unlock().check().contains { !$0.isOK && $0.name == "emergency" })
    }

    @Test(arguments: ["First", nil] as [String?])
    func `can't be told without a key where nothing newer is remembered`(first: String?) throws {
        let connection = try putBack(first, last: "Second")
        try remove("\(try TemporaryStore.current.stateFolder)/seen.state")
        #expect(try gate.emergencyCard?.description == first)
        #expect(try TemporaryStore.current.unlock().check().contains { !$0.isOK && $0.name == "emergency" })
        // The next unlock remembers what was written last.
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        _ = connection
    }

    @Test func `is told from one that was set or cleared when nothing could be remembered`() throws {
        let state = "\(try TemporaryStore.current.stateFolder)/seen.state"
        for (first, last) in Self.exchanges {
            if let first { try set(first) }
            let before = try bytes(of: state)
            try set(last)
            try write(before, to: state)
            #expect(try gate.emergencyCard?.description == last)
            if last != nil { try set(nil) }
        }
    }

    @Test func `is not adopted by a recovery or a new recovery code`() throws {
        for isSet in [true, false] {
            if isSet { try set("Card") } else { try set(nil) }
            let current = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
            let code = try gate.renewRecoveryCode(current: current)
            #expect(try gate.emergencyCard?.description == (isSet ? "Card" : nil))
            try gate.recover(with: code, settingUp: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
            #expect(try gate.emergencyCard?.description == (isSet ? "Card" : nil))
        }
    }

    @Test func `is detected when none was ever set, too`() throws {
        #expect(try gate.emergencyCard == nil)
        try connect().run("UPDATE account SET card = x''")
        #expect(code { _ = try gate.emergencyCard } == .damaged)
        try set("First")
        #expect(try gate.emergencyCard?.description == "First")
    }
}
