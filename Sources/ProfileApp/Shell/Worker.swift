internal import Dispatch
internal import ProfileKit
internal import ProfileRendering
internal import Synchronization
internal import SystemKit

/// Carries out the app's work off the input loop, one task after the other.
final class Worker: Sendable {
    /// Where the store is, and how it is opened.
    struct Place: Sendable {
        /// The store's file.
        var path: String
        /// The account that was named.
        var account: AccountID?
        var configuration: Gate.Configuration
        /// The store of a workspace; `nil` when there is none of this name.
        var workspace: @Sendable (String) -> String?
        /// Whether there are any workspaces.
        var hasWorkspaces: @Sendable () -> Bool
    }

    struct State {
        var place: Place
        var gate: Gate?
        var door: Door?
        var store: ProfileStore?
        var observation: ChangeObservation?
        /// What was read last.
        var seen: Content?
        /// The draft as it was last read or saved.
        var draft: ProfileDraft?
        let consent: Consent
    }

    typealias Report = @Sendable (Outcome) -> Void

    private let queue = DispatchQueue(label: "profile.app.worker", qos: .userInitiated)
    private let state: Mutex<State>
    /// Lets a recovery that waits for a person go on, or stop.
    let consent = Consent()

    init(_ place: Place) {
        state = Mutex(State(place: place, consent: consent))
    }

    /// Looks at the store before the terminal is taken over, on the calling thread.
    ///
    /// - Throws: ``StoreError`` that says why there is nothing to open.
    func start(isStoreNamed: Bool, report: @escaping Report) throws -> Start {
        try state.withLock { try $0.start(isStoreNamed: isStoreNamed, report: report) }
    }

    /// Takes a task on. What comes of it is reported from another thread.
    func carryOut(_ task: WorkTask, report: @escaping Report) {
        queue.async { [self] in
            state.withLock { $0.perform(task, report: report) }
        }
    }

    /// Returns when every task that was taken on is done.
    func idle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// The same on the calling thread, when the app is left: a draft's last save must not be lost by leaving.
    func finish() {
        consent.giveUp()
        queue.sync {}
    }
}

extension Worker.State {
    mutating func perform(_ task: WorkTask, report: @escaping Worker.Report) {
        do {
            try carryOut(task, report: report)
        } catch let error as StoreError where error.code == .locked {
            forgetStore()
            report(.locked)
        } catch {
            report(.failed(WordedError(error)))
        }
    }

    private mutating func carryOut(_ task: WorkTask, report: @escaping Worker.Report) throws {
        switch task {
        case .find(let workspace, let ticket): report(.gate(try find(workspace), ticket))
        case .enter(let account, let ticket): report(.gate(try enter(account), ticket))
        case .open(let secret, let ticket): report(.gate(open(with: secret, report: report), ticket))
        case .forget: try forget()
        case .recover(let code, let secrets, let ticket):
            let outcome = recover(with: code, secrets: secrets, ticket: ticket) {
                report(.gate(.revealing($0), ticket))
            }
            report(.gate(outcome, ticket))
        case .readEmergencyCard(let ticket): report(.gate(.emergency(emergencyText), ticket))
        case .lock: report(try lock())
        case .look:
            // Said first: what changes from now on is looked at anew.
            report(.looked)
            if let content = try look() { report(.content(content)) }
        case .use: try store?.extendSession()
        case .loadHike(let id): report(try hike(id))
        case .readDraft, .save, .overwrite, .commit, .discard: report(try edit(task))
        }
    }

    /// The key is wiped with the last reference to the store.
    mutating func forgetStore() {
        store?.close()
        (store, observation) = (nil, nil)
    }
}
