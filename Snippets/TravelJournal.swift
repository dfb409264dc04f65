import SealedStore

struct Visit: ElementModel {
    var country = "", year = 2026, cost: Int?, tags: Set<String> = []
    static let collection = ElementKinds("visit")
    static let fields = [
        ModelField<Visit>("country", tag: 1, label: "Country", \.country),
        ModelField<Visit>("year", tag: 2, label: "Year", \.year), ModelField<Visit>("cost", tag: 3, \.cost),
        ModelField<Visit>("tags", tag: 4, label: "Tags", \.tags),
    ]
}

final class TravelJournal: GatedStore {
    static let schema = StoreSchema(domain: "journal", collections: [Visit.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

func keepJournal() async throws {
    let gate = try await SealedGate<TravelJournal>.openOrCreate(at: "journal.sealed", passcode: Secret("739158")) {
        print("Keep this: \($0)")
    }
    let journal = try await gate.unlock(with: Secret("739158"))
    let visit = try await journal.add(Visit(country: "Nepal", year: 2025, tags: ["far"]))
    try await journal.edit(Visit.self, visit) { $0.cost = 900 }
    try journal.opened.write { transaction in  // one change of many
        try transaction.attach(Array("Namaste".utf8), as: "greeting", to: Visit.self, visit)
        for each in try transaction.elements(Visit.self, where: { $0.tags.contains("far") }) {
            try transaction.edit(Visit.self, each.number) { $0.tags.insert("high") }
        }
    }
    for try await visits in journal.follow(Visit.self) {  // now, and after every change of visits
        print(visits.last?.tags.sorted() ?? [])
        break
    }
    try await journal.undoElements()
    print(try await journal.elements(Visit.self).last?.tags ?? [], try journal.elementHistory().count)
}

try await keepJournal()
