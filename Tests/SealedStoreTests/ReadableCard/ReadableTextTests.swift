import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `The readable text` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }
    private static let text = "Penicillin allergy\nCall +46 70 555 01 23"

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    private func set(_ text: String = Self.text) throws {
        try temporary.unlock().setReadableText(text)
    }

    @Test func `is read without a passcode`() throws {
        #expect(try gate.readableText() == nil)
        try set()
        #expect(try gate.readableText() == Self.text)
        try set("Another")
        #expect(try gate.readableText() == "Another")
        try temporary.unlock().setReadableText(nil)
        #expect(try gate.readableText() == nil)
        #expect(code { try temporary.unlock().setReadableText(nil) } == .notFound)
    }

    @Test func `is replaced only if it is still the one that was read`() throws {
        let store = try temporary.unlock()
        let (mine, theirs) = ("Mine", "Zo\u{EB}")
        #expect(try store.setReadableText(nil, replacing: nil))
        #expect(try store.setReadableText(mine, replacing: nil))
        #expect(try !store.setReadableText(theirs, replacing: nil) && !store.setReadableText(nil, replacing: theirs))
        #expect(try gate.readableText() == mine)
        #expect(try store.setReadableText(theirs, replacing: mine))
        // The same text in another Unicode spelling is another card.
        #expect(try !store.setReadableText(mine, replacing: "Zoe\u{308}"))
        #expect(try store.setReadableText(nil, replacing: theirs))
        #expect(try gate.readableText() == nil)
    }

    @Test func `is compared and replaced in one transaction`() async throws {
        let (first, second) = (try temporary.unlock(), try temporary.unlock())
        let cards = ["First", "Second"]
        for _ in 0..<20 {
            async let one = Task.detached { try first.setReadableText(cards[0], replacing: nil) }.value
            async let other = Task.detached { try second.setReadableText(cards[1], replacing: nil) }.value
            let results = try await (one, other)
            #expect(results.0 != results.1)
            #expect(try gate.readableText() == cards[results.0 ? 0 : 1])
            try first.setReadableText(nil)
        }
    }

    @Test func `is refused after any change to it`() throws {
        try set()
        try execute("UPDATE record SET readable = 'Nothing at all' WHERE kind = 'card'")
        #expect(code { _ = try gate.readableText() } == .damaged)
        let checks = try temporary.unlock().check()
        #expect(checks.filter { !$0.isOK }.map(\.name) == ["card"])
    }

    @Test func `is reported by a check and mended by a repair when only its MAC was changed`() throws {
        try set()
        try execute("UPDATE record SET mac = zeroblob(32) WHERE kind = 'card'")
        #expect(code { _ = try gate.readableText() } == .damaged)
        let store = try temporary.unlock()
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["card"])
        #expect(try store.repair().isNeeded)
        #expect(try store.check().allSatisfy(\.isOK))
        #expect(try gate.readableText() == Self.text)
    }

    @Test func `is a different card when its Unicode spelling differs`() throws {
        try set("Zo\u{EB}")
        try execute("UPDATE record SET readable = 'Zoe' || char(776) WHERE kind = 'card'")
        #expect(code { _ = try gate.readableText() } == .damaged)
        #expect(try temporary.unlock().check().filter { !$0.isOK }.map(\.name) == ["card"])
    }

    @Test func `is refused when an earlier card was put back`() throws {
        try set("Old")
        let connection = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
        let old = try #require(
            try connection.first("SELECT number, readable, mac, head FROM record WHERE kind = 'card'") {
                (try $0.integer(0), try $0.text(1), try $0.blob(2), try $0.blob(3))
            })
        try set("New")
        try connection.run(
            "UPDATE record SET number = ?, revision = ?, readable = ?, mac = ?, head = ? WHERE kind = 'card'",
            .integer(old.0), .integer(old.0), .text(old.1), .blob(old.2), .blob(old.3))
        #expect(code { _ = try gate.readableText() } == .damaged)
        #expect(try temporary.unlock().check().filter { !$0.isOK }.map(\.name) == ["card", "manifest"])
    }

    @Test func `is reported as missing when it was removed`() throws {
        try set()
        try execute("DELETE FROM record WHERE kind = 'card'")
        #expect(code { _ = try gate.readableText() } == .damaged)
        #expect(try temporary.unlock().check().filter { !$0.isOK }.map(\.name) == ["card", "manifest"])
    }

    @Test func `is authenticated only with this machine's device secret`() throws {
        try set()
        try remove(try temporary.stateFolder)
        #expect(code { _ = try gate.readableText() } == .noDeviceSecret)
    }

    @Test func `keeps the set text through a recovery, not the text stored in plain`() throws {
        try set()
        try execute("UPDATE record SET readable = 'Nothing at all' WHERE kind = 'card'")
        try remove(try temporary.stateFolder)
        try gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        #expect(try gate.readableText() == Self.text)
        let store = try gate.unlock(with: Secret("820461"))
        #expect(try store.check().allSatisfy(\.isOK))
        try store.setReadableText("New")
        #expect(try gate.readableText() == "New")
    }

    @Test func `is removed with its account`() throws {
        try set()
        try gate.removeAccount(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(code { _ = try gate.readableText() } == .noStore)
    }
}

