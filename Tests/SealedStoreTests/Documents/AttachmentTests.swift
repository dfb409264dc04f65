import Testing

@testable import SealedStore

@Suite struct `Attachments of elements` {
    private let bench: RecordBench
    /// More than two pieces.
    private let long = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    init() throws {
        bench = try .journeys()
        try bench.write { transaction in
            for year in 2020...2021 { try transaction.add(Journey(country: "Nepal", year: year, notes: "High.")) }
            try transaction.attach(long, as: "track", to: Journey.self, 1)
            try transaction.attach([1], as: "photo", to: Journey.self, 1)
            try transaction.attach([], as: "empty", to: Journey.self, 2)
        }
    }

    private func attachment(_ name: String, of number: Int = 1) throws -> [UInt8]? {
        try bench.read { try $0.attachment(name, of: Journey.self, number) }
    }

    private func list(_ number: Int = 1) throws -> [ElementAttachment] {
        try bench.read { try $0.attachments(of: Journey.self, number) }
    }

    @Test func `are read back, and listed with their sizes`() throws {
        #expect(
            try list() == [
                ElementAttachment(name: "track", size: 2_500_000), ElementAttachment(name: "photo", size: 1),
            ])
        #expect(try list(2) == [ElementAttachment(name: "empty", size: 0)])
        #expect(try attachment("track") == long)
        #expect(try attachment("empty", of: 2) == [])
        #expect(try attachment("photo", of: 2) == nil)
        #expect(try bench.numbers(of: Journey.collection.attachments).count == 5)
        #expect(try bench.findings() == [])
    }

    @Test func `are replaced by those of the same name, and deleted alone`() throws {
        try bench.write { try $0.attach([2], as: "track", to: Journey.self, 1) }
        #expect(try attachment("track") == [2])
        #expect(try bench.write { try $0.detach("photo", from: Journey.self, 1) })
        #expect(try !bench.write { try $0.detach("photo", from: Journey.self, 1) })
        #expect(try list() == [ElementAttachment(name: "track", size: 1)])
        #expect(try bench.findings() == [])
    }

    @Test func `go with their element when it is removed, come back with it, and are deleted when it is purged`() throws
    {
        try bench.write { _ = try $0.remove(Journey.self, 1) }
        #expect(try attachment("track") == long)
        try bench.undo()
        #expect(try bench.journey(1)?.notes == "High.")
        #expect(try attachment("photo") == [1])
        try bench.write { transaction in
            _ = try transaction.remove(Journey.self, 1)
            _ = try transaction.purge(Journey.self, [1])
        }
        #expect(try list() == [])
        #expect(try bench.numbers(of: Journey.collection.attachments).count == 1)
        #expect(try bench.findings() == [])
    }

    @Test func `are refused without an element or a name, and where they are too long`() throws {
        func refusal(_ bytes: [UInt8], _ name: String, _ number: Int) -> (any Error)? {
            #expect(throws: (any Error).self) {
                try bench.write { try $0.attach(bytes, as: name, to: Journey.self, number) }
            }
        }
        #expect((refusal([1], "a", 9) as? StoreError)?.reason == .noRecord(kind: "journey", number: 9))
        for name in ["", String(repeating: "n", count: 256)] {
            #expect(
                (refusal([1], name, 1) as? StoreError)?.problems
                    == [FieldProblem("attachment", .length(1...255), of: .init("journey", 1))])
        }
        let longest = [UInt8](repeating: 1, count: ElementAttachment.maximumSize + 1)
        #expect((refusal(longest, "a", 1) as? EngineError)?.code == .tooLarge)
        try bench.write { try $0.attach(Array(longest.dropLast()), as: "a", to: Journey.self, 1) }
        #expect(try attachment("a")?.count == ElementAttachment.maximumSize)
    }

    @Test func `aren't opened by a list, a search, an element, nor by the list of their names`() throws {
        // Behind what identifies the boxes, so that only opening them shows it.
        try bench.tamper(
            """
            UPDATE record SET body = CAST(substr(body, 1, 40) || zeroblob(length(body) - 40) AS BLOB)
            WHERE kind = 'journey.attachment'
            """)
        #expect(try bench.read { try $0.elements(Journey.self) { $0.country == "Nepal" } }.count == 2)
        #expect(try bench.journey(1)?.notes == "High.")
        #expect(try list().count == 2)
        let error = #expect(throws: StoreError.self) { try attachment("track") }
        #expect(error?.code == .damaged)
        #expect(try bench.findings().contains(.part("journey.attachment.body", number: 1)))
    }

    @Test func `that lack a piece are damaged`() throws {
        try bench.tamper("DELETE FROM record WHERE kind = 'journey.attachment' AND number = 2")
        let error = #expect(throws: StoreError.self) { try attachment("track") }
        #expect(error?.code == .damaged)
    }
}
