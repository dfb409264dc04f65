internal import FoundationEssentials
internal import Glibc
internal import ProfileKit

/// What places and ways cost with many hikes: `Benchmarks places FOLDER [HIKES] [PLACES]`.
struct PlaceCost {
    let folder: String
    let hikes: Int
    let places: Int

    func run() throws {
        for isScattered in [true, false] {
            let path = "\(folder)/places-\(isScattered ? "scattered" : "overlapping").profile"
            var configuration = Gate.Configuration()
            (configuration.cost, configuration.stateFolder) = (.interactive, "\(folder)/state-\(isScattered)")
            let account = try NewAccount(passcode: Secret("739158"))
            let (gate, _) = try Gate.create(account, at: .file(path), configuration: configuration)
            let store = try gate.unlock(with: Secret("739158"))
            print(isScattered ? "Tracks over a continent" : "Tracks over 4 km")
            try measure("import \(hikes) hikes") {
                try store.importHikes { add in
                    for id in 1...hikes { try add(walk(id, isScattered: isScattered)) }
                }
            }
            try measure("read all tracks") { _ = try store.readableTracks { _ in true } }
            try measure("read all tracks again") { _ = try store.readableTracks { _ in true } }
            try measure("import \(places) places, all matched anew") {
                try store.importPlaces((0..<places).map { place($0, isScattered: isScattered) })
            }
            try measure("add a place") { try store.addPlace(place(places, isScattered: isScattered)) }
            try measure("add a hike") { try store.importHikes([walk(hikes + 1, isScattered: isScattered)]) }
            try measure("list places") { _ = try store.readablePlaces(exact: true) }
            try measure("summary") { _ = try store.summary }
            let first = try store.readablePlaces(exact: true).value.first
            try measure("nearest hike") { _ = try first.map { try store.nearestHike(to: $0.place.position) } }
            let visits = try store.readablePlaces(exact: true).value.map(\.visits.count).reduce(0, +)
            print("  \(visits) visits")
        }
    }

    private func measure(_ name: String, _ body: () throws -> Void) throws {
        let start = ContinuousClock.now
        try body()
        let spent = (ContinuousClock.now - start).components
        print("  \(name): \(Double(spent.seconds) * 1000 + Double(spent.attoseconds / 1_000_000_000_000) / 1000) ms")
    }

    private func start(_ number: Int, isScattered: Bool) -> (latitude: Double, longitude: Double) {
        // Spread evenly, and always the same.
        let (x, y) = (Double(number * 7919 % 10_007) / 10_007, Double(number * 104_729 % 9973) / 9973)
        return isScattered ? (36 + 24 * x, -5 + 30 * y) : (46.5 + 0.03 * x, 7.9 + 0.04 * y)
    }

    private func place(_ number: Int, isScattered: Bool) -> Place {
        let (latitude, longitude) = start(number * 31 + 7, isScattered: isScattered)
        return Place(name: "Place \(number)", position: TrackPosition(latitude: latitude, longitude: longitude))
    }

    /// 10 km that wind, with a point every 5 m.
    private func walk(_ id: Int, isScattered: Bool) -> ImportedHike {
        var (latitude, longitude) = start(id, isScattered: isScattered)
        var heading = Double(id % 628) / 100
        let time = 1_400_000_000 + Double(id) * 30_000
        let points = (0..<2000).compactMap { index -> TrackPoint? in
            heading += 0.12 * sin(Double(index + id) / 17) + 0.02 * sin(Double(id))
            latitude += 5 * cos(heading) / 111_195
            longitude += 5 * sin(heading) / 76_000
            return TrackPoint(
                latitude: latitude, longitude: longitude, elevation: 800 + Double(index % 100),
                time: Timestamp(secondsSince1970: time + Double(index) * 4))
        }
        let header = HikeHeader(
            id: id, name: "Hike \(id)", distance: 10, date: Day(year: 2014, month: 5, day: 13).adding(days: id / 3))
        var hike = ImportedHike(sourceID: id, hike: Hike(header: header))
        hike.recording = Recording(segments: [points])
        return hike
    }
}
