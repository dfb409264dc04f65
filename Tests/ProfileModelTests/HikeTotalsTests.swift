import ProfileModel
import Testing

@Suite struct HikeTotalsTests {
    @Test func `no hikes have no ascent and no moving time`() {
        #expect(HikeTotals(over: []) == HikeTotals(hikes: 0, distance: 0, ascent: nil, movingTime: nil))
    }

    @Test func `what no hike tells is unknown, never 0`() {
        let totals = HikeTotals(over: [.sample(1, distance: 4.5), .sample(2, distance: 2)])
        #expect(totals == HikeTotals(hikes: 2, distance: 6.5, ascent: nil, movingTime: nil))
    }

    @Test func `what some hikes tell is summed over those`() {
        let totals = HikeTotals(over: [
            .sample(1, distance: 1, ascent: 300), .sample(2, distance: 2, movingTime: 3600),
            .sample(3, distance: 3, ascent: 34),
        ])
        #expect(totals == HikeTotals(hikes: 3, distance: 6, ascent: 334, movingTime: 3600))
    }

    @Test func `a known 0 stays 0`() {
        let totals = HikeTotals(over: [.sample(1, ascent: 0, movingTime: 0)])
        #expect(totals.ascent == 0)
        #expect(totals.movingTime == 0)
    }

    @Test func `heart rate over observations is their extremes and the mean of their middles`() {
        let observations = [
            HikeObservation(distanceFromStart: 0, heartRate: 90...110), HikeObservation(distanceFromStart: 1),
            HikeObservation(distanceFromStart: 2, heartRate: 120...160),
        ]
        #expect(HeartRate(over: observations) == HeartRate(min: 90, average: 120, max: 160))
        #expect(HeartRate(over: [HikeObservation(distanceFromStart: 0, elevation: 1...2)]) == nil)
        #expect(HeartRate(over: []) == nil)
    }
}
