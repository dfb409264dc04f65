import ProfileKit
import ProfileKitTesting
import TestSupport
import Testing

/// R12: random sequences of commands, against a model of plain values.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A store, after any sequence of commands` {
    private static let length = 40

    @Test func `equals the model`() throws {
        let sequences = ReliabilityFigure.isExhaustive ? 10_000 : ReliabilityFigure.isTorture ? 1000 : 12
        for seed in ReliabilityFigure.seed + 1...ReliabilityFigure.seed + UInt64(sequences) {
            if let difference = try Self.difference(seed: seed, flaw: nil) {
                Issue.record("seed \(seed): \(difference)")
            }
        }
        // Each flaw has to be detected, or the comparison would prove nothing.
        let noticed = try StoreModel.Flaw.allCases.filter { flaw in
            try (1...UInt64(60)).contains { try Self.difference(seed: $0, flaw: flaw) != nil }
        }
        #expect(noticed == StoreModel.Flaw.allCases)
        ReliabilityFigure.record(
            "R12", "a store does what its model does",
            figure: "\(sequences) sequences of \(Self.length) commands, 0 differences",
            control: "\(noticed.count) of \(StoreModel.Flaw.allCases.count) flawed models noticed")
    }

    /// The first difference between the store and the model; `nil` when there is none.
    private static func difference(seed: UInt64, flaw: StoreModel.Flaw?) throws -> String? {
        let temporary = try TemporaryStore()
        var store = try temporary.unlock()
        var model = StoreModel(try store.profile, flaw: flaw)
        var source = SeededSource(seed: seed)
        var log: [StoreCommand] = []
        for _ in 0..<length {
            let command = StoreCommand.random(using: &source)
            log.append(command)
            temporary.clock.advance(by: .seconds(1))
            let expected = model.apply(command)
            let found = try run(command, in: &store, of: temporary)
            guard found == expected else { return "\(command) was \(found), not \(expected), after \(log)" }
            if let difference = try difference(store, model) { return "\(difference) after \(log)" }
        }
        return nil
    }

    private static func run(
        _ command: StoreCommand, in store: inout ProfileStore, of temporary: TemporaryStore
    ) throws -> StoreModel.Outcome {
        do {
            switch command {
            case .edit(let change): try store.edit { $0 = change.applied(to: $0) }
            case .draft(let change): try store.updateDraft { $0.profile = change.applied(to: $0.profile) }
            case .commit(let side):
                guard let draft = try store.savedDraft else { return .refused }
                try store.commit(draft, deciding: side.map { .all($0) } ?? .none)
            case .discard: try store.discard()
            case .undo(let back): try store.undo(to: try store.committed.revision - back)
            case .add(let id, let hike):
                let header = HikeHeader(id: id, name: hike.name, distance: hike.distance)
                try store.importHikes([ImportedHike(sourceID: id, hike: Hike(header: header))])
            case .remove(let id): try store.removeHike(id)
            case .restore(let id): try store.restoreHikes([id])
            case .purge: try store.purgeHikes()
            case .reopen:
                store.close()
                store = try temporary.unlock()
            case .lock:
                try temporary.gate.lock()
                store = try temporary.unlock()
            }
            return .done
        } catch is DraftConflict {
            return .conflict
        } catch let error as StoreError
            where error.code == .notFound || error.code == .invalidValue || error.code == .conflict
        {
            return .refused
        }
    }

    private static func difference(_ store: ProfileStore, _ model: StoreModel) throws -> String? {
        let committed = try store.committed
        guard committed.profile == model.profile else { return "the profile differs" }
        guard committed.revision == model.revision else { return "the revision differs" }
        guard try store.history().reversed().map(\.profile) == model.history else { return "the history differs" }
        let draft = try store.savedDraft.map { StoreModel.SavedDraft(base: $0.base, profile: $0.profile) }
        guard draft == model.draft else { return "the draft differs" }
        func plain(_ hikes: [HikeHeader]) -> [Int: StoreModel.PlainHike] {
            Dictionary(uniqueKeysWithValues: hikes.map { ($0.id, .init(name: $0.name, distance: $0.distance)) })
        }
        guard plain(try store.hikes) == model.hikes else { return "the hikes differ" }
        guard plain(try store.removedHikes) == model.removed else { return "the removed hikes differ" }
        let total = model.hikes.values.reduce(0) { $0 + $1.distance }
        guard try store.summary.hikes.totals.distance == total else { return "the totals differ" }
        return nil
    }
}
