import ProfileKitTesting
import ProfileRendering
import ProfileSupport
import Testing

@testable import ProfileKit

@Suite(.temporaryStore) struct `An imported hike` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// A valid hike with a change.
    private static func hike(_ change: (inout Hike) -> Void) -> Hike {
        var hike = Hike(
            header: HikeHeader(
                id: 7, name: "Elk Loop", distance: 5, difficulty: 3, duration: 3600, movingTime: 3000, ascent: 100,
                descent: 90, heartRate: HeartRate(min: 90, average: 110, max: 130), source: "GPX"),
            observations: [HikeObservation(distanceFromStart: 1, elevation: -400...120)])
        change(&hike)
        return hike
    }

    /// Hikes that break one rule each, with the name of the value in the refusal.
    static let broken: [(String, Hike)] = [
        ("name", hike { $0.name = "" }), ("name", hike { $0.name = " \u{200D} " }),
        ("name", hike { $0.name = String(repeating: "a", count: 1_200_000) }),
        ("name", hike { $0.name = "red\u{1B}[31m" }), ("name", hike { $0.name = "two\nlines" }),
        ("name", hike { $0.name = "\u{202E}evil" }),
        ("source", hike { $0.source = String(repeating: "a", count: 10_000_000) }),
        ("source", hike { $0.source = "\u{9B}31m" }), ("distance", hike { $0.distance = -5 }),
        ("distance", hike { $0.distance = 50_000.1 }), ("distance", hike { $0.distance = .nan }),
        ("difficulty", hike { $0.difficulty = -1 }), ("difficulty", hike { $0.difficulty = 11 }),
        ("duration", hike { $0.duration = -1 }), ("moving time", hike { $0.movingTime = 4000 }),
        ("ascent", hike { $0.ascent = -1 }), ("descent", hike { $0.descent = .infinity }),
        ("heart rate", hike { $0.heartRate = HeartRate(min: 130, average: 110, max: 90) }),
        ("heart rate", hike { $0.heartRate = HeartRate(min: -1, average: 110, max: 190) }),
        ("observations", hike { $0.observations[0].distanceFromStart = -1 }),
        ("observations", hike { $0.observations[0].elevation = 0 ... .infinity }),
        ("observations", hike { $0.observations[0].heartRate = -5...10 }),
    ]

    @Test(arguments: broken)
    func `is refused for each broken rule, and the whole file with it`(word: String, hike: Hike) throws {
        let store = try temporary.unlock()
        let good = ImportedHike(sourceID: 1, hike: Hike(header: HikeHeader(id: 1, name: "Good", distance: 1)))
        let error = #expect(throws: StoreError.self) {
            try store.importHikes([good, ImportedHike(sourceID: 7, hike: hike)])
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.problems.map(\.statement).allSatisfy { $0.hasPrefix("the \(word) of hike 7 ") } == true)
        #expect(error?.problems.map(\.record) == [FieldProblem.Record("hike", 7)])
        #expect(error?.problems.count == 1 && error?.message.contains(word) == true)
        #expect(try store.hikes == [])
    }

    @Test func `has a limited number of observations`() {
        let most = ImportedHike.maximumObservationCount
        let hike = Self.hike { hike in
            hike.observations = Array(repeating: HikeObservation(distanceFromStart: 1), count: most + 1)
        }
        let problems = ImportedHike(sourceID: 7, hike: hike).problemsOfFigures(wasStored: true)
        #expect(problems.map(\.field) == ["observations"])
        #expect(problems.map(\.rule) == [FieldRule("count", "\(most)")])
    }

    @Test(arguments: [0, -1, ImportedHike.maximumID + 1])
    func `has an id that every JSON reader can represent`(id: Int) throws {
        let store = try temporary.unlock()
        #expect(code { try store.importHikes([ImportedHike(sourceID: id, hike: Self.hike { _ in })]) } == .invalidValue)
    }

    @Test func `is accepted at the limits of the rules`() throws {
        let store = try temporary.unlock()
        let hikes = [
            Self.hike { $0.name = String(repeating: "é", count: 512) },
            Self.hike { $0.source = String(repeating: "a", count: 1024) }, Self.hike { $0.distance = 0 },
            Self.hike { $0.distance = 50_000 }, Self.hike { $0.difficulty = 10 }, Self.hike { $0.name = "👩‍👩‍👧‍👦" },
        ]
        try store.importHikes(hikes.map { ImportedHike(sourceID: nil, hike: $0) })
        #expect(try store.hikes.count == hikes.count)
    }

    @Test func `loses invisible characters when it is a recording, and is recognized when imported again`() throws {
        let store = try temporary.unlock()
        var recorded = ImportedHike(sourceID: nil, hike: Self.hike { $0.name = "two\nlines\u{202E}" })
        recorded.recording = Recording(segments: [])
        recorded.hike.source = String(repeating: "é", count: 600)
        let first = try store.importHikes([recorded])
        let stored = try store.hike(try #require(first.imported.first))
        #expect(stored.name == "two lines ")
        #expect(stored.source?.utf8.count == 1024)
        #expect(try store.importHikes([recorded]).skipped.count == 1)
        recorded.hike.name = "\u{1B}\u{7F}"
        #expect(try store.hike(try #require(try store.importHikes([recorded]).imported.first)).name == "Hike")
    }

    @Test func `from an earlier version's export keeps what that version accepted`() throws {
        let store = try temporary.unlock()
        let goalDate = Day(year: 1999, month: 1, day: 1)
        let content = StoreContent(
            profile: Profile(username: "g_kumar", goalDate: goalDate),
            hikes: [
                Self.hike { $0.difficulty = 1_000_000 },
                Self.hike {
                    $0.id = 8
                    $0.distance = 1e300
                },
                Self.hike {
                    $0.id = 9
                    $0.name = "red\u{1B}[31m"
                },
            ])
        try store.restore(content)
        #expect(try store.profile.goalDate == goalDate)
        #expect(try store.hikes.map(\.difficulty) == [1_000_000, 3, 3])
        #expect(try store.hikes.map(\.distance) == [5, 1e300, 5])
        #expect(try store.hike(9).name == "red [31m")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test(arguments: broken.filter { ["duration", "moving time", "ascent", "heart rate"].contains($0.0) })
    func `from an export is refused with what no version accepted`(word: String, hike: Hike) throws {
        let store = try temporary.unlock()
        let content = StoreContent(
            profile: Profile(username: "g_kumar", goalDate: store.today), hikes: [hike])
        #expect(code { try store.restore(content) } == .invalidValue)
    }
}
