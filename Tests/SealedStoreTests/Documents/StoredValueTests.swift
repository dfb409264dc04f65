import Sealing
import Testing

@testable import SealedStore

/// A number that is stored as it is, and can't be read back unless it is finite.
private struct Weight: EditableValue {
    var kilograms = 70.0

    static var control: FieldControl { .text }
    init(_ kilograms: Double) { self.kilograms = kilograms }
    init(parsing text: String) throws(FieldRule) {
        guard let number = Double(text) else { throw .form }
        kilograms = number
    }
    var text: String { "\(kilograms)" }
    init(json: FieldJSON) throws(FieldRule) {
        guard case .number(let number) = json else { throw .form }
        kilograms = number
    }
    var json: FieldJSON { .number(kilograms) }
    init(from reader: inout RecordReader) throws(MalformedRecord) { kilograms = try reader.double() }
    func write(to writer: inout RecordWriter) { writer.append(kilograms) }
}

private struct Patient: DocumentModel {
    var name = ""
    var weight = Weight(70)
    var note = "not stored"

    static let kinds = DocumentKinds("patient")
    static let fields = [
        ModelField<Patient>("name", tag: 1, label: "Name", \.name),
        ModelField<Patient>("weight", tag: 2, label: "Weight", \.weight),
    ]
}

/// The trips of a later program, whose days have another type: a trip of that type can't be read by this one.
private struct LaterTrip: DocumentModel {
    var place = "nowhere"
    var days = "some"

    static let kinds = Trip.kinds
    static let fields = [
        ModelField<LaterTrip>("place", tag: 1, label: "Place", \.place),
        ModelField<LaterTrip>("days", tag: 3, label: "Days", \.days),
    ]
}

/// A store of the trips of one program.
private final class Trips<Document: DocumentModel>: DocumentStore {
    static var schema: StoreSchema { StoreSchema(domain: "trips", documents: [Document.self]) }
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct StoredValueTests {
    private let patients = DocumentRecords<Patient>()
    private let trips = DocumentRecords<Trip>()

    private func patientBench() throws -> RecordBench {
        let bench = try RecordBench(.file, kinds: Patient.kinds.all)
        try bench.create { try patients.create(Patient(), at: .second(1), in: &$0) }
        return bench
    }

    // MARK: Equal values

    @Test func `values with the same stored form are one member of a set`() {
        let values = ["a", "a", "b"].map { AnyFieldValue($0) }
        #expect(values[0] == values[1] && Set(values).count == 2)
        let unstored = ["x", "y"].map { Tagged(Patient(note: $0)) }
        #expect(unstored[0] == unstored[1] && Set(unstored).count == 1)
        let unknown: [[Int: [UInt8]]] = [[:], [8: [1], 9: [2]], [9: [2], 8: [1]]]
        #expect(Set(unknown.map { Tagged(Trip(), unknown: $0) }).count == 2)
    }

    // MARK: What can't be read back

    @Test func `a record of the form without tags is refused by models that never had it`() {
        #expect(throws: MalformedRecord.self) { try DocumentRecord<Trip>(decoding: [1]) }
        #expect(throws: MalformedRecord.self) { try DocumentRecord<Trip>(decoding: [1, 0]) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a value that couldn't be read back is refused, committed or saved`(kilograms: Double) throws {
        let bench = try patientBench()
        func expectRefusal(_ body: (inout RecordTransaction) throws -> Void) {
            let error = #expect(throws: StoreError.self) { try bench.write { try body(&$0) } }
            #expect(error?.problems == [FieldProblem("weight", .form)])
        }
        expectRefusal { try patients.edit(at: .second(2), in: &$0) { $0.weight = Weight(kilograms) } }
        expectRefusal { try patients.updateDraft(at: .second(2), in: &$0) { $0.weight = Weight(kilograms) } }
        expectRefusal { transaction in
            var draft = try patients.draft(in: &transaction)
            draft.weight = Weight(kilograms)
            try patients.save(&draft, at: .second(2), in: &transaction)
        }
        expectRefusal { transaction in
            var draft = try patients.draft(in: &transaction)
            draft.weight = Weight(kilograms)
            try patients.commit(draft, at: .second(2), in: &transaction)
        }
        #expect(try bench.write { try patients.edit(at: .second(2), in: &$0) { $0.weight = Weight(71) } }.revision == 2)
    }

    @Test func `a first value that couldn't be read back is refused`() throws {
        let bench = try RecordBench(.file, kinds: Patient.kinds.all)
        let error = #expect(throws: StoreError.self) {
            try bench.create { try patients.create(Patient(weight: Weight(.nan)), at: .second(1), in: &$0) }
        }
        #expect(error?.problems == [FieldProblem("weight", .form)])
    }

