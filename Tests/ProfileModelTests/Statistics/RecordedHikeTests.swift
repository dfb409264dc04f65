import ProfileModel
import ProfileSupport
import Testing

@Suite struct `A recorded hike` {
    private func recording(_ declared: DeclaredFigures = DeclaredFigures()) -> Recording {
        var walk = SampleWalk()
        walk.go(101, heartRate: 120) { 500 + $0 / 10 }
        return Recording(segments: [walk.points], declared: declared)
    }

    private func hike(_ declared: DeclaredFigures) -> Hike {
        ImportedHike(name: "A", source: "FIT, Watch", recording: recording(declared)).hike
    }

    @Test func `uses the figures that its device declares, and says so`() {
        var declared = DeclaredFigures()
        (declared.distance, declared.ascent, declared.descent) = (1.05, 130, 4)
        (declared.duration, declared.movingTime, declared.timer) = (1010, 950, 990)
        let hike = hike(declared)
        #expect(hike.distance == 1.05 && hike.ascent == 130 && hike.descent == 4)
        #expect(hike.duration == 1010 && hike.movingTime == 950)
        #expect(hike.header.declared == [.distance, .ascent, .descent, .duration, .movingTime])
        #expect(hike.header.isMeasured)
        #expect(!declared.isEmpty && DeclaredFigures().isEmpty)
    }

    @Test func `uses the timer as moving time when its device declares nothing else`() {
        var declared = DeclaredFigures()
        declared.timer = 1200
        let hike = hike(declared)
        #expect(hike.movingTime == 1200 && hike.header.declared == [.timer])
        // A moving time longer than the points' duration extends the duration.
        #expect(hike.duration == 1200)
    }

    @Test func `computes the figures that its device does not declare`() {
        var declared = DeclaredFigures()
        declared.ascent = 77
        let hike = hike(declared)
        #expect(hike.ascent == 77 && hike.distance == 1 && hike.movingTime == 1000 && hike.header.declared == [.ascent])
        #expect(self.hike(DeclaredFigures()).header.declared.isEmpty)
    }

    @Test func `rejects figures that are impossible or belong to another route`() {
        var declared = DeclaredFigures()
        (declared.ascent, declared.distance, declared.timer) = (-1, .infinity, .nan)
        #expect(hike(declared).header.declared.isEmpty)
        (declared.distance, declared.ascent, declared.timer) = (12, 600, 9000)
        #expect(hike(declared).header.declared.isEmpty && hike(declared).distance == 1)
        #expect(hike(declared).isFinite)
    }

    @Test func `has its device's figures when it has no points`() {
        var declared = DeclaredFigures()
        (declared.distance, declared.timer) = (5, 1800)
        declared.heartRate = HeartRate(min: 90, average: 120.04, max: 150)
        let recording = Recording(segments: [], declared: declared)
        let hike = ImportedHike(name: "A", source: "FIT", activity: .running, recording: recording).hike
        #expect(hike.distance == 5 && hike.movingTime == 1800 && hike.duration == 1800 && hike.observations.isEmpty)
        #expect(hike.heartRate == HeartRate(min: 90, average: 120, max: 150))
        #expect(hike.header.declared == [.distance, .timer, .heartRate] && hike.activity == .running)
    }

    @Test func `has the same figures from the stored recording at any later time`() {
        var declared = DeclaredFigures()
        declared.ascent = 77.77
        let recording = recording(declared)
        let hike = hike(declared)
        var later = hike
        (later.distance, later.ascent, later.observations, later.name) = (9, nil, [], "Renamed")
        later.takeFigures(of: recording.asKept)
        #expect(later.name == "Renamed")
        later.name = hike.name
        #expect(later == hike)
        #expect(recording.asKept.asKept == recording.asKept)
    }

    @Test func `is reported when it is impossibly fast`() {
        func notices(_ speed: Double, _ activity: Activity, isPlanned: Bool = false) -> [ImportNotice] {
            var walk = SampleWalk()
            walk.go(300, metres: speed / 3.6, seconds: 1)
            let recording = Recording(segments: [walk.points])
            return ImportedHike(
                name: "A", source: "GPX", activity: activity, isPlanned: isPlanned, recording: recording
            ).notices
        }
        #expect(notices(6, .hiking).isEmpty && notices(22, .running).isEmpty && notices(60, .cycling).isEmpty)
        #expect(notices(60, .hiking) == [.speed(kilometresPerHour: 60)])
        #expect(notices(36, .running) == [.speed(kilometresPerHour: 36)])
        #expect(notices(900, .other).isEmpty && notices(60, .hiking, isPlanned: true).isEmpty)
    }

