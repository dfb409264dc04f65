import Dispatch
import FoundationEssentials
import Glibc
import SQLiteKit
import SealedStoreTesting
import Synchronization
import SystemKit
import Testing

@testable import SealedStore

/// What derives keys, in its asynchronous form.
enum GateOperation: CaseIterable, Sendable {
    case verify, change, renewRecoveryCode, acceptOlder, removeAccount
    case recover, verifyRecovery, stagesOfRecovery

    static let newPasscode = "820461"

    func run(_ gate: Gate, recoveryCode: RecoveryCode) async throws {
        let current = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
        let new = Gate.Secrets(passcode: try Secret(Self.newPasscode))
        switch self {
        case .verify: try await gate.verify(current)
        case .change: try await gate.change(to: Secret(Self.newPasscode), current: current)
        case .renewRecoveryCode: try await gate.renewRecoveryCode(current: current)
        case .acceptOlder: try await gate.acceptOlder(current: current)
        case .removeAccount: try await gate.removeAccount(current: current)
        case .recover: try await gate.recover(with: recoveryCode, settingUp: new)
        case .verifyRecovery: try await gate.verify(recoveryCode, settingUp: new)
        case .stagesOfRecovery: #expect(try await gate.stages(recoveredWith: recoveryCode) == [.sixDigits])
        }
    }
}

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A gate's operation in asynchronous form` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func expectUnchanged() throws {
        #expect(try temporary.failures == 1)
        #expect(try temporary.accounts == [.main])
        let new = Gate.Secrets(passcode: try Secret(GateOperation.newPasscode))
        #expect(code { try temporary.gate.verify(temporary.recoveryCode, settingUp: new) } == nil)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    private func expectDone(_ operation: GateOperation) throws {
        switch operation {
        case .verify, .acceptOlder: #expect(try temporary.failures == 0)
        case .change: #expect(temporary.attempt(GateOperation.newPasscode) == nil)
        case .renewRecoveryCode:
            #expect(code { _ = try temporary.gate.stages(recoveredWith: temporary.recoveryCode) } == .wrongPasscode)
        case .removeAccount: #expect(try temporary.accounts == [])
        case .recover: #expect(temporary.attempt(GateOperation.newPasscode) == nil)
        case .verifyRecovery, .stagesOfRecovery: try expectUnchanged()
        }
    }

    @Test(arguments: GateOperation.allCases)
    func `does what the blocking one does`(operation: GateOperation) async throws {
        #expect(temporary.attempt("111112") == .wrongPasscode)
        try await operation.run(temporary.gate, recoveryCode: temporary.recoveryCode)
        try expectDone(operation)
    }

    @Test(arguments: GateOperation.allCases)
    func `does nothing if it is cancelled before it begins`(operation: GateOperation) async throws {
        #expect(temporary.attempt("111112") == .wrongPasscode)
        let (gate, recoveryCode) = (temporary.gate, temporary.recoveryCode)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await operation.run(gate, recoveryCode: recoveryCode)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try expectUnchanged()
    }

    @Test(.serialized, arguments: GateOperation.allCases)
    func `does nothing and waits for nobody if it is cancelled while others hold the lock`(operation: GateOperation)
        async throws
    {
        #expect(temporary.attempt("111112") == .wrongPasscode)
        do {
            let turn = try PrivateFolder.open(try temporary.stateFolder)
            #expect(try turn.lockExclusively(within: .seconds(200)))
            let (gate, recoveryCode) = (temporary.gate, temporary.recoveryCode)
            let hasStarted = DispatchSemaphore(value: 0)
            let task = Task {
                hasStarted.signal()
                try await operation.run(gate, recoveryCode: recoveryCode)
            }
            let folder = try temporary.stateFolder
            // On a thread of its own, since the operation and the tests share the others.
            DispatchQueue(label: "cancelling").async {
                // The task starts behind all tests that are waiting for a thread. Looking at the descriptors takes long,
                // so that isn't done until then.
                hasStarted.wait()
                // It waits for the lock once it has opened the folder, too.
                while descriptors(of: folder) < 2 { usleep(1000) }
                task.cancel()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            withExtendedLifetime(turn) {}
        }
        try expectUnchanged()
    }

    /// The number of this process's open descriptors of a folder.
    private func descriptors(of folder: String) -> Int {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.count { number in
            // Some are closed meanwhile. The temporary folder may be a link.
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return path?.hasSuffix(folder.split(separator: "/sealed-test-").last ?? "") ?? false
        }
    }

    /// Runs an operation that is cancelled when its attempt is counted.
    private func runCancelled(_ operation: GateOperation) throws -> Task<Void, any Error> {
        #expect(temporary.attempt("111112") == .wrongPasscode)
        let clock = InterruptingClock(temporary.clock, onlyWhenCharged: true)
        var configuration = temporary.gate.configuration
        configuration.clock = clock
        let (gate, recoveryCode) = (
            try Gate(at: .file(temporary.gate.path), configuration: configuration), temporary.recoveryCode
        )
        let task = Task { try await operation.run(gate, recoveryCode: recoveryCode) }
        clock.interrupt.withLock { $0 = { task.cancel() } }
        return task
    }

    @Test(arguments: [GateOperation.verify, .acceptOlder])
    func `is completed if it is cancelled after its attempt began`(operation: GateOperation) async throws {
        let task = try runCancelled(operation)
        try await task.value
        #expect(task.isCancelled)
        try expectDone(operation)
    }

    @Test(arguments: [GateOperation.change, .renewRecoveryCode, .removeAccount])
    func `changes nothing if it is cancelled before its transaction, but its attempt counts`(
        operation: GateOperation
    ) async throws {
        let task = try runCancelled(operation)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try temporary.failures == 0)
        #expect(temporary.attempt("111112") == .wrongPasscode)
        try expectUnchanged()
    }

    @Test(arguments: [GateOperation.renewRecoveryCode, .recover])
    func `is completed if it is cancelled while its transaction shows the recovery code`(
        operation: GateOperation
    ) async throws {
        let (gate, old) = (temporary.gate, temporary.recoveryCode)
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)
        let task = Task {
            let handler: @Sendable (RecoveryCode) -> Void = { _ in
                while cancel.withLock({ $0 == nil }) { sched_yield() }
                cancel.withLock { $0?() }
            }
            guard operation == .recover else {
                let current = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
                return try await gate.renewRecoveryCode(current: current, recoveryCodeHandler: handler)
            }
            let new = Gate.Secrets(passcode: try Secret(GateOperation.newPasscode))
            return try await gate.recover(with: old, settingUp: new, recoveryCodeHandler: handler)
        }
        cancel.withLock { $0 = { task.cancel() } }
        let code = try await task.value
        #expect(try await gate.stages(recoveredWith: code) == [.sixDigits])
        try expectDone(operation)
    }

    @Test func `creates no account and restores no backup if it is cancelled before it begins`() async throws {
        let backup = "\(temporary.folder)/backup"
        try temporary.unlock().backup(to: backup)
        let (configuration, path) = (temporary.gate.configuration, "\(temporary.folder)/new.sealed")
        let creation = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await Gate.create(
                NewAccount(passcode: Secret("739158")), at: .file(path), configuration: configuration)
        }
        await #expect(throws: CancellationError.self) { try await creation.value }
        let restoration = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Gate.restore(backup, to: .file(path), configuration: configuration)
        }
        await #expect(throws: CancellationError.self) { try await restoration.value }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `creates an account, restores a backup and previews a repair`() async throws {
        let (folder, configuration) = (temporary.folder, temporary.gate.configuration)
        let seen = Mutex<RecoveryCode?>(nil)
        var account = NewAccount(secrets: Gate.Secrets(passcode: try Secret("739158")), formats: [.sixDigits])
        account.firstRecords = { try DocumentRecords<Trip>().create(Trip(place: "ada"), at: $1, in: &$0) }
        let (gate, recoveryCode) = try await Gate.create(
            account, at: "\(folder)/new.sealed", configuration: configuration,
            recoveryCodeHandler: { code in seen.withLock { $0 = code } })
        #expect(seen.withLock { $0?.description } == recoveryCode.description)
        let store = try await gate.unlock(with: Secret("739158"))
        #expect(try store.document.place == "ada")
        #expect(try store.repairPreview().isNeeded == false)
        try store.backup(to: "\(folder)/backup")
        let accounts = try await Gate.restore("\(folder)/backup", to: "\(folder)/copy", configuration: configuration) {
            _ in (.main, Gate.Secrets(passcode: try Secret("739158")))
        }
        #expect(accounts.opened == .main)
        let copy = try Gate(at: "\(folder)/copy", configuration: configuration)
        #expect(try await copy.unlock(with: Secret("739158")).document.place == "ada")
    }
}

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `An open store's transaction in asynchronous form` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `does what the blocking one does`() async throws {
        let store = try temporary.unlock()
        let records = DocumentRecords<Trip>()
        let commit = try await offloading {
            try store.opened.write { transaction in
                try records.edit(at: WallTime(secondsSince1970: 1), in: &transaction) { $0.place = "ada" }
            }
        }
        #expect(commit.revision == 2)
        #expect(try store.opened.read { try records.committed(in: &$0)?.model.place } == "ada")
        let salvaged = try store.opened.salvage { try records.committed(in: &$0)?.revision }
        #expect(salvaged.value == 2 && salvaged.damaged == [])
    }

    @Test(arguments: Access.allCases, [true, false])
    func `runs no body if it is cancelled before that begins`(access: Access, hasBegun: Bool) async throws {
        try temporary.unlock().beginSession()
        // A session's clock is read before the body is run.
        let clock = InterruptingClock(temporary.clock)
        clock.interrupt.withLock { $0 = {} }
        var configuration = temporary.gate.configuration
        configuration.clock = clock
        let gate = try Gate(at: .file(temporary.gate.path), configuration: configuration)
        let opened = try #require(try gate.resume(extending: false)).opened
        if hasBegun { clock.interrupt.withLock { $0 = nil } }
        let task = Task {
            if !hasBegun { withUnsafeCurrentTask { $0?.cancel() } }
            try await access.run(on: opened) { Issue.record("the body was run") }
        }
        clock.interrupt.withLock { $0 = { task.cancel() } }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `is completed if it is cancelled while its body runs`() async throws {
        let opened = try temporary.unlock().opened
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)
        let task = Task {
            try await offloading {
                try opened.write { transaction in
                    while cancel.withLock({ $0 == nil }) { sched_yield() }
                    cancel.withLock { $0?() }
                    return try DocumentRecords<Trip>().edit(at: WallTime(secondsSince1970: 1), in: &transaction) {
                        $0.place = "ada"
                    }.revision
                }
            }
        }
        cancel.withLock { $0 = { task.cancel() } }
        #expect(try await task.value == 2)
        #expect(try temporary.unlock().document.place == "ada")
    }

    @Test func `is completed if it is cancelled before its body is run again, because of damage`() async throws {
        try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
            .run("UPDATE record SET head = zeroblob(300) WHERE kind = 'trip'")
        let opened = try temporary.unlock().opened
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)
        let runs = Mutex(0)
        let task = Task {
            try await offloading {
                try opened.salvage(stoppingEarly: true) { transaction in
                    while cancel.withLock({ $0 == nil }) { sched_yield() }
                    cancel.withLock { $0?() }
                    runs.withLock { $0 += 1 }
                    return try DocumentRecords<Trip>().committed(in: &transaction)?.revision
                }
            }
        }
        cancel.withLock { $0 = { task.cancel() } }
        #expect(try await task.value.damaged == [.trip])
        #expect(runs.withLock { $0 } == 2)
    }
}

extension `An open store's transaction in asynchronous form` {
    enum Access: CaseIterable {
        case read, salvage, write

        func run(on store: OpenAccount, _ body: @escaping @Sendable () -> Void) async throws {
            try await offloading {
                switch self {
                case .read: try store.read { _ in body() }
                case .salvage: try _ = store.salvage { _ in body() }
                case .write: try store.write { _ in body() }
                }
            }
        }
    }
}
