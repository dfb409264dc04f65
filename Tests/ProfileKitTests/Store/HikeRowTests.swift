import ProfileKit
import ProfileKitTesting
import ProfileSupport
import Testing

@testable import SQLiteKit

/// Rows of hikes put back, mixed, removed or hidden by someone who can write the file but has no key.
///
/// The sealed directory has the rows and their newest versions, so a command detects changes in what it reads.
@Suite(.temporaryStore) struct `A hike's row that was tampered with` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    enum Manipulation: String, CaseIterable, Sendable {
        case older = "an older version is put back"
        case olderHeader = "the header is older than the observations"
        case olderTrack = "the observations are older than the header"
        case putBack = "a removed hike is put back"
        case missing = "a hike is taken away"
        case exchanged = "one is taken away and a removed one is put back"
        case hidden = "the index leaves a hike out"

        /// The hike that is tampered with.
        var id: Int {
            switch self {
            case .older, .olderHeader, .olderTrack: 2
            case .missing, .hidden: 3
            case .putBack, .exchanged: 4
            }
        }

        /// The table `kept` has the earlier rows: the older hike 2, and the hike 4 that was removed.
        fileprivate var statements: [String] {
            let putBack =
                "INSERT INTO hike (account, id, revision, fingerprint, header, track) "
                + "SELECT account, id, revision, fingerprint, header, track FROM kept WHERE id = 4"
            func old(_ column: String) -> String { "\(column) = (SELECT \(column) FROM kept WHERE id = 2)" }
            func update(_ columns: String...) -> String {
                "UPDATE hike SET \(columns.map(old).joined(separator: ", ")) WHERE id = 2"
            }
            switch self {
            case .older: return [update("fingerprint", "header", "track")]
            case .olderHeader: return [update("header")]
            case .olderTrack: return [update("track")]
            case .putBack: return [putBack]
            case .missing: return ["DELETE FROM hike WHERE id = 3"]
            case .exchanged: return ["DELETE FROM hike WHERE id = 3", putBack]
            case .hidden: return []
            }
        }
    }

    enum Reading: String, CaseIterable, Sendable {
        case hikes, readableHikes, hike, readableHike, content, readableContent

        /// Whether it reports damage.
        func reportsDamage(_ id: Int, in store: ProfileStore) throws -> Bool {
            do {
                switch self {
                case .hikes: _ = try store.hikes
                case .readableHikes: return try !store.readableHikes.damaged.isEmpty
                case .hike: _ = try store.hike(id)
                case .readableHike: return try !store.readableHike(id).damaged.isEmpty
                case .content: _ = try store.content
                case .readableContent: return try !store.readableContent.damaged.isEmpty
                }
                return false
            } catch let error as StoreError where error.code == .damaged {
                return true
            } catch let error as StoreError where error.code == .notFound {
                return false
            }
        }
    }

    /// Each manipulation with each reading that meets it: a list doesn't read observations.
    static let cases: [(Manipulation, Reading)] = Manipulation.allCases.flatMap { manipulation in
        Reading.allCases.filter { manipulation != .olderTrack || ![.hikes, .readableHikes].contains($0) }.map {
            (manipulation, $0)
        }
    }

    @Test(arguments: cases) func `is detected where it is read`(manipulation: Manipulation, reading: Reading) throws {
        let store = try tampered(manipulation)
        #expect(try store.check().contains { !$0.isOK }, "the check finds everything")
        #expect(try reading.reportsDamage(manipulation.id, in: store))
    }

    private func hike(_ id: Int, name: String) -> ImportedHike {
        let observations = [HikeObservation(distanceFromStart: 1, elevation: 100...Double(100 + name.count))]
        return ImportedHike(
            sourceID: id, hike: Hike(header: HikeHeader(id: id, name: name, distance: 5), observations: observations))
    }

    private func connect() throws -> Connection {
        try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// A store with the hikes 1, 2 and 3, of which one was tampered with.
    private func tampered(_ manipulation: Manipulation) throws -> ProfileStore {
        let store = try temporary.unlock()
        try store.importHikes([hike(1, name: "first"), hike(2, name: "second")])
        guard manipulation != .hidden else { return try hidden(from: store) }
        try store.importHikes([hike(3, name: "third"), hike(4, name: "fourth")])
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM hike WHERE id IN (2, 4) ORDER BY id")
        try store.importHikes([hike(2, name: "second, corrected")], replacing: true)
        try store.removeHike(4)
        for statement in manipulation.statements { try connection.run(statement) }
        return store
    }

    /// Puts back the page of the index of ids from before hike 3 was added.
    private func hidden(from store: ProfileStore) throws -> ProfileStore {
        let path = temporary.gate.path
        let (page, size) = try {
            let connection = try connect()
            let page = try connection.first(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_hike_1'", read: { try $0.integer(0) }
            )
            try connection.truncateLog()
            return (try #require(page) - 1, try connection.pragma("page_size"))
        }()
        let range = page * size..<(page + 1) * size
        let index = try bytes(of: path)[range]
        try store.importHikes([hike(3, name: "third")])
        store.close()
        try connect().truncateLog()
        var file = try bytes(of: path)
        file.replaceSubrange(range, with: index)
        try write(file, to: path)
        return try temporary.unlock()
    }
}
