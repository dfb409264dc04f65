import Glibc
import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `The app's worker` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `starts at the lock screen, or with a live session's store`() throws {
        let bench = WorkerBench(temporary)
        let locked = try bench.worker.start(isStoreNamed: true)
        #expect(locked.accounts.map(\.id) == [.main])
        #expect(locked.opening == nil)
        try temporary.unlock().beginSession()
        #expect(try bench.worker.start(isStoreNamed: true).opening?.hasSession == true)
    }

    @Test func `asks for a workspace only when no store is named or found and workspaces exist`() throws {
        let bench = WorkerBench(temporary)
        try remove(temporary.gate.path)
        #expect(try bench.worker.start(isStoreNamed: false).accounts.isEmpty)
        let error = #expect(throws: StoreError.self) {
            try bench.worker.start(isStoreNamed: true)
        }
        #expect(error?.code == .noStore)
    }

    @Test func `opens the only workspace, lists several, and starts the first run when there is none`() throws {
        let path = temporary.gate.path
        func start(_ names: [String], makesStores: Bool, isStoreNamed: Bool = false) throws -> Start {
            let source = Worker.Source(
                path: temporary.folder + "/none.profile", account: nil,
                configuration: temporary.gate.configuration, workspace: { $0 == "team" ? path : nil },
                workspaces: { names }, makesStores: makesStores)
            return try Worker(source) { _ in }.start(isStoreNamed: isStoreNamed)
        }
        #expect(try start(["team"], makesStores: true).accounts.map(\.id) == [.main])
        #expect(try start(["alps", "team"], makesStores: true).workspaces == ["alps", "team"])
        let anew = try start([], makesStores: true)
        #expect(anew.newStore?.path.hasSuffix("/none.profile") == true)
        #expect(anew.newStore?.account == .main)
        #expect(try start(["alps"], makesStores: true, isStoreNamed: true).newStore != nil)
        #expect(throws: StoreError.self) { try start([], makesStores: false) }
        #expect(access(temporary.folder + "/none.profile", F_OK) != 0)
    }

    @Test func `knows the other workspaces if a store is there, unless that was named`() throws {
        let path = temporary.gate.path
        func start(_ names: [String], isStoreNamed: Bool = false) throws -> Start {
            let source = Worker.Source(
                path: path, account: nil, configuration: temporary.gate.configuration,
                workspace: { $0 == "profile" ? path : nil }, workspaces: { names })
            return try Worker(source) { _ in }.start(isStoreNamed: isStoreNamed)
        }
        let several = try start(["alps", "profile"])
        #expect(several.accounts.map(\.id) == [.main])
        #expect(several.workspaces == ["alps", "profile"] && several.workspace == "profile")
        #expect(try start(["profile"]).workspaces.isEmpty)
        #expect(try start(["alps", "profile"], isStoreNamed: true).workspaces.isEmpty)
    }

    @Test func `reports an unlock elsewhere, and joins that session`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.replies(to: .gate(.enter(.main)))
        let other = try temporary.unlock()
        try other.beginSession()
        let begun: AccountID = await bench.reply { reply in
            if case .sessionBegan(let account) = reply { account } else { nil }
        }
        #expect(begun == .main)
        guard case .opened(let opening)? = await bench.replies(to: .gate(.join(.main))).last else {
            Issue.record("it was not joined")
            return
        }
        #expect(opening.hasSession)
        // Giving up here ends nobody else's session.
        _ = await bench.replies(to: .gate(.forget))
        #expect(try temporary.gate.status.session != nil)
    }

    @Test func `reports attempts that fail elsewhere while it waits at the gate`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.replies(to: .gate(.enter(.main)))
        for number in 1...5 { #expect(temporary.attempt("11111\(number)") == .wrongPasscode) }
        let wait: Duration = await bench.reply { reply in
            if case .attempts(let attempts, _) = reply, attempts.failures == 5 { attempts.retryAfter } else { nil }
        }
        #expect(wait > .seconds(50) && wait <= .seconds(60))
        // It goes on waiting for a session.
        temporary.clock.advance(by: .seconds(61))
        try temporary.unlock().beginSession()
        let begun: AccountID = await bench.reply { reply in
            if case .sessionBegan(let account) = reply { account } else { nil }
        }
        #expect(begun == .main)
    }

    @Test func `counts the readings of the hikes, which news of other changes repeats`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        try await store.edit { $0.username = "new" }
        let before: Int = await bench.news { news in
            if case .content(let content) = news, content.summary.committed?.profile.username == "new" {
                content.hikeReadings
            } else {
                nil
            }
        }
        #expect(before == 0)
        let hike = HikeHeader(id: 1, name: "Ridge", distance: 3)
        let added = try store.addHike(hike).ids[0]
        try store.removeHike(added)
        try store.restoreHikes([added])
        let after: Int = await bench.news { news in
            if case .content(let content) = news, content.hikeReadings > 0, content.index.hikes.count == 1 {
                content.hikeReadings
            } else {
                nil
            }
        }
        #expect(after > 0)
    }

    @Test func `sets and removes the emergency card, and lists the accounts`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let replies = await bench.replies(
            to: .session(.readCard), .session(.setCard("Call Ravi", replacing: nil)), .session(.readCard),
            .session(.setCard("Mine", replacing: "Theirs")), .session(.setCard(nil, replacing: "Call Ravi")),
            .session(.readCard))
        #expect(
            replies.map { reply in
                switch reply {
                case .emergency(let text): text ?? "none"
                case .cardSet: "set"
                case .cardChanged(let text): "changed to \(text ?? "none")"
                default: "\(reply)"
                }
            } == ["none", "set", "Call Ravi", "changed to Call Ravi", "set", "none"])
        guard case .accounts(let accounts)? = await bench.replies(to: .session(.listAccounts)).last else {
            Issue.record("no accounts")
            return
        }
        #expect(accounts.map(\.id) == [.main])
    }

    @Test func `opens the gate, begins a session, and reports earlier failures`() async throws {
        let bench = WorkerBench(temporary)
        guard case .refused(let error, let status)? = await bench.open("111112").last else {
            Issue.record("a wrong code was not refused")
            return
        }
        #expect(error.code == .wrongPasscode)
        #expect(status?.attempts.beforeWait == 4)
        guard case .opened(let opening)? = await bench.open().last else {
            Issue.record("the right code did not open")
            return
        }
        #expect(opening.failuresBefore == 1)
        #expect(opening.hasSession)
        #expect(try temporary.gate.status.session != nil)
    }

    @Test func `closes a session that was opened for a screen that has been left`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        #expect(await bench.replies(to: .gate(.forget)).isEmpty)
        #expect(try temporary.gate.status.session == nil)
        #expect(await bench.replies(to: .draft(.read)).isEmpty)
        #expect(await bench.closing() == .locked)
    }

    @Test func `keeps a session that existed before when a person gives up`() async throws {
        let other = try temporary.unlock()
        try other.beginSession()
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        #expect(await bench.replies(to: .gate(.forget)).isEmpty)
        #expect(try temporary.gate.status.session != nil)
        #expect(try other.profile.seasonalPhoto == .winter)
    }

    @Test func `saves, commits and discards the draft`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let reader = try temporary.unlock()
        guard case .draft(var draft, _)? = await bench.replies(to: .draft(.read)).last else {
            Issue.record("no draft was read")
            return
        }
        draft.seasonalPhoto = .autumn
        guard case .saved(let saved)? = await bench.replies(to: .draft(.save(draft))).last else {
            Issue.record("the draft was not saved")
            return
        }
        #expect(saved.savedAt != nil)
        #expect(try reader.profile.seasonalPhoto == .winter)
        #expect(try reader.savedDraft?.seasonalPhoto == .autumn)
        guard case .committed? = await bench.replies(to: .draft(.commit(draft, .none))).last else {
            Issue.record("the draft was not committed")
            return
        }
        #expect(try reader.profile.seasonalPhoto == .autumn)
        draft.seasonalPhoto = .summer
        _ = await bench.replies(to: .draft(.read), .draft(.save(draft)), .draft(.discard))
        #expect(try reader.savedDraft == nil)
        #expect(try reader.profile.seasonalPhoto == .autumn)
    }

    @Test func `overwrites another program's draft only when told to`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        var mine = try await temporary.unlock().draft()
        mine.username = "mine"
        _ = await bench.replies(to: .draft(.read))
        try temporary.unlock().updateDraft { $0.username = "theirs" }
        guard case .savedElsewhere(let theirs?)? = await bench.replies(to: .draft(.save(mine))).last else {
            Issue.record("it was saved")
            return
        }
        #expect(theirs.username == "theirs")
        #expect(try temporary.unlock().savedDraft?.username == "theirs")
        _ = await bench.replies(to: .draft(.overwrite(mine)))
        #expect(try temporary.unlock().savedDraft?.username == "mine")
    }

    @Test func `discards no draft that another program has saved meanwhile`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        var mine = try await temporary.unlock().draft()
        mine.username = "mine"
        _ = await bench.replies(to: .draft(.read), .draft(.save(mine)))
        try temporary.unlock().updateDraft { $0.username = "theirs" }
        guard case .savedElsewhere(let theirs?)? = await bench.replies(to: .draft(.discard)).last else {
            Issue.record("another's draft was discarded")
            return
        }
        #expect(theirs.username == "theirs")
        #expect(try temporary.unlock().savedDraft?.username == "theirs")
    }

    @Test func `reports a conflict, and resolves it`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        var mine = try await temporary.unlock().draft()
        mine.username = "mine"
        _ = await bench.replies(to: .draft(.read), .draft(.save(mine)))
        try await temporary.unlock().edit { $0.username = "theirs" }
        guard case .conflict(let conflict)? = await bench.replies(to: .draft(.commit(mine, .none))).last else {
            Issue.record("there was no conflict")
            return
        }
        #expect(conflict.fields.map(\.field) == ["username"])
        // A resolution that was made for older values is rejected.
        try await temporary.unlock().edit { $0.username = "theirs again" }
        let decisions = ConflictDecisions(["username": .mine], seen: conflict)
        guard case .conflict(let newer)? = await bench.replies(to: .draft(.commit(mine, decisions))).last else {
            Issue.record("it was decided unseen")
            return
        }
        _ = await bench.replies(to: .draft(.commit(mine, ConflictDecisions(["username": .mine], seen: newer))))
        #expect(try temporary.unlock().profile.username == "mine")
    }

    @Test func `publishes the given values even when they could not be saved`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        guard case .draft(var draft, _)? = await bench.replies(to: .draft(.read)).last else {
            Issue.record("no draft was read")
            return
        }
        draft.seasonalPhoto = .autumn
        _ = await bench.replies(to: .draft(.save(draft)))
        (draft.seasonalPhoto, draft.username) = (.summer, "shown")
        _ = await bench.replies(to: .draft(.commit(draft, .none)))
        let published = try temporary.unlock().profile
        #expect(published.seasonalPhoto == .summer)
        #expect(published.username == "shown")
        #expect(try temporary.unlock().savedDraft == nil)
    }

    @Test func `joins the session when a store that was moved is back`() async throws {
        let bench = WorkerBench(temporary)
        try temporary.unlock().beginSession()
        let path = temporary.gate.path
        for suffix in ["", "-wal", "-shm"] { _ = rename(path + suffix, path + suffix + ".away") }
        guard case .failed(let error)? = await bench.replies(to: .gate(.awaitSession(.main))).last else {
            Issue.record("it was not reported")
            return
        }
        #expect(error.code == .noStore)
        for suffix in ["", "-wal", "-shm"] { _ = rename(path + suffix + ".away", path + suffix) }
        let begun: AccountID = await bench.reply { reply in
            if case .sessionBegan(let account) = reply { account } else { nil }
        }
        #expect(begun == .main)
    }

    @Test func `takes back the commit that it names, and no later one of others`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        let before = try store.profile.username
        let mine = try await store.edit { $0.username = "mine" }.revision
        try await store.edit { $0.seasonalPhoto = .autumn }
        guard case .undone? = await bench.replies(to: .history(.undo(revision: mine))).last else {
            Issue.record("it was not undone")
            return
        }
        #expect(try store.profile.username == before)
        #expect(try store.profile.seasonalPhoto == .autumn)
        let second = try await store.edit { $0.username = "mine again" }.revision
        try await store.edit { $0.username = "theirs" }
        guard case .failed(let error)? = await bench.replies(to: .history(.undo(revision: second))).last else {
            Issue.record("another's commit was taken back")
            return
        }
        #expect(error.code == .conflict)
        #expect(try store.profile.username == "theirs")
    }

    @Test func `takes back an old commit, and says which it has if there is none of that number`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let store = try temporary.unlock()
        let before = try store.profile.seasonalPhoto
        let old = try await store.edit { $0.seasonalPhoto = .autumn }.revision
        for number in 1...60 { try await store.edit { $0.username = "name \(number)" } }
        guard case .undone? = await bench.replies(to: .history(.undo(revision: old))).last else {
            Issue.record("it was not undone")
            return
        }
        #expect(try store.profile.seasonalPhoto == before && store.profile.username == "name 60")
        for revision in [0, 1000] {
            guard case .failed(let error)? = await bench.replies(to: .history(.undo(revision: revision))).last else {
                Issue.record("there is no such revision")
                return
            }
            #expect(error.code == .notFound && error.message.hasPrefix("there is no revision \(revision)"))
        }
    }

    @Test func `reports a moved or removed store, not an unknown ID`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.replies(to: .gate(.enter(.main)))
        try remove(temporary.gate.path)
        guard case .refused(let error, _)? = await bench.replies(to: .gate(.enter(.main))).last else {
            Issue.record("it was not reported")
            return
        }
        #expect(error.message == "The store was moved or removed.")
    }

    @Test func `reports changes and locks`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        try await temporary.unlock().edit { $0.username = "new" }
        let username = await bench.news { news in
            if case .content(let content) = news { content.summary.committed?.profile.username } else { nil }
        }
        #expect(username == "new")
        try temporary.gate.lock()
        #expect(await bench.closing() == .locked)
    }

    @Test func `ends the session for every process on a lock`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        #expect(await bench.replies(to: .session(.lock)).isEmpty)
        #expect(try temporary.gate.status.session == nil)
    }

    @Test func `finds workspaces and accounts, or reports that there are none`() async throws {
        let path = temporary.gate.path
        let bench = WorkerBench(temporary) { $0 == "team" ? path : nil }
        let replies = await bench.replies(
            to: .gate(.findAccounts(workspace: "other")), .gate(.findAccounts(workspace: "team")),
            .gate(.enter(try AccountID("nobody"))), .gate(.enter(.main)))
        #expect(
            replies.map { reply in
                switch reply {
                case .noWorkspace: "no workspace"
                case .accounts(let accounts): "\(accounts.count) account"
                case .refused(let error, _): "\(error.code)"
                case .door(let status): status.format.description
                default: "\(reply)"
                }
            } == ["no workspace", "1 account", "no-store", "digits:6"])
    }

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 { unlink(path + suffix) }
    }
}
