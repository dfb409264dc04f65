import Sealing
import Testing

/// The known answers are those of Python's `hashlib.blake2b(b"", digest_size=32, key=bytes(range(32)), salt=…,
/// person=…)`: the salt is the number of the sub-key with its little end first, the person `profile1`, both filled up
/// with zeros to 16 bytes.
@Suite struct `A sub-key` {
    @Test func `it is BLAKE2b of nothing, as crypto_kdf documents it`() throws {
        let records = try SubKey.records.derive(from: .counting)
        let fingerprints = try SubKey.fingerprints.derive(from: .counting)
        #expect(records.bytes.hexadecimal == "b415b351137a2f2d529303acf28b023a3df0aa77a15b7300c0f3ae79bea430c8")
        #expect(
            fingerprints.bytes.hexadecimal == "3d213e075dfa5753876502462cb247a07d4cd353f4b5b6ee89cedb7160df1876")
    }

    @Test func `it differs from the data key, from the other sub-key and from those of another data key`() throws {
        let other = Secret([UInt8](0..<32).flipping(bit: 0))
        let keys = try [
            Secret.counting.bytes, SubKey.records.derive(from: .counting).bytes,
            SubKey.fingerprints.derive(from: .counting).bytes, SubKey.records.derive(from: other).bytes,
            SubKey.fingerprints.derive(from: other).bytes,
        ]
        #expect(Set(keys).count == 5)
    }
}
