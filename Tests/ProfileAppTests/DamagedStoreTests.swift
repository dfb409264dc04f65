import ProfileKit
import ProfileKitTesting
import ProfileRendering
import SQLiteKit
import Testing

@testable import ProfileApp

/// The app on a store in which something was changed without the key.
@Suite(.temporaryStore) struct `The app on a damaged store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `opens a store with one damaged hike, names that hike, and shows the others`() async throws {
        let bench = WorkerBench(temporary)
        let store = try temporary.unlock()
        // The newest hikes are in the summary, whose damage is tested elsewhere.
        for day in 1...HikeSummary.recentCount + 1 {
            _ = try store.addHike(
                HikeHeader(id: 0, name: "Hike \(day)", distance: 9, date: Day("2020-05-0\(day)")))
        }
        try execute("UPDATE hike SET header = zeroblob(length(header)) WHERE id = 1")
        guard case .opened(let opening)? = await bench.open().last else {
            Issue.record("one damaged hike keeps the app shut")
            return
        }
        #expect(opening.content.index.hikes.map(\.id) == (2...HikeSummary.recentCount + 1).reversed())
        #expect(opening.content.damaged == [.hike(1)])
        // The news of a change reports the same.
        _ = try store.editHike(2) { $0.name = "Lake" }
        let news = await bench.news { if case .content(let content) = $0 { content } else { nil } }
        #expect(news.index.hikes.last?.name == "Lake")
        #expect(news.damaged == [.hike(1)])
    }

    @Test func `asks before a change of keys sets damaged data aside, for a recovery too`() async throws {
        let bench = WorkerBench(temporary)
        _ = try temporary.unlock().addHike(HikeHeader(id: 0, name: "Tarn", distance: 9))
        _ = await bench.open()
        try execute("UPDATE hike SET header = zeroblob(length(header)) WHERE id = 1")
        let (current, secrets) = ([GateTest.shared(TemporaryStore.passcode)], [GateTest.shared("820461")])
        let code = GateTest.shared(temporary.recoveryCode.description)
        let questions: [SecretRequest] = [
            .verify(current: current, refusingDamage: true), .verifyRecovery(.main, code: code, secrets: secrets),
        ]
        for question in questions {
            guard case .damaged([.hike(1)])? = await bench.replies(to: .secrets(question)).last else {
                Issue.record("it didn't ask")
                return
            }
        }
        let accepted = SecretRequest.verifyRecovery(.main, code: code, secrets: secrets, acceptingDamage: true)
        guard case .verified(let newCode)? = await bench.replies(to: .secrets(accepted)).last,
            case .refused(let late, _)? = await bench.replies(
                to: .secrets(.renewRecoveryCode(current: current, to: newCode))
            ).last
        else {
            Issue.record("it was not accepted, or not refused")
            return
        }
        // It was damaged while the code was noted.
        #expect(late.code == .damaged && late.hint.text.contains("is void"))
        let renewal = SecretRequest.renewRecoveryCode(current: current, to: newCode, acceptingDamage: true)
        guard case .secretsChanged? = await bench.replies(to: .secrets(renewal)).last else {
            Issue.record("it was not changed")
            return
        }
        let checks = try temporary.unlock().check()
        #expect(checks.contains { $0.notesLoss })
    }

    /// The damaged part, and the table and column of its bytes.
    static let damages: [(part: DamagedPart, table: String, column: String)] = [
        (.profile, "profile", "record"), (.draft, "draft", "record"), (.summary, "summary", "record"),
        (.manifest, "manifest", "record"), (.hikes, "record", "head"),
    ]

    @Test(arguments: damages)
    func `opens whatever is damaged, shows what opens, and shows everything after a repair`(
        damage: (part: DamagedPart, table: String, column: String)
    ) async throws {
        let bench = WorkerBench(temporary)
        let store = try temporary.unlock()
        _ = try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 9, date: Day("2020-05-01")))
        _ = try store.updateDraft { $0.username = "draft" }
        // Only the directory of hikes: ways have one too.
        let rows = damage.table == "record" ? " WHERE kind = 'hike.page'" : ""
        let bytes = try text("SELECT hex(\(damage.column)) FROM \(damage.table)" + rows)
        try execute("UPDATE \(damage.table) SET \(damage.column) = zeroblob(length(\(damage.column)))" + rows)
        let reply = await bench.open().last
        guard case .opened(let opening)? = reply else {
            Issue.record("it keeps the app shut: \(reply.debugDescription)")
            return
        }
        let content = opening.content
        #expect(content.damaged == [damage.part])
        #expect((content.summary.committed == nil) == (damage.table == "profile"))
        #expect((content.summary.draft == nil) == (damage.table == "draft"))
        #expect((content.summary.hikes == nil) == (damage.table == "summary"))
        #expect(content.index.hikes.map(\.name) == ["Ridge"])
        var app = App(Start(accounts: [], opening: opening), settings: AppSample.settings())
        _ = app.begin(at: .zero)
        #expect(app.text().contains("Cannot open \(damage.part.name)"))
        #expect(app.text().contains("Ridge"))
        for key in "pbthrc" { _ = app.press(.character(key), .escape) }
        // Changes by other programs are still followed, and so is a repair.
        try execute("UPDATE \(damage.table) SET \(damage.column) = x'\(bytes)'" + rows)
        let whole: Content = await bench.news {
            if case .content(let content) = $0, content.damaged.isEmpty { content } else { nil }
        }
        #expect(whole.summary.committed != nil && whole.summary.draft != nil && whole.summary.hikes != nil)
        try await store.edit { $0.username = "later" }
        let later: Content = await bench.news {
            guard case .content(let content) = $0 else { return nil }
            return content.summary.committed?.profile.username == "later" ? content : nil
        }
        #expect(later.damaged.isEmpty)
    }

    @Test(arguments: [("track", DamagedPart.observations(1)), ("recording", .part("hike.recording", number: 1))])
    func `shows the figures of a hike whose recording or observations don't open`(
        column: String, part: DamagedPart
    ) async throws {
        let bench = WorkerBench(temporary)
        var imported = ImportedHike(sourceID: 1, hike: `A hike's page`.recorded.hike)
        imported.recording = `A hike's page`.recorded.recording
        _ = try temporary.unlock().importHikes([imported])
        // One byte of the ciphertext.
        let bytes = try text("SELECT hex(\(column)) FROM hike WHERE id = 1")
        let middle = bytes.count / 4 * 2
        let byte = bytes.dropFirst(middle).hasPrefix("00") ? "01" : "00"
        try execute(
            "UPDATE hike SET \(column) = x'\(bytes.prefix(middle) + byte + bytes.dropFirst(middle + 2))' WHERE id = 1")
        _ = await bench.open()
        let reply = await bench.replies(to: .hikes(.load(1))).last
        guard case .hike(let hike, let recording, let damaged)? = reply else {
            Issue.record("nothing of it is shown: \(reply.debugDescription)")
            return
        }
        #expect(damaged == [part])
        #expect(hike.distance > 0 && (recording == nil) == (column == "recording"))
        #expect(hike.observations.isEmpty == (column == "track"))
    }

    @Test func `shows the revisions that open`() async throws {
        let bench = WorkerBench(temporary)
        try await temporary.unlock().edit { $0.username = "next" }
        try execute("UPDATE history SET record = zeroblob(length(record)) WHERE revision = 1")
        _ = await bench.open()
        guard case .history(let history)? = await bench.replies(to: .history(.read(limit: 9))).last else {
            Issue.record("none is shown")
            return
        }
        #expect(history.value.map(\.revision) == [2])
        #expect(history.damaged == [.revision(1)])
        var screen = HistoryScreen(settings: AppSettings(), today: Sample.today)
        _ = screen.handle(.history(history), at: .zero)
        #expect(screen.shows("Cannot open revision 1. To repair it, run: profile repair"))
    }

    @Test func `reports an unreadable draft as a failure, since no editor is open to show it`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        try temporary.unlock().updateDraft { $0.username = "draft" }
        try execute("UPDATE draft SET record = zeroblob(300)")
        guard case .failed(let error)? = await bench.replies(to: .draft(.read)).last else {
            Issue.record("it is not reported")
            return
        }
        #expect(error.code == .damaged)
    }

    @Test func `shows the emergency card, or what is wrong with it`() async throws {
        let bench = WorkerBench(temporary)
        guard case .emergency(nil)? = await bench.replies(to: .gate(.readEmergencyCard(.main))).last else {
            Issue.record("there is a card")
            return
        }
        try temporary.unlock().setEmergencyCard(try EmergencyCard("Call +46 70"))
        guard case .emergency("Call +46 70")? = await bench.replies(to: .gate(.readEmergencyCard(.main))).last else {
            Issue.record("the card was not read")
            return
        }
        try execute("UPDATE emergency SET card = 'Call nobody'")
        guard case .unreadableCard(let error)? = await bench.replies(to: .gate(.readEmergencyCard(.main))).last else {
            Issue.record("a changed card is shown as none")
            return
        }
        #expect(error.code == .damaged)
    }

    private func text(_ sql: String) throws -> String {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        return try connection.first(sql) { try $0.text(0) } ?? ""
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }
}
