import ProfileModel
import Testing

@Suite struct `A goal` {
    @Test(
        arguments: [
            ("120 km", "120 km"), ("62,5KM", "62.5 km"), ("1 hike", "1 hike"), ("50 hikes", "50 hikes"),
            ("10000 m up", "10000 m up"), ("10,000 m up", "10000 m up"), ("1,000,000 m", "1000000 m up"),
            ("1,5 m up", "1.5 m up"), ("1,500 km", "1.5 km"), ("1,500,5 m", nil), ("500 m", "500 m up"),
            ("12 days out", "12 days"), ("0.0004 km", nil),
            ("120 km since 2026-06-01", "120 km since 2026-06-01"), ("120", nil), ("km", nil), ("0 km", nil),
            ("-5 km", nil),
            ("10 places", "10 places"), ("1 Place", "1 place"), ("0.5 places", nil), ("5 lakes", nil),
            ("1.5 hikes", nil), ("1e3 km", nil), ("2000000 km", nil), ("120 km since June", nil),
            ("120 km since 2026-06-01 since 2026-06-02", nil), ("", nil), ("nan km", nil), ("1.2.3 km", nil),
        ] as [(String, String?)])
    func `is read from a number and a unit, and written in one form`(text: String, form: String?) {
        #expect(Goal(text)?.description == form)
        if let form { #expect(Goal(form)?.description == form) }
    }

    private static func progress(_ text: String, reached: Double, today: String) throws -> GoalProgress {
        GoalProgress(
            try #require(Goal(text)), since: try #require(Day("2026-06-01")), goalDate: try #require(Day("2026-12-31")),
            today: try #require(Day(today)), reached: reached)
    }

    @Test(
        arguments: [
            ("2026-11-19", 64.2, 9.3), ("2026-12-24", 64.2, 55.8), ("2026-12-31", 64.2, 55.8),
            ("2027-01-01", 64.2, nil),
            ("2026-11-19", 120, nil),
        ] as [(String, Double, Double?)])
    func `needs what is missing divided by the weeks left`(today: String, reached: Double, pace: Double?) throws {
        let needed = try Self.progress("120 km", reached: reached, today: today).paceNeeded
        #expect(needed.map { ($0 * 10).rounded() / 10 } == pace)
    }

    @Test(
        arguments: [
            ("2026-06-01", 0, false), ("2026-06-02", 0, true), ("2026-06-02", 1, false), ("2026-09-16", 60, false),
            ("2026-09-16", 59, true), ("2026-12-31", 119, true), ("2026-12-31", 120, false), ("2027-01-01", 0, false),
        ] as [(String, Double, Bool)])
    func `is behind where an even pace would have reached more by yesterday`(
        today: String, reached: Double, isBehind: Bool
    ) throws {
        #expect(try Self.progress("120 km", reached: reached, today: today).isBehind == isBehind)
    }
}
