import SealedStore

/// A type of one's own: two requirements store it, the others let programs show and edit it.
struct Altitude: EditableValue {
    var metres = 0

    init(metres: Int) { self.metres = metres }

    init(from reader: inout RecordReader) throws(MalformedRecord) { metres = try reader.integer() }
    func write(to writer: inout RecordWriter) { writer.append(metres) }

    static var control: FieldControl { .text }
    init(parsing text: String) throws(FieldRule) {
        guard text.hasSuffix(" m"), let metres = Int(text.dropLast(2)) else { throw .form }
        self.metres = metres
    }
    var text: String { "\(metres) m" }
    init(json: FieldJSON) throws(FieldRule) {
        guard case .integer(let metres) = json else { throw .form }
        self.metres = metres
    }
    var json: FieldJSON { .integer(metres) }
}

/// An enum needs only its raw values, and any `Codable` type is stored by `Coded`.
enum Season: String, FieldValue { case spring, summer, autumn, winter }
struct Contact: Codable, Hashable, Sendable { var name: String, phone: String }

/// The model as the first version of the program had it.
struct FirstHut: DocumentModel {
    var name = "", metres = 0, open = Season.summer
    static let kinds = DocumentKinds("hut")
    static let fields = [
        Field("name", tag: 1, label: "Name", \.name),
        Field("metres", tag: 2, label: "Height", \.metres),
        Field("open", tag: 3, \.open),
    ]
}

/// The model as it is now. Tags are never used for another meaning.
struct Hut: DocumentModel {
    var title = ""  // renamed: the tag identifies it
    var altitude = Altitude(metres: 0)  // of another type: a new tag, and the conversion from the old one
    var seasons: Set<Season> = []  // several instead of one
    var keeper: Coded<Contact>?  // new: nothing else to do
    static let kinds = DocumentKinds("hut")
    static let fields = [
        Field("title", tag: 1, label: "Title", \.title),
        Field("altitude", tag: 4, label: "Altitude", \.altitude)
            .replacing(tag: 2) { (metres: Int) in Altitude(metres: metres) },
        Field("seasons", tag: 5, \.seasons)
            .replacing(tag: 3) { (season: Season) -> Set<Season> in [season] },
        Field("keeper", tag: 6, \.keeper),
    ]
}

final class FirstHutStore: DocumentStore {
    typealias Document = FirstHut
    static let schema = StoreSchema(domain: "huts", documents: [FirstHut.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

final class HutStore: DocumentStore {
    typealias Document = Hut
    static let schema = StoreSchema(
        domain: "huts", documents: [Hut.self],
        migrations: [
            // What fields can't say: once in each account, with the key, in one transaction.
            SchemaMigration(to: 1) { transaction in
                try DocumentRecords<Hut>().edit(at: transaction.now, in: &transaction) {
                    if $0.title.isEmpty { $0.title = "Unnamed" }
                }
            }
        ])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

func growModel() async throws {
    let path: StoreLocation = "huts.sealed"
    let first = try await SealedGate<FirstHutStore>.openOrCreate(at: path, passcode: Secret("739158")) {
        print("Keep this: \($0)")
    }
    let old = try await first.unlock(with: Secret("739158"))
    try await old.edit { ($0.metres, $0.open) = (2_450, .autumn) }  // in vain once the fields have their new tags
    old.close()

    let store = try await SealedGate<HutStore>(at: path).unlock(with: Secret("739158"))
    var hut = try store.document
    print(hut.title, hut.altitude.text, hut.seasons.map(\.rawValue))
    hut.altitude = try Altitude(parsing: "2451 m")
    hut.keeper = Coded(Contact(name: "Ada", phone: "112"))
    try await store.edit { [hut] in $0 = hut }
    print(try store.document.altitude.metres, try store.document.keeper?.value.name ?? "nobody")
    store.close()
}

try await growModel()
