import Sealing
import Testing

@Suite struct `The cost of a derivation` {
    typealias Cost = KeyDerivation.Cost

    @Test(arguments: [
        (1, 8192), (8, 1 << 30), (8, 8192), (2, 64 << 20), (3, 256 << 20), (4, 1 << 30),
    ])
    func `what this program writes is read back`(operations: Int, memory: Int) throws {
        let cost = try #require(Cost(checkedOperations: operations, memory: memory))
        #expect(cost.operations == operations)
        #expect(cost.memory == memory)
    }

    @Test(arguments: [
        (3, 4 << 40), (3, (1 << 30) + 1), (3, Int.max), (3, 8191), (3, 0), (3, -1), (3, Int.min),
        (0, 8192), (-1, 8192), (9, 8192), (Int.max, 8192), (Int.min, 8192), (1 << 32, 8192),
    ])
    func `what it would never have written is refused`(operations: Int, memory: Int) {
        #expect(Cost(checkedOperations: operations, memory: memory) == nil)
    }

    @Test func `the three levels are those that the design names`() {
        #expect(Cost.interactive == Cost(operations: 2, memory: 64 << 20))
        #expect(Cost.moderate == Cost(operations: 3, memory: 256 << 20))
        #expect(Cost.sensitive == Cost(operations: 4, memory: 1 << 30))
    }

    @Test func `where memory is refused, there is a ladder down to interactive`() {
        #expect(Cost.sensitive.lower == .moderate)
        #expect(Cost.moderate.lower == .interactive)
        #expect(Cost.interactive.lower == nil)
        #expect(Cost(operations: 1, memory: 8192).lower == nil)
    }
}
