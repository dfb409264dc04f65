import SealedStore

struct Passport: DocumentModel {
    var number = ""
    var validUntil = 2026
    var visa = "none"

    static let kinds = DocumentKinds("passport")
    static let fields = [
        ModelField<Passport>("number", tag: 1, label: "Number", \.number),
        ModelField<Passport>("validUntil", tag: 2, label: "Valid Until", \.validUntil),
        ModelField<Passport>("visa", tag: 3, label: "Visa", \.visa),
    ]

    func problems(replacing committed: Passport, at now: WallTime) -> [FieldProblem] {
        (2020...2060).contains(validUntil) ? [] : [FieldProblem("validUntil", .range(2020, 2060))]
    }
}

final class TravelStore: DocumentStore {
    typealias Document = Passport
    static let schema = StoreSchema(domain: "travel", documents: [Passport.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

typealias Gate = SealedGate<TravelStore>

func keepPapers() async throws {
    let gate = try await Gate.openOrCreate(at: "papers.sealed", passcode: Secret("739158")) { print("Keep this:", $0) }
    do { _ = try await gate.unlock(with: Secret("150726")) } catch StoreError.Code.wrongPasscode { print("no") }
    let store = try await gate.unlock(with: Secret("739158"))
    try await store.edit { $0 = Passport(number: "C01X0006H") }
    do { try await store.edit { $0.validUntil = 1999 } } catch StoreError.Code.invalidValue { print("too old") }

    var draft = try await store.draft()  // kept through lock and reboot once it is saved
    draft.visa = "Nepal"
    try await store.save(&draft)
    try await store.edit { $0.visa = "Bhutan" }  // another commit in the meantime
    do { try await store.commit(draft) } catch let conflict as DraftConflict {
        print("both changed:", conflict.fields.map(\.field))
        try await store.commit(draft, deciding: .all(.mine))
    }
    for entry in try store.history() { print(entry.revision, entry.changes.map(\.field)) }
    for try await passport in store.documents {  // now, and after every commit
        print("follow:", passport.visa)
        break
    }
    try store.backup(to: "papers-\(try store.committed.revision).backup")
    print("checks:", try store.check().allSatisfy(\.isOK))

    let recoveryCode = try await gate.renewRecoveryCode(current: Gate.Secrets(passcode: Secret("739158")))
    try await gate.recover(with: recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
    print("recovered:", try await gate.unlock(with: Secret("820461")).document.visa)
    try await gate.change(to: Secret("739158"), current: Gate.Secrets(passcode: Secret("820461")))
}

try await keepPapers()
