import SQLiteKit
import TestSupport
import Testing

@testable import SealedStore

/// Compares a directory with a sorted array, on pages so small that the tree is deep.
@Suite struct DirectoryTests {
    private func bench() throws -> RecordBench {
        let bench = try RecordBench(.file, kinds: [])
        try bench.create { _ in }
        return bench
    }

    private func entry(_ key: Int, _ number: Int, _ figure: Int?) -> DirectoryEntry {
        DirectoryEntry(
            position: DirectoryPosition(key: key, number: number), term: [UInt8(truncatingIfNeeded: number)],
            figures: [figure])
    }

    /// With pages of 4 entries the tree is deepest; those of 16 are also merged when they have become small.
    @Test(arguments: [4, 16], [1, 2, 3] as [UInt64])
    func `agrees with a sorted array after any changes`(capacity: Int, seed: UInt64) throws {
        let bench = try bench()
        var random = SeededSource(seed: seed)
        var model: [DirectoryEntry] = []
        var root = DirectoryRoot(rulesVersion: 1, figures: 1)
        for round in 1...60 {
            root = try bench.write { transaction in
                let directory = Directory(
                    of: Note.kind, root: root, in: transaction.backend, sealer: transaction.sealer,
                    limits: DirectoryLimits(capacity: capacity, keptPages: 8))
                var changedKeys: Set<Int> = []
                // The first half of the rounds adds most entries, and the second half removes them.
                let additions = round <= 30 ? 7 : 3
                for _ in 0..<Int.random(in: 1...5 * capacity, using: &random) {
                    if Int.random(in: 1...10, using: &random) <= additions || model.isEmpty {
                        let replaces = Int.random(in: 1...8, using: &random) == 1
                        let replaced = replaces ? model.randomElement(using: &random) : nil
                        let fresh = entry(
                            replaced?.position.key ?? .random(in: -50...50, using: &random),
                            replaced?.position.number ?? .random(in: 1...500, using: &random),
                            Bool.random(using: &random) ? Int.random(in: 0...9, using: &random) : nil)
                        model.removeAll { $0.position == fresh.position }
                        model.append(fresh)
                        changedKeys.insert(fresh.position.key)
                        try directory.insert(fresh)
                    } else {
                        let gone = model.remove(at: .random(in: 0..<model.count, using: &random))
                        changedKeys.insert(gone.position.key)
                        try directory.remove(gone.position)
                    }
                    try directory.spill(revision: round)
                }
                #expect(directory.changedKeys == changedKeys)
                try directory.flush(revision: round)
                return directory.root
            }
            model.sort { $0.position < $1.position }
            try bench.read { transaction in
                let directory = Directory(
                    of: Note.kind, root: root, in: transaction.backend, sealer: transaction.sealer,
                    limits: DirectoryLimits(capacity: capacity))
                try expectSame(directory, model, &random)
            }
        }
    }

