import Glibc
import Sealing
import Testing

@Suite struct `A secret` {
    @Test(arguments: ["", "7", "739158", "pässwörd 🥾", "a\0b"])
    func `holds the UTF-8 bytes of a text exactly`(text: String) throws {
        let secret = try Secret(text)
        #expect(secret.bytes == Array(text.utf8))
        #expect(secret.count == text.utf8.count)
    }

    @Test func `is not normalized, so two encodings of one letter differ`() throws {
        #expect(try !equal("\u{E9}", "e\u{301}"))
    }

    @Test(arguments: [0, 1, 31, 32, 4095, 4096, 4097, 70_000]) func `holds bytes of any length`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let secret = Secret(bytes)
        #expect(secret.bytes == bytes)
    }

    @Test func `equals another only when every byte does`() throws {
        #expect(try equal("", ""))
        #expect(try equal("739158", "739158"))
        #expect(try !equal("739158", "739159"))
        #expect(try !equal("739158", "839158"))
        #expect(try !equal("739158", "73915"))
        #expect(try !equal("73915", "739158"))
        #expect(try !equal("", "7"))
        #expect(try !equal("7", ""))
        #expect(try !equal("\0", ""))
    }

    @Test(arguments: ["", "739158"])
    func `has duplicates that are equal and outlive the original`(text: String) throws {
        func made() throws -> Secret {
            let original = try Secret(text)
            return try original.duplicate()
        }
        let duplicate = try made()
        #expect(duplicate.bytes == Array(text.utf8))
    }

    @Test func `is filled from zero bytes, and excludes what the filling does not use`() throws {
        var given: [UInt8] = []
        let secret = try Secret(capacity: 64) { target in
            given = Array(target)
            target.copyBytes(from: [1, 2, 3])
            return 3
        }
        #expect(given == [UInt8](repeating: 0, count: 64))
        #expect(secret.bytes == [1, 2, 3])
        #expect(secret.count == 3)
    }

    @Test(arguments: [(-1, 0), (0, 0), (8, 8), (9, 8), (Int.max, 8)])
    func `is limited to its capacity when a filling reports more`(claimed: Int, count: Int) throws {
        let secret = try Secret(capacity: 8) { _ in claimed }
        #expect(secret.count == count)
    }

    /// Each secret takes pages of locked memory, so leaking 40,000 of them would exhaust it or the mappings.
    @Test func `leaves no memory behind when its filling throws, and rethrows the error`() throws {
        struct Refused: Error {}
        for _ in 0..<40_000 {
            #expect(throws: Refused.self) {
                try Secret(capacity: 16, reading: { _ in throw Refused() }).count
            }
        }
        let after = try Secret("there is memory left")
        #expect(after.count == 20)
    }

    @Test(arguments: [1 << 60, Int.max])
    func `is an error when the system refuses the memory, however it is requested`(count: Int) {
        #expect(throws: SealingError.outOfMemory) { try Secret(capacity: count) { _ in 0 }.count }
        #expect(throws: SealingError.outOfMemory) { try Secret(capacity: count, reading: { _ in 0 }).count }
        #expect(throws: SealingError.outOfMemory) { try Secret.random(count: count).count }
    }

    @Test func `is empty for a negative capacity`() throws {
        #expect(try Secret(capacity: -1) { $0.count }.count == 0)
    }

    /// Tested with a system call, which returns an error where a direct write would end the process.
    @Test func `can't be written to once it is made, however it was filled`() throws {
        let zeros = open("/dev/zero", O_RDONLY)
        defer { close(zeros) }
        func isWritable(_ secret: borrowing Secret) -> Bool {
            secret.withBytes { span in
                span.withUnsafeBytes { read(zeros, UnsafeMutableRawPointer(mutating: $0.baseAddress), 1) == 1 }
            }
        }
        #expect(!isWritable(try Secret("739158")))
        #expect(!isWritable(try Secret(capacity: 8, reading: { _ in 8 })))
        #expect(!isWritable(try Secret.random().duplicate()))
    }

    @Test func `has parts that keep its bytes and outlive it`() throws {
        func slice(_ range: Range<Int>) throws -> Secret { try Secret("0123456789").slice(range) }
        #expect(try slice(0..<4).bytes == Array("0123".utf8))
        #expect(try slice(4..<10).bytes == Array("456789".utf8))
        #expect(try slice(3..<3).count == 0)
    }

    @Test func `is random with the requested length, and differs each time`() throws {
        #expect(try Secret.random().count == 32)
        #expect(try Secret.random().bytes != Secret.random().bytes)
        for count in [0, 1, 100] { #expect(try Secret.random(count: count).count == count) }
    }

    private func equal(_ one: String, _ other: String) throws -> Bool {
        let secret = try Secret(one)
        return secret.equals(try Secret(other))
    }
}
