/// The times of one command on stores with more and more hikes.
struct GrowthSeries {
    let name: String
    var points: [(hikes: Int, seconds: Double)] = []
}

/// The same commands on stores from 10 to 100,000 hikes: a lifetime's hikes must not slow down a status bar.
struct Growth {
    let workshop: Workshop
    let rounds: Int
    let sizes: [Int]

    func measure() throws -> (rows: [Row], series: [GrowthSeries]) {
        let seasons = Alternating("spring", "summer")
        let kinds: [(name: String, limit: Double, command: (BenchStore) -> Command)] = [
            ("show", 1.05, { $0.command(["show"]) }),
            ("edit", 1.05, { $0.command(["edit", "--season", seasons.next()]) }),
            ("hike add", 1.1, { $0.command(["hike", "add", "--name", "Elk Ridge", "--distance", "4.5"]) }),
            ("hike list --limit 10", 1.1, { $0.command(["hike", "list", "--limit", "10"]) }),
        ]
        let stores = try sizes.map { ($0, try workshop.store(hikes: $0, cost: "moderate")) }
        var (rows, series): ([Row], [GrowthSeries]) = ([], [])
        for (name, limit, command) in kinds {
            // All sizes of one command in turn, so that they run under the same conditions.
            let timed = try Interleaved(
                rounds: rounds, stores.map { size, store in ("\(size)", { try command(store).run() }) })
            series.append(
                GrowthSeries(name: name, points: sizes.map { (hikes: $0, seconds: timed.wall("\($0)")) }))
            let (least, most) = ("\(sizes[0])", "\(sizes[sizes.count - 1])")
            rows.append(
                Row(
                    what: "`\(name)`, \(most) hikes ÷ \(least)", figure: timed.ratio(most, to: least),
                    goal: .atMost(limit), detail: "\(duration(timed.wall(most))), \(duration(timed.wall(least)))"))
            if name == "show" {
                rows.append(
                    Row(
                        what: "peak memory of `show`, \(most) hikes",
                        figure: try stores[stores.count - 1].1.command(["show"]).peak(), unit: .bytes,
                        goal: .atMost(12e6)))
            }
        }
        return (rows, series)
    }
}
