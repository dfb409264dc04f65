import Dispatch
import FoundationEssentials
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore
@testable import SystemKit

/// A store and copies that were restored from a backup of it, on the machine that has its device secret.
struct Copies {
    static let passcode = TemporaryStore.passcode
    let temporary = TemporaryStore.current!
    /// The original, and the copies.
    private(set) var gates: [Gate] = []

    var original: Gate { gates[0] }
    var copy: Gate { gates[1] }

    init(_ count: Int) throws {
        try temporary.unlock().backup(to: backup)
        gates.append(temporary.gate)
        for _ in 0..<count { gates.append(try restore()) }
    }

    var backup: String { "\(temporary.folder)/backup" }

    func restore(to name: String? = nil, with passcode: String? = passcode) throws -> Gate {
        let path = "\(temporary.folder)/\(name ?? "copy\(gates.count)")"
        try Gate.restore(backup, to: .file(path), configuration: temporary.gate.configuration) { _ in
            try passcode.map { (.main, try Gate.Secrets(passcode: Secret($0))) }
        }
        return try Gate(at: .file(path), configuration: temporary.gate.configuration)
    }

    func folder(of gate: Gate) throws -> StateFolder { gate.core.folder(in: try gate.core.take()) }

    func device(of gate: Gate) throws -> SharedSecret {
        let folder = try folder(of: gate)
        guard let device = try folder.read("\(folder.path)/device.key") else { throw StoreError(.locked) }
        return SharedSecret(device)
    }

    /// Gives each copy a count of its own, as it would have without a common count id.
    func separateCounts() throws {
        for gate in gates {
            let file = try folder(of: gate).gateState
            try file.create(key: device(of: gate).secret, countID: GateState.newCountID)
        }
    }

    /// Puts the copy's file in the place of the original's.
    func exchange() throws {
        try remove(original.path)
        try SealedStoreTests.copy(copy.path, to: original.path)
    }
}

func attempt(_ gate: Gate, _ passcode: String = "111112") -> StoreError.Code? {
    code { _ = try gate.unlock(with: Secret(passcode)) }
}

func secrets(_ passcode: String = Copies.passcode) throws -> Gate.Secrets {
    try Gate.Secrets(passcode: Secret(passcode))
}

