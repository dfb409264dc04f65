import Sealing
import Testing

@Suite struct `A secret` {
    @Test(arguments: ["", "7", "739158", "pässwörd 🥾", "a\0b"])
    func `it holds the UTF-8 bytes of a text exactly`(text: String) {
        let secret = Secret(text)
        #expect(secret.bytes == Array(text.utf8))
        #expect(secret.count == text.utf8.count)
    }

    @Test func `it does not normalize: two spellings of one letter differ`() {
        #expect(!equal("\u{E9}", "e\u{301}"))
    }

    @Test(arguments: [0, 1, 31, 32, 4095, 4096, 4097, 70_000])
    func `it holds bytes of any length`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let secret = Secret(bytes)
        #expect(secret.bytes == bytes)
    }

    @Test func `secrets are equal only when every byte is`() {
        #expect(equal("", ""))
        #expect(equal("739158", "739158"))
        #expect(!equal("739158", "739159"))
        #expect(!equal("739158", "839158"))
        #expect(!equal("739158", "73915"))
        #expect(!equal("73915", "739158"))
        #expect(!equal("", "7"))
        #expect(!equal("7", ""))
        #expect(!equal("\0", ""))
    }

    @Test(arguments: ["", "739158"])
    func `a duplicate is equal and outlives the original`(text: String) {
        func made() -> Secret {
            let original = Secret(text)
            return original.duplicate()
        }
        let duplicate = made()
        #expect(duplicate.bytes == Array(text.utf8))
    }

    @Test func `filling is given zero bytes, and what it does not use is no part of the secret`() {
        var given: [UInt8] = []
        let secret = Secret(capacity: 64) { target in
            given = Array(target)
            target.copyBytes(from: [1, 2, 3])
            return 3
        }
        #expect(given == [UInt8](repeating: 0, count: 64))
        #expect(secret.bytes == [1, 2, 3])
        #expect(secret.count == 3)
    }

    @Test(arguments: [(-1, 0), (0, 0), (8, 8), (9, 8), (Int.max, 8)])
    func `a count that filling cannot have used is cut to the capacity`(claimed: Int, count: Int) {
        let secret = Secret(capacity: 8) { _ in claimed }
        #expect(secret.count == count)
    }

    /// Each secret takes pages of locked memory, so that leaking 40,000 of them would run out of it or of mappings.
    @Test func `a filling that throws passes its error on and leaves no memory behind`() {
        struct Refused: Error {}
        for _ in 0..<40_000 {
            #expect(throws: Refused.self) {
                try Secret(capacity: 16) { _ throws(Refused) in throw Refused() }.count
            }
        }
        let after = Secret("there is memory left")
        #expect(after.count == 20)
    }

    @Test func `random secrets have the asked length and differ`() {
        #expect(Secret.random().count == 32)
        #expect(Secret.random().bytes != Secret.random().bytes)
        for count in [0, 1, 100] { #expect(Secret.random(count: count).count == count) }
    }

    private func equal(_ one: String, _ other: String) -> Bool {
        let secret = Secret(one)
        return secret.equals(Secret(other))
    }
}
