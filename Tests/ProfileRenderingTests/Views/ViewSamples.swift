import ProfileModel

/// Hikes of two years, with a hostile name among them.
enum ViewSamples {
    static let hikes: [HikeHeader] = [
        hike(1, "Elk Loop", "2025-12-30", 8.25, 120, 7200), hike(2, "Ridge", "2026-01-02", 12.4, 640, 16_000),
        hike(3, "a\n\u{1B}]0;x\u{7}<b>&\u{202E}", "2026-01-03", 24.1, 1180, 30_600),
        hike(4, "山の上の長い長い道を歩くとても長い名前の道", "2026-02-14", 5, 2, 3600), hike(5, "Lake", "2026-02-15", 1.2, nil, nil),
        hike(6, "Lake", "2026-07-01", 9.9, 300, 9000), hike(7, "Undated", nil, 30, nil, nil),
        hike(8, "Elk Loop", "2026-12-31", 8.3, 125, 6900),
    ]

    private static func hike(
        _ id: Int, _ name: String, _ date: String?, _ distance: Double, _ ascent: Double?, _ moving: Double?
    ) -> HikeHeader {
        HikeHeader(
            id: id, name: name, distance: distance, date: date.flatMap { Day($0) }, movingTime: moving, ascent: ascent)
    }

    static let highestPoints = [2: 2211.0, 3: 3405.5]

    static func calendar(_ year: Int, of hikes: [HikeHeader] = hikes) -> HikeCalendar {
        HikeCalendar(year: year) { grouping in
            let hikes = hikes.filter { $0.date?.year == year }
            guard let grouping else { return [HikeGroup(key: nil, totals: HikeTotals(over: hikes))] }
            return Dictionary(grouping: hikes) { $0.date.flatMap { grouping.key(of: $0) } }.map { key, hikes in
                HikeGroup(key: key, totals: HikeTotals(over: hikes), longest: hikes.sorted(by: .distance).first?.id)
            }
        }
    }

    /// More places than a review names.
    private static let places = (1...13).map { number in
        let names = ["Turtle Rock", "山の湖", "St. Mary Lake", "Chilkoot Trail & Hut"]
        return PlaceOfYear(
            id: number, name: names[number % 4], visits: number < 4 ? 1 : number, isNew: number.isMultiple(of: 3))
    }

    static func review(_ year: Int, of hikes: [HikeHeader] = hikes) -> YearReview {
        let ofYear = hikes.filter { $0.date?.year == year }
        let seasons = Dictionary(grouping: ofYear) { $0.date.flatMap { HikeGrouping.season.key(of: $0) } }
        let badges = [0, 2, 4, 5].map { index in
            BadgeStatus(
                badge: Badge.all[index], isEarned: true, earnedOn: Day(year: 2026, month: 1 + index, day: 3),
                progress: 1)
        }
        return YearReview(
            calendar(year, of: hikes), before: HikeTotals(over: hikes.filter { $0.date?.year == year - 1 }),
            seasons: HikeGrouping.season.sorted(seasons.keys.compactMap(\.self)).map { key in
                HikeGroup(key: key, totals: HikeTotals(over: seasons[key] ?? []))
            }, hikes: ofYear, highestPoints: highestPoints, badges: hikes.isEmpty ? [] : badges,
            places: hikes.count > 1 ? places : [])
    }

    /// Walks on a few ways near each other, most of them on the first.
    static var tracks: [SimplifiedTrack] {
        (0..<12).map { index in
            let points = (0..<200).compactMap { step -> TrackPoint? in
                let part = Double(step) / 200
                let bend = index < 8 ? 0.01 * part * (1 - part) : 0.002 * Double(index) * part
                return TrackPoint(latitude: 47 + 0.02 * part + bend, longitude: 11 + 0.06 * part - bend)
            }
            return SimplifiedTrack(of: Recording(segments: [points]))
        }
    }

    static let comparison = HikeComparison(
        of: [walk(8), walk(9), walk(7, reversed: true), walk(8, from: 150)], length: 1)

    private static func walk(_ seconds: Double, from first: Int = 0, reversed: Bool = false) -> Recording {
        let steps = Array(first..<320)
        let points = (reversed ? steps.reversed() : steps).enumerated().compactMap { index, step in
            TrackPoint(
                latitude: 47 + Double(step) * 1e-4, longitude: 11,
                time: Timestamp(secondsSince1970: 1_777_000_000 + Double(index) * seconds))
        }
        return Recording(segments: [points])
    }

    /// A walk of 4.4 km over a hill.
    static let division = TrackDivision(
        of: Recording(segments: [
            (0..<400).compactMap { step in
                let height = 400 + Double(min(step, 400 - step)) * 0.8
                return TrackPoint(
                    latitude: 47 + Double(step) * 1e-4, longitude: 11, elevation: height,
                    heartRate: 90 + Double(step / 8),
                    time: Timestamp(secondsSince1970: 1_777_000_000 + Double(step) * (step < 200 ? 10 : 7)))
            }
        ]))
}
