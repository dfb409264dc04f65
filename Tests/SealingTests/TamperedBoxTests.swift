import Sealing
import Testing

@Suite struct `A tampered box` {
    private let place = Array("place".utf8)

    private func outcome(_ box: [UInt8], key: borrowing Secret = .counting, context: [UInt8]) -> SealingError? {
        do {
            _ = try SealedBox.open(box, with: key, context: context)
            return nil
        } catch {
            return error
        }
    }

    private func secretOutcome(_ box: [UInt8], key: borrowing Secret = .counting, context: [UInt8]) -> SealingError? {
        do {
            _ = try SealedBox.openSecret(box, with: key, context: context)
            return nil
        } catch {
            return error
        }
    }

    @Test func `is refused for every flipped bit`() {
        for bit in 0..<Vectors.box.count * 8 {
            let expected: SealingError = bit < 8 ? .malformed : .authenticationFailed
            #expect(outcome(Vectors.box.flipping(bit: bit), context: place) == expected, "bit \(bit)")
        }
        for bit in 0..<Vectors.secretBox.count * 8 {
            let expected: SealingError = bit < 8 ? .malformed : .authenticationFailed
            #expect(secretOutcome(Vectors.secretBox.flipping(bit: bit), context: place) == expected, "bit \(bit)")
        }
    }

    @Test func `is refused for every truncation and for an extra byte`() {
        for count in 0..<Vectors.box.count {
            let expected: SealingError = count < 41 ? .malformed : .authenticationFailed
            #expect(outcome(Array(Vectors.box.prefix(count)), context: place) == expected, "\(count) bytes")
        }
        for count in 0..<Vectors.secretBox.count {
            let expected: SealingError = count < 41 ? .malformed : .authenticationFailed
            #expect(secretOutcome(Array(Vectors.secretBox.prefix(count)), context: place) == expected)
        }
        #expect(outcome(Vectors.box + [0], context: place) == .authenticationFailed)
        #expect(secretOutcome(Vectors.secretBox + [0], context: place) == .authenticationFailed)
    }

    @Test func `is refused when any bit of the key differs`() {
        for bit in 0..<256 {
            let key = Secret([UInt8](0..<32).flipping(bit: bit))
            #expect(outcome(Vectors.box, key: key, context: place) == .authenticationFailed)
            #expect(secretOutcome(Vectors.secretBox, key: key, context: place) == .authenticationFailed)
        }
    }

    @Test(arguments: [0, 16, 31, 33, 64]) func `is refused with a key of another length`(count: Int) throws {
        #expect(try outcome(Vectors.box, key: Secret.random(count: count), context: place) == .malformed)
        #expect(try secretOutcome(Vectors.secretBox, key: Secret.random(count: count), context: place) == .malformed)
    }

    @Test(arguments: ["", "plac", "place ", "Place", "place\0"]) func `is refused in another context`(context: String) {
        #expect(outcome(Vectors.box, context: Array(context.utf8)) == .authenticationFailed)
        #expect(secretOutcome(Vectors.secretBox, context: Array(context.utf8)) == .authenticationFailed)
    }

    @Test func `is refused as unknown with every other version`() {
        for version in UInt8.min...UInt8.max where version != 1 {
            #expect(outcome([version] + Vectors.box.dropFirst(), context: place) == .malformed)
            #expect(secretOutcome([version] + Vectors.secretBox.dropFirst(), context: place) == .malformed)
        }
    }

    @Test func `is refused when a key's box is opened as bytes`() {
        // Neither an empty key nor a short one has the padding that a box of bytes ends in.
        for count in [0, 32, 255] {
            let box = SealedBox.seal(Secret(count: count), with: .counting, context: place)
            #expect(outcome(box, context: place) == .malformed, "\(count) bytes")
        }
        // Even if it ends as padding does.
        let box = SealedBox.seal(Secret([UInt8](repeating: 0, count: 31) + [0x80]), with: .counting, context: place)
        #expect(outcome(box, context: place) == .malformed)
    }

    @Test func `is malformed without padding even with a valid seal`() {
        let zeros = [UInt8](repeating: 0, count: 255)
        // None; too long; of another first byte. Then the longest and the shortest.
        let endings: [([UInt8], isPadding: Bool)] = [
            (zeros + [0], false), ([0x80, 0] + zeros, false), (zeros + [0x81], false), ([0x80] + zeros, true),
            (zeros + [0x80], true),
        ]
        for (bytes, isPadding) in endings {
            let box = SealedBox.seal(Secret(bytes), with: .counting, context: place)
            #expect(outcome(box, context: place) == (isPadding ? nil : .malformed), "\(bytes)")
        }
    }
}

extension Secret {
    fileprivate init(count: Int) {
        self.init([UInt8](repeating: 0, count: count))
    }
}
