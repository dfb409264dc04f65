internal import ProfileKit

/// Examines a store after something went wrong, and reports violated promises.
public struct Judge {
    private let scene: Scene
    private let acceptable: [Situation]
    private var faults: [String] = []

    /// - Parameters:
    ///   - acceptable: the situations of which one must be found completely: the one before the interrupted step, and
    ///     the one after it.
    ///   - deep: whether recovery codes are tried as well, which changes the store.
    /// - Returns: what is wrong; empty when all is well.
    public static func faults(of scene: Scene, acceptable: [Situation], deep: Bool) -> [String] {
        var judge = Judge(scene: scene, acceptable: acceptable)
        do {
            try judge.judge(deep: deep)
        } catch {
            judge.faults.append("lock-out: \(error)")
        }
        return judge.faults
    }

    private init(scene: Scene, acceptable: [Situation]) {
        (self.scene, self.acceptable) = (scene, acceptable)
    }

    private mutating func judge(deep: Bool) throws {
        scene.clock.waitOut()
        let gate = try scene.gate()
        try judgeFailures(try gate.status.failures)
        let retired = Set(acceptable.flatMap(\.retired))
            .subtracting(acceptable.flatMap { [$0.passcode, $0.recoveryCode] })
        for passcode in retired.filter({ $0.count == 6 }).sorted() where try open(passcode) != nil {
            faults.append("revived: a retired passcode opens it")
        }
        var found: (situations: [Situation], store: ProfileStore)?
        for passcode in Set(acceptable.map(\.passcode)).sorted() {
            guard let store = try open(passcode) else { continue }
            if found != nil { faults.append("revived: both passcodes open it") }
            let (username, hikes) = (try store.profile.username, try store.hikes.count)
            let draft = try store.savedDraft?.profile.username ?? ""
            // Two of them may differ only in the recovery code.
            let situations = acceptable.filter {
                ($0.passcode, $0.username, $0.hikes, $0.draft) == (passcode, username, hikes, draft)
            }
            if situations.isEmpty {
                faults.append("lost: the profile is '\(username)', the draft '\(draft)', with \(hikes) hikes")
            }
            found = (situations, store)
        }
        guard let found else { return faults.append("lock-out: no passcode opens it") }
        let card = try scene.gate().emergencyCard?.description
        if !found.situations.contains(where: { $0.card == card }) {
            faults.append("lost: the emergency card is another one")
        }
        for check in try found.store.check() {
            if let problem = check.problem { faults.append("damaged: \(check.name): \(problem)") }
        }
        found.store.close()
        guard deep else { return }
        let valid = Set(found.situations.map(\.recoveryCode))
        let void = retired.filter { $0.count > 6 }.union(acceptable.map(\.recoveryCode)).subtracting(valid)
        for code in void.sorted() where try recovers(with: code) {
            return faults.append("revived: a recovery code that is void brings it back")
        }
        if try !valid.sorted().contains(where: { try recovers(with: $0) }) {
            faults.append("lock-out: no recovery code brings it back")
        }
    }

    private mutating func judgeFailures(_ failures: Int?) throws {
        guard let failures else { return faults.append("lock-out: the failures can't be read") }
        let counted = acceptable.map(\.failures)
        if failures < counted.min() ?? 0 { faults.append("given back: \(failures) failures are left of \(counted)") }
        // One attempt in progress, and one more for a slot that may be lost.
        if failures > (counted.max() ?? 0) + 2 { faults.append("lock-out: \(failures) failures, of \(counted)") }
    }

    /// - Returns: `nil` when the passcode is wrong.
    private func open(_ passcode: String) throws -> ProfileStore? {
        defer { scene.clock.waitOut() }
        do {
            return try scene.gate().unlock(with: Secret(passcode))
        } catch let error as StoreError where error.code == .wrongPasscode {
            return nil
        }
    }

    private func recovers(with code: String) throws -> Bool {
        do {
            try scene.gate().recover(
                with: try RecoveryCode(reading: Secret(code)),
                settingUp: Gate.Secrets(passcode: Secret("918273")))
            return true
        } catch let error as StoreError where error.code == .wrongPasscode {
            return false
        }
    }
}
