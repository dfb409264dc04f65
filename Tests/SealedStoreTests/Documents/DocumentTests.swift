import TestSupport
import Testing

@testable import SealedStore

/// A model of a document, in plain values.
private struct Model {
    var history: [Trip] = [Trip()]
    var draft: (base: Trip, edited: Trip)?
    var committed: Trip { history[history.count - 1] }
}

@Suite struct DocumentTests {
    private let trips = DocumentRecords<Trip>()

    private func bench(_ kind: RecordBench.Kind = .file) throws -> RecordBench {
        let bench = try RecordBench(kind, kinds: Trip.kinds.all)
        try bench.create { try trips.create(Trip(), at: .second(100), in: &$0) }
        return bench
    }

    @Test(arguments: RecordBench.Kind.allCases, [11, 12] as [UInt64])
    func `any sequence of edits, drafts, commits and undos agrees with a model`(
        kind: RecordBench.Kind, seed: UInt64
    ) throws {
        let bench = try bench(kind)
        var random = SeededSource(seed: seed)
        var model = Model()
        for step in 0..<600 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1:
                let edited = change(model.committed, &random)
                try bench.write { try trips.edit(at: .second(step), in: &$0) { $0 = edited } }
                if edited != model.committed { model.history.append(edited) }
            case 2, 3:
                var draft = try bench.read { try trips.draft(in: &$0) }
                #expect(draft.model == model.draft?.edited ?? model.committed)
                draft.model = change(draft.model, &random)
                try bench.write { try trips.save(&draft, at: .second(step), in: &$0) }
                let base = model.draft?.base ?? model.committed
                model.draft = draft.model == base ? nil : (base, draft.model)
            case 4:
                let draft = try bench.read { try trips.draft(in: &$0) }
                let decisions: ConflictDecisions = [.none, .all(.mine), .all(.theirs)].randomElement(using: &random)!
                try expectCommit(of: draft, deciding: decisions, at: step, in: bench, &model)
            case 5:
                guard model.draft != nil else { continue }
                try bench.write { try trips.discard(in: &$0) }
                model.draft = nil
            default:
                guard model.history.count > 1 else { continue }
                let revision = Int.random(in: 1...model.history.count, using: &random)
                try bench.write { _ = try trips.undo(to: revision, at: .second(step), in: &$0) }
                let wanted = model.history[revision - 1]
                if wanted != model.committed { model.history.append(wanted) }
            }
            if step.isMultiple(of: 50) { try expectSame(bench, model) }
        }
        try expectSame(bench, model)
    }

    private func change(_ trip: Trip, _ random: inout SeededSource) -> Trip {
        var trip = trip
        switch Int.random(in: 0..<4, using: &random) {
        case 0: trip.place = ["Oslo", "Bergen", "Tromsø"].randomElement(using: &random)!
        case 1: trip.isBooked.toggle()
        case 2: trip.days = Int.random(in: 1...9, using: &random)
        default: break
        }
        return trip
    }

    private func expectCommit(
        of draft: Draft<Trip>, deciding decisions: ConflictDecisions, at step: Int, in bench: RecordBench,
        _ model: inout Model
    ) throws {
        let (base, edited) = model.draft ?? (model.committed, model.committed)
        var merged = model.committed
        var hasConflict = false
        func merge<Value: Equatable>(_ path: WritableKeyPath<Trip, Value>) {
            guard edited[keyPath: path] != base[keyPath: path], edited[keyPath: path] != merged[keyPath: path] else {
                return
            }
            let isFree = merged[keyPath: path] == base[keyPath: path]
            if isFree || decisions.others == .mine { merged[keyPath: path] = edited[keyPath: path] }
            if !isFree, decisions.others == nil { hasConflict = true }
        }
        merge(\.place)
        merge(\.isBooked)
        merge(\.days)
        do {
            try bench.write { _ = try trips.commit(draft, deciding: decisions, at: .second(step), in: &$0) }
            #expect(!hasConflict)
            if merged != model.committed { model.history.append(merged) }
            model.draft = nil
        } catch is DraftConflict {
            #expect(hasConflict)
        }
    }

    private func expectSame(_ bench: RecordBench, _ model: Model) throws {
        try bench.read { (transaction: inout RecordTransaction) throws -> Void in
            let committed = try trips.committed(in: &transaction)
            #expect(committed?.model == model.committed)
            #expect(committed?.revision == model.history.count)
            var history: [Trip] = []
            try trips.forEachCommit(in: &transaction) { entry in
                history.append(entry.model)
                return true
            }
            #expect(history == model.history.reversed())
            #expect(try trips.savedDraft(in: &transaction)?.model == model.draft?.edited)
        }
    }

    @Test func `copies of a draft are independent, and a save of the older one is refused`() throws {
        let bench = try bench()
        var one = try bench.read { try trips.draft(in: &$0) }
        one.place = "Oslo"
        try bench.write { try trips.save(&one, at: .second(1), in: &$0) }
        let old = one
        one.place = "Bergen"
        try bench.write { try trips.save(&one, at: .second(2), in: &$0) }
        #expect(throws: StoreError.self) { try bench.write { _ = try trips.commit(old, at: .second(3), in: &$0) } }
        #expect(try bench.write { try trips.commit(one, at: .second(3), in: &$0) }.model.place == "Bergen")
    }

    @Test func `a conflict is resolved field by field`() throws {
        let bench = try bench()
        var draft = try bench.read { try trips.draft(in: &$0) }
        (draft.place, draft.days) = ("Oslo", 3)
        try bench.write { try trips.edit(at: .second(1), in: &$0) { ($0.place, $0.days) = ("Bergen", 4) } }
        let mine = draft
        let decisions = ConflictDecisions(["place": .mine, "days": .theirs])
        let commit = try bench.write { try trips.commit(mine, deciding: decisions, at: .second(2), in: &$0) }
        #expect(commit.model == Trip(place: "Oslo", isBooked: false, days: 4))
    }

    @Test func `values that break the rules are refused, and nothing is written`() throws {
        let bench = try bench()
        #expect(throws: StoreError.self) {
            try bench.write { try trips.edit(at: .second(1), in: &$0) { $0.days = 0 } }
        }
        #expect(try bench.read { try trips.committed(in: &$0)?.revision } == 1)
    }

    @Test func `a field that this program doesn't know survives an edit`() throws {
        let bench = try bench()
        try bench.write { transaction in
            var value = Tagged(Trip())
            value.unknown[9] = [1, 2, 3]
            try transaction.put(Trip.kinds.document, number: 1, DocumentRecord(value).encoded)
        }
        try bench.write { try trips.edit(at: .second(1), in: &$0) { $0.place = "Oslo" } }
        #expect(try bench.read { try trips.committed(in: &$0)?.value.unknown } == [9: [1, 2, 3]])
    }

    @Test func `an unknown field that both sides changed keeps the committed value, unless all is mine`() throws {
        for decision in [ConflictDecisions.none, .all(.theirs), .all(.mine)] {
            let expected: UInt8 = decision == .all(.mine) ? 1 : 2
            let bench = try bench()
            func tagged(_ value: UInt8?) -> Tagged<Trip> { Tagged(Trip(), unknown: value.map { [9: [$0]] } ?? [:]) }
            let draft = try bench.write { transaction in
                let record = DraftRecord(
                    baseRevision: 1, savedAt: .second(1), base: tagged(nil), edited: tagged(1))
                try transaction.put(Trip.kinds.draft, number: 1, record.encoded)
                let commit = CommitRecord(at: .second(2), before: tagged(nil), after: tagged(2))
                try transaction.append(commit.encoded, to: Trip.kinds.history)
                try transaction.put(Trip.kinds.document, number: 2, DocumentRecord(tagged(2)).encoded)
                return try trips.draft(in: &transaction)
            }
            let commit = try bench.write {
                try trips.commit(draft, deciding: decision, at: .second(3), in: &$0)
            }
            #expect(commit.revision == (expected == 1 ? 3 : 2) && commit.changes.isEmpty)
            #expect(try bench.read { try trips.committed(in: &$0)?.value.unknown } == [9: [expected]])
            #expect(try bench.read { try trips.savedDraft(in: &$0) } == nil)
        }
    }

    @Test func `commits are read as many as fit into a megabyte at once, in order`() throws {
        let bench = try bench()
        for days in 2...12 {
            let place = String(repeating: "x", count: 100_000)
            try bench.write { try trips.edit(at: .second(1), in: &$0) { $0 = Trip(place: place, days: days) } }
        }
        func days(after revision: Int) throws -> [Int] {
            try bench.read { try trips.commits(after: revision, in: &$0).map(\.model.days) }
        }
        // Each holds the value before, too.
        #expect(try days(after: 1) == [2, 3, 4, 5, 6])
        #expect(try days(after: 6) == [7, 8, 9, 10, 11])
        #expect(try days(after: 11) == [12])
        #expect(try days(after: 12) == [])
        #expect(try days(after: 20) == [12], "a repair has begun the document anew")
        #expect(try bench.read { try trips.commit(after: 3, in: &$0)?.model.days } == 4)
    }

    @Test func `a draft changes something only if a commit has neither its known nor its unknown fields`() throws {
        let origin = DraftOrigin(
            store: StoreID(bytes: [UInt8](repeating: 1, count: 16)), instance: [], account: .main)
        func changesNothing(_ mine: [UInt8]?, base: [UInt8]?, theirs: [UInt8]?) -> Bool {
            func tagged(_ value: [UInt8]?) -> Tagged<Trip> { Tagged(Trip(), unknown: value.map { [9: $0] } ?? [:]) }
            return Draft(tagged(mine), base: tagged(base), baseRevision: 1, origin: origin)
                .changesNothing(of: Committed(revision: 2, value: tagged(theirs)))
        }
        #expect(changesNothing([1], base: [1], theirs: [1]))
        #expect(changesNothing([1], base: [1], theirs: [2]), "only the others changed it")
        #expect(changesNothing([2], base: [1], theirs: [2]), "both changed it to the same")
        #expect(!changesNothing([2], base: [1], theirs: [1]))
        #expect(!changesNothing([2], base: nil, theirs: [3]))
    }

    @Test func `an older committed value that was put back is detected`() throws {
        let bench = try bench()
        try bench.tamper("CREATE TABLE old AS SELECT * FROM record WHERE kind = 'trip'")
        try bench.write { try trips.edit(at: .second(1), in: &$0) { $0.place = "Oslo" } }
        try bench.tamper("DELETE FROM record WHERE kind = 'trip'")
        try bench.tamper("INSERT INTO record SELECT * FROM old")
        #expect(throws: StoreError.self) { try bench.read { try trips.committed(in: &$0) } }
        let (committed, damaged) = try bench.salvage { try trips.committed(in: &$0) }
        #expect(committed == nil)
        #expect(damaged == [.record(kind: "trip", number: nil)])
    }

    @Test(arguments: [
        "DELETE FROM record WHERE kind = 'trip.history' AND number = 2",
        "DELETE FROM record WHERE kind = 'trip.history' AND number = 4",
        "UPDATE record SET head = zeroblob(300) WHERE kind = 'trip.history' AND number = 3",
    ])
    func `a changed history is detected`(sql: String) throws {
        let bench = try bench()
        for place in ["Oslo", "Bergen"] {
            try bench.write { try trips.edit(at: .second(1), in: &$0) { $0.place = place } }
        }
        try bench.write { (transaction: inout RecordTransaction) throws -> Void in
            try transaction.trim(Trip.kinds.history, before: 2)
        }
        try bench.write { try trips.edit(at: .second(1), in: &$0) { $0.place = "Tromsø" } }
        try bench.tamper(sql)
        #expect(throws: StoreError.self) {
            try bench.read { try trips.forEachCommit(in: &$0) { _ in true } }
        }
        let (revisions, damaged) = try bench.salvage { transaction in
            var revisions: [Int] = []
            try trips.forEachCommit(in: &transaction) { entry in
                revisions.append(entry.revision)
                return true
            }
            return revisions
        }
        #expect(revisions.count == 2)
        #expect(damaged.count == 1)
    }
}
