import Testing

@testable import SealedStore

@Suite struct `Elements with fields` {
    private let bench: RecordBench

    init() throws {
        bench = try .journeys()
        try bench.write(at: 1) { transaction in
            try transaction.add(Journey(country: "Nepal", year: 2020, cost: 900, tags: ["far"], notes: "High."))
            try transaction.add(Journey(country: "Bhutan", year: 2026, cost: 1400))
            try transaction.add(Journey(country: "Norway", year: 2020, notes: "Wet."))
        }
    }

    private func numbers(_ body: (inout RecordTransaction) throws -> [Numbered<Journey>]) throws -> [Int] {
        try bench.read { try body(&$0).map(\.number) }
    }

    @Test func `are read whole by number, and without their bodies in lists`() throws {
        #expect(try bench.journey(1)?.notes == "High.")
        #expect(try bench.journey(4) == nil)
        let found = try bench.read { try $0.elements(Journey.self) }
        #expect(found.map(\.country) == ["Nepal", "Norway", "Bhutan"])
        #expect(found.map(\.notes) == ["", "", ""])
        #expect(found.map(\.id) == [1, 3, 2])
        #expect(try bench.read { try $0.count(Journey.self) } == 3)
    }

    @Test func `are listed in either direction, in a range, up to a limit, by rank and by any field`() throws {
        #expect(try numbers { try $0.elements(Journey.self, newestFirst: true) } == [2, 1, 3])
        #expect(try numbers { try $0.elements(Journey.self, newestFirst: true, limit: 2) } == [2, 1])
        #expect(try numbers { try $0.elements(Journey.self, keys: 2020...2021) } == [1, 3])
        #expect(try numbers { try $0.elements(Journey.self, limit: 0) } == [])
        #expect(try numbers { try $0.elements(Journey.self) { $0.country.hasPrefix("N") } } == [1, 3])
        #expect(try numbers { try $0.elements(Journey.self, limit: 1) { $0.cost ?? 0 > 1000 } } == [2])
        #expect(try bench.read { try $0.element(Journey.self, rank: 1)?.country } == "Norway")
        #expect(try bench.read { try $0.element(Journey.self, rank: 3) } == nil)
        #expect(try bench.read { try $0.sum(Journey.self, keys: 2020...2020).figures.map(\.sum) } == [900])
        #expect(try bench.read { try $0.numbers(Journey.self) } == [1, 2, 3])
    }

    @Test func `take at most eight lines to declare`() throws {
        try bench.write { try $0.add(Shelter(name: "Gorak Shep")) }
        #expect(try bench.read { try $0.elements(Shelter.self).map(\.name) } == ["Gorak Shep"])
    }

    @Test func `are edited by number, and written only if something changes`() throws {
        let changes = try bench.write { try $0.edit(Journey.self, 1) { ($0.notes, $0.cost) = ("Higher.", nil) } }
        #expect(changes.map(\.field) == ["cost", "notes"])
        #expect(try bench.journey(1) == Journey(country: "Nepal", year: 2020, tags: ["far"], notes: "Higher."))
        let generation = try bench.read { $0.generation }
        #expect(try bench.write { try $0.edit(Journey.self, 1) { $0.cost = nil } } == [])
        #expect(try bench.read { $0.generation } == generation)
        let error = #expect(throws: StoreError.self) { try bench.write { try $0.edit(Journey.self, 9) { _ in } } }
        #expect(error?.reason == .noRecord(kind: "journey", number: 9))
    }

