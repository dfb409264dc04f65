import Sealing
import Testing

@Suite struct `A secret during typing` {
    @Test func `grows by whole characters and shrinks by whole characters`() throws {
        let typed = TypedSecret()
        for character in "pä🏔️" { typed.append(character) }
        #expect(typed.count == 3)
        #expect(typed.byteCount == "pä🏔️".utf8.count)
        #expect(try isTyped("pä🏔️", in: typed))
        typed.removeLast()
        #expect(try isTyped("pä", in: typed))
    }

    @Test func `is empty after it was wiped, also through other references`() throws {
        let typed = TypedSecret()
        let held = typed
        typed.append("7")
        held.wipe()
        #expect(typed.count == 0)
        #expect(try isTyped("", in: typed))
        typed.removeLast()
        #expect(typed.count == 0)
    }

    @Test func `equals only itself and others with the same content`() {
        func typed(_ text: String) -> TypedSecret {
            let secret = TypedSecret()
            for character in text { secret.append(character) }
            return secret
        }
        let secret = typed("739158")
        #expect(secret.equals(secret))
        #expect(secret.equals(typed("739158")))
        #expect(TypedSecret().equals(TypedSecret()))
        for other in ["", "73915", "7391588", "739159", "839158"] {
            #expect(!secret.equals(typed(other)) && !typed(other).equals(secret))
        }
    }

    private func isTyped(_ text: String, in typed: TypedSecret) throws -> Bool {
        try typed.secret().equals(Secret(text))
    }
}
