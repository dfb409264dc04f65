import Sealing
import Testing

@Suite struct `A sealed box` {
    private let place = Array("place".utf8)

    private func open(_ box: [UInt8], key: borrowing Secret = .counting, context: [UInt8]) throws -> [UInt8] {
        try SealedBox.open(box, with: key, context: context)
    }

    @Test func `is opened again, at every length up to 1025 bytes`() throws {
        for count in 0...1025 {
            let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
            let box = SealedBox.seal(plain, with: .counting, context: place)
            try #require(try open(box, context: place) == plain)
            // Padding adds at least a byte; version, nonce and tag take 41.
            try #require(box.count == 41 + (count / 256 + 1) * 256)
        }
    }

    @Test func `keeps bytes that look like padding`() throws {
        for tail in [[0x80], [0x80, 0, 0], [0, 0, 0], [UInt8](repeating: 0, count: 300), [0x80, 0x80]] as [[UInt8]] {
            let box = SealedBox.seal([1] + tail, with: .counting, context: place)
            #expect(try open(box, context: place) == [1] + tail)
        }
    }

    @Test func `reveals the content's length only in steps of 256 bytes`() {
        func lengths(_ counts: Range<Int>) -> Set<Int> {
            Set(counts.map { SealedBox.seal([UInt8](repeating: 7, count: $0), with: .counting, context: []).count })
        }
        #expect(lengths(0..<256) == [297])
        #expect(lengths(256..<512) == [553])
        #expect(lengths(512..<768) == [809])
    }

    @Test func `differs each time the same content is sealed`() {
        let boxes = (0..<20).map { _ in SealedBox.seal([1, 2, 3], with: .counting, context: place) }
        #expect(Set(boxes).count == 20)
        #expect(Set(boxes.map { Array($0[1..<25]) }).count == 20, "a nonce was used twice")
        #expect(Set(boxes.map(\.[0])) == [1])
    }

    @Test func `does not contain the content`() {
        let marker = [UInt8](repeating: 0x41, count: 200)
        let box = SealedBox.seal(marker, with: .counting, context: place)
        #expect(!box.hexadecimal.contains("4141414141414141"))
    }

    @Test func `is opened when another language sealed it with libsodium`() throws {
        #expect(try open(Vectors.box, context: place) == Array("a spring hike".utf8))
        let key = try SealedBox.openSecret(Vectors.secretBox, with: .counting, context: place)
        #expect(key.bytes == [UInt8](32..<64))
    }

    @Test func `contains a key without padding, opened into guarded memory`() throws {
        let key = try Secret.random()
        let box = SealedBox.seal(key, with: .counting, context: place)
        #expect(box.count == 41 + 32)
        #expect(try SealedBox.openSecret(box, with: .counting, context: place).bytes == key.bytes)
    }

    @Test(arguments: [0, 1, 31, 33, 256, 5000])
    func `is malformed when a key was expected and it contains something else`(count: Int) throws {
        let box = SealedBox.seal(try Secret.random(count: count), with: .counting, context: place)
        #expect(throws: SealingError.malformed) {
            try SealedBox.openSecret(box, with: .counting, context: place).count
        }
    }
}

/// Sealed by PyNaCl's `crypto_aead_xchacha20poly1305_ietf_encrypt` under the key 00 … 1f, with the nonce 64 … 7b and
/// the associated data `place`.
enum Vectors {
    /// `a spring hike`, padded with 80 and zeros to 256 bytes.
    static let box = [UInt8](
        hexadecimal: """
            016465666768696a6b6c6d6e6f707172737475767778797a7b1d538ac08d47e7e5a758f454c3efbdc95bbb5271e42ccab08c5564a72b
            5e7810ab06437e2cb6f7c7ea06651c545608516ee5d01f9fb234a6cf0f0b48fb88be6c56d3c4e5d06ea42dee0dbc94cdfa8e4bf3ed81
            258ee3c3fb915da991e690fcb54c7d9d77f121d813008c023f91355992b8602b7291a0aa5cae3f13e4550120ca8971bdc369c8d86c4c
            e0606be42bcf183b4889c75b38944b161be8eaddbf39fa4f1ee95d8c91ffdebf4bc8b220ea2822812c7689c750a7bf774db9a5e127c4
            adaa4e8a50c34f080b8023bd2b29ca6708da4e949ea1dc06048068d276de2fd40923978bb6da2324f05606412ac622f869fd6bca00d5
            30090e494e81d8aecc5f92cc3256c9f61f617165277b0a86d1ad83
            """)
    /// The 32 bytes 20 … 3f.
    static let secretBox = [UInt8](
        hexadecimal: """
            016465666768696a6b6c6d6e6f707172737475767778797a7b5c52db93db0bafa5af19b7148a4293e66b8a6042d019fc87b46c5e9c17
            63462f361332e6732c68f7d6ca50a73684f9c9
            """)
}
