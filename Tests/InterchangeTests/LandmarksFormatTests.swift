import Interchange
import ProfileModel
import Testing

@Suite struct LandmarksFormatTests {
    @Test func `every member of a hike is read`() throws {
        let hikes = try LandmarksFormat.read(Array(LandmarksText.whole.utf8))
        let header = HikeHeader(
            id: 7, name: "Łódź → \"Ridge\" A", distance: 4.5, difficulty: 3, date: Day(year: 2026, month: 4, day: 22),
            startTime: Timestamp("2026-04-22T08:40:00+02:00"), duration: 5400, movingTime: 5000.5, ascent: 0,
            descent: 120, heartRate: HeartRate(min: 90, average: 100, max: 110), source: "watch")
        let observations = [
            HikeObservation(distanceFromStart: 0, elevation: -3.5...20, pace: 400...400, heartRate: 90...110),
            HikeObservation(distanceFromStart: 0.5),
        ]
        #expect(hikes == [ImportedHike(sourceID: 7, hike: Hike(header: header, observations: observations))])
    }

    @Test func `what a hike does not tell is unknown, never 0`() throws {
        let hike = try #require(try LandmarksFormat.read(Array(LandmarksText.hike().utf8)).first).hike
        #expect(hike.header == HikeHeader(id: 1, name: "A", distance: 1, difficulty: 1))
        #expect(hike.observations.isEmpty)
    }

    @Test(arguments: ["startTime", "date", "duration", "movingTime", "ascent", "descent", "source"])
    func `a member that is null is unknown`(member: String) throws {
        let text = LandmarksText.hike([member: "null"])
        #expect(try LandmarksFormat.read(Array(text.utf8)) == LandmarksFormat.read(Array(LandmarksText.hike().utf8)))
    }

    @Test func `members that are not known are left alone`() {
        #expect(LandmarksText.problem(in: LandmarksText.hike(["weather": "{\"rain\": [true, null]}"])) == nil)
    }

    @Test(arguments: [
        ("2026-04-22T00:30:00+02:00", "2026-04-22"), ("2026-04-21T23:30:00-10:00", "2026-04-21"),
    ])
    func `a hike's day is the day of its start on the hiker's clock`(start: String, day: String) throws {
        let hikes = try LandmarksFormat.read(Array(LandmarksText.hike(["startTime": "\"\(start)\""]).utf8))
        #expect(hikes.map(\.hike.date?.description) == [day])
    }

    @Test func `a list without hikes is a file without hikes`() throws {
        #expect(try LandmarksFormat.read(Array(" [ ]\n".utf8)).isEmpty)
    }
}
