import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Synchronization

@testable import ProfileApp

/// A worker's reports. This doesn't retain the worker, whose store reports to it.
private final class WorkerReports: Sendable {
    let events = Mutex<[AppEvent]>([])
}

/// A worker at the gate of a store, and what it reports.
final class WorkerBench: Sendable {
    let worker: Worker
    private let reports: WorkerReports

    init(_ temporary: TemporaryStore, workspace: @escaping @Sendable (String) -> String? = { _ in nil }) {
        let reports = WorkerReports()
        self.reports = reports
        worker = Worker(
            Worker.Source(
                path: temporary.gate.path, account: nil, configuration: temporary.gate.configuration,
                workspace: workspace, workspaces: { ["team", "other"] })
        ) { event in reports.events.withLock { $0.append(event) } }
    }

    /// The replies to requests, besides news of attempts, which come at any time.
    func replies(to requests: Request...) async -> [Reply] {
        for request in requests { worker.carryOut(request, for: .gate(1)) }
        await worker.idle()
        return reports.events.withLock { events in
            let replies = events.compactMap { event -> Reply? in
                switch event {
                case .reply(.attempts, _): nil
                case .reply(let reply, _): reply
                default: nil
                }
            }
            events.removeAll { if case .reply = $0 { true } else { false } }
            return replies
        }
    }

    /// Waits for a certain piece of news.
    func news<Value: Sendable>(_ find: (StoreNews) -> Value?) async -> Value {
        while true {
            let found = reports.events.withLock { events in
                events.compactMap { if case .news(let news, _) = $0 { find(news) } else { nil } }.first
            }
            if let found { return found }
            await Task.yield()
        }
    }

    /// Waits for a certain reply.
    func reply<Value: Sendable>(_ find: (Reply) -> Value?) async -> Value {
        while true {
            let found = reports.events.withLock { events in
                events.compactMap { if case .reply(let reply, _) = $0 { find(reply) } else { nil } }.first
            }
            if let found { return found }
            await Task.yield()
        }
    }

    /// Waits for the news that the store is closed.
    func closing() async -> StoreError.Code {
        await news { if case .closed(let error) = $0 { error.code } else { nil } }
    }

    /// Enters the gate and opens it.
    func open(_ passcode: String = TemporaryStore.passcode) async -> [Reply] {
        await replies(to: .gate(.open(GateTest.shared(passcode), GateTest.status([.sixDigits]))))
    }
}

extension TemporaryStore {
    /// The error with which a passcode fails to open the gate; `nil` if it opens.
    func attempt(_ passcode: String) -> StoreError.Code? {
        do {
            _ = try gate.unlock(with: Secret(passcode))
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }
}
