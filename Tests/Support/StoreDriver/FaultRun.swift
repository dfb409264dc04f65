import CSQLite
import FoundationEssentials
import Glibc
import ProfileKit
import ProfileSupport
import SQLiteKit

/// Runs a step repeatedly, each time on a fresh copy of one store, with a failure at one operation on a file, or at one
/// request for memory.
struct FaultRun {
    let step: Step
    let folder: String
    let layer: FaultLayer
    let operations: FaultLayer.Operations
    /// The number of places at which the step fails, spread evenly over it; `nil` for all.
    let most: Int?
    let control: Control?

    /// A program with a flaw, which the judge has to detect.
    enum Control: String {
        /// It doesn't renew the device secret: the previous one is put back too.
        case unrenewed
        /// It reports success although the step failed.
        case swallowed
        /// It counts an attempt that gets no memory.
        case counted
        /// It takes such an attempt for one with a wrong passcode.
        case misjudged
        /// It takes a part of the file that can't be read for damage.
        case damaged
    }

    private var base: String { "\(folder)/base" }
    private var work: String { "\(folder)/work" }

    private enum Fault: CustomStringConvertible {
        case once(Int32)
        case fromThenOn(Int32)
        /// SQLite may use no more than some kilobytes of memory.
        case heapLimit

        var description: String {
            switch self {
            case .once(let error): "error \(error)"
            case .fromThenOn(let error): "error \(error) from then on"
            case .heapLimit: "a limit of \(Self.kilobytes) kB times the number"
            }
        }

        /// The step between two limits.
        static let kilobytes = 16
    }

    private var faults: [Fault] {
        switch operations {
        case .changes: [.once(EIO), .fromThenOn(ENOSPC)]
        case .reads: [.once(EIO), .fromThenOn(EIO)]
        case .memory: [.once(ENOMEM), .fromThenOn(ENOMEM), .heapLimit]
        }
    }

    /// A step's report of its outcome.
    private enum Answer {
        case done(Situation)
        case refused(StoreError)
        case other(any Error)

        var isDone: Bool { if case .done = self { true } else { false } }
    }

