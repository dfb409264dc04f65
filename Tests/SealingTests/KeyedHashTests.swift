import Sealing
import Testing

/// The known answers are those of Python's `hashlib.blake2b(framed, digest_size=32, key=bytes(range(32)))`.
@Suite struct `A keyed hash` {
    private func mac(_ one: String, _ other: String) -> [UInt8] {
        KeyedHash.mac(Array(one.utf8), Array(other.utf8), key: .counting)
    }

    @Test func `is BLAKE2b-256 over length-prefixed parts`() {
        #expect(
            mac("ab", "c").hexadecimal == "ee9c1ef8884408a5503c0192f0793a454251090ca52c8718e872dcb1eb473861")
        #expect(
            mac("a", "bc").hexadecimal == "14f7cb576e5af715f378de850a6242922eb2f0e6a5370deb35f189cdb5e9d58a")
        #expect(
            KeyedHash.mac(key: .counting).hexadecimal
                == "4e51e7a913fc80137da52880fecca175bf81e117d5c68126dc2774033517ea0d")
        #expect(
            KeyedHash.mac([], key: .counting).hexadecimal
                == "223b9a195adefb1f293d6c0971a8fdb3d95276881614005cc0773778f9fdd202")
    }

    @Test func `has a digest that is plain BLAKE2b-256 without a key`() {
        let digest = KeyedHash.digest(of: Array("a spring hike".utf8))
        #expect(digest.hexadecimal == "1ca22a20090c21433a6d5b538804648771e3773da47ec62598086521b4750ab0")
    }

    @Test func `differs for lists of parts with the same concatenation`() {
        let lists: [[UInt8]] = [
            mac("ab", "c"), mac("a", "bc"), mac("abc", ""), mac("", "abc"), mac("c", "ab"),
            KeyedHash.mac(Array("abc".utf8), key: .counting),
        ]
        #expect(Set(lists).count == lists.count)
    }

    @Test func `depends on every bit of the key`() {
        let key = [UInt8](0..<32)
        let codes = (0..<256).map { KeyedHash.mac([1], key: Secret(key.flipping(bit: $0))) }
        #expect(Set(codes + [KeyedHash.mac([1], key: .counting)]).count == 257)
    }

    @Test func `mixes a secret in as a further part`() throws {
        let key = try KeyedHash.derive(
            Array("profile".utf8), Array("kek".utf8), mixing: Secret("739158"), key: .counting)
        #expect(key.bytes.hexadecimal == "02688e6cd6a9de22496026bb0a964d9b109e52e13c8479fd0fb565be188bf6bf")
    }

    @Test func `stays the MAC of the parts when an empty secret is mixed in`() throws {
        let key = try KeyedHash.derive(Array("ab".utf8), Array("c".utf8), mixing: Secret(""), key: .counting)
        #expect(key.bytes == mac("ab", "c"))
    }

    @Test func `equals another only when every byte does`() {
        let code = mac("ab", "c")
        #expect(KeyedHash.areEqual(code, mac("ab", "c")))
        #expect(KeyedHash.areEqual([], []))
        for bit in 0..<256 { #expect(!KeyedHash.areEqual(code, code.flipping(bit: bit))) }
        #expect(!KeyedHash.areEqual(code, Array(code.dropLast())))
        #expect(!KeyedHash.areEqual(code, code + [0]))
        #expect(!KeyedHash.areEqual([], code))
    }

    @Test func `encodes integers in little-endian order`() {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: 0x0102_0304 as UInt32)
        bytes.append(littleEndian: -2)
        bytes.append(lengthPrefixed: [9, 8])
        #expect(bytes.hexadecimal == "04030201" + "feffffffffffffff" + "0200000000000000" + "0908")
    }
}

/// The known answers are those of Python's `hashlib.blake2b(b"", digest_size=32, key=bytes(range(32)), salt=…,
/// person=…)`: the salt is the sub-key's number in little-endian order, and the person is `profile1`, both padded with
/// zeros to 16 bytes.
@Suite struct `A sub-key` {
    @Test func `is BLAKE2b of an empty message, as crypto_kdf documents it`() throws {
        let keys = try SubKeys(from: .counting)
        #expect(keys.records.bytes.hexadecimal == "b415b351137a2f2d529303acf28b023a3df0aa77a15b7300c0f3ae79bea430c8")
        #expect(
            keys.fingerprints.bytes.hexadecimal == "3d213e075dfa5753876502462cb247a07d4cd353f4b5b6ee89cedb7160df1876")
        #expect(
            keys.inventory.bytes.hexadecimal == "20a61128c42f3fe5a75f6fe2b9ff748b4ca649e4364287415119de6dea3984a7")
    }

    @Test func `differs from the data key, the other sub-keys and those of another data key`() throws {
        let keys = try SubKeys(from: .counting)
        let others = try SubKeys(from: Secret([UInt8](0..<32).flipping(bit: 0)))
        let all = [
            Secret.counting.bytes, keys.records.bytes, keys.fingerprints.bytes, keys.inventory.bytes,
            others.records.bytes, others.fingerprints.bytes, others.inventory.bytes,
        ]
        #expect(Set(all).count == 7)
    }
}

@Suite struct `Random bytes` {
    @Test(arguments: [1, 16, 24, 1000]) func `have the requested number`(count: Int) {
        #expect(RandomBytes.make(count).count == count)
    }

    @Test func `differ from call to call, in every place`() {
        let draws = (0..<64).map { _ in RandomBytes.make(16) }
        #expect(Set(draws).count == 64)
        for place in 0..<16 { #expect(Set(draws.map { $0[place] }).count > 1) }
    }
}