    @Test func `a document that there is can't be created again`() throws {
        let bench = try patientBench()
        try bench.write { try patients.edit(at: .second(2), in: &$0) { $0.name = "Ada" } }
        try bench.write { (transaction: inout RecordTransaction) throws -> Void in
            let error = #expect(throws: StoreError.self) {
                try patients.create(Patient(), at: .second(3), in: &transaction)
            }
            #expect(error?.code == .exists)
        }
        #expect(try bench.write { try patients.edit(at: .second(4), in: &$0) { $0.name = "Bob" } }.revision == 3)
    }

    // MARK: What isn't stored

    @Test func `an edit of nothing but a property that isn't stored is refused`() throws {
        let bench = try patientBench()
        func expectRefusal(_ body: (inout RecordTransaction) throws -> Void) {
            let error = #expect(throws: StoreError.self) { try bench.write { try body(&$0) } }
            #expect(error?.reason == .unlistedProperty(kind: "patient"))
            #expect(error?.code == .misuse)
        }
        expectRefusal { try patients.edit(at: .second(2), in: &$0) { $0.note = "lost" } }
        expectRefusal { try patients.updateDraft(at: .second(2), in: &$0) { $0.note = "lost" } }
        expectRefusal { transaction in
            var draft = try patients.draft(in: &transaction)
            draft.note = "lost"
            try patients.save(&draft, at: .second(2), in: &transaction)
        }
        expectRefusal { transaction in
            var draft = try patients.draft(in: &transaction)
            draft.note = "lost"
            try patients.commit(draft, at: .second(2), in: &transaction)
        }
        // An edit of nothing at all is none.
        #expect(try bench.write { try patients.edit(at: .second(2), in: &$0) { _ in } }.revision == 1)
    }

    // MARK: Length

    @Test func `a value of which a commit couldn't hold two is refused, and one of which it can may always be edited`()
        throws
    {
        let bench = try patientBench()
        let half = 4 << 20
        let error = #expect(throws: EngineError.self) {
            try bench.write {
                try patients.edit(at: .second(2), in: &$0) { $0.name = String(repeating: "a", count: half) }
            }
        }
        #expect(error?.code == .tooLarge)
        for letter in ["a", "b"] {
            let long = String(repeating: letter, count: half - 2048)
            try bench.write { try patients.edit(at: .second(2), in: &$0) { $0.name = long } }
        }
        #expect(try bench.read { try patients.committed(in: &$0)?.revision } == 3)
    }

    // MARK: Commits that can't be read

    private func laterBench() throws -> RecordBench {
        let bench = try RecordBench(.file, kinds: Trip.kinds.all)
        try bench.create { try trips.create(Trip(), at: .second(1), in: &$0) }
        for place in ["Oslo", "Bergen"] {
            try bench.write { try trips.edit(at: .second(2), in: &$0) { $0.place = place } }
        }
        // As the later program, which could read the trips of this one.
        try bench.write { transaction in
            let value = Tagged(LaterTrip(place: "Narvik", days: "many"))
            try transaction.append(
                CommitRecord(at: .second(3), before: nil, after: value).encoded, to: Trip.kinds.history)
            try transaction.put(Trip.kinds.document, number: 4, DocumentRecord(value).encoded)
        }
        return bench
    }

    private func places(in bench: RecordBench) throws -> [Int: String] {
        try bench.read { transaction in
            var places: [Int: String] = [:]
            try trips.forEachCommit(in: &transaction) { entry in
                places[entry.revision] = entry.model.place
                return true
            }
            return places
        }
    }

    /// What this program reads where it can read a part alone.
    private func salvagedPlaces(in bench: RecordBench) throws -> [Int: String] {
        var places: [Int: String] = [:]
        _ = try bench.salvage { transaction in
            try trips.forEachCommit(in: &transaction) { entry in
                places[entry.revision] = entry.model.place
                return true
            }
        }
        return places
    }

    @Test func `a document and a commit of which a field can't be read are kept, with all commits before`() throws {
        let bench = try laterBench()
        let (lost, isFresh) = try bench.write { transaction in
            var lost: [DamagedPart] = []
            let isFresh = try trips.reconstruct(fallback: Trip(), at: .second(4), in: &transaction) { lost.append($0) }
            return (lost, isFresh)
        }
        #expect(!isFresh && lost == [])
        #expect(try salvagedPlaces(in: bench) == [1: "nowhere", 2: "Oslo", 3: "Bergen", 4: "Narvik"])
        let error = #expect(throws: StoreError.self) { try bench.read { _ = try trips.committed(in: &$0) } }
        #expect(error?.reason == .unreadableField(kind: "trip", field: "days"))
    }

    @Test func `a document of which nothing can be read is left as it is by a repair`() throws {
        let folder = try SharedFolder()
        try folder.create(Trips<LaterTrip>.self)
        #expect(try !folder.open(Trips<Trip>.self).repair().isNeeded)
        #expect(try folder.open(Trips<LaterTrip>.self).document == LaterTrip.fresh(at: .second(1)))
    }

    @Test(arguments: [true, false])
    func `a commit in between that can't be read is kept by a repair too`(isRepair: Bool) throws {
        let bench = try laterBench()
        try bench.write { transaction in
            let value = Tagged(Trip(place: "Tromsø"))
            try transaction.append(
                CommitRecord(at: .second(3), before: nil, after: value).encoded, to: Trip.kinds.history)
            try transaction.put(Trip.kinds.document, number: 5, DocumentRecord(value).encoded)
        }
        let lost = try bench.write { transaction in
            var lost: [DamagedPart] = []
            try trips.reconstruct(fallback: isRepair ? Trip() : nil, at: .second(4), in: &transaction) {
                lost.append($0)
            }
            return lost
        }
        #expect(lost == [])
        #expect(try salvagedPlaces(in: bench).values.sorted() == ["Bergen", "Narvik", "Oslo", "Tromsø", "nowhere"])
        #expect(throws: StoreError.self) { try places(in: bench) }
        #expect(try bench.read { try trips.committed(in: &$0)?.model.place } == "Tromsø")
    }

    @Test func `after a repair that began the document anew, its value follows any earlier revision`() throws {
        let bench = try patientBench()
        #expect(try bench.read { try patients.commit(after: 1, in: &$0) } == nil)
        #expect(try bench.read { try patients.commit(after: 5, in: &$0)?.revision } == 1)
        try bench.write { try patients.edit(at: .second(2), in: &$0) { $0.name = "Ada" } }
        #expect(try bench.read { try patients.commit(after: 1, in: &$0)?.model.name } == "Ada")
    }

    // MARK: Drafts and their errors

    @Test func `a draft of another copy of the store is refused`() throws {
        let (bench, copy) = (try patientBench(), try RecordBench(.file, kinds: Patient.kinds.all, instance: [8]))
        try copy.create { try patients.create(Patient(), at: .second(1), in: &$0) }
        var draft = try copy.read { try patients.draft(in: &$0) }
        draft.name = "Ada"
        let error = #expect(throws: StoreError.self) {
            try bench.write { _ = try patients.commit(draft, at: .second(2), in: &$0) }
        }
        #expect(error?.reason == .foreignDraft)
    }

    @Test func `a conflict is caught by its code, and its description has no values`() throws {
        let bench = try patientBench()
        var draft = try bench.read { try patients.draft(in: &$0) }
        draft.name = "Ada"
        try bench.write { try patients.edit(at: .second(2), in: &$0) { $0.name = "Augusta" } }
        do {
            try bench.write { _ = try patients.commit(draft, at: .second(3), in: &$0) }
            Issue.record("the conflict was overlooked")
        } catch StoreError.Code.conflict {
            let value = AnyFieldValue("secret")
            let conflict = DraftConflict(
                fields: [FieldConflict(field: "name", base: value, mine: value, theirs: value)], revision: 2)
            var dumped = ""
            dump(conflict, to: &dumped)
            for text in ["\(conflict)", String(reflecting: conflict), dumped, "\(conflict.fields)"] {
                #expect(text.contains("name"))
                #expect(!text.contains("secret"))
            }
        }
    }

    @Test func `the errors of values that are read from a text are invalid values`() {
        let errors: [any Error] = [FieldProblem("name", .form), RecoveryCode.Malformed.length]
        for error in errors {
            #expect(StoreError.Code.invalidValue ~= error)
            #expect(!(StoreError.Code.conflict ~= error))
        }
    }
}
