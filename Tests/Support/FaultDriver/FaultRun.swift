import Durability
import FoundationEssentials
import Glibc
import ProfileKit
import SQLiteKit

/// Runs a step repeatedly, each time on a fresh copy of one store, with a failure at one operation on a file.
struct FaultRun {
    let step: Step
    let folder: String
    let layer: FaultLayer
    let operations: FaultLayer.Operations
    let control: Control?

    /// A program with a flaw, which the judge has to detect.
    enum Control: String {
        /// It doesn't renew the device secret: the previous one is put back too.
        case unrenewed
        /// It reports success although the step failed.
        case swallowed
    }

    private var base: String { "\(folder)/base" }
    private var work: String { "\(folder)/work" }

    private struct Fault: CustomStringConvertible {
        let error: Int32
        let isLasting: Bool

        var description: String { "error \(error)\(isLasting ? " from then on" : "")" }
    }

    private var faults: [Fault] {
        let full = operations == .changes ? ENOSPC : EIO
        return [Fault(error: EIO, isLasting: false), Fault(error: full, isLasting: true)]
    }

    /// A step's report of its outcome.
    private enum Answer {
        case done(Situation)
        case refused(ProfileError)
        case other(any Error)
    }

    func run() throws {
        try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
        let scene = Scene(folder: base)
        var before = try Step.begin(in: scene)
        before = try Step.fail.run(in: scene, from: before, number: 1)
        var runs = 0
        for fault in faults {
            var number = 1
            while try run(fault, at: number, from: before) {
                (number, runs) = (number + 1, runs + 1)
            }
        }
        print("runs \(runs)")
    }

    /// - Returns: whether there was anything to fail.
    private func run(_ fault: Fault, at number: Int, from before: Situation) throws -> Bool {
        let manager = FileManager.default
        try? manager.removeItem(atPath: work)
        try manager.copyItem(atPath: base, toPath: work)
        let scene = Scene(folder: work)
        var (answer, shown) = (Answer?.none, String?.none)
        let fired = layer.failing(operations, at: number, with: fault.error, lasting: fault.isLasting) {
            do {
                answer = .done(try step.run(in: scene, from: before, number: 1, shown: { shown = $0 }))
            } catch let error as ProfileError {
                answer = .refused(error)
            } catch {
                answer = .other(error)
            }
        }
        guard fired, var answer else { return false }
        if control == .swallowed, case .refused = answer {
            answer = .done(before.with(\.failures, 0).with(\.username, "name 1"))
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
            return revived + Judge.faults(of: scene, acceptable: [after], deep: true)
        case .other(let error): return ["lie: an untyped error: \(error)"]
        case .refused(let error):
            let isUnknown = error.isOutcomeUnknown
            // SQLite reports a part of the file that can't be read as damage.
            let isUnreadable = operations == .reads && error.code == .damaged
            guard isUnknown || error.code == .io || isUnreadable else { return ["lie: \(error.code): \(error)"] }
            var problems: [String] = []
            if shown != nil, !isUnknown, !error.invalidatesShownRecoveryCode {
                problems.append("lie: the code that was shown isn't said to be void")
            }
            if step == .remove, isUnknown, isGone(scene) { return problems }
            return problems
                + Judge.faults(of: scene, acceptable: possible(isUnknown, shown, before), deep: true)
        }
    }

    private func isGone(_ scene: Scene) -> Bool {
        do {
            _ = try scene.gate()
            return false
        } catch {
            return (error as? ProfileError)?.code == .noStore
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
        case .fail, .unlock, .remove: return [before, cleared]
        case .edit: return [before, cleared, cleared.with(\.username, "name 1")]
        case .change, .recover: return [before, cleared, renewed.replacing(\.passcode, by: Step.passcode(number: 1))]
        case .renewRecoveryCode: return [before, cleared, renewed]
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
            let store = try scene.gate().unlockBlocking(with: Secret(before.passcode))
            defer { store.close() }
            _ = try store.profile
            return ["revived: the old rows open it"]
        } catch let error as ProfileError {
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