    func run() throws {
        try FileManager.default.createDirectory(
            atPath: base, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let scene = Scene(folder: base)
        var before = try Step.begin(in: scene)
        before = try Step.importHikes.run(in: scene, from: before, number: 1)
        before = try Step.backup.run(in: scene, from: before, number: 1)
        try FileManager.default.moveItem(atPath: scene.copy, toPath: scene.backup)
        before = try Step.draft.run(in: scene, from: before, number: 1)
        before = try Step.fail.run(in: scene, from: before, number: 1)
        var runs = 0
        for fault in faults {
            let distance = try distance(of: fault, from: before)
            var number = 1
            while try run(fault, at: number, from: before) {
                (number, runs) = (number + distance, runs + 1)
            }
        }
        print("runs \(runs)")
    }

    /// The distance between the operations that fail.
    private func distance(of fault: Fault, from before: Situation) throws -> Int {
        guard let most else { return 1 }
        if case .heapLimit = fault { return max(1, 48 / most) }
        let scene = try renewed()
        let count = try layer.counting(operations) { _ = try step.run(in: scene, from: before, number: 2) }
        return max(1, (count + most - 1) / most)
    }

    private func renewed() throws -> Scene {
        try? FileManager.default.removeItem(atPath: work)
        try FileManager.default.copyItem(atPath: base, toPath: work)
        return Scene(folder: work)
    }

    /// Runs a body in which a fault happens.
    ///
    /// - Returns: whether it happened.
    private func failing(_ fault: Fault, at number: Int, _ body: () -> Void) -> Bool {
        switch fault {
        case .once(let error): return layer.failing(operations, at: number, with: error, lasting: false, body)
        case .fromThenOn(let error): return layer.failing(operations, at: number, with: error, lasting: true, body)
        case .heapLimit:
            let limit = number * Fault.kilobytes << 10
            _ = sqlite3_hard_heap_limit64(Int64(limit))
            _ = sqlite3_memory_highwater(1)
            body()
            _ = sqlite3_hard_heap_limit64(0)
            // SQLite refuses what would reach the limit.
            return sqlite3_memory_highwater(0) > Int64(limit) - 70_000
        }
    }

    /// - Returns: whether there was anything to fail.
    private func run(_ fault: Fault, at number: Int, from before: Situation) throws -> Bool {
        let scene = try renewed()
        var (answer, shown) = (Answer?.none, String?.none)
        let fired = failing(fault, at: number) {
            do {
                answer = .done(try step.run(in: scene, from: before, number: 2, shown: { shown = $0 }))
            } catch let error as StoreError {
                answer = .refused(error)
            } catch {
                answer = .other(error)
            }
        }
        guard var answer else { return false }
        if !fired {
            // A limit that refuses a large request isn't reached.
            guard case .heapLimit = fault, !answer.isDone else { return false }
        }
        if case .refused = answer {
            switch control {
            case .swallowed: answer = .done(before.with(\.failures, 0).with(\.username, "name 2"))
            case .counted: _ = try Step.fail.run(in: scene, from: before, number: 2)
            case .misjudged: answer = .refused(StoreError(.wrongRecoveryCode(.main)))
            case .damaged: answer = .refused(StoreError(.damaged(.structure)))
            case .unrenewed, nil: break
            }
        }
        for problem in try problems(of: answer, shown: shown, in: scene, before: before) {
            print("\(step.rawValue), \(fault) at \(number): \(problem)")
        }
        return true
    }

    private func problems(
        of answer: Answer, shown: String?, in scene: Scene, before: Situation
    ) throws -> [String] {
        switch answer {
        case .done(let after):
            guard step != .remove else { return isGone(scene) ? [] : ["lie: the account is still there"] }
            let revived = changesSecrets ? try oldRowsRevive(before, after) : []
            let made = try problemsOfWhatWasMade(in: scene, from: before, isDone: true)
            return revived + made + Judge.faults(of: scene, acceptable: [after], deep: true)
        // Thrown for the secret that was to be passed to the store.
        case .other(SealingError.outOfMemory) where operations == .memory:
            return Judge.faults(of: scene, acceptable: [before], deep: true)
        case .other(let error): return ["lie: an untyped error: \(error)"]
        case .refused(let error):
            let isUnknown = error.isOutcomeUnknown
            // A session whose key can't be read is none.
            let isLocked = operations == .reads && step == .session && error.code == .locked
            guard isUnknown || error.code == .io || isLocked || isOfMemory(error) else {
                return ["lie: \(error.code): \(error)"]
            }
            var problems = try problemsOfWhatWasMade(in: scene, from: before, isDone: false)
            if operations == .memory, step != .remove || !isGone(scene) {
                let failures = try scene.gate().status.failures ?? -1
                if ![0, before.failures].contains(failures) {
                    problems.append("counted: \(failures) failures after \(before.failures)")
                }
            }
            if shown != nil, !isUnknown, !error.invalidatesShownRecoveryCode {
                problems.append("lie: the code that was shown isn't said to be void")
            }
            if step == .remove, isUnknown, isGone(scene) { return problems }
            return problems
                + Judge.faults(of: scene, acceptable: possible(isUnknown, shown, before), deep: true)
        }
    }

    private func isOfMemory(_ error: StoreError) -> Bool {
        guard operations == .memory else { return false }
        switch error.reason {
        case .outOfMemory, .engine(.outOfMemory, _, _): return true
        // One place for the keys of sessions, which has no memory.
        case .noSessionStorage(let reasons): return reasons.allSatisfy { isOfMemory(StoreError($0)) }
        default: return false
        }
    }

    /// Examines the copy, the store or the account that a step has made beside the store.
    private func problemsOfWhatWasMade(in scene: Scene, from before: Situation, isDone: Bool) throws -> [String] {
        do {
            switch step {
            case .backup:
                let isThere = FileManager.default.fileExists(atPath: scene.copy)
                guard isThere else { return isDone ? ["lie: there is no backup"] : [] }
                return try contentDiffers(ofBackup: scene.copy, in: scene, from: before)
            case .restore:
                let isThere = FileManager.default.fileExists(atPath: scene.restored)
                guard isThere else { return isDone ? ["lie: there is no restored store"] : [] }
                return try contentDiffers(of: scene.restored, in: scene, from: before)
            case .addAccount:
                let passcode = Step.passcode(number: 2)
                if !isDone {
                    // It isn't there, or it is there as a whole.
                    do {
                        _ = try Step.addAccount.run(in: scene, from: before, number: 2)
                    } catch StoreError.Code.exists {}
                }
                let gate = try Gate(at: .file(scene.path), account: .init("other"), configuration: scene.configuration)
                try gate.unlock(with: Secret(passcode)).close()
                return []
            default: return []
            }
        } catch {
            return ["damaged: what \(step.rawValue) made: \(error)"]
        }
    }

    private func contentDiffers(ofBackup path: String, in scene: Scene, from before: Situation) throws -> [String] {
        let target = "\(scene.folder)/judged.profile"
        _ = try Gate.restore(path, to: .file(target), configuration: scene.configuration) {
            ($0[0].id, try Gate.Secrets(passcode: Secret(before.passcode)))
        }
        return try contentDiffers(of: target, in: scene, from: before)
    }

    private func contentDiffers(of path: String, in scene: Scene, from before: Situation) throws -> [String] {
        let store = try Gate(at: .file(path), configuration: scene.configuration)
            .unlock(with: Secret(before.passcode))
        defer { store.close() }
        // A backup from the beginning has no draft yet.
        let isSame = try store.profile.username == before.username && store.hikes.count == before.hikes
        let isSound = try store.check().allSatisfy(\.isOK)
        return isSame && isSound ? [] : ["lost: \(path) has other content"]
    }

    private func isGone(_ scene: Scene) -> Bool {
        do {
            _ = try scene.gate()
            return false
        } catch {
            return (error as? StoreError)?.code == .noStore
        }
    }

    private var changesSecrets: Bool { [.change, .recover, .renewRecoveryCode].contains(step) }

    /// Puts the gate's previous rows into a copy of the store, after the next opening has completed the change.
    private func oldRowsRevive(_ before: Situation, _ after: Situation) throws -> [String] {
        let copy = Scene(folder: "\(folder)/copy")
        try? FileManager.default.removeItem(atPath: copy.folder)
        try FileManager.default.copyItem(atPath: work, toPath: copy.folder)
        _ = try Step.unlock.run(in: copy, from: after, number: 1)
        if control == .unrenewed {
            for name in try FileManager.default.subpathsOfDirectory(atPath: base) where name.hasSuffix("/device.key") {
                for state in ["device.key", "gate.state", "seen.state"] {
                    let path = name.dropLast("device.key".count) + state
                    try? FileManager.default.removeItem(atPath: "\(copy.folder)/\(path)")
                    try FileManager.default.copyItem(atPath: "\(base)/\(path)", toPath: "\(copy.folder)/\(path)")
                }
            }
        }
        return OldRows.revive(copy, from: base, before)
    }

    /// The situations that are possible after an error.
    private func possible(_ isUnknown: Bool, _ shown: String?, _ before: Situation) -> [Situation] {
        // The authentication before the change may have cleared the count.
        let cleared = before.with(\.failures, 0)
        guard step != .fail else { return [before, before.with(\.failures, before.failures + 1)] }
        guard isUnknown else { return [before, cleared] }
        let renewed = cleared.replacing(\.recoveryCode, by: shown ?? before.recoveryCode)
        switch step {
        case .edit: return [before, cleared, cleared.with(\.username, "name 2")]
        case .draft: return [before, cleared, cleared.with(\.draft, "draft 2")]
        case .commit: return [before, cleared, cleared.with(\.username, before.draft).with(\.draft, "")]
        case .importHikes: return [before, cleared, cleared.with(\.hikes, before.hikes + 3)]
        case .removeHike: return [before, cleared, cleared.with(\.hikes, before.hikes - 1)]
        case .change, .recover: return [before, cleared, renewed.replacing(\.passcode, by: Step.passcode(number: 2))]
        case .renewRecoveryCode: return [before, cleared, renewed]
        case .fail, .unlock, .remove, .session, .read, .backup, .restore, .repair, .addAccount:
            return [before, cleared]
        }
    }
}

/// The gate's rows from before a change, put back after it.
enum OldRows {
    /// - Returns: what is wrong; empty when the retired passcode opens nothing.
    static func revive(_ scene: Scene, from base: String, _ before: Situation) -> [String] {
        do {
            try putBack(from: "\(base)/test.profile", into: scene.path)
            scene.clock.waitOut()
            let store = try scene.gate().unlock(with: Secret(before.passcode))
            defer { store.close() }
            _ = try store.profile
            return ["revived: the old rows open it"]
        } catch let error as StoreError {
            return [.noDeviceSecret, .damaged].contains(error.code) ? [] : ["old rows: \(error.code): \(error)"]
        } catch {
            return ["old rows: \(error)"]
        }
    }

    static func putBack(from old: String, into path: String) throws {
        let store = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
        try store.run("ATTACH ? AS old", .text(old))
        try store.run(
            """
            UPDATE account SET (epoch, recovery, device_check, mac) =
                (SELECT epoch, recovery, device_check, mac FROM old.account)
            """)
        try store.run("DELETE FROM stage")
        try store.run("INSERT INTO stage SELECT * FROM old.stage")
    }
}