    private func expectSame(_ directory: Directory, _ model: [DirectoryEntry], _ random: inout SeededSource) throws {
        var found: [DirectoryEntry] = []
        try directory.visit {
            found.append($0)
            return true
        }
        #expect(found == model)
        found = []
        try directory.visit(in: -20...20, descending: true) {
            found.append($0)
            return true
        }
        #expect(found == model.filter { (-20...20).contains($0.position.key) }.reversed())
        #expect(directory.count == model.count)
        for _ in 0..<5 {
            let low = Int.random(in: -60...60, using: &random)
            let keys = low...(low + Int.random(in: 0...60, using: &random))
            var sum = DirectorySum(figures: 1)
            for entry in model where keys.contains(entry.position.key) { sum.add(entry) }
            #expect(try directory.sum(in: keys) == sum)
            let first = model.first { keys.contains($0.position.key) && $0.figures[0] != nil }
            #expect(try directory.firstEntry(in: keys, knowingFigure: 0) == first)
        }
        if let some = model.randomElement(using: &random) { #expect(try directory.entry(at: some.position) == some) }
        for rank in [0, model.count / 2, model.count - 1, model.count] {
            #expect(try directory.entry(rank: rank) == (model.indices.contains(rank) ? model[rank] : nil))
        }
        let goal = Int.random(in: 1...200, using: &random)
        var running = 0
        let reached = model.first { entry in
            running += entry.figures[0] ?? 0
            return running >= goal
        }
        #expect(try directory.entry(reaching: goal, ofFigure: 0) == reached)
    }

    @Test(arguments: [3, 50])
    func `is damaged, rather than without an entry, when its sums are too high`(count: Int) throws {
        let bench = try bench()
        let limits = DirectoryLimits(capacity: 4, keptPages: 8)
        var root = try bench.write { transaction in
            let directory = Directory(
                of: Note.kind, root: DirectoryRoot(rulesVersion: 1, figures: 1), in: transaction.backend,
                sealer: transaction.sealer, limits: limits)
            for number in 1...count { try directory.insert(entry(number, number, 1)) }
            try directory.flush(revision: 1)
            return directory.root
        }
        root.top?.sum.count += 1
        root.top?.sum.figures[0].sum += 1
        let codes = try bench.read { [root] transaction in
            let directory = Directory(
                of: Note.kind, root: root, in: transaction.backend, sealer: transaction.sealer, limits: limits)
            let last = try directory.entry(rank: count - 1)
            #expect(last?.position.number == count)
            return [
                #expect(throws: StoreError.self) { try directory.entry(rank: count) },
                #expect(throws: StoreError.self) { try directory.entry(reaching: count + 1, ofFigure: 0) },
            ].map { $0?.code }
        }
        #expect(codes == [.damaged, .damaged])
    }

    @Test func `entries that are added in order fill their pages`() throws {
        let bench = try bench()
        try bench.write { transaction in
            let directory = Directory(
                of: Note.kind, root: DirectoryRoot(rulesVersion: 1, figures: 1), in: transaction.backend,
                sealer: transaction.sealer, limits: DirectoryLimits(capacity: 8))
            for number in 1...64 { try directory.insert(entry(number, number, 1)) }
            #expect(directory.root.highestPage <= 12)
            #expect(directory.sum.figures[0].sum == 64)
        }
    }

    @Test func `an import in order writes few pages twice, however few fit in memory`() throws {
        let bench = try bench()
        try bench.write { transaction in
            let directory = Directory(
                of: Note.kind, root: DirectoryRoot(rulesVersion: 1, figures: 1), in: transaction.backend,
                sealer: transaction.sealer, limits: DirectoryLimits(capacity: 8, keptPages: 32))
            let before = bench.file?.connection.counts.run ?? 0
            for number in 1...4096 {
                try directory.insert(entry(number, number, 1))
                try directory.spill(revision: 1)
            }
            try directory.flush(revision: 1)
            let written = (bench.file?.connection.counts.run ?? 0) - before
            // 512 full pages of entries, and the pages above them. None is read again.
            #expect((512...640).contains(written))
        }
    }

    @Test func `one change among many entries writes one page per level`() throws {
        let bench = try bench()
        var root = DirectoryRoot(rulesVersion: 1, figures: 1)
        root = try bench.write { transaction in
            let directory = Directory(of: Note.kind, root: root, in: transaction.backend, sealer: transaction.sealer)
            for number in 1...20_000 { try directory.insert(entry(number, number, 1)) }
            try directory.flush(revision: 1)
            return directory.root
        }
        let before = bench.file?.connection.counts.run ?? 0
        try bench.write { transaction in
            let directory = Directory(of: Note.kind, root: root, in: transaction.backend, sealer: transaction.sealer)
            try directory.insert(entry(9_999, 30_000, 1))
            try directory.flush(revision: 2)
        }
        let after = bench.file?.connection.counts.run ?? 0
        // Three pages read and at most four written, in a transaction that reads its heads.
        #expect(after - before <= 12)
    }
}
