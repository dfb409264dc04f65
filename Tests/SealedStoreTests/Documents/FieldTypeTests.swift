import FoundationEssentials
import Testing

@testable import SealedStore

private enum Visa: String, EditableValue, CaseIterable { case none, single, multiple }

private struct Address: Codable, Hashable, Sendable {
    var street = ""
    var number = 0.0
}

/// A document with a field of each type.
private struct Everything: DocumentModel {
    var small: Int8 = 0
    var large: UInt64 = 0
    var weight = 0.0
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var data = Data()
    var bytes: [UInt8] = []
    var visa = Visa.none
    var visas: [Visa?] = []
    var nickname: String?
    var tags: Set<String> = []
    var home = Coded(Address())

    static let kinds = DocumentKinds("everything")
    static let fields = [
        ModelField<Everything>("small", tag: 1, label: "Small", \.small),
        ModelField<Everything>("large", tag: 2, label: "Large", \.large),
        ModelField<Everything>("weight", tag: 3, label: "Weight", \.weight),
        ModelField<Everything>("date", tag: 4, label: "Date", \.date),
        ModelField<Everything>("id", tag: 5, label: "ID", \.id),
        ModelField<Everything>("data", tag: 6, \.data),
        ModelField<Everything>("bytes", tag: 7, \.bytes),
        ModelField<Everything>("visa", tag: 8, label: "Visa", \.visa),
        ModelField<Everything>("visas", tag: 9, label: "Visas", \.visas),
        ModelField<Everything>("nickname", tag: 10, label: "Nickname", \.nickname),
        ModelField<Everything>("tags", tag: 11, label: "Tags", \.tags),
        ModelField<Everything>("home", tag: 12, \.home),
    ]
}

/// The trip of a later program: the place has another name, and the days have another type under a tag of their own.
private struct RenamedTrip: DocumentModel {
    var destination = "nowhere"
    var isBooked = false
    var duration = "some"

    static let kinds = Trip.kinds
    static let fields = [
        ModelField<RenamedTrip>("destination", tag: 1, label: "Destination", \.destination),
        ModelField<RenamedTrip>("isBooked", tag: 2, label: "Booked", \.isBooked),
        ModelField<RenamedTrip>("duration", tag: 4, label: "Duration", \.duration)
            .replacing(tag: 3) { (days: Int) in "\(days) days" },
    ]
}

@Suite struct `Fields of any type` {
    private let everything = DocumentRecords<Everything>()
    private let sample: Everything = {
        var value = Everything()
        (value.small, value.large, value.weight) = (-128, .max, 70.5)
        value.date = Date(timeIntervalSince1970: 1_800_000_000)
        value.id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
        (value.data, value.bytes) = (Data([0, 255]), Array(0...255))
        (value.visa, value.visas, value.nickname) = (.multiple, [.single, nil], "Ada")
        (value.tags, value.home) = (["wet", "boots"], Coded(Address(street: "Rue", number: 4)))
        return value
    }()

    private func bench() throws -> RecordBench {
        let bench = try RecordBench(.file, kinds: Everything.kinds.all)
        try bench.create { try everything.create(Everything(), at: .second(1), in: &$0) }
        return bench
    }

    @Test func `are committed and read back`() throws {
        let bench = try bench()
        let commit = try bench.write { try everything.edit(at: .second(2), in: &$0) { $0 = sample } }
        #expect(commit.changes.map(\.field) == Everything.fields.map(\.name))
        #expect(try bench.read { try everything.committed(in: &$0)?.model } == sample)
        #expect(try bench.read { try everything.committed(in: &$0)?.value.unknown } == [:])
    }

    @Test(arguments: Everything.fields.map(\.name)) func `have texts and JSON that read back, if they are shown`(
        name: String
    ) throws {
        let field = try #require(Everything.field(named: name))
        let value = field.value(of: sample)
        guard field.isEditable else {
            #expect(field.label == name && field.control == .text)
            #expect(throws: FieldProblem.self) { try field.parse("a") }
            #expect(throws: FieldProblem.self) { try field.read(.text("a")) }
            return
        }
        // An integer that is higher than any `Int` is a floating-point number in JSON, and a list has no missing ones.
        if name != "visas" { #expect(try field.parse(value.description) == value) }
        let json = try JSONDecoder().decode(FieldJSON.self, from: JSONEncoder().encode(value.json))
        if name != "large" { #expect(try field.read(json) == value) }
        #expect(throws: FieldProblem.self) { try field.read(.flag(true)) }
    }

    @Test func `have controls by their type`() throws {
        #expect(Everything.field(named: "visa")?.control == .choice(["none", "single", "multiple"]))
        #expect(Everything.field(named: "tags")?.control == .text)
        #expect(throws: FieldProblem("visa", .choice(["none", "single", "multiple"]))) {
            try Everything.field(named: "visa")?.parse("both")
        }
        #expect(try Everything.field(named: "nickname")?.parse("").json == .null)
        #expect(
            try Everything.field(named: "tags")?.parse(" wet,, boots ")
                == AnyFieldValue(["boots", "wet"] as Set<String>))
    }