@Suite(
    .temporaryStore,
    .reliability(
        "R30", "copies of a store with the same secrets give no further attempts",
        figure:
            "8 copies, one after the other and 64 at once: 5 derivations in all; 4 × 150 random attempts as one ladder",
        control: "a count for each copy: 40 derivations")
) struct `Attempts at copies` {
    private var clock: ManualClock { TemporaryStore.current.clock }

    @Test func `are five in all before a wait, at whichever copies they are made`() throws {
        let copies = try Copies(7)
        let outcomes = (0..<5).flatMap { _ in copies.gates.map { attempt($0) } }
        #expect(outcomes == Array(repeating: .wrongPasscode, count: 5) + Array(repeating: .throttled, count: 35))
        for gate in copies.gates {
            #expect(try gate.status.failures == 5)
            #expect(try gate.status.retryAfter == .seconds(60))
            #expect(attempt(gate, Copies.passcode) == .throttled)
        }
    }

    @Test func `are forty if each copy has a count of its own`() throws {
        // So the test above notices counts that are not shared.
        let copies = try Copies(7)
        try copies.separateCounts()
        let outcomes = (0..<5).flatMap { _ in copies.gates.map { attempt($0) } }
        #expect(outcomes == Array(repeating: .wrongPasscode, count: 40))
    }

    @Test func `are five in all when they are made at once`() throws {
        let copies = try Copies(7)
        let outcomes = Mutex<[StoreError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            let outcome = attempt(copies.gates[number % copies.gates.count])
            outcomes.withLock { $0.append(outcome) }
        }
        #expect(outcomes.withLock { $0.count { $0 == .wrongPasscode } } == 5)
        #expect(outcomes.withLock { $0.count { $0 == .throttled } } == 59)
    }

    @Test func `wait for each other while copies are made, and deadlock nowhere`() throws {
        let copies = try Copies(2)
        let outcomes = Mutex<[StoreError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: 24) { number in
            let outcome =
                number % 4 == 0
                ? code { _ = try copies.restore(to: "further\(number)") }
                : attempt(copies.gates[number % 3], Copies.passcode)
            outcomes.withLock { $0.append(outcome) }
        }
        #expect(outcomes.withLock { $0 } == [StoreError.Code?](repeating: nil, count: 24))
    }

    @Test func `are forgotten by all copies after a success at one`() throws {
        let copies = try Copies(2)
        for gate in copies.gates { #expect(attempt(gate) == .wrongPasscode) }
        #expect(attempt(copies.copy, Copies.passcode) == nil)
        for gate in copies.gates { #expect(try gate.status.failures == 0) }
    }

    @Test func `are counted as by one ladder, whatever is tried where and when`() throws {
        let copies = try Copies(3)
        var random = SeededSource(seed: ReliabilityFigure.seed)
        var model = AttemptLimiter()
        for step in 0..<150 {
            let gate = copies.gates.randomElement(using: &random)!
            let isRight = Int.random(in: 0..<8, using: &random) == 0
            switch Int.random(in: 0..<10, using: &random) {
            case 0: clock.reboot()
            case 1: clock.moveWallClock(by: .seconds(86_400))
            case 2...6: clock.advance(by: model.wait(at: clock.bootInstant))
            default: clock.advance(by: .seconds(Int.random(in: 0...60, using: &random)))
            }
            let wait = model.wait(at: clock.bootInstant)
            #expect(try gate.status.retryAfter == wait, "step \(step)")
            let outcome = attempt(gate, isRight ? Copies.passcode : "111112")
            if wait == .zero { if isRight { model.clear() } else { model.charge(at: clock.bootInstant) } }
            #expect(outcome == (wait > .zero ? .throttled : isRight ? nil : .wrongPasscode), "step \(step)")
            for gate in copies.gates { #expect(try gate.status.failures == model.failures, "step \(step)") }
        }
    }

    @Test func `on a clock that was ahead cost one whole wait at another copy, which then ends`() throws {
        let copies = try Copies(1)
        for _ in 1...5 { _ = attempt(copies.original) }
        clock.turnBack(by: .seconds(900))
        #expect(try copies.copy.status.retryAfter == .seconds(60))
        clock.advance(by: .seconds(45))
        #expect(try copies.copy.status.retryAfter == .seconds(15))
        clock.advance(by: .seconds(15))
        #expect(attempt(copies.copy, Copies.passcode) == nil)
    }

    @Test func `that may have been lost at one copy count once at all of them`() throws {
        let copies = try Copies(1)
        for _ in 1...4 { #expect(attempt(copies.original) == .wrongPasscode) }
        let path = "\(try copies.folder(of: copies.original).path)/gate.state"
        // The newest state is the second slot, which stays.
        var torn = try bytes(of: path)
        for index in 80..<90 { torn[index] ^= 0xFF }
        try write(torn, to: path)
        #expect(try copies.copy.status.failures == 5)
        // The status, which doesn't hold the other folder, leaves it as it is; the attempt makes it whole.
        #expect(try bytes(of: path) == torn)
        #expect(attempt(copies.copy, Copies.passcode) == .throttled)
        #expect(
            try copies.folder(of: copies.original).gateState.read(key: copies.device(of: copies.original).secret)
                .isWhole)
        clock.advance(by: .seconds(30))
        #expect(attempt(copies.copy, Copies.passcode) == .throttled)
        clock.advance(by: .seconds(30))
        #expect(attempt(copies.copy, Copies.passcode) == nil)
    }

    @Test func `after a change of the secrets are counted apart`() throws {
        let copies = try Copies(1)
        try copies.original.change(to: Secret("820461"), current: secrets())
        for _ in 1...5 { #expect(attempt(copies.copy) == .wrongPasscode) }
        #expect(try copies.original.status.failures == 0)
        #expect(attempt(copies.original, "820461") == nil)
        #expect(attempt(copies.copy, Copies.passcode) == .throttled)
    }

    /// What may lie beside a state folder.
    @Test(arguments: ["empty", "state alone", "other key", "garbage", "unreadable", "link"])
    func `aren't affected by a stray folder`(kind: String) throws {
        let copies = try Copies(0)
        let folder = try copies.folder(of: copies.original)
        let stray = "\(folder.storeFolder)/\(String(repeating: "ab", count: 16))"
        try makeFolder("\(stray)/main")
        switch kind {
        case "state alone": try copy("\(folder.path)/gate.state", to: "\(stray)/main/gate.state")
        case "other key":
            try copy("\(folder.path)/gate.state", to: "\(stray)/main/gate.state")
            try write([UInt8](repeating: 7, count: 32), to: "\(stray)/main/device.key")
        case "garbage":
            for name in ["gate.state", "device.key", "path.state"] {
                try write([1, 2, 3], to: "\(stray)/main/\(name)")
            }
        case "unreadable": try makeFolder("\(stray)/main/device.key")
        case "link":
            try remove("\(stray)/main")
            try FileManager.default.createSymbolicLink(
                atPath: "\(stray)/main", withDestinationPath: folder.path)
        default: break
        }
        #expect(attempt(copies.original) == .wrongPasscode)
        #expect(try copies.original.status.failures == 1)
        #expect(attempt(copies.original, Copies.passcode) == nil)
    }
}

@Suite(
    .temporaryStore,
    .reliability(
        "R30", "a copy that is put in the place of the store is refused until it is accepted",
        figure: "5 ways to open it, and a session", control: "with nothing remembered: the old passcode opens it")
) struct `A copy in the place of another one` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private static let changed = "820461"

    /// The attack: a backup is restored elsewhere, the secrets are changed, and the copy is put in the store's place.
    private func putInPlace(afterRecoveryCode: Bool = false) throws -> Copies {
        let copies = try Copies(1)
        if afterRecoveryCode {
            try copies.original.renewRecoveryCode(current: secrets())
        } else {
            try copies.original.change(to: Secret(Self.changed), current: secrets())
        }
        try copies.exchange()
        return copies
    }

    private func reason(_ body: () throws -> Void) -> StoreError.Reason? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.reason
        }
    }

    @Test func `is refused with the old passcode, the new one and a wrong one, before an attempt is counted`() throws {
        let copies = try putInPlace()
        for passcode in [Copies.passcode, Self.changed, "111112"] {
            #expect(
                reason { _ = try temporary.gate.unlock(with: Secret(passcode)) } == .otherInstance(.opening))
        }
        #expect(try copies.original.status.failures == 0)
        #expect(attempt(copies.copy, Copies.passcode) == nil, "in its own place it opens")
    }

    @Test func `opens with the old passcode where nothing is remembered`() throws {
        // So the test above notices a place that isn't remembered.
        let copies = try Copies(1)
        try copies.original.change(to: Secret(Self.changed), current: secrets())
        try remove("\(try copies.folder(of: copies.original).path)/path.state")
        try copies.exchange()
        #expect(attempt(temporary.gate, Copies.passcode) == nil)
    }

    @Test func `is refused with a live session of its own`() throws {
        let copies = try Copies(1)
        let session = try copies.copy.unlock(with: Secret(Copies.passcode))
        try session.beginSession()
        session.close()
        try copies.exchange()
        #expect(reason { _ = try temporary.gate.resume() } == .otherInstance(.opening))
        #expect(try copies.copy.resume() != nil)
    }

    @Test func `doesn't show its readable text`() throws {
        try temporary.unlock().setReadableText("Old number")
        let copies = try Copies(1)
        try temporary.unlock().setReadableText("New number")
        let remembered = "\(try copies.folder(of: copies.original).path)/path.state"
        try copies.exchange()
        #expect(reason { _ = try temporary.gate.readableText() } == .otherInstance(.opening))
        #expect(try copies.copy.readableText() == "Old number", "in its own place it is shown")
        // What can't be read isn't known to be another copy.
        try write([1, 2, 3], to: remembered)
        #expect(try temporary.gate.readableText() == "Old number")
    }

    @Test func `is refused for a change of its secrets, a new recovery code and a removal`() throws {
        _ = try putInPlace()
        let gate = temporary.gate
        #expect(reason { try gate.change(to: Secret("640275"), current: secrets()) } == .otherInstance(.opening))
        #expect(reason { try gate.renewRecoveryCode(current: secrets()) } == .otherInstance(.opening))
        #expect(reason { try gate.removeAccount(current: secrets()) } == .otherInstance(.opening))
        #expect(reason { try gate.verify(secrets()) } == .otherInstance(.opening))
    }

    @Test func `isn't recovered with the old recovery code, with or without a device secret`() throws {
        let copies = try putInPlace(afterRecoveryCode: true)
        func recover() -> StoreError.Reason? {
            reason { try temporary.gate.recover(with: temporary.recoveryCode, settingUp: secrets("640275")) }
        }
        #expect(recover() == .otherInstance(.recovering))
        #expect(reason { _ = try temporary.gate.stages(recoveredWith: temporary.recoveryCode) } != nil)
        let bare = try copies.restore(to: "bare", with: nil)
        try remove(temporary.gate.path)
        try move(bare.path, to: temporary.gate.path)
        #expect(recover() == .otherInstance(.recovering))
        // Elsewhere, nothing is in its way.
        try move(temporary.gate.path, to: bare.path)
        try bare.recover(with: temporary.recoveryCode, settingUp: secrets("640275"))
    }

    @Test func `is found by the check alone, which leaves the place to the other one`() throws {
        let copies = try putInPlace()
        for _ in 1...2 {
            let opening = try temporary.gate.enter(refusingOlder: false).open(with: Secret(Copies.passcode))
            let store = try opening.store()
            let failed = try store.check().filter { !$0.isOK }
            #expect(failed.map(\.name) == [StoreCheck.generation] && failed.map(\.problem) == [.otherInstance])
        }
        #expect(attempt(copies.original, Copies.passcode) == .damaged)
    }

    @Test func `is accepted after its passcode, and then has the place`() throws {
        let copies = try Copies(1)
        let kept = "\(temporary.folder)/kept"
        try copy(temporary.gate.path, to: kept)
        try copies.exchange()
        #expect(code { try temporary.gate.acceptOlder(current: secrets("111112")) } == .wrongPasscode)
        #expect(attempt(temporary.gate, Copies.passcode) == .damaged)
        #expect(try temporary.gate.acceptOlder(current: secrets()))
        #expect(try !temporary.gate.acceptOlder(current: secrets()), "it has been accepted")
        // Now the other one is the wrong one, also before the accepted one has been opened.
        try remove(temporary.gate.path)
        try move(kept, to: temporary.gate.path)
        #expect(
            reason { _ = try temporary.gate.unlock(with: Secret(Copies.passcode)) } == .otherInstance(.opening))
        try copies.exchange()
        #expect(attempt(temporary.gate, Copies.passcode) == nil)
    }

    @Test func `has the place if it was restored there`() async throws {
        for passcode in [Copies.passcode, nil] {
            let temporary = try TemporaryStore()
            try await temporary.asCurrent {
                let copies = try Copies(0)
                try remove(temporary.gate.path)
                let restored = try copies.restore(to: "test.sealed", with: passcode)
                if passcode == nil { try restored.recover(with: temporary.recoveryCode, settingUp: secrets()) }
                #expect(attempt(restored, Copies.passcode) == nil)
            }
        }
    }

    @Test func `is none after a move of the store, which takes its place along`() throws {
        let copies = try Copies(1)
        let moved = "\(temporary.folder)/moved"
        try move(temporary.gate.path, to: moved)
        let gate = try Gate(at: .file(moved), configuration: temporary.gate.configuration)
        #expect(attempt(gate, Copies.passcode) == nil)
        try move(copies.copy.path, to: temporary.gate.path)
        #expect(attempt(temporary.gate, Copies.passcode) == nil, "the old place is free")
        try remove(moved)
        try copy(temporary.gate.path, to: moved)
        #expect(attempt(gate, Copies.passcode) == .damaged)
    }

    @Test(arguments: [true, false]) func `is remembered through a change of secrets`(isRecovery: Bool) throws {
        let copies = try Copies(1)
        if isRecovery {
            try copies.original.recover(with: temporary.recoveryCode, settingUp: secrets(Self.changed))
        } else {
            try copies.original.renewRecoveryCode(current: secrets())
        }
        try copies.exchange()
        #expect(attempt(temporary.gate, Copies.passcode) == .damaged)
    }

    @Test func `is not remembered by reading`() throws {
        let copies = try Copies(0)
        let path = "\(try copies.folder(of: copies.original).path)/path.state"
        try temporary.unlock().beginSession()
        try remove(path)
        _ = try temporary.gate.resume()?.document
        #expect(try !PrivateFile.checkIfPresent(path))
        try remove("\(temporary.folder)/backup")
        try temporary.unlock().close()
        #expect(try PrivateFile.checkIfPresent(path))
        let written = PrivateFile.identity(of: path)
        try temporary.unlock().close()
        #expect(PrivateFile.identity(of: path) == written, "it is written only when it changes")
    }
}
