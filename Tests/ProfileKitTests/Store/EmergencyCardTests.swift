import ProfileKit
import ProfileKitTesting
import Testing

@Suite struct `The emergency card` {
    @Test(.temporaryStore) func `is read without a passcode, and compared by bytes when it is replaced`() throws {
        let (store, gate) = (try TemporaryStore.current.unlock(), TemporaryStore.current.gate)
        let card = try EmergencyCard("Penicillin allergy\nCall Zo\u{EB}")
        try store.setEmergencyCard(card)
        #expect(try gate.emergencyCard == card && card.lines.count == 2)
        #expect(try !store.setEmergencyCard(nil, replacing: EmergencyCard("Penicillin allergy\nCall Zoe\u{308}")))
        #expect(try store.setEmergencyCard(nil, replacing: card))
        #expect(try gate.emergencyCard == nil)
        #expect(code { try store.clearEmergencyCard() } == .notFound)
    }

    @Test(arguments: [
        "", " \n ", String(repeating: "a", count: 501), "a\u{1B}[2J", "a\u{202E}b", "a\tb",
        "a" + String(repeating: "\n", count: 20),
        String(repeating: "e" + String(repeating: "\u{301}", count: 40), count: 60),
    ])
    func `has 1 to 500 visible characters`(text: String) {
        #expect(throws: FieldProblem.self) { try EmergencyCard(text) }
    }

    @Test func `accepts emoji and letters of every script`() throws {
        #expect(throws: Never.self) { try EmergencyCard("🚑 Überempfindlich — حساسية 👩‍👩‍👧") }
        #expect(throws: Never.self) { try EmergencyCard(String(repeating: "å", count: 500)) }
    }
}