    @Test func `are refused with values that break rules, and say which element it is`() throws {
        let error = #expect(throws: StoreError.self) {
            try bench.write { try $0.edit(Journey.self, 1) { $0.year = 1 } }
        }
        #expect(error?.problems == [FieldProblem("year", .range(1900, 2100), of: .init("journey", 1))])
        let new = #expect(throws: StoreError.self) { try bench.write { _ = try $0.add(Journey(year: 1)) } }
        #expect(new?.problems == [FieldProblem("year", .range(1900, 2100), of: .init("journey", nil))])
    }

    @Test func `have numbers of their own, also while they are removed`() throws {
        try bench.write { _ = try $0.remove(Journey.self, 3) }
        #expect(try bench.write { try $0.add(Journey()) } == 4)
        for (number, kind) in [(3, "journey.removed"), (4, "journey")] {
            let error = #expect(throws: StoreError.self) {
                try bench.write { _ = try $0.add(Journey(), number: number) }
            }
            #expect(error?.reason == .recordExists(kind: kind, number: number))
        }
        #expect(try bench.write { try $0.add(Journey(), number: 9) } == 9)
    }

    @Test func `are merged field by field from a draft, and their sets member by member`() throws {
        var edited = try bench.read { try $0.draft(Journey.self, 1) }
        (edited.country, edited.tags) = ("India", ["far", "warm"])
        let draft = edited
        try bench.write { try $0.edit(Journey.self, 1) { ($0.notes, $0.tags) = ("Low.", ["wet"]) } }
        #expect(try bench.write { try $0.commit(draft) }.map(\.field) == ["country", "tags"])
        #expect(
            try bench.journey(1)
                == Journey(country: "India", year: 2020, cost: 900, tags: ["wet", "warm"], notes: "Low."))
    }

    @Test func `are in conflict where both sides changed a field, until it is decided`() throws {
        var edited = try bench.read { try $0.draft(Journey.self, 1) }
        edited.country = "India"
        let draft = edited
        try bench.write { try $0.edit(Journey.self, 1) { $0.country = "Tibet" } }
        let conflict = #expect(throws: DraftConflict.self) { try bench.write { _ = try $0.commit(draft) } }
        #expect(conflict?.fields.map(\.field) == ["country"])
        try bench.write { _ = try $0.commit(draft, deciding: .all(.mine)) }
        #expect(try bench.journey(1)?.country == "India")
    }

    @Test func `are kept when they are removed, until they are restored or purged`() throws {
        try bench.write { _ = try $0.remove(Journey.self, 1) }
        #expect(try bench.journey(1) == nil)
        #expect(try bench.read { try $0.removed(Journey.self).map(\.country) } == ["Nepal"])
        try bench.write { try $0.restore(Journey.self, 1) }
        #expect(try bench.journey(1)?.notes == "High.")
        try bench.write { _ = try $0.remove(Journey.self, 1) }
        #expect(try bench.write { try $0.purge(Journey.self) } == [1])
        for body in [{ try $0.restore(Journey.self, 1) }, { _ = try $0.purge(Journey.self, [1]) }]
            as [(inout RecordTransaction) throws -> Void]
        {
            let error = #expect(throws: StoreError.self) { try bench.write { try body(&$0) } }
            #expect(error?.reason == .noRecord(kind: "journey.removed", number: 1))
        }
        let error = #expect(throws: StoreError.self) { try bench.write { _ = try $0.remove(Journey.self, 1) } }
        #expect(error?.reason == .noRecord(kind: "journey", number: 1))
    }

    @Test func `can't have the content of a removed one, beside which they couldn't be kept`() throws {
        let bench = try RecordBench(.file, kinds: StoreSchema(domain: "bench", collections: [Sheet.self]).kinds)
        try bench.create { _ in }
        try bench.write { transaction in
            try transaction.add(Sheet(text: "first"))
            try transaction.add(Sheet(text: "second"))
            _ = try transaction.remove(Sheet.self, 1)
        }
        let error = #expect(throws: StoreError.self) {
            try bench.write { _ = try $0.edit(Sheet.self, 2) { $0.text = "first" } }
        }
        #expect(error?.reason == .contentExists(kind: Sheet.collection.removed.name, number: 1))
        #expect(try bench.write { try $0.remove(Sheet.self, 2) })
        #expect(try bench.read { try $0.removed(Sheet.self).map(\.text) } == ["first", "second"])
    }

    @Test func `keep the fields that an earlier program doesn't know, in the header and in the body`() throws {
        try bench.write { _ = try $0.edit(EarlierJourney.self, 1) { $0.country = "India" } }
        try bench.write { transaction in
            _ = try transaction.remove(EarlierJourney.self, 1)
            try transaction.restore(EarlierJourney.self, 1)
        }
        #expect(
            try bench.journey(1) == Journey(country: "India", year: 2020, cost: 900, tags: ["far"], notes: "High."))
    }

    @Test func `whose directory was made by an earlier program's rules are listed by the later one's`() throws {
        try bench.write { _ = try $0.edit(EarlierJourney.self, 1) { $0.year = 2030 } }
        #expect(try numbers { try $0.elements(Journey.self) } == [3, 2, 1])
    }

    @Test func `that don't open are lost when they are removed`() throws {
        try bench.tamper("UPDATE record SET head = zeroblob(297) WHERE kind = 'journey' AND number = 1")
        #expect(throws: StoreError.self) { try bench.journey(1) }
        #expect(try bench.write { try $0.remove(Journey.self, 1) } == false)
        #expect(try bench.read { try $0.removed(Journey.self).count } == 0)
        #expect(try bench.findings() == [])
    }

    @Test func `keep everything under another key`() throws {
        try bench.write { transaction in
            try transaction.attach([1, 2], as: "photo", to: Journey.self, 2)
            _ = try transaction.remove(Journey.self, 1)
        }
        let history = try bench.history()
        #expect(try bench.reseal(StoreSchema.journeys.elementTypes, limits: DirectoryLimits()) == [])
        #expect(try bench.findings() == [])
        #expect(try bench.history() == history)
        #expect(try bench.read { try $0.attachment("photo", of: Journey.self, 2) } == [1, 2])
        try bench.undo()
        #expect(try bench.journey(1)?.notes == "High.")
    }
}
