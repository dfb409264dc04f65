import SealedStore

struct Passport: DocumentModel {
    var number = ""
    var visa = "none"

    static let kinds = DocumentKinds("passport")
    static let fields = [
        Field("number", tag: 1, label: "Number", \.number),
        Field("visa", tag: 2, label: "Visa", \.visa),
    ]
}

final class TravelStore: DocumentStore {
    typealias Document = Passport
    static let schema = StoreSchema(domain: "travel", documents: [Passport.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

func keepPapers() async throws {
    let gate = try await SealedGate<TravelStore>.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) {
        print("Keep this: \($0)")
    }
    let store = try await gate.unlock(with: Secret("739158"))
    try await store.edit { $0.number = "C01X0006H" }
    print("Passport \(try store.document.number)")
}

try await keepPapers()