/// The card is read without a passcode, so changes must be detected without one.
@Suite(.temporaryStore) struct `A readable text that was tampered with while locked` {
    private var gate: Gate { TemporaryStore.current.gate }

    private func connect() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func set(_ text: String?) throws { try TemporaryStore.current.unlock().setReadableText(text) }

    /// The text that the owner set last, and what someone else does with its row; the table `kept` has the first
    /// one's.
    static let manipulations: [(last: String?, sql: [String])] = [
        ("Second", ["DELETE FROM record WHERE kind = 'card'", "INSERT INTO record SELECT * FROM kept"]),
        ("Second", ["DELETE FROM record WHERE kind = 'card'"]),
        (nil, ["INSERT INTO record SELECT * FROM kept"]),
        ("Second", ["DELETE FROM record WHERE kind = 'card'", "UPDATE account SET card = x''"]),
        ("Second", ["UPDATE account SET card = x''"]),
        (nil, ["INSERT INTO record SELECT * FROM kept", "UPDATE account SET card = x''"]),
        ("Second", ["UPDATE account SET card = zeroblob(32)"]),
    ]

    @Test(arguments: manipulations) func `is detected without a passcode`(last: String?, sql: [String]) throws {
        try set("First")
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM record WHERE kind = 'card'")
        try set(last)
        #expect(try gate.readableText() == last)
        for statement in sql { try connection.run(statement) }
        #expect(code { _ = try gate.readableText() } == .damaged)
    }

    /// Puts back the first card, or none, with the mark that belonged to it.
    private func putBack(_ first: String?, last: String?) throws -> Connection {
        if let first { try set(first) }
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM record WHERE kind = 'card'")
        try connection.run("CREATE TEMP TABLE mark AS SELECT card FROM account")
        if first == nil { try set("Between") }
        try set(last)
        for sql in [
            "DELETE FROM record WHERE kind = 'card'", "INSERT INTO record SELECT * FROM kept",
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
        #expect(code { _ = try gate.readableText() } == .damaged)
        #expect(try TemporaryStore.current.unlock().check().contains { !$0.isOK && $0.name == "card" })
    }

    @Test(arguments: ["First", nil] as [String?])
    func `can't be told without a key where nothing newer is remembered`(first: String?) throws {
        let connection = try putBack(first, last: "Second")
        try remove("\(try TemporaryStore.current.stateFolder)/seen.state")
        #expect(try gate.readableText() == first)
        #expect(try TemporaryStore.current.unlock().check().contains { !$0.isOK && $0.name == "card" })
        // The next unlock remembers what was written last.
        #expect(code { _ = try gate.readableText() } == .damaged)
        _ = connection
    }

    @Test func `is told from one that was set or cleared when nothing could be remembered`() throws {
        let state = "\(try TemporaryStore.current.stateFolder)/seen.state"
        for (first, last) in Self.exchanges {
            if let first { try set(first) }
            let before = try bytes(of: state)
            try set(last)
            try write(before, to: state)
            #expect(try gate.readableText() == last)
            if last != nil { try set(nil) }
        }
    }

    @Test func `is not adopted by a recovery or a new recovery code`() throws {
        for isSet in [true, false] {
            if isSet { try set("Card") } else { try set(nil) }
            let current = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
            let code = try gate.renewRecoveryCode(current: current)
            #expect(try gate.readableText() == (isSet ? "Card" : nil))
            try gate.recover(with: code, settingUp: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
            #expect(try gate.readableText() == (isSet ? "Card" : nil))
        }
    }

    @Test func `is detected when none was ever set, too`() throws {
        #expect(try gate.readableText() == nil)
        try connect().run("UPDATE account SET card = x''")
        #expect(code { _ = try gate.readableText() } == .damaged)
        try set("First")
        #expect(try gate.readableText() == "First")
    }
}
