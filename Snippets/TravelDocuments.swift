import SealedStore

enum Season: String, FieldValue { case spring, summer, autumn, winter }

struct Person: DocumentModel {
    var name = "", home: String?
    static let kinds = DocumentKinds("person"), fields = [Field("name", tag: 1, \.name), Field("home", tag: 2, \.home)]
}

struct Visit: ElementModel {
    var country = "", season = Season.summer, cost: Int?, tags: Set<String> = []
    static let collection = ElementKinds("visit")
    static let fields = [
        Field("country", tag: 1, \.country), Field("season", tag: 2, \.season),
        Field("cost", tag: 3, \.cost), Field("tags", tag: 4, \.tags),
    ]
}

final class TravelStore: DocumentStore {
    typealias Document = Person
    static let schema = StoreSchema(domain: "travel", documents: [Person.self], collections: [Visit.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

func keepTravels() async throws {
    let gate = try await SealedGate<TravelStore>.openOrCreate(at: "travel.sealed", passcode: Secret("739158")) {
        print("Keep this: \($0)")
    }
    let store = try await gate.unlock(with: Secret("739158"))

    var draft = try await store.draft()
    draft.home = "Turin"
    try await store.edit { $0.name = "Ada" }  // another commit in the meantime
    try await store.commit(draft)  // merged field by field
    print(try store.document.name, "of", try store.document.home ?? "nowhere", try store.history().count)

    let nepal = try await store.add(Visit(country: "Nepal", season: .autumn, tags: ["far"]))
    try await store.add(Visit(country: "Bhutan", season: .spring, tags: ["far"]))
    try await store.edit(Visit.self, nepal) { $0.cost = 900 }

    try store.opened.write { transaction in  // one change of many
        try transaction.attach(Array("Namaste".utf8), as: "greeting", to: Visit.self, nepal)
        for visit in try transaction.elements(Visit.self, where: { $0.tags.contains("far") }) {
            try transaction.edit(Visit.self, visit.number) { $0.tags.insert("high") }
        }
    }
    for try await visits in store.follow(Visit.self) {  // now, and after every change of visits
        print(visits.map { "\($0.country) \($0.tags.sorted())" })
        break
    }
    print("taken back:", try await store.undoElements().elements["visit"]?.sorted() ?? [])

    let visit = try store.element(Visit.self, nepal)
    let greeting = try store.opened.read { try $0.attachment("greeting", of: Visit.self, nepal) }
    print(visit?.season ?? .summer, visit?.tags ?? [], String(decoding: greeting ?? [], as: UTF8.self))
}

try await keepTravels()
