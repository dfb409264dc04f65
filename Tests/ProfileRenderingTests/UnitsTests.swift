import ProfileRendering
import Testing

@Suite struct UnitsTests {
    @Test(arguments: [
        (0.0, 0, "0"), (0, 1, "0.0"), (4.5, 1, "4.5"), (4.449, 1, "4.4"), (4.45, 2, "4.45"), (0.06, 1, "0.1"),
        (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (0.5, 0, "1"), (1.5, 0, "2"), (2.5, 0, "3"),
        (-1.5, 0, "-2"), (0.4999, 0, "0"), (-0.4, 0, "0"), (9.96, 1, "10.0"), (999.4, 0, "999"), (999.5, 0, "1,000"),
        (1000, 0, "1,000"), (999.96, 1, "1,000.0"), (12_345.678, 2, "12,345.68"), (1_000_000, 0, "1,000,000"),
        (-1_234_567.05, 2, "-1,234,567.05"), (1.005, 3, "1.005"), (7.001, 3, "7.001"),
        (123_456_789_012, 0, "123,456,789,012"),
        (1e15, 0, "1000000000000000.0"), (1e16, 0, "1e+16"), (-1e300, 1, "-1e+300"), (.infinity, 0, "inf"),
        (.nan, 1, "nan"),
    ])
    func `numbers are rounded, with separated thousands`(number: Double, places: Int, text: String) {
        #expect(number.decimal(places) == text)
    }

    @Test(arguments: [
        (Units.metric, 4.5, "4.5 km"), (.metric, 0, "0.0 km"), (.metric, 1234.56, "1,234.6 km"),
        (.imperial, 4.5, "2.8 mi"),
        (.imperial, 1.609344, "1.0 mi"), (.imperial, 42.195, "26.2 mi"), (.imperial, 0, "0.0 mi"),
    ])
    func `distances are kilometres or miles`(units: Units, kilometres: Double, text: String) {
        #expect(units.distance(kilometres: kilometres) == text)
    }

    @Test(arguments: [
        (Units.metric, 1234.0, "1,234 m"), (.metric, 0.4, "0 m"), (.metric, -3.5, "-4 m"),
        (.imperial, 1234, "4,049 ft"),
        (.imperial, 0.3048, "1 ft"), (.imperial, 8848.86, "29,032 ft"),
    ])
    func `heights are metres or feet`(units: Units, metres: Double, text: String) {
        #expect(units.height(metres: metres) == text)
    }

    @Test(arguments: [
        (0.0, "0 s"), (0.4, "0 s"), (20, "20 s"), (59.4, "59 s"), (59.5, "1 min"), (60, "1 min"), (89, "1 min"),
        (90, "2 min"), (2700, "45 min"), (3569, "59 min"), (3570, "1 h"), (3600, "1 h"), (3629, "1 h"),
        (3630, "1 h 1 min"),
        (5400, "1 h 30 min"), (7199, "2 h"), (86_400, "24 h"), (360_060, "100 h 1 min"), (10_620_000, "2,950 h"),
    ])
    func `durations are printed in their two largest units`(seconds: Double, text: String) {
        #expect(spelledDuration(seconds: seconds) == text)
    }

    @Test(arguments: [1e18, 1e300, .infinity]) func `an absurdly long duration is still printed`(seconds: Double) {
        #expect(spelledDuration(seconds: seconds).hasSuffix(" min"))
    }

    @Test(arguments: [
        (Units.metric, 702.0, "11:42 min/km"), (.metric, 59.6, "1:00 min/km"), (.metric, 0, "0:00 min/km"),
        (.imperial, 702, "18:50 min/mi"), (.metric, 36_000, "600:00 min/km"), (.metric, -5, "0:00 min/km"),
        (.metric, 1e300, "16666666666666:40 min/km"),
    ])
    func `a pace is minutes and seconds`(units: Units, seconds: Double, text: String) {
        #expect(units.pace(secondsPerKilometre: seconds) == text)
    }

    @Test(arguments: [(Units.metric, 4.5, "4.5 km/h"), (.imperial, 4.5, "2.8 mph"), (.imperial, 0.1, "0.06 mph")])
    func `a speed has enough decimals not to be zero`(units: Units, speed: Double, text: String) {
        #expect(units.speed(kilometresPerHour: speed) == text)
    }
}
