// The sample of the page *Testing*: see TestingProductTests for the product itself.
import SealedStore
import SealedStoreTesting
import Testing

private struct Passport: DocumentModel {
    var number = ""
    var visa = "none"

    static let kinds = DocumentKinds("passport")
    static let fields = [
        Field("number", tag: 1, label: "Number", \.number),
        Field("visa", tag: 2, label: "Visa", \.visa),
    ]
}

private final class TravelStore: DocumentStore {
    typealias Document = Passport
    static let schema = StoreSchema(domain: "travel", documents: [Passport.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

@Suite struct `A passport` {
    private let temporary = try! TemporaryGate<TravelStore>()

    @Test func `is kept, and opens for no other passcode`() throws {
        try temporary.unlock().edit { $0.visa = "Nepal" }
        #expect(try temporary.unlock().document.visa == "Nepal")
        #expect(throws: StoreError.self) { try temporary.gate.unlock(with: Secret("150726")) }
    }

    @Test func `is locked once its session is over`() throws {
        try temporary.unlock().beginSession(duration: .seconds(60))
        #expect(try temporary.gate.resume() != nil)
        temporary.clock.advance(by: .seconds(61))  // nobody waits
        #expect(try temporary.gate.resume() == nil)
    }
}
