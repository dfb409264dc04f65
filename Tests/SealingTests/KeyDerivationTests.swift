import Sealing
import Testing

@Suite struct `Key derivation` {
    private static let salt = [UInt8](0..<16)
    private static let least = KeyDerivation.Cost(operations: 1, memory: 8192)

    private func derive(
        _ secret: String = "739158", salt: [UInt8] = salt, cost: KeyDerivation.Cost = least
    ) throws -> String {
        try KeyDerivation.argon2id(Secret(secret), salt: salt, cost: cost).bytes.hexadecimal
    }

    struct Vector: Sendable {
        var secret = "739158"
        let cost: KeyDerivation.Cost
        let key: String
    }

    /// Computed with argon2-cffi, which uses the reference implementation (one lane, version 1.3), with the salt 00 01
    /// … 0f.
    static let vectors = [
        Vector(cost: least, key: "b639c7a1d63576fdaa9ab205e01a4a677a2896f0adb2c8efab9a6394b4dc4e87"),
        Vector(
            cost: KeyDerivation.Cost(operations: 3, memory: 65_536),
            key: "13e9abff2f3ee35e069d4be8e51507192871c8c76098d8a32ca1800ee6484196"),
        Vector(cost: .interactive, key: "6f9bcc98dbf7ac7d18de55f9701dc42cc5c7945473bde1a4e60c04c99a7565e5"),
        Vector(
            secret: "pässwörd 🥾", cost: least,
            key: "99795f0e3f09bf73298d53822ab5ed397407ab3e1fbc69808ad1caaed5530c6f"),
        Vector(
            secret: "", cost: least, key: "31ed41e2d73f27fdfe4eb4bec651341e58ba43477051c6fe4adad735d82ee08a"),
    ]

    @Test(arguments: vectors)
    func `gives the results of the reference implementation of Argon2id 1.3`(vector: Vector) throws {
        #expect(try derive(vector.secret, cost: vector.cost) == vector.key)
    }

    @Test func `gives the same key for the same input`() throws {
        #expect(try derive() == derive())
    }

    @Test func `gives another key for any change of secret, salt, passes or memory`() throws {
        var keys = [
            try derive(), try derive("739159"), try derive("73915"), try derive("739158\0"),
            try derive(cost: KeyDerivation.Cost(operations: 2, memory: 8192)),
            try derive(cost: KeyDerivation.Cost(operations: 1, memory: 16_384)),
        ]
        for bit in 0..<128 { keys.append(try derive(salt: Self.salt.flipping(bit: bit))) }
        #expect(Set(keys).count == keys.count)
    }

    @Test(arguments: [0, 1, 15, 17, 32]) func `refuses a salt of another length`(length: Int) {
        #expect(throws: SealingError.malformed) { try derive(salt: [UInt8](repeating: 0, count: length)) }
    }

    @Test func `reports a lack of memory with a separate error`() {
        #expect(throws: SealingError.outOfMemory) {
            try derive(cost: KeyDerivation.Cost(operations: 1, memory: 4 << 40))
        }
    }
}

@Suite struct `The cost of a derivation` {
    typealias Cost = KeyDerivation.Cost

    @Test(arguments: [
        (1, 8192), (8, 1 << 30), (8, 8192), (2, 64 << 20), (3, 256 << 20), (4, 1 << 30),
    ])
    func `is read back as this program writes it`(operations: Int, memory: Int) throws {
        let cost = try #require(Cost(checkedOperations: operations, memory: memory))
        #expect(cost.operations == operations)
        #expect(cost.memory == memory)
    }

    @Test(arguments: [
        (3, 4 << 40), (3, (1 << 30) + 1), (3, Int.max), (3, 8191), (3, 0), (3, -1), (3, Int.min),
        (0, 8192), (-1, 8192), (9, 8192), (Int.max, 8192), (Int.min, 8192), (1 << 32, 8192),
    ])
    func `is refused outside the range that this program writes`(operations: Int, memory: Int) {
        #expect(Cost(checkedOperations: operations, memory: memory) == nil)
    }

    @Test func `has the three documented levels`() {
        #expect(Cost.interactive == Cost(operations: 2, memory: 64 << 20))
        #expect(Cost.moderate == Cost(operations: 3, memory: 256 << 20))
        #expect(Cost.sensitive == Cost(operations: 4, memory: 1 << 30))
    }

    @Test func `is lowered in steps to interactive when memory is refused`() {
        #expect(Cost.sensitive.lower == .moderate)
        #expect(Cost.moderate.lower == .interactive)
        #expect(Cost.interactive.lower == nil)
        #expect(Cost(operations: 1, memory: 8192).lower == nil)
    }
}
