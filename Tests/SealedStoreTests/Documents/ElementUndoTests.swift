import Testing

@testable import SealedStore

@Suite struct `The history of elements` {
    private let bench: RecordBench

    init() throws {
        bench = try .journeys()
        try bench.write(at: 1) { transaction in
            transaction.label = "import"
            for year in 2020...2022 { try transaction.add(Journey(country: "Nepal", year: year, tags: ["far"])) }
        }
    }

    private func edit(_ number: Int, at second: Int = 2, _ body: (inout Journey) -> Void) throws {
        try bench.write(at: second) { _ = try $0.edit(Journey.self, number, body) }
    }

    @Test func `has one change for each transaction, with its time, its name and its fields`() throws {
        try bench.write(at: 5) { transaction in
            for number in 1...2 { try transaction.edit(Journey.self, number) { $0.cost = 10 * number } }
            try transaction.add(Shelter(name: "Hut"))
        }
        let history = try bench.history()
        #expect(history.map(\.label) == [nil, "import"])
        #expect(history.map(\.at) == [.second(5), .second(1)])
        #expect(history[0].items.map(\.kind) == ["journey", "journey", "shelter"])
        #expect(history[0].items.map(\.change) == [.edited, .edited, .added])
        #expect(
            history[0].items[1].fields == [FieldChange(field: "cost", from: .init(Int?.none), to: .init(20 as Int?))])
        #expect(history[1].items.map(\.number) == [1, 2, 3])
        #expect(try bench.history(limit: 1).map(\.at) == [.second(5)])
        #expect(try bench.history(limit: 0) == [])
        let ofOne = try bench.read { try StoreSchema.journeys.changes(of: ("journey", 3), in: &$0) }
        #expect(ofOne.map(\.label) == ["import"] && ofOne[0].items.map(\.number) == [3])
    }

    @Test func `isn't written for what changes nothing, nor for what is thrown away`() throws {
        try edit(1) { $0.cost = nil }
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try bench.write { transaction in
                _ = try transaction.remove(Journey.self, 1)
                throw Refused()
            }
        }
        #expect(try bench.history().count == 1)
    }

    @Test func `takes back an edit, an edit of many, an import and a removal, one after the other`() throws {
        try bench.write(at: 2) { transaction in
            for number in 1...3 { try transaction.edit(Journey.self, number) { ($0.notes, $0.year) = ("Wet.", 2000) } }
        }
        try bench.write(at: 3) { _ = try $0.remove(Journey.self, 2) }
        #expect(try bench.undo().remaining == [])
        #expect(try bench.journey(2)?.notes == "Wet.")
        try bench.undo()
        #expect(try bench.read { try $0.elements(Journey.self).map(\.year) } == [2020, 2021, 2022])
        #expect(try bench.journey(3)?.notes == "")
        try bench.undo()
        #expect(try bench.read { try $0.count(Journey.self) } == 0)
        let error = #expect(throws: StoreError.self) { try bench.undo() }
        #expect(error?.reason == .nothingToUndo)
        #expect(try bench.history().map(\.isUndone) == [false, false, false, true, true, true])
        #expect(try bench.history().map(\.undoes) == [1, 2, 3, nil, nil, nil])
    }

    @Test func `takes back an undo by its number, and then the change again`() throws {
        try edit(1) { $0.country = "India" }
        try bench.undo()
        let undo = try #require(try bench.history().first)
        try bench.undo(undo.number)
        #expect(try bench.journey(1)?.country == "India")
        #expect(try bench.history().map(\.isUndone) == [false, true, false, false])
        #expect(try bench.undo().number == 2)
        #expect(try bench.journey(1)?.country == "Nepal")
        let error = #expect(throws: StoreError.self) { try bench.undo(99) }
        #expect(error?.reason == .noRecord(kind: "changes", number: 99))
    }

    @Test func `leaves fields that changed since, names them, and merges sets`() throws {
        try edit(1) { ($0.country, $0.cost, $0.tags) = ("India", 5, ["far", "wet"]) }
        try edit(1, at: 3) { ($0.country, $0.tags) = ("Tibet", ["far", "wet", "cold"]) }
        let undone = try bench.undo(2)
        #expect(undone.remaining == [.init(kind: "journey", number: 1, field: "country")])
        #expect(try bench.journey(1) == Journey(country: "Tibet", year: 2020, tags: ["far", "cold"]))
    }

    @Test func `names elements that were purged, or exist again`() throws {
        try edit(2) { $0.cost = 1 }
        try bench.write(at: 3) { _ = try $0.remove(Journey.self, 2) }
        try bench.write(at: 4) { _ = try $0.purge(Journey.self, [2]) }
        #expect(try bench.undo(3).remaining == [.init(kind: "journey", number: 2, field: nil)])
        #expect(try bench.undo(1).remaining == [.init(kind: "journey", number: 2, field: nil)])
        #expect(try bench.read { try $0.count(Journey.self) } == 0)
    }

    @Test func `of an earlier program keeps the fields that it doesn't know when it takes back an edit`() throws {
        try edit(1) { ($0.country, $0.tags, $0.notes) = ("India", ["wet"], "Low.") }
        let earlier = StoreSchema(domain: "bench", collections: [EarlierJourney.self, Shelter.self])
        #expect(try bench.write { try earlier.undo(in: &$0) }.remaining == [])
        #expect(try bench.journey(1) == Journey(country: "Nepal", year: 2020, tags: ["far"]))
    }

    @Test func `forgets the values of an element that is purged, and no others`() throws {
        try edit(1) { $0.country = "Lost" }
        try edit(2) { $0.country = "Kept" }
        try bench.write(at: 4) { transaction in
            for number in 1...2 { try transaction.edit(Journey.self, number) { $0.cost = 7 } }
        }
        try bench.write(at: 5) { transaction in
            _ = try transaction.remove(Journey.self, 1)
            _ = try transaction.purge(Journey.self, [1])
        }
        let payloads = try bench.read { transaction -> [[UInt8]] in
            var payloads: [[UInt8]] = []
            try transaction.forEachNewestFirst(of: .changes) { _, payload in
                payloads.append(payload)
                return true
            }
            return payloads
        }
        func mentions(_ text: String) -> Bool {
            payloads.contains { String(decoding: $0, as: UTF8.self).contains(text) }
        }
        #expect(!mentions("Lost") && mentions("Kept"))
        #expect(try bench.history().map(\.items.count) == [1, 1, 1, 0, 3])
        #expect(try bench.findings() == [])
        try bench.undo(4)
        try bench.undo(3)
        #expect(try bench.journey(2) == Journey(country: "Nepal", year: 2021, tags: ["far"]))
    }

    @Test func `of many long values is written in several records, and taken back as one`() throws {
        let long = String(repeating: "a", count: 400_000)
        try bench.write(at: 2) { transaction in
            for number in 1...3 { try transaction.edit(Journey.self, number) { $0.notes = long } }
            for number in 1...3 { try transaction.edit(Journey.self, number) { $0.notes += "b" } }
        }
        #expect(try bench.read { $0.numbers(of: .changes) } == 1...4)
        #expect(try bench.history().map(\.items.count) == [6, 3])
        try bench.undo()
        #expect(try bench.journey(3)?.notes == "")
    }

    @Test func `has one change for the transactions of an operation, also among others, and takes them back as one`()
        throws
    {
        var operation: Int?
        for (second, country) in [(2, "India"), (3, "Tibet"), (5, "Oman")] {
            try bench.write(at: second) { transaction in
                transaction.label = "folder"
                operation = transaction.continueOperation(operation)
                try transaction.add(Journey(country: country))
            }
            if second == 3 { try edit(1, at: 4) { $0.cost = 8 } }
        }
        let history = try bench.history()
        #expect(history.map(\.number) == [2, 4, 1] && history.map(\.label) == ["folder", nil, "import"])
        #expect(history[0].items.map(\.number) == [4, 5, 6] && history[0].at == .second(2))
        #expect(try bench.history(limit: 1) == [history[0]])
        #expect(try bench.history(limit: 2) == Array(history.prefix(2)))
        let undone = try bench.undo()
        #expect(undone.number == 2 && undone.elements == ["journey": [6, 5, 4]] && undone.change == .added)
        #expect(try bench.read { try $0.numbers(Journey.self) } == [1, 2, 3])
        #expect(try bench.history().map(\.isUndone) == [false, true, false, false])
        #expect(try bench.undo().number == 4)
        // An operation that went on after it was taken back has more to take back.
        try bench.write(at: 9) { transaction in
            transaction.continueOperation(operation)
            try transaction.add(Journey(country: "Nauru"))
        }
        #expect(try bench.undo().elements == ["journey": [7]])
        try bench.undo(history[0].number)
        #expect(try bench.read { try $0.numbers(Journey.self) } == [1, 2, 3])
    }

    @Test func `passes over a change of which a purge left nothing`() throws {
        try edit(1) { $0.cost = 8 }
        try edit(2, at: 3) { $0.cost = 9 }
        try bench.write(at: 4) { transaction in
            _ = try transaction.remove(Journey.self, 2)
            _ = try transaction.purge(Journey.self, [2])
        }
        // Of the removal nothing is left either.
        #expect(try bench.undo().number == 2)
        #expect(try bench.journey(1)?.cost == nil)
    }

    @Test func `keeps as many records as its limit`() throws {
        for cost in 1...5 {
            try bench.write(at: cost, limit: 3) { _ = try $0.edit(Journey.self, 1) { $0.cost = cost } }
        }
        #expect(try bench.history().map(\.at) == [.second(5), .second(4), .second(3)])
        #expect(try bench.findings() == [])
    }
}
