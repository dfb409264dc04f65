import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `Views of many hikes` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Hikes of three years, some undated, planned or on wheels.
    private func fill(_ store: ProfileStore) throws -> [HikeHeader] {
        let hikes = (1...200).map { id -> ImportedHike in
            var header = HikeHeader(id: id, name: "Hike \(id)", distance: Double(id * 37 % 250) / 10)
            if id % 9 != 0 { header.date = Day(year: 2024, month: 12, day: 20).adding(days: id * 53 % 500) }
            if id % 4 != 0 { header.ascent = Double(id * 71 % 900) }
            if id % 3 != 0 { header.movingTime = Double(1000 + id * 91 % 9000) }
            header.activity = [.hiking, .hiking, .running, .cycling][id % 4]
            header.isPlanned = id % 17 == 0
            let low = Double(id * 13 % 700)
            let observations =
                id % 5 == 0
                ? []
                : [
                    HikeObservation(distanceFromStart: 0, elevation: low...(low + 100)),
                    HikeObservation(distanceFromStart: 1),
                ]
            return ImportedHike(sourceID: id, hike: Hike(header: header, observations: observations))
        }
        try store.importHikes(hikes)
        return try store.hikes
    }

    @Test(arguments: [HikeGrouping.year, .month, .week, .day, .weekday, .season])
    func `add up the groups that a plain loop finds`(grouping: HikeGrouping) throws {
        let store = try temporary.unlock()
        let hikes = try fill(store)
        let groups = try store.hikeGroups(by: grouping)
        #expect(groups.compactMap(\.key) == grouping.sorted(Set(groups.compactMap(\.key))))
        let expected = Dictionary(grouping: hikes.filter(\.isCounted)) { $0.date.flatMap { grouping.key(of: $0) } }
        #expect(Set(groups.map(\.key)) == Set(expected.keys))
        for group in groups {
            let totals = HikeTotals(over: expected[group.key] ?? [])
            #expect(group.totals.hikes == totals.hikes && abs(group.totals.distance - totals.distance) < 1e-6)
            #expect(abs((group.totals.ascent ?? -1) - (totals.ascent ?? -1)) < 1e-6)
        }
    }

    @Test(arguments: [2023, 2024, 2025, 2026]) func `show a year as a plain loop finds it`(year: Int) throws {
        let store = try temporary.unlock()
        let hikes = try fill(store).filter(\.isCounted)
        let ofYear = hikes.filter { $0.date?.year == year }
        let calendar = try store.hikeCalendar(of: year)
        let days = Set(ofYear.compactMap(\.date)).sorted()
        #expect(calendar.days.map(\.key) == days.map(\.description))
        for (grouping, groups) in [
            (HikeGrouping.day, calendar.days), (.week, calendar.weeks), (.month, calendar.months),
        ] {
            #expect(groups.map(\.key) == Set(days.compactMap { grouping.key(of: $0) }).sorted())
            for group in groups {
                let distance = ofYear.filter { $0.date.flatMap { grouping.key(of: $0) } == group.key }.reduce(0) {
                    $0 + $1.distance
                }
                #expect(abs(group.totals.distance - distance) < 1e-6)
            }
        }
        var (streak, weeks) = (0, 0)
        for day in days {
            streak = max(streak, (0...).prefix { days.contains(day.adding(days: $0)) }.count)
            weeks = max(
                weeks,
                (0...).prefix { number in
                    days.contains { Week(of: $0) == Week(of: day.adding(days: 7 * number)) }
                }.count)
        }
        #expect(calendar.longestStreak?.count ?? 0 == streak && calendar.weeksInARow == weeks)
        let review = try store.readableReview(of: year)
        #expect(review.damaged.isEmpty && review.value.calendar == calendar)
        #expect(review.value.before.hikes == hikes.filter { $0.date?.year == year - 1 }.count)
        #expect(review.value.seasons.reduce(0) { $0 + $1.totals.hikes } == ofYear.count)
        #expect(review.value.records.records[.longest]?.value == ofYear.map(\.distance).filter { $0 > 0 }.max())
        #expect(review.value.badges?.allSatisfy { $0.earnedOn?.year == year } == true)
        let earned = try store.summary.hikes.earnedBadges.filter { $0.earnedOn?.year == year }
        #expect(review.value.badges == earned)
    }

    @Test func `find the highest points in the observations`() throws {
        let store = try temporary.unlock()
        let hikes = try fill(store)
        let (headers, points) = try store.readableHighestPoints.value
        #expect(headers == hikes)
        for hike in hikes {
            let highest = try store.hike(hike.id).observations.compactMap { $0.elevation?.upperBound }.max()
            #expect(points[hike.id] == highest)
        }
    }

    @Test func `are empty without hikes`() throws {
        let store = try temporary.unlock()
        #expect(try store.hikeCalendar(of: 1).days.isEmpty && store.hikeCalendar(of: 9999).days.isEmpty)
        #expect(try store.readableReview(of: 1).value.records.records.isEmpty)
        #expect(try store.readableTracks { _ in true }.value.isEmpty)
        #expect(try store.readableHighestPoints.value.hikes.isEmpty)
    }

    @Test func `read the tracks of the hikes that are wanted`() throws {
        let store = try temporary.unlock()
        let points = (0..<100).compactMap { TrackPoint(latitude: 47 + Double($0) * 1e-4, longitude: 11) }
        let recording = Recording(segments: [points])
        let hikes = ["A", "B"].enumerated().map { index, name in
            ImportedHike(
                name: name, source: "GPX, \(index)",
                recording: Recording(segments: [Array(points.dropFirst(index))]))
        }
        try store.importHikes(hikes)
        try store.importHikes([ImportedHike(sourceID: 9, hike: Hike(header: HikeHeader(id: 9, name: "C", distance: 1)))]
        )
        let tracks = try store.readableTracks { $0.name != "B" }.value
        #expect(tracks.map(\.hike.name) == ["A"] && tracks[0].track == SimplifiedTrack(of: recording))
    }
}
