import SealedStoreTesting
import TestSupport
import Testing

@testable import SealedStore

/// Parts of the file overwritten or cut off, as a failing disk would. Reading gives what was written or an error: never
/// a trap, and never other content.
@Suite struct `A file damaged by the disk` {
    private static let pageSize = 4096

    private func populated() throws -> TemporaryStore {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        try store.opened.write { transaction in
            for number in 1...12 {
                let attachment = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* number) }
                let note = Note("Note \(number)", day: number, weight: 1, attachment: attachment)
                try SealedCollection<Note>().put(note, number: number, in: &transaction)
            }
            try TripStore.refresh(in: &transaction)
        }
        try store.edit { $0.days = 3 }
        try store.updateDraft { $0.place = "draft" }
        return temporary
    }

    /// Everything that can be read from a store.
    private struct Everything: Equatable {
        var committed: Committed<Trip>
        var draft: Draft<Trip>?
        var total: Int
        var notes: [Note?]
        var history: [HistoryEntry<Trip>]
    }

    private func read(_ temporary: TemporaryStore) throws -> Everything {
        let store = try temporary.unlock()
        return Everything(
            committed: try store.committed, draft: try store.savedDraft, total: try store.total,
            notes: try store.notes.keys.sorted().map(store.note), history: try store.history())
    }

    /// Reads all of a damaged file in every way, and expects the original content or an error for damage.
    private func expectHonest(
        _ temporary: TemporaryStore, _ whole: Everything, _ what: Comment
    ) throws {
        var checks: [StoreCheck] = []
        let checked = code { checks = try temporary.unlock().check() }
        #expect(checked == nil || checked == .damaged, what)
        var found = whole
        let read = code { found = try self.read(temporary) }
        #expect(found == whole, what)
        #expect(read == nil || read == .damaged, what)
        if read != nil, checked == nil { #expect(checks.contains { !$0.isOK }, what) }
        let readable = code {
            let store = try temporary.unlock()
            let committed = try store.opened.salvage { try store.records.committed(in: &$0) }.value
            if let committed { #expect(committed == whole.committed, what) }
            for (number, text) in try store.readableNotes.value {
                #expect((1...12).contains(number) && text == "Note \(number)", what)
            }
            for entry in try store.readableHistory().value { #expect(whole.history.contains(entry), what) }
        }
        #expect(readable == nil || readable == .damaged, what)
        // The seen generation is stored beside the store, and reset for the next damage.
        let seenState = "\(try temporary.stateFolder)/seen.state"
        let before = try bytes(of: seenState)
        let written = code { try temporary.unlock().edit { $0.place = "written" } }
        #expect(written == nil || written == .damaged, what)
        try write(before, to: seenState)
    }

    @Test(arguments: 1...4) func `is never read as intact, whichever page is garbage`(seed: UInt64) throws {
        var random = SeededSource(seed: seed)
        let temporary = try populated()
        let (path, whole) = (temporary.gate.path, try read(temporary))
        let content = try bytes(of: path)
        for _ in 1...12 {
            var damaged = content
            let page = Int.random(in: 0..<content.count / Self.pageSize, using: &random)
            for offset in 0..<Self.pageSize {
                damaged[page * Self.pageSize + offset] = UInt8.random(in: .min ... .max, using: &random)
            }
            try write(damaged, to: path)
            try expectHonest(temporary, whole, "page \(page + 1)")
        }
        try write(content, to: path)
        #expect(try read(temporary) == whole, "it was the damage")
    }

    @Test(arguments: 1...4) func `is never read as intact, whichever bytes are wrong`(seed: UInt64) throws {
        var random = SeededSource(seed: seed + 50)
        let temporary = try populated()
        let (path, whole) = (temporary.gate.path, try read(temporary))
        let content = try bytes(of: path)
        for round in 1...16 {
            var damaged = content
            // Half of them at the beginnings of pages, where the structure is.
            let page = Int.random(in: 0..<content.count / Self.pageSize, using: &random) * Self.pageSize
            let first = page + Int.random(in: 0..<(round.isMultiple(of: 2) ? 64 : Self.pageSize - 8), using: &random)
            for offset in 0..<4 { damaged[first + offset] = UInt8.random(in: .min ... .max, using: &random) }
            try write(damaged, to: path)
            try expectHonest(temporary, whole, "bytes from \(first)")
        }
    }

    @Test func `is reported as damaged when it is truncated anywhere`() throws {
        var random = SeededSource(seed: 5)
        let temporary = try populated()
        let (path, whole) = (temporary.gate.path, try read(temporary))
        let content = try bytes(of: path)
        // A 0 that is cut off at the end changes nothing: SQLite reads a short page as if it were filled up with them.
        let end = try #require(content.lastIndex { $0 != 0 })
        let lengths = [1, 99, 100, 512, Self.pageSize - 1, Self.pageSize, Self.pageSize + 1, end]
        for length in lengths + (1...8).map({ _ in Int.random(in: 1..<content.count, using: &random) }) {
            try write(Array(content[..<length]), to: path)
            try expectHonest(temporary, whole, "\(length) bytes")
            #expect(code { _ = try read(temporary) } == .damaged, "\(length) bytes")
        }
    }

    @Test func `is reported as damaged when its header is garbage, however it is opened`() throws {
        var random = SeededSource(seed: 6)
        let temporary = try populated()
        let path = temporary.gate.path
        let content = try bytes(of: path)
        for length in [16, 100, Self.pageSize] {
            var damaged = content
            for offset in 0..<length { damaged[offset] = UInt8.random(in: .min ... .max, using: &random) }
            try write(damaged, to: path)
            #expect(code { _ = try Gate(at: .file(path), configuration: temporary.gate.configuration) } == .damaged)
            #expect(code { _ = try temporary.gate.status } == .damaged)
            #expect(code { _ = try temporary.gate.resume() } == .damaged)
            #expect(
                code {
                    try temporary.gate.recover(
                        with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
                } == .damaged)
            #expect(
                code {
                    _ = try Gate.create(
                        NewAccount(passcode: Secret("820461")), at: .file(path), account: try AccountID("second"),
                        configuration: temporary.gate.configuration)
                } == .damaged)
            #expect(try bytes(of: path) == damaged, "it was changed")
        }
    }
}
