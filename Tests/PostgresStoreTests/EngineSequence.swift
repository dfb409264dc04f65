import SealedStore
import TestSupport

/// Random transactions as a store could make them: no record that is put has the fingerprint of another one.
struct EngineSequence {
    private var source: SeededSource
    private let others: [AccountID]

    init(seed: UInt64, others: [AccountID] = []) {
        source = SeededSource(seed: seed)
        self.others = others
    }

    mutating func next(on model: EngineModel, account: AccountID) -> EngineTransaction {
        let isWriting = !chance(4)
        var (draft, steps) = (model, [EngineStep]())
        if draft.accounts[account.description] == nil, isWriting { steps.append(.putGate(gate())) }
        for step in steps { _ = draft.run(step, on: account) }
        for _ in 0..<Int.random(in: 1...8, using: &source) {
            let step = isWriting && !chance(3) ? write(on: draft, account) : read()
            steps.append(step)
            _ = draft.run(step, on: account)
        }
        return EngineTransaction(access: isWriting ? .writing : .reading, steps: steps, isThrownAway: chance(6))
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &source) == 0 }

    private mutating func number() -> Int {
        chance(20) ? [.min, .max, 0, -1].randomElement(using: &source) ?? 0 : Int.random(in: 1...12, using: &source)
    }

    private mutating func numbers() -> ClosedRange<Int> {
        if chance(3) { return .min ... .max }
        let (one, other) = (number(), number())
        return chance(2) ? one...one : min(one, other)...max(one, other)
    }

    private mutating func bytes(_ most: Int = 40) -> [UInt8] {
        (0..<Int.random(in: 1...most, using: &source)).map { _ in UInt8.random(in: 0 ... .max, using: &source) }
    }

    private mutating func kind() -> RecordKind { EngineModel.kinds.randomElement(using: &source) ?? EngineModel.log }

    private mutating func read() -> EngineStep {
        switch Int.random(in: 0..<10, using: &source) {
        case 0, 1: return .heads(EngineModel.singletons + (chance(2) ? [EngineModel.rare] : []))
        case 2: return .row(kind(), number(), chance(2) ? .whole : .first)
        case 3, 4:
            let range = RecordRange(
                numbers(), isDescending: chance(2), limit: chance(2) ? Int.random(in: 0...4, using: &source) : nil,
                extent: chance(2) ? .whole : .first)
            return .rows(kind(), range, stoppingAfter: chance(3) ? Int.random(in: 1...3, using: &source) : .max)
        case 5: return .number(fingerprint())
        case 6: return .count(kind())
        case 7: return .gate
        case 8: return chance(2) ? .sessions : .session(session())
        default: return .heads([])
        }
    }

    private mutating func fingerprint() -> [UInt8] { [UInt8.random(in: 0...9, using: &source)] }

    private mutating func session() -> [UInt8] { [UInt8.random(in: 0...2, using: &source), 7] }

    private mutating func gate() -> GateRow {
        GateRow(
            epoch: Int.random(in: 1...9, using: &source), shuffle: chance(2),
            stages: (0..<Int.random(in: 1...2, using: &source)).map { _ in
                StageRow(
                    format: "digits:6", epoch: 1, operations: 2, memory: 1 << 33, salt: bytes(), envelope: bytes())
            }, recovery: bytes(), deviceCheck: bytes(), mac: bytes())
    }

    private mutating func write(on model: EngineModel, _ account: AccountID) -> EngineStep {
        // Nothing is written for an account that doesn't exist.
        if model.accounts[account.description] == nil { return .putGate(gate()) }
        switch Int.random(in: 0..<16, using: &source) {
        case 0...6: return put(on: model, account)
        case 7, 8: return .remove(kind(), numbers())
        case 9:
            return .putManifest(SealedManifest(generation: Int.random(in: 1 ... .max, using: &source), box: bytes()))
        case 10: return .putMark(bytes())
        case 11: return .putGate(gate())
        case 12: return .putLock(Int.random(in: .min ... .max, using: &source))
        case 13:
            return .putSession(
                SessionRow(
                    id: session(), boot: bytes(), deadlineNanoseconds: number(), idleNanoseconds: number(),
                    envelope: bytes()))
        case 14: return .removeSessions(chance(2) ? nil : session())
        default: return chance(4) ? .removeAccount : .removeSessions(session())
        }
    }

    private mutating func put(on model: EngineModel, _ account: AccountID) -> EngineStep {
        let (kind, number) = (kind(), number())
        var row = RecordRow(
            number: number, revision: number, boxes: kind.parts.indices.map { $0 > 0 && chance(4) ? [] : bytes() })
        if kind.form == .singleton, chance(3) { row.readable = ReadableText(text: "a card\n", mac: bytes()) }
        if kind == EngineModel.collection {
            row.revision = Int.random(in: 1...99, using: &source)
            let wanted = fingerprint()
            let others = model.accounts[account.description]?.records[kind.name]?.values.filter { $0.number != number }
            if !chance(3), !(others ?? []).contains(where: { $0.fingerprint == wanted }) { row.fingerprint = wanted }
        }
        return .put(kind, row)
    }
}
