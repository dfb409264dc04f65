import Testing

@testable import ProfileModel

@Suite struct `The zone of a time without an offset` {
    @Test(
        arguments: [
            // At home, also in summer, and in a wide country.
            (2.0, 11.0, 2.0, false), (1, 11, 1, false), (8, 83, 8, false), (0, -9, 0, false),
            // Far from home.
            (2, 174.8, 12, true), (2, -122.4, -8, true), (-8, 11, 1, true), (2, 0, 2, false), (3, 7.5, 3, false),
            (3, 7, 0, true),
            // Near the date line.
            (12, -179, 12, false), (-12, 179.9, -12, false), (2, 180, 12, true), (2, -180, -12, true),
        ] as [(Double, Double, Double, Bool)])
    func `is this machine's where that can be the one of the longitude, else the longitude's`(
        machine: Double, longitude: Double, expected: Double, isOfLongitude: Bool
    ) {
        let zone = AssumedZone(machineOffset: Int(machine * 3600), longitude: longitude)
        #expect(zone.utcOffset == Int(expected * 3600) && zone.isOfLongitude == isOfLongitude)
    }

    @Test func `is this machine's without a position, and none for a time with an offset`() throws {
        #expect(!AssumedZone(machineOffset: 7200, longitude: nil).isOfLongitude)
        var header = HikeHeader(id: 1, name: "Hike", distance: 1)
        header.begin(at: Timestamp("2026-04-22T23:30:00+02:00"), longitude: -170)
        #expect(header.zone == nil && header.date?.description == "2026-04-22")
        #expect(header.localStart?.clockTime == "23:30")
        // A night in UTC is an afternoon in Auckland, on any machine that isn't near.
        header.begin(at: Timestamp("2026-04-22T13:30:00Z"), longitude: 174.8)
        #expect(header.zone?.utcOffset == 12 * 3600 && header.date?.description == "2026-04-23")
        #expect(header.localStart?.clockTime == "01:30" && header.startTime?.utcOffset == nil)
        header.begin(at: nil, longitude: 174.8)
        #expect(header.zone == nil && header.date == nil && header.localStart == nil)
    }
}
