internal import Dispatch
internal import ProfileKit
internal import ProfileRendering
internal import Synchronization

/// Performs the app's requests off the input loop, one after the other.
final class Worker: Sendable {
    /// Where the store is, and how it is opened.
    struct Source: Sendable {
        /// The store's file.
        var path: String
        /// The chosen account, if one was named.
        var account: AccountID?
        var configuration: Gate.Configuration
        /// Sets the limits of new sessions as they are chosen now.
        var setSessionLimits: @Sendable (inout Gate.Configuration) -> Void = { _ in }
        /// Returns the store's location for a path or URL.
        var locate: @Sendable (String) throws -> StoreLocation = { .file($0) }
        /// Returns the path of a workspace's store; `nil` if there is none.
        var workspace: @Sendable (String) -> String?
        /// Returns the names of the existing workspaces.
        var workspaces: @Sendable () -> [String]
        /// Whether the app may create a store.
        var makesStores = false
        /// Imports hikes from files; `nil` if the app can't import.
        var importer: HikeImporter?
        /// Called after each attempt to lock the store.
        var didLock: @Sendable () -> Void = {}
    }

    struct State: Sendable {
        var source: Source
        let report: Report
        /// The workspace that was chosen in the app.
        var workspace: String?
        var gate: Gate?
        var door: Door?
        /// Waits for a session that begins elsewhere, and for attempts.
        var waiting: Task<Void, Never>?
        var shown: StoreView?
        /// The number of stores opened so far.
        var openingCount = 0
        /// The draft as last read or saved.
        var draft: ProfileDraft?
        /// The revisions committed here.
        var published: [Int] = []
    }

    typealias Report = @Sendable (AppEvent) -> Void

    private let queue = DispatchQueue(label: "profile.app.worker", qos: .userInitiated)
    private let state: Mutex<State>

    /// - Parameter report: called with replies and news, on other threads.
    init(_ source: Source, report: @escaping Report) {
        state = Mutex(State(source: source, report: report))
    }

    /// Examines the store before the terminal is taken over, on the calling thread.
    ///
    /// - Throws: ``StoreError`` that says why there is nothing to open.
    func start(isStoreNamed: Bool) throws -> Start {
        try state.withLock { try $0.start(isStoreNamed: isStoreNamed) }
    }

    /// Queues a request. Its replies are reported from another thread.
    func carryOut(_ request: Request, for screen: ScreenID) {
        queue.async { [self] in
            state.withLock { $0.perform(request, for: screen) }
        }
    }

    /// Returns when all queued requests are done.
    func idle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// Waits for the queued requests and closes the store when the app ends. So a draft's last save isn't lost, and a
    /// store that nobody else has open is left as one whole file.
    ///
    /// - Returns: the session that continues, and the revisions committed.
    func finish() -> (session: RemainingSession?, published: [Int]) {
        queue.sync {
            state.withLock { state in
                defer { state.finish() }
                return (state.remaining, state.published)
            }
        }
    }
}

extension Worker.State {
    mutating func perform(_ request: Request, for screen: ScreenID) {
        let report = report
        @Sendable func reply(_ reply: Reply) { report(.reply(reply, screen)) }
        do {
            try carryOut(request, replying: reply)
        } catch let error as StoreError where error.code == .locked {
            report(.news(.closed(UserMessage(error)), opening: openingCount))
            closeStore()
        } catch {
            reply(.failed(UserMessage(error)))
        }
    }

    private mutating func carryOut(
        _ request: Request, replying reply: @escaping @Sendable (Reply) -> Void
    ) throws {
        switch request {
        case .gate(let request): try carryOut(request, replying: reply)
        case .secrets(let request): carryOut(request, replying: reply)
        case .session(let request): if let answer = try answer(to: request) { reply(answer) }
        case .draft(let request): reply(try answer(to: request))
        case .history(let request): reply(try answer(to: request))
        case .hikes(let request): reply(try answer(to: request))
        case .places(let request): reply(try answer(to: request))
        case .files(let request): try carryOut(request, replying: reply)
        }
    }

    /// When this returns, the keys are wiped and the store's file is closed.
    mutating func finish() {
        let task = waiting
        task?.cancel()
        shown?.close()
        (waiting, shown, door, gate, draft) = (nil, nil, nil, nil, nil)
        guard let task else { return }
        // The task has the store open too, and ends at once, unless it waits for a server.
        let ended = DispatchSemaphore(value: 0)
        Task {
            await task.value
            ended.signal()
        }
        _ = ended.wait(timeout: .now() + 1)
    }

    mutating func closeStore() {
        shown?.close()
        shown = nil
    }

    /// The open store; there may be none any more.
    var openStore: ProfileStore {
        get throws {
            guard let shown else { throw StoreError(.locked) }
            return shown.store
        }
    }
}
