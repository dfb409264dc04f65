import Sealing
import Testing

@Suite struct `A secret that is being typed` {
    @Test func `grows by whole characters and shrinks by whole characters`() {
        let typed = TypedSecret()
        for character in "pä🏔️" { typed.append(character) }
        #expect(typed.count == 3)
        #expect(typed.byteCount == "pä🏔️".utf8.count)
        #expect(isTyped("pä🏔️", in: typed))
        typed.removeLast()
        #expect(isTyped("pä", in: typed))
    }

    @Test func `is empty after it was wiped, also for who holds it elsewhere`() {
        let typed = TypedSecret()
        let held = typed
        typed.append("7")
        held.wipe()
        #expect(typed.count == 0)
        #expect(isTyped("", in: typed))
        typed.removeLast()
        #expect(typed.count == 0)
    }

    private func isTyped(_ text: String, in typed: TypedSecret) -> Bool {
        typed.secret().equals(Secret(text))
    }
}
