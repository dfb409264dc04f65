import FoundationEssentials
import ProfileModel
import SeededRandom
import Testing

@Suite struct DayTextTests {
    @Test(arguments: 0..<4)
    func `every day reads back what it is written as`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        var days = 0
        for _ in 0..<2_000 {
            let day = Day(
                checkedYear: .random(in: 1...9999, using: &source), month: .random(in: 1...12, using: &source),
                day: .random(in: 1...31, using: &source))
            guard let day else { continue }
            days += 1
            #expect(day.description.utf8.count == 10)
            #expect(Day(day.description) == day)
        }
        #expect(days > 1_900)
    }

    @Test(arguments: [
        (Day(year: 1, month: 2, day: 3), "0001-02-03"), (Day(year: 812, month: 11, day: 30), "0812-11-30"),
        (Day(year: 2027, month: 5, day: 1), "2027-05-01"), (Day(year: 9999, month: 12, day: 31), "9999-12-31"),
    ])
    func `a day is written in ISO 8601`(day: Day, text: String) {
        #expect(day.description == text)
    }

    @Test(arguments: [
        "", "2027", "2027-05", "2027-5-1", "2027-05-1", "27-05-01", "2027/05/01", "2027-05/01", "20270501",
        "2027-05-01 ", " 2027-05-01", "2027-05-01T", "2027-05-010", "+027-05-01", "-027-05-01", "2027-+5-01",
        "2027-05- 1", "0000-01-01", "2027-00-01", "2027-13-01", "2027-02-29", "2027-04-31", "1 May 2027",
        "٢٠٢٧-٠٥-٠١", "2027-05-0１", "2027‑05‑01", "2027-05-0\u{301}", "2027-05-01\0", "2027-05-1\0",
    ])
    func `any other text is no day`(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func `a part of a text is read as well as a whole one`() {
        #expect(Day("on 2027-05-01".dropFirst(3)) == Day(year: 2027, month: 5, day: 1))
    }

    @Test func `JSON holds a day as its text`() throws {
        let days = [Day(year: 2027, month: 5, day: 1), Day(year: 1, month: 1, day: 1)]
        let json = try JSONEncoder().encode(days)
        #expect(String(decoding: json, as: UTF8.self) == #"["2027-05-01","0001-01-01"]"#)
        #expect(try JSONDecoder().decode([Day].self, from: json) == days)
    }

    @Test(arguments: [#"["2027-02-30"]"#, "[20270501]", "[null]", #"[""]"#])
    func `JSON that holds no day is refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: Data(json.utf8)) }
    }
}
