internal import CTwin
internal import Glibc
internal import Interchange
internal import ProfileKit
internal import SQLiteKit
internal import Sealing

/// The library compared with a C twin that writes and reads the same rows unsealed, in one process and in turn.
struct InProcess {
    let workshop: Workshop
    /// The number of hikes in the large store.
    let hikes: Int

    /// The figures of some kinds: `profiles`, `hikes` and `gpx`.
    func rows(of kinds: Set<String>) throws -> [Row] {
        try (kinds.contains("profiles") ? profiles() : []) + (kinds.contains("hikes") ? manyHikes() : [])
            + (kinds.contains("gpx") ? gpx() : [])
    }

    // MARK: Profiles

    private func profiles() throws -> [Row] {
        let store = try LibraryStore.make(at: workshop.path("in-process"))
        let twin = try Twin(at: workshop.path("twin.db"))
        let sizes = try store.recordSizes()
        var revision: Int64 = 1
        var number = 0
        let commits = 100
        let timed = try Interleaved(
            rounds: 9,
            [
                (
                    "commits",
                    {
                        Figures(
                            wall: try seconds {
                                for _ in 0..<commits {
                                    number += 1
                                    try store.store.edit { $0.username = "g_kumar \(number)" }
                                }
                            })
                    }
                ),
                (
                    "twin's commits",
                    {
                        Figures(
                            wall: try seconds {
                                for _ in 0..<commits {
                                    revision += 1
                                    try twin.commit(revision, record: sizes.profile, manifest: sizes.manifest)
                                }
                            })
                    }
                ),
                (
                    "reads",
                    { Figures(wall: try seconds { for _ in 0..<1000 { _ = try store.store.profile } }) }
                ),
                ("twin's reads", { Figures(wall: try seconds { for _ in 0..<1000 { try twin.read() } }) }),
            ])
        let rate = Double(commits) / timed.wall("commits")
        return [
            Row(
                what: "sealed read of a profile ÷ C twin", figure: timed.ratio("reads", to: "twin's reads"),
                goal: .atMost(3.0),
                detail: "\(duration(timed.wall("reads") / 1000)), \(duration(timed.wall("twin's reads") / 1000))"),
            Row(
                what: "sealed commits a second ÷ C twin, FULL", figure: timed.ratio("twin's commits", to: "commits"),
                goal: .atLeast(0.8), detail: "\(Int(rate))/s, \(Int(Double(commits) / timed.wall("twin's commits")))/s"),
        ]
    }

    // MARK: Hikes

    private func manyHikes() throws -> [Row] {
        let imported = (1...hikes).map { id in
            ImportedHike(
                sourceID: id,
                hike: Hike(
                    header: HikeHeader(
                        id: id, name: "Ridge \(id)", distance: Double(3 + id % 20), difficulty: 1 + id % 5,
                        date: Day(year: 2000 + id % 26, month: 1 + id % 12, day: 1 + id % 28)),
                    observations: (0..<3).map {
                        HikeObservation(distanceFromStart: Double($0), elevation: 100...112, pace: 600...640)
                    }))
        }
        var (round, twinRound) = (0, 0)
        var last: LibraryStore?
        let timed = try Interleaved(
            rounds: 2,
            [
                (
                    "insert",
                    {
                        round += 1
                        let store = try LibraryStore.make(at: workshop.path("many-\(round)"))
                        defer { last = store }
                        return Figures(wall: try seconds { try store.store.importHikes(imported) })
                    }
                ),
                (
                    "twin's insert",
                    {
                        guard let last else { return Figures(wall: .nan) }
                        let sizes = try last.hikeSizes()
                        twinRound += 1
                        let twin = try Twin(at: workshop.path("twin-many-\(twinRound).db"))
                        return Figures(wall: try seconds { try twin.addHikes(Int64(hikes), sizes) })
                    }
                ),
            ])
        guard let last else { return [] }
        return [
            Row(
                what: "insert \(hikes) hikes in one transaction ÷ C twin",
                figure: timed.ratio("insert", to: "twin's insert"), goal: .atMost(1.8),
                detail: "\(duration(timed.wall("insert"))), \(duration(timed.wall("twin's insert")))")
        ] + (try listing(last))
    }

    private func listing(_ store: LibraryStore) throws -> [Row] {
        let key = try Secret.random()
        let length = try store.hikeSizes().header
        let context = [UInt8](repeating: 1, count: 80)
        let box = SealedBox.seal([UInt8](repeating: 2, count: max(length - 41, 1)), with: key, context: context)
        let timed = try Interleaved(
            rounds: 5,
            [
                ("list", { Figures(wall: try seconds { _ = try store.store.hikes }) }),
                (
                    "seals",
                    {
                        Figures(
                            wall: try seconds {
                                for _ in 0..<hikes { _ = try SealedBox.open(box, with: key, context: context) }
                            })
                    }
                ),
            ])
        return [
            Row(
                what: "all headers of \(hikes) hikes ÷ opening as many boxes", figure: timed.ratio("list", to: "seals"),
                goal: .atMost(1.6), detail: "\(duration(timed.wall("list"))), \(duration(timed.wall("seals")))")
        ]
    }

    // MARK: GPX

    private func gpx() throws -> [Row] {
        let content = HikeFiles.gpx(bytes: 20_000_000)
        let others = try Others(workshop: workshop).gpxReaders(content)
        let timed = try Interleaved(
            rounds: 5,
            [
                (
                    "ours",
                    {
                        Figures(
                            wall: try seconds {
                                let reader = HikeFileReader(format: .gpx)
                                // In pieces, as a file is read.
                                for start in stride(from: 0, to: content.count, by: 1 << 16) {
                                    try reader.read(Array(content[start..<min(start + 1 << 16, content.count)]))
                                }
                                guard try !reader.finish().isEmpty else {
                                    throw Command.Failure(description: "the recording has no hike")
                                }
                            })
                    }
                ),
                (
                    "expat",
                    {
                        Figures(
                            wall: try seconds {
                                let count = unsafe content.withUnsafeBytes {
                                    unsafe ctwin_parse_xml($0.baseAddress, $0.count)
                                }
                                guard count > 0 else { throw Command.Failure(description: "expat failed") }
                            })
                    }
                ),
            ] + others.map { ($0.name, $0.command.run) })
        let references =
            [(name: "expat", what: "expat in C that only parses", limit: 2.0)]
            + others.map { (name: $0.name, what: "`\($0.name)`", limit: $0.limit) }
        return references.map { reference in
            Row(
                what: "GPX of 20 MB, parse and statistics ÷ \(reference.what)",
                figure: timed.ratio("ours", to: reference.name), goal: .atMost(reference.limit),
                detail: "\(duration(timed.wall("ours"))), \(duration(timed.wall(reference.name)))")
        }
    }
}

/// An open store of the library in a separate folder. The cost of its key is low.
struct LibraryStore {
    let gate: Gate
    let store: ProfileStore

    static let passcode = Workshop.passcode

    static func configuration(home: String) -> Gate.Configuration {
        var configuration = Gate.Configuration(environment: ["HOME": home, "XDG_RUNTIME_DIR": home])
        configuration.cost = .least
        configuration.sessionStorage = .file
        configuration.watchesStores = false
        return configuration
    }

    static func make(at home: String, cost: KeyDerivation.Cost = .least) throws -> LibraryStore {
        try Command(arguments: ["mkdir", "-m", "700", home]).run()
        var configuration = configuration(home: home)
        configuration.cost = cost
        let (gate, _) = try Gate.create(
            NewAccount(passcode: Secret(passcode)).named("g_kumar"), at: "\(home)/bench.profile",
            configuration: configuration)
        return LibraryStore(gate: gate, store: try gate.unlock(with: Secret(passcode)))
    }

    func recordSizes() throws -> (profile: Int, manifest: Int) {
        let database = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(5))
        return (
            try size("SELECT length(record) FROM profile", database),
            try size("SELECT length(record) FROM manifest", database)
        )
    }

    /// The average sizes of a hike's parts and of a directory page in bytes, and the number of hikes per page.
    func hikeSizes() throws -> HikeSizes {
        let database = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(5))
        let hikes = try size("SELECT count(*) FROM hike", database)
        let pages = try size("SELECT count(*) FROM record WHERE kind = 'hike.page'", database)
        return HikeSizes(
            header: try size("SELECT CAST(avg(length(header)) AS INTEGER) FROM hike", database),
            track: try size("SELECT CAST(avg(length(track)) AS INTEGER) FROM hike", database),
            page: try size("SELECT CAST(avg(length(head)) AS INTEGER) FROM record WHERE kind = 'hike.page'", database),
            perPage: pages == 0 ? 0 : max(hikes / pages, 1))
    }
}

/// The first number that a statement yields; 0 if there is none.
func size(_ sql: String, _ database: borrowing Connection) throws -> Int {
    try database.first(sql) { try $0.integer(0) } ?? 0
}

struct HikeSizes {
    let header: Int
    let track: Int
    let page: Int
    let perPage: Int
}

/// The C twin's store.
@safe final class Twin {
    private let store: OpaquePointer

    init(at path: String) throws {
        guard let store = unsafe ctwin_open(path) else {
            throw Command.Failure(description: "\(path) cannot be made")
        }
        unsafe self.store = store
    }

    deinit { unsafe ctwin_close(store) }

    func commit(_ revision: Int64, record: Int, manifest: Int) throws {
        try check(unsafe ctwin_commit(store, revision, record, manifest))
    }

    func read() throws {
        var bytes = 0
        try check(unsafe ctwin_read(store, &bytes))
    }

    func addHikes(_ count: Int64, from first: Int64 = 1, _ sizes: HikeSizes) throws {
        try check(
            unsafe ctwin_add_hikes(store, first, count, sizes.header, sizes.track, sizes.page, Int64(sizes.perPage)))
    }

    private func check(_ status: Int32) throws {
        guard status == 0 else { throw Command.Failure(description: "the twin's SQLite says \(status)") }
    }
}
