import FoundationEssentials
import Glibc
import ProfileKit
import TestSupport
import Testing

/// R22: each vector has the one outcome that the documentation of the format gives it, in the library and in the reader
/// that was written from the documentation.
@Suite struct `A vector of the format` {
    @Test(arguments: Vector.all) func `has the outcome that is documented`(_ vector: Vector) throws {
        try VectorCopy.with(vector.changes) { folder in
            let opened = try vector.open(in: folder)
            #expect(opened.outcome == vector.outcome, "\(opened.reason)")
            guard IndependentReader.isAvailable else { return }
            let answer = try #require(try ReaderAnswer.all.get()[vector.name])
            #expect(answer.crash == nil)
            #expect((answer.content != nil) == (vector.outcome == .opens), "\(answer.refusal ?? "it opens")")
            if let content = answer.content, let store = opened.store { try content.expectEqual(to: store) }
        }
    }

    /// How a vector's store is opened.
    private struct Way: Hashable {
        let account: String
        let secrets: [String]?
        let recovery: String?
    }

    /// The control: without its changes, a vector must not have the outcome that they make.
    @Test func `is noticed to have another outcome when its changes are left out`() throws {
        var unnoticed: [String] = []
        let changing = Vector.all.filter { !$0.changes.isEmpty && $0.outcome != .opens }
        // Without changes, only the way to open it can make a difference.
        var outcomes: [Way: Vector.Outcome] = [:]
        for vector in changing {
            let way = Way(account: vector.account, secrets: vector.secrets, recovery: vector.recovery)
            let outcome = try outcomes[way] ?? VectorCopy.with([]) { try vector.open(in: $0).outcome }
            outcomes[way] = outcome
            if outcome == vector.outcome { unnoticed.append(vector.name) }
        }
        #expect(unnoticed == [])
        // Where the changes do no harm, they have at least been made.
        let fixture = try Self.content(of: VectorStore.folder)
        for vector in Vector.all where !vector.changes.isEmpty && vector.outcome == .opens {
            let changed = try VectorCopy.with(vector.changes) { try Self.content(of: $0) }
            #expect(changed != fixture, "\(vector.name)")
        }
        let kinds = Dictionary(grouping: Vector.all, by: \.kind).sorted { $0.key < $1.key }
        let counts = kinds.map { "\($0.value.count) \($0.key)" }.joined(separator: ", ")
        let readers = IndependentReader.isAvailable ? "the library and an independent reader" : "the library alone"
        ReliabilityFigure.record(
            "R22", "each vector of the format has the one outcome that is documented",
            figure: "\(Vector.all.count) vectors (\(counts)) in \(readers)",
            control: "unchanged, \(changing.count - unnoticed.count) of \(changing.count) have another outcome")
    }

    /// By path, without the folder.
    private static func content(of folder: String) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return paths.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: URL(filePath: "\(folder)/\($1)")) }
    }

    @Test func `covers what the programme lists, under names of their own`() {
        #expect(Vector.all.count >= 120)
        #expect(Set(Vector.all.map(\.name)).count == Vector.all.count)
        let kinds = [
            "success", "wrong passcode", "wrong device", "wrong recovery code", "tampered", "truncated", "unsupported",
            "out of bounds",
        ]
        for kind in kinds { #expect(Vector.all.count { $0.kind == kind } >= 5, "\(kind)") }
        #expect(Set(Vector.all.map(\.kind)) == Set(kinds))
    }

    /// Writes the fixture anew, so not by default: see ``VectorStore/make()``.
    @Test(.enabled(if: unsafe getenv("PROFILE_RECORD_VECTORS") != nil)) func `has a store that it changes`() throws {
        try VectorStore.make()
    }
}

/// What the independent reader made of a vector.
struct ReaderAnswer: Decodable {
    /// What it read.
    let content: StoreAsRead?
    /// Why it refused the store.
    let refusal: String?
    /// An error of the reader itself.
    let crash: String?

    /// By the names of the vectors. One process reads them all.
    static let all = Result {
        let folder = try TemporaryFolder()
        for (index, vector) in Vector.all.enumerated() {
            try VectorCopy.make(in: folder.path(of: "\(index)"), vector.changes)
        }
        let finished = try IndependentReader.readVectors(in: folder.path(of: ""))
        try #require(finished.exitCode == 0, "\(finished.errors)")
        return try JSONDecoder().decode([String: ReaderAnswer].self, from: Data(finished.outputBytes))
    }
}
