import Sealing
import Testing

@Suite struct `A recovery code` {
    @Test func `is well formed, unique and read back in 500 random cases`() throws {
        var texts: Set<String> = []
        for _ in 0..<500 {
            let code = try RecoveryCode.random()
            let text = code.description
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            try #require(groups.count == 7 && groups.allSatisfy { $0.count == 4 })
            try #require(text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Codes.alphabet.contains($0) })
            try #require(RecoveryCode(reading: Secret(text)).description == text)
            texts.insert(text)
        }
        #expect(texts.count == 500)
    }

    @Test func `has its own groups alone, typed as a code may be`() throws {
        let zeros = String(repeating: "0", count: 28)
        let code = try RecoveryCode(reading: Secret(zeros))
        for typed in ["0000", "oOoO", "00-00", " O0o0 "] { #expect(code.hasGroup(typed, at: 6), "\(typed)") }
        for typed in ["", "000", "00000", "0001", "000I", "000U", "000é"] {
            #expect(!code.hasGroup(typed, at: 0), "\(typed)")
        }
        #expect(!code.hasGroup("0000", at: 7) && !code.hasGroup("0000", at: -1))
        let random = try RecoveryCode.random()
        for (index, group) in random.description.split(separator: "-").enumerated() {
            #expect(random.hasGroup(group.lowercased(), at: index))
        }
    }

    @Test func `has an alphabet without the letters that resemble digits, and without U`() throws {
        for letter in "ILOU" { #expect(!Codes.alphabet.contains(letter.asciiValue ?? 0)) }
        // All 32 symbols occur in each of the 26 random places.
        let codes = try (0..<1000).map { _ in try RecoveryCode.random().description.replacing("-", with: "") }
        for place in (0..<28) where place % 14 != 13 {
            let seen = Set(codes.map { Array($0.utf8)[place] })
            #expect(seen == Set(Codes.alphabet), "place \(place)")
        }
    }

    @Test(arguments: Codes.known) func `is read when it was computed by hand`(known: Codes.Known) throws {
        let read = try RecoveryCode(reading: Secret(known.code))
        #expect(read.description.replacing("-", with: "") == known.code)
    }

    @Test(arguments: [
        "0123456789ABCADEFGHJKMNPQRSW", "0123-4567-89AB-CADE-FGHJ-KMNP-QRSW", "0123456789abcadefghjkmnpqrsw",
        "  0123 4567 89AB CADE FGHJ KMNP QRSW  ", "-0-1-2-3-4-5-6-7-8-9-A-B-C-A-D-E-F-G-H-J-K-M-N-P-Q-R-S-W--",
        "OI23456789ABCADEFGHJKMNPQRSW", "oi23456789abcadefghjkmnpqrsw", "OL23456789ABCADEFGHJKMNPQRSW",
        "ol23456789abcadefghjkmnpqrsw", "0i23- 45678 -9aBcAdEfGhJkMnPqRsW",
    ])
    func `is read in any case, with look-alikes, spaces and dashes`(typed: String) throws {
        #expect(
            try RecoveryCode(reading: Secret(typed)).description == "0123-4567-89AB-CADE-FGHJ-KMNP-QRSW")
    }
}

@Suite struct `The key of a recovery code` {
    private func key(_ code: String, for context: String) throws -> String {
        try RecoveryCode(reading: Secret(code)).key(for: Array(context.utf8)).bytes.hexadecimal
    }

    /// The keys were computed in Python: BLAKE2b of the framed domain and context, keyed by the symbols' numbers.
    @Test(arguments: Codes.known) func `is the keyed hash that other languages compute`(known: Codes.Known) throws {
        #expect(try key(known.code, for: "store") == known.key)
    }

    @Test func `is equal for a code that is read back, and differs by code and by context`() throws {
        let code = try RecoveryCode.random()
        let expected = try code.key(for: [1, 2, 3]).bytes
        #expect(expected.count == 32)
        #expect(try RecoveryCode(reading: Secret(code.description)).key(for: [1, 2, 3]).bytes == expected)
        #expect(try code.key(for: [1, 2, 4]).bytes != expected)
        #expect(try code.key(for: []).bytes != expected)
        #expect(try RecoveryCode.random().key(for: [1, 2, 3]).bytes != expected)
    }
}

/// Shared by the tests of recovery codes.
enum Codes {
    /// Crockford's base 32.
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    struct Known: Sendable {
        let code: String
        /// The key for the context `store`.
        let key: String
    }

    static let known = [
        Known(
            code: "0123456789ABCADEFGHJKMNPQRSW",
            key: "e3ad010c11a9d9ba9553b4de7c31b7270c47bc7bb8c4f7faeab66077ff79b868"),
        Known(
            code: "TVWXYZ0123456Z789ABCDEFGHJKE",
            key: "3649fd3f2875ffefdd316979265da890951408a7392bd2ba6e65f1519343ad94"),
        Known(
            code: "QRSTVWXYZ109857654321ZYXWVT4",
            key: "a99f759fe99d6d872508ff7c01a8b548b603504ec03f5543202aab64b98ff259"),
    ]
}
