import TestSupport
import Testing

@testable import SealedStore

@Suite struct `An inventory` {
    private static func terms(_ count: Int, seed: UInt64) -> [[UInt8]] {
        var random = SeededSource(seed: seed)
        return (0..<count).map { _ in
            // Some carry through all words.
            Bool.random(using: &random)
                ? [UInt8](repeating: 0xFF, count: Inventory.length)
                : (0..<Inventory.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
    }

    private func inventory(of terms: some Sequence<[UInt8]>) -> Inventory {
        terms.reduce(into: Inventory()) { $0.add($1) }
    }

    @Test(arguments: 1...20) func `is the same in any order`(seed: UInt64) {
        var random = SeededSource(seed: seed)
        let terms = Self.terms(30, seed: seed)
        #expect(inventory(of: terms) == inventory(of: terms.shuffled(using: &random)))
        #expect(inventory(of: terms).count == 30)
    }

    @Test(arguments: 1...20) func `is unchanged after an addition and its removal`(seed: UInt64) {
        var random = SeededSource(seed: seed)
        let (kept, passing) = (Self.terms(10, seed: seed), Self.terms(15, seed: seed + 100))
        var inventory = inventory(of: kept + passing)
        for term in passing.shuffled(using: &random) { inventory.subtract(term) }
        #expect(inventory == self.inventory(of: kept))
        for term in kept { inventory.subtract(term) }
        #expect(inventory == Inventory())
    }

    @Test func `adds with carries, modulo 2^256`() {
        let one = [1] + [UInt8](repeating: 0, count: 31)
        let most = [UInt8](repeating: 0xFF, count: 32)
        let word = [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 24)
        #expect(
            inventory(of: [word, one]).sum == [UInt8](repeating: 0, count: 8) + [1] + [UInt8](repeating: 0, count: 23))
        #expect(inventory(of: [most, one]).sum == [UInt8](repeating: 0, count: 32))
        #expect(inventory(of: [most, one]) != Inventory(), "two equal records don't cancel out")
        var below = Inventory()
        below.subtract(one)
        #expect(below.sum == most)
    }

    @Test func `counts a term as often as it occurs`() {
        let term = Self.terms(1, seed: 1)[0]
        // With exclusive or, the two would cancel out.
        #expect(inventory(of: [term, term]).sum != Inventory().sum)
    }

    @Test(arguments: 1...20) func `is restored from its sum`(seed: UInt64) throws {
        let inventory = inventory(of: Self.terms(7, seed: seed))
        #expect(try Inventory(count: 7, sum: inventory.sum) == inventory)
        #expect(throws: MalformedRecord.self) { try Inventory(count: 7, sum: inventory.sum.dropLast()) }
        #expect(throws: MalformedRecord.self) { try Inventory(count: 7, sum: inventory.sum + [0]) }
    }
}
