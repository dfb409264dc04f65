import FoundationEssentials
import ProfileModel
import Testing

@Suite struct ProfileFieldTests {
    private static let values: [Profile.Value] =
        ["g_kumar", "", " ", "on", "Ünïcødé 👨‍👩‍👧‍👦", "a\nb"].map { .username($0) }
        + [.prefersNotifications(true), .prefersNotifications(false)]
        + Season.allCases.map { .seasonalPhoto($0) }
        + [Day(year: 1, month: 1, day: 1), Day(year: 2028, month: 2, day: 29), Day(year: 9999, month: 12, day: 31)]
        .map { .goalDate($0) }

    @Test(arguments: values)
    func `a field reads back its value's description`(value: Profile.Value) throws {
        #expect(try value.field.parse(value.description) == value)
    }

    @Test func `the values tried above cover every field`() {
        #expect(Set(Self.values.map(\.field)) == Set(Profile.Field.allCases))
    }

    @Test(arguments: values)
    func `a value that was set is the field's value, and no other field changes`(value: Profile.Value) {
        let before = Profile(
            username: "before", prefersNotifications: true, seasonalPhoto: .winter,
            goalDate: Day(year: 2000, month: 1, day: 1))
        var after = before
        after.set(value)
        #expect(after.value(of: value.field) == value)
        for field in Profile.Field.allCases where field != value.field {
            #expect(after.value(of: field) == before.value(of: field))
        }
    }

    @Test(arguments: [
        (Profile.Field.prefersNotifications, "ON", Profile.Value.prefersNotifications(true)),
        (.prefersNotifications, "Off", .prefersNotifications(false)),
        (.seasonalPhoto, "Spring", .seasonalPhoto(.spring)),
        (.seasonalPhoto, "☃️", .seasonalPhoto(.winter)),
    ])
    func `words are read in any case`(field: Profile.Field, text: String, value: Profile.Value) throws {
        #expect(try field.parse(text) == value)
    }

    @Test(arguments: [
        (Profile.Field.prefersNotifications, "hunter2"), (.prefersNotifications, ""), (.prefersNotifications, "true"),
        (.prefersNotifications, "on "), (.seasonalPhoto, "hunter2"), (.seasonalPhoto, ""), (.seasonalPhoto, "fall"),
        (.goalDate, "hunter2"), (.goalDate, ""), (.goalDate, "2027-02-29"), (.goalDate, "1.5.2027"),
    ])
    func `an error names the option and its rule, and never the given text`(field: Profile.Field, text: String) {
        let error = #expect(throws: InvalidValue.self) { try field.parse(text) }
        #expect(error?.name == field.option)
        #expect(error?.description == "\(field.option) \(error?.rule ?? "")")
        #expect(error?.rule.hasPrefix("is ") == true)
        if text.count > 4 { #expect(error?.description.contains(text) == false) }
    }

    @Test(arguments: Profile.Field.allCases)
    func `each choice that a field offers is one that it reads`(field: Profile.Field) throws {
        for choice in field.choices { #expect(try field.parse(choice).description == choice) }
    }

    @Test func `names in JSON and options are what the contract fixes`() {
        #expect(
            Profile.Field.allCases.map(\.rawValue) == [
                "username", "prefersNotifications", "seasonalPhoto", "goalDate",
            ])
        #expect(Profile.Field.allCases.map(\.option) == ["username", "notifications", "season", "goal-date"])
    }

    @Test func `JSON holds the preference as a boolean and the rest as texts`() throws {
        let values: [Profile.Value] = [
            .username("on"), .prefersNotifications(false), .seasonalPhoto(.winter),
            .goalDate(Day(year: 2027, month: 5, day: 1)),
        ]
        let json = String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
        #expect(json == #"["on",false,"winter","2027-05-01"]"#)
    }
}