    @Test(arguments: [(5.0, Activity.hiking), (11, .running), (20, .cycling), (45, .cycling), (200, .other)])
    func `has the activity of its speed, said unless it is a hike, when its source names none`(
        speed: Double, activity: Activity
    ) {
        func hike(_ named: Activity?, isPlanned: Bool = false) -> ImportedHike {
            var walk = SampleWalk()
            walk.go(300, metres: speed / 3.6, seconds: 1)
            return ImportedHike(
                name: "A", source: "GPX", activity: named, isPlanned: isPlanned,
                recording: Recording(segments: [walk.points]))
        }
        #expect(hike(nil).hike.activity == activity)
        #expect(hike(nil).notices == (activity == .hiking ? [] : [.activityOfSpeed(activity)]))
        #expect(hike(.walking).hike.activity == .walking && hike(nil, isPlanned: true).hike.activity == .hiking)
        var ride = hike(nil)
        ride.take(title: "Ride", activity: .cycling)
        #expect(ride.hike.name == "Ride" && ride.nameInSource == "A" && ride.hike.activity == .cycling)
        #expect(ride.notices.isEmpty == (speed <= 110) || activity == .other)
    }

    @Test func `has an activity whatever its name is in a stored record, and each name is one`() throws {
        #expect(Activity.allCases.count == 13)
        for activity in Activity.allCases {
            #expect(Activity(rawValue: activity.rawValue) == activity && Activity(word: activity.rawValue) == activity)
        }
        // Those of version 0.1.0.
        let old = ["hiking", "walking", "running", "cycling", "other"].map { Activity(rawValue: $0) }
        #expect(old == [.hiking, .walking, .running, .cycling, .other])
        #expect(Activity(sportOfGarmin: 17) == .hiking && Activity(sportOfGarmin: 12) == .skiing)
        #expect(Activity(sportOfGarmin: 0) == nil && Activity(sportOfGarmin: 25) == .other)
    }

    @Test func `is reported when a gap was crossed faster than its activity is`() {
        func notices(_ metres: Double, minutes: Int, _ activity: Activity = .hiking) -> [ImportNotice] {
            var walk = SampleWalk()
            walk.go(300, metres: 1.3, seconds: 1)
            walk.go(1, metres: metres, seconds: Double(minutes) * 60)
            walk.go(300, metres: 1.3, seconds: 1)
            let recording = Recording(segments: [walk.points])
            return ImportedHike(name: "A", source: "GPX", activity: activity, recording: recording).notices
        }
        #expect(notices(55_600, minutes: 60) == [.ridesInGaps(kilometres: 55.6, kilometresPerHour: 56)])
        #expect(notices(2_200, minutes: 30).isEmpty, "a walk")
        #expect(notices(900, minutes: 1).isEmpty, "a receiver that finds its position again")
        #expect(notices(55_600, minutes: 60, .cycling).isEmpty)
    }

    @Test(arguments: [
        ("HIKING", Activity.hiking), ("trail_running", .running), ("Mountain Biking", .cycling), ("Walking", .walking),
        ("cycling", .cycling), ("Run", .running), ("Backcountry Skiing", .skiTouring), ("other", .other),
        ("9", .running), ("99", nil), ("", nil), ("Wanderung", .hiking), ("Tour", nil),
    ])
    func `has the activity that its file's word means`(word: String, activity: Activity?) {
        #expect(Activity(word: word) == activity)
    }

    @Test func `counts when it was done, and on foot`() {
        func header(_ activity: Activity, isPlanned: Bool = false) -> HikeHeader {
            HikeHeader(
                id: 1, name: "A", distance: 200, date: Day(year: 2026, month: 4, day: 22), ascent: 2000,
                activity: activity, isPlanned: isPlanned)
        }
        let goal = Day(year: 2026, month: 4, day: 22)
        for header in [header(.cycling), header(.other), header(.hiking, isPlanned: true)] {
            #expect(!header.isCounted && HikeTotals(over: [header]) == HikeTotals())
            let digest = HikeSummary(over: [header], goalDate: goal)
            #expect(digest.earnedBadges.isEmpty && digest.badges.allSatisfy { $0.progress == 0 })
        }
        for activity in [Activity.hiking, .walking, .running] {
            #expect(HikeTotals(over: [header(activity)]).hikes == 1)
            #expect(HikeSummary(over: [header(activity)], goalDate: goal).earnedBadges.count == 8)
        }
    }
}
