import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// The time limit only bounds the wait; it is not what is measured.
@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `Three hundred stores followed in one process` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func statements(_ store: TripStore) throws -> Int {
        try store.opened.withEngine { engine, _ in try (engine as! SQLiteEngine).ask { $0.counts.run } }
    }

    /// All stores are in one folder. If each were notified of changes to the others, an edit would cost three hundred
    /// times as much; if the kernel refused to watch some, those would poll ten times a second.
    @Test func `run statements only for a store that is written to`() async throws {
        let copy = temporary.folder + "/copy"
        try temporary.unlock().backup(to: copy)
        let gates = try (0..<300).map { number in
            let path = temporary.folder + "/\(number).sealed"
            try FileManager.default.copyItem(atPath: copy, toPath: path)
            return try Gate(at: .file(path), configuration: temporary.gate.configuration)
        }
        var (stores, followed): ([TripStore], [Documents<TripStore>.Iterator]) = ([], [])
        for gate in gates {
            stores.append(try await gate.unlock(with: Secret(TemporaryStore.passcode)))
            followed.append(stores.last!.documents.makeAsyncIterator())
            _ = try await followed[followed.count - 1].next()
        }
        let writer = try await gates[150].unlock(with: Secret(TemporaryStore.passcode))
        // Unlocking changed no content, but its write was announced.
        try await writer.edit { $0.place = "first" }
        #expect(try await followed[150].next()?.place == "first")
        var others: [Int] = []
        // The announcements of the unlocks may arrive late, each once. What an edit or a poll causes comes in every round.
        for round in 1...3 {
            let (first, second) = (try stores.map(statements), try stores.map(statements))
            for number in 1...20 {
                let place = "edit \(round) \(number)"
                try await writer.edit { $0.place = place }
                #expect(try await followed[150].next()?.place == place)
            }
            let last = try stores.map(statements)
            let run = zip(first, zip(second, last)).map { $1.1 - $1.0 - ($1.0 - $0) }
            // The counts may be those of two connections.
            #expect(run[150] != 0)
            others = run.indices.filter { $0 != 150 && run[$0] != 0 }
            if others.isEmpty { break }
        }
        #expect(others == [])
    }
}
