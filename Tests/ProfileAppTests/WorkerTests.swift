import Glibc
import ProfileKit
import ProfileKitTesting
import ProfileRendering
import SQLiteKit
import Synchronization
import Testing

@testable import ProfileApp

@Suite(.temporaryStore) struct `The app's worker` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// What a worker reported. It doesn't hold the worker, whose store reports to it.
    private final class Reports: Sendable {
        let outcomes = Mutex<[Outcome]>([])
    }

    /// A worker at the gate of a store, and what it reports.
    private final class Bench: Sendable {
        let worker: Worker
        private let reports = Reports()

        init(_ temporary: TemporaryStore, workspace: @escaping @Sendable (String) -> String? = { _ in nil }) {
            worker = Worker(
                Worker.Place(
                    path: temporary.gate.path, account: nil, configuration: temporary.gate.configuration,
                    workspace: workspace, hasWorkspaces: { true }))
        }

        var report: Worker.Report {
            { [reports] outcome in reports.outcomes.withLock { $0.append(outcome) } }
        }

        /// What came of tasks, apart from news that something changed.
        func outcomes(of tasks: WorkTask...) async -> [Outcome] {
            for task in tasks { worker.carryOut(task, report: report) }
            await worker.idle()
            return reports.outcomes.withLock { outcomes in
                defer { outcomes = [] }
                return outcomes.filter { if case .changed = $0 { false } else { true } }
            }
        }

        /// Enters and opens the gate.
        func open(_ passcode: String = TemporaryStore.passcode) async -> [Outcome] {
            await outcomes(of: .enter(account: "main", 1), .open(GateTest.shared(passcode), 2))
        }
    }

    @Test func `begins at the lock screen, or with a live session's store`() throws {
        let bench = Bench(temporary)
        let locked = try bench.worker.start(isStoreNamed: true, report: bench.report)
        #expect(locked.accounts.map(\.account) == [.main])
        #expect(locked.opening == nil)
        try temporary.unlock().beginSession()
        #expect(try bench.worker.start(isStoreNamed: true, report: bench.report).opening?.hasSession == true)
    }

    @Test func `asks for a workspace only where no store is named, none is there, and workspaces are`() throws {
        let bench = Bench(temporary)
        try remove(temporary.gate.path)
        #expect(try bench.worker.start(isStoreNamed: false, report: bench.report).accounts.isEmpty)
        let error = #expect(throws: ProfileError.self) {
            try bench.worker.start(isStoreNamed: true, report: bench.report)
        }
        #expect(error?.code == .noStore)
    }

    @Test func `opens the gate, begins a session, and tells of failures before`() async throws {
        let bench = Bench(temporary)
        guard case .gate(.refused(let error, let facts), 2)? = await bench.open("111112").last else {
            Issue.record("a wrong code was not refused")
            return
        }
        #expect(error.code == .wrongPasscode)
        #expect(facts?.failures == 1)
        guard case .gate(.opened(let opening), 2)? = await bench.open().last else {
            Issue.record("the right code did not open")
            return
        }
        #expect(opening.failuresBefore == 1)
        #expect(opening.hasSession)
        #expect(try temporary.gate.status.session != nil)
    }

    @Test func `closes what was opened for someone who gave up`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        #expect(await bench.outcomes(of: .forget).isEmpty)
        #expect(try temporary.gate.status.session == nil)
        guard case .locked? = await bench.outcomes(of: .readDraft).last else {
            Issue.record("the store is open still")
            return
        }
    }

    @Test func `saves, commits and discards the draft`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        let reader = try temporary.unlock()
        guard case .draft(var draft, _)? = await bench.outcomes(of: .readDraft).last else {
            Issue.record("no draft was read")
            return
        }
        draft.seasonalPhoto = .autumn
        guard case .saved(let saved)? = await bench.outcomes(of: .save(draft)).last else {
            Issue.record("the draft was not saved")
            return
        }
        #expect(saved.savedAt != nil)
        #expect(try reader.profile.seasonalPhoto == .winter)
        #expect(try reader.savedDraft?.seasonalPhoto == .autumn)
        guard case .committed? = await bench.outcomes(of: .commit(draft, .none)).last else {
            Issue.record("the draft was not committed")
            return
        }
        #expect(try reader.profile.seasonalPhoto == .autumn)
        draft.seasonalPhoto = .summer
        _ = await bench.outcomes(of: .readDraft, .save(draft), .discard)
        #expect(try reader.savedDraft == nil)
        #expect(try reader.profile.seasonalPhoto == .autumn)
    }

    @Test func `saves nothing over another program's draft unless it is told to`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        var mine = try await temporary.unlock().draft()
        mine.username = "mine"
        _ = await bench.outcomes(of: .readDraft)
        try await temporary.unlock().updateDraft { $0.username = "theirs" }
        guard case .savedElsewhere? = await bench.outcomes(of: .save(mine)).last else {
            Issue.record("it was saved")
            return
        }
        #expect(try temporary.unlock().savedDraft?.username == "theirs")
        _ = await bench.outcomes(of: .overwrite(mine))
        #expect(try temporary.unlock().savedDraft?.username == "mine")
    }

    @Test func `tells a conflict, and decides it`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        var mine = try await temporary.unlock().draft()
        mine.username = "mine"
        _ = await bench.outcomes(of: .readDraft, .save(mine))
        try await temporary.unlock().edit { $0.username = "theirs" }
        guard case .conflict(let conflict)? = await bench.outcomes(of: .commit(mine, .none)).last else {
            Issue.record("there was no conflict")
            return
        }
        #expect(conflict.fields.map(\.field) == ["username"])
        // A decision about other values than there are by now is none.
        try await temporary.unlock().edit { $0.username = "theirs again" }
        let decisions = ConflictDecisions(["username": .mine], seen: conflict)
        guard case .conflict(let newer)? = await bench.outcomes(of: .commit(mine, decisions)).last else {
            Issue.record("it was decided unseen")
            return
        }
        _ = await bench.outcomes(of: .commit(mine, ConflictDecisions(["username": .mine], seen: newer)))
        #expect(try temporary.unlock().profile.username == "mine")
    }

    @Test func `publishes the values that it is given, though they could not be saved`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        guard case .draft(var draft, _)? = await bench.outcomes(of: .readDraft).last else {
            Issue.record("no draft was read")
            return
        }
        draft.seasonalPhoto = .autumn
        _ = await bench.outcomes(of: .save(draft))
        (draft.seasonalPhoto, draft.username) = (.summer, "shown")
        _ = await bench.outcomes(of: .commit(draft, .none))
        let published = try temporary.unlock().profile
        #expect(published.seasonalPhoto == .summer)
        #expect(published.username == "shown")
        #expect(try temporary.unlock().savedDraft == nil)
    }

    @Test func `says that the store was moved or removed, not that there is no such ID`() async throws {
        let bench = Bench(temporary)
        _ = await bench.outcomes(of: .enter(account: "main", 1))
        try remove(temporary.gate.path)
        guard case .gate(.refused(let error, _), 2)? = await bench.outcomes(of: .enter(account: "main", 2)).last else {
            Issue.record("it was not told")
            return
        }
        #expect(error.message == "The store was moved or removed.")
    }

    @Test func `reads only what changed, and notices a lock`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        var looked = await bench.outcomes(of: .look)
        #expect(looked.count == 1)
        try await temporary.unlock().edit { $0.username = "new" }
        looked = await bench.outcomes(of: .look)
        guard case .content(let content)? = looked.last else {
            Issue.record("the change was not seen")
            return
        }
        #expect(content.summary.committed.profile.username == "new")
        try temporary.gate.lock()
        guard case .locked? = await bench.outcomes(of: .look).last else {
            Issue.record("the lock was not noticed")
            return
        }
    }

    @Test func `ends the session for everyone at a lock`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        guard case .locked? = await bench.outcomes(of: .lock).last else {
            Issue.record("it is not locked")
            return
        }
        #expect(try temporary.gate.status.session == nil)
    }

    @Test func `changes nothing by a recovery before a person has the new code`() async throws {
        let bench = Bench(temporary)
        func recover(_ ticket: Ticket) -> WorkTask {
            .recover(
                code: GateTest.shared(temporary.recoveryCode.description),
                secrets: [GateTest.shared("820461")], ticket)
        }
        bench.worker.consent.give(false, for: 2)
        guard
            case .gate(.refused(let error, _), 2)? =
                await bench.outcomes(of: .enter(account: "main", 1), recover(2)).last
        else {
            Issue.record("the recovery was not given up")
            return
        }
        #expect(error.message.contains("given up"))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
        bench.worker.consent.give(true, for: 3)
        let outcomes = await bench.outcomes(of: recover(3))
        #expect(outcomes.count == 2)
        guard case .gate(.revealing(let code), 3)? = outcomes.first, case .gate(.recovered, 3)? = outcomes.last else {
            Issue.record("the recovery did not end well")
            return
        }
        #expect(code != temporary.recoveryCode.description)
        #expect(temporary.attempt(TemporaryStore.passcode) == .wrongPasscode)
    }

    @Test func `tells that a draft can't be read as a failure, since no editor is there to show it`() async throws {
        let bench = Bench(temporary)
        _ = await bench.open()
        try await temporary.unlock().updateDraft { $0.username = "draft" }
        try execute("UPDATE draft SET record = zeroblob(300)")
        guard case .failed(let error)? = await bench.outcomes(of: .readDraft).last else {
            Issue.record("it is not told")
            return
        }
        #expect(error.code == .damaged)
    }

    @Test func `shows the emergency card, and in its place what is wrong with it`() async throws {
        let bench = Bench(temporary)
        guard
            case .gate(.emergency(nil), 2)? =
                await bench.outcomes(of: .enter(account: "main", 1), .readEmergencyCard(2)).last
        else {
            Issue.record("there is a card")
            return
        }
        try temporary.unlock().setEmergencyCard(try EmergencyCard("Call +46 70"))
        guard case .gate(.emergency("Call +46 70"), 3)? = await bench.outcomes(of: .readEmergencyCard(3)).last else {
            Issue.record("the card was not read")
            return
        }
        try execute("UPDATE emergency SET card = 'Call nobody'")
        guard case .gate(.emergency(let text?), 4)? = await bench.outcomes(of: .readEmergencyCard(4)).last else {
            Issue.record("a changed card is shown as none")
            return
        }
        #expect(text.hasPrefix("The emergency card cannot be shown"))
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    @Test func `finds workspaces and accounts, or says that there is none`() async throws {
        let path = temporary.gate.path
        let bench = Bench(temporary) { $0 == "team" ? path : nil }
        let outcomes = await bench.outcomes(
            of: .find(workspace: "other", 1), .find(workspace: "team", 2), .enter(account: "nobody", 3),
            .enter(account: "NOT AN ID", 4), .enter(account: "main", 5))
        #expect(
            outcomes.map { outcome in
                switch outcome {
                case .gate(.noWorkspace, 1): "no workspace"
                case .gate(.found(let accounts), 2): "\(accounts.count) account"
                case .gate(.noAccount, _): "no account"
                case .gate(.door(let facts), 5): facts.format.description
                default: "\(outcome)"
                }
            } == ["no workspace", "1 account", "no account", "no account", "digits:6"])
    }

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 { unlink(path + suffix) }
    }
}

extension TemporaryStore {
    /// Why a passcode does not open the gate; `nil` when it does.
    fileprivate func attempt(_ passcode: String) -> ProfileError.Code? {
        do {
            _ = try gate.unlockBlocking(with: Secret(passcode))
            return nil
        } catch {
            return (error as? ProfileError)?.code
        }
    }
}