    @Test func `aren't read from what their type doesn't have`() {
        #expect(throws: MalformedRecord.self) { try Visa(recordForm: "both".recordForm) }
        #expect(throws: MalformedRecord.self) { try Int8(recordForm: 128.recordForm) }
        #expect(throws: MalformedRecord.self) { try UUID(recordForm: "x".recordForm) }
        #expect(throws: MalformedRecord.self) { try Set<String>(recordForm: ["a", "a"].recordForm) }
        #expect(throws: MalformedRecord.self) { try [String](recordForm: [0, 200]) }
        #expect(throws: MalformedRecord.self) { try Coded<Address>(recordForm: "{}".recordForm) }
    }

    @Test func `are refused if they couldn't be read back`() throws {
        let bench = try bench()
        let error = #expect(throws: StoreError.self) {
            try bench.write { try everything.edit(at: .second(2), in: &$0) { $0.home.value.number = .nan } }
        }
        #expect(error?.problems == [FieldProblem("home", .form)])
    }

    @Test func `have equal forms for equal sets`() {
        let members = (0..<100).map { "\($0)" }
        #expect(Set(members).recordForm == Set(members.reversed()).recordForm)
    }

    @Test func `keep the form that they were read from, until they are changed, if their coding has no fixed order`()
        throws
    {
        // One of the two isn't the order of this process.
        for form in [#"["a","b"]"#, #"["b","a"]"#].map(\.recordForm) {
            var value = try Coded<Set<String>>(recordForm: form)
            #expect(value == Coded(["a", "b"]) && value.recordForm == form)
            value.value = ["b", "a"]
            #expect(value.recordForm == form)
            value.value = ["a"]
            #expect(value.recordForm == #"["a"]"#.recordForm)
        }
    }

    @Test func `are merged member by member if they are sets`() throws {
        let bench = try bench()
        try bench.write { try everything.edit(at: .second(2), in: &$0) { $0.tags = ["wet", "far", "old"] } }
        var draft = try bench.read { try everything.draft(in: &$0) }
        draft.tags = ["wet", "far", "boots"]
        try bench.write { try everything.edit(at: .second(3), in: &$0) { $0.tags = ["far", "old", "hut"] } }
        let commit = try bench.write { [draft] in try everything.commit(draft, at: .second(4), in: &$0) }
        #expect(commit.model.tags == ["far", "boots", "hut"])
    }

    @Test func `are found by their tag, whatever their name, and converted from another type`() throws {
        let (trips, later) = (DocumentRecords<Trip>(), DocumentRecords<RenamedTrip>())
        let bench = try RecordBench(.file, kinds: Trip.kinds.all)
        try bench.create { try trips.create(Trip(place: "Oslo", days: 3), at: .second(1), in: &$0) }
        let read = try bench.read { try later.committed(in: &$0)?.value }
        #expect(read == Tagged(RenamedTrip(destination: "Oslo", duration: "3 days")))
        // The former value isn't the field's any more once it was written.
        try bench.write { try later.edit(at: .second(2), in: &$0) { $0.duration = "a week" } }
        #expect(try bench.read { try trips.committed(in: &$0)?.model.days } == 1)
        try bench.write { try trips.edit(at: .second(3), in: &$0) { $0.place = "Bergen" } }
        let again = try bench.read { try later.committed(in: &$0)?.value }
        #expect(again == Tagged(RenamedTrip(destination: "Bergen", duration: "a week")))
        #expect(try bench.read { try later.entries(in: &$0) }.map(\.model.duration) == ["a week", "a week", "3 days"])
    }

    @Test func `are named where a former value isn't of the type that is converted`() throws {
        let trips = DocumentRecords<Trip>()
        let bench = try RecordBench(.file, kinds: Trip.kinds.all)
        try bench.create { try trips.create(Trip(), at: .second(1), in: &$0) }
        try bench.write { transaction in
            try transaction.put(
                Trip.kinds.document, number: 2,
                DocumentRecord(Tagged(Trip(), unknown: [3: "three".recordForm])).encoded)
        }
        let error = #expect(throws: StoreError.self) {
            try bench.read { _ = try DocumentRecords<RenamedTrip>().committed(in: &$0) }
        }
        #expect(error?.reason == .unreadableField(kind: "trip", field: "duration"))
    }
}

extension DocumentRecords {
    fileprivate func entries(in transaction: inout RecordTransaction) throws -> [HistoryEntry<Model>] {
        var entries: [HistoryEntry<Model>] = []
        try forEachCommit(in: &transaction) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }
}
