import ProfileKit
import ProfileKitTesting
import Testing

@Suite struct `The values of a hike's fields` {
    private func parsed(_ name: String, _ text: String) throws -> HikeHeader {
        let field = try #require(HikeHeader.field(named: name))
        var hike = HikeHeader(id: 1, name: "Elk", distance: 1)
        field.set(try field.parse(text), in: &hike)
        return hike
    }

    @Test(arguments: [
        ("2h30m", 9000), ("90m", 5400), ("45s", 45), ("1d 2h", 93_600), ("1h1s", 3601), ("0.5h", 1800), ("1,5m", 90),
        ("0s", 0),
    ])
    func `times are typed in hours, minutes and seconds`(text: String, seconds: Double) throws {
        #expect(try parsed("duration", text).duration == seconds)
    }

    @Test(arguments: ["90", "h", "1m2h", "1h2h", "-1h", "1e3s", "2 hours", "1:30"])
    func `other texts are no times`(text: String) {
        #expect(throws: FieldProblem.self) { try parsed("duration", text) }
    }

    @Test(arguments: [("1,400", 1400), ("1400.5", 1400.5), ("1,5", 1.5), ("0,250", 0.25)])
    func `metres are typed with a comma for a decimal point or before thousands`(text: String, metres: Double) throws {
        #expect(try parsed("ascent", text).ascent == metres)
        var filter = HikeFilter()
        try filter.set(.higher, to: text)
        #expect(filter.higherThan == metres)
        #expect(try parsed("distance", "1,400").distance == 1.4)
    }

    @Test func `every value's text is read back`() throws {
        var hike = HikeHeader(
            id: 1, name: "Elk", distance: 12.345, difficulty: 3, date: Day(year: 2026, month: 4, day: 22),
            startTime: Timestamp("2026-04-22T08:40:00+02:00"), duration: 9061.5, movingTime: 86_400, ascent: 640.5,
            descent: 0, activity: .skiTouring)
        (hike.tags, hike.isFavourite, hike.notes) = (["wet", "Boots"], true, "One.\nTwo.")
        for field in HikeHeader.fields where field.isEditable {
            let value = field.value(of: hike)
            #expect(try field.parse(value.description) == value, "\(field.name) \(value)")
            #expect(try field.read(value.json) == value, "\(field.name) \(value.json)")
        }
        #expect(HikeHeader.field(named: "duration")?.value(of: hike).description == "2h31m1.5s")
    }

    @Test func `a start without an offset is in this machine's zone`() throws {
        let start = try #require(try parsed("startTime", "2026-04-22T08:40").startTime)
        #expect(start.day == Day(year: 2026, month: 4, day: 22) && start.clockTime == "08:40")
        #expect(Timestamp("\(start)") == start)
        #expect(throws: FieldProblem.self) { try parsed("startTime", "08:40") }
    }

    @Test func `a filter's conditions are read from texts, a period by its first or last day`() throws {
        var filter = HikeFilter()
        try filter.set(.since, to: "2024-02")
        try filter.set(.until, to: "2024-02")
        #expect(filter.days == Day(year: 2024, month: 2, day: 1)...Day(year: 2024, month: 2, day: 29))
        try filter.set(.until, to: "9999-12")
        #expect(filter.until == .last)
        try filter.set(.near, to: "47.5, -10,2.5")
        let position = TrackPosition(latitude: 47.5, longitude: -10)
        #expect(filter.near == HikeFilter.Vicinity(.position(position), distance: 2.5))
        try filter.set(.near, to: "Elk Lake")
        #expect(filter.near == HikeFilter.Vicinity(.place("Elk Lake")))
        try filter.add(ids: "7")
        try filter.add(ids: "9-12")
        #expect(filter.ids == [7...7, 9...12])
        for text in ["", "-3", "3-", "5-4", "a", "1-2-3", "99999999999999999999"] {
            #expect(throws: FieldRule.self) { try filter.add(ids: text) }
        }
        for text in ["91,0", "1,2,3,4", "1,2,0", "1,x,3", " "] {
            #expect(throws: FieldRule.self) { try filter.set(.near, to: text) }
        }
    }
}

@Suite(.temporaryStore) struct `Files of the inbox` {
    @Test func `are known again by name, size and time`() throws {
        let store = try TemporaryStore.current.unlock()
        let file = InboxFile(name: "ridge.gpx", size: 7, modified: 9)
        let others = [
            InboxFile(name: "ridge.fit", size: 7, modified: 9), InboxFile(name: "ridge.gpx", size: 8, modified: 9),
            InboxFile(name: "ridge.gpx", size: 7, modified: 8),
        ]
        try store.takeInboxFiles([file, file])
        try store.takeInboxFiles([file])
        #expect(try store.waitingInboxFiles(among: [file] + others) == others)
    }
}
