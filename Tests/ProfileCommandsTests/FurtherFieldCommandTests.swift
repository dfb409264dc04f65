import CommandParsing
import ProfileKit
import Testing

@testable import ProfileCommands

/// A field that a later program may add to the list of the profile's fields: the commands take it from there.
@Suite struct `An additional field in the commands` {
    private static let fields =
        Profile.fields + [
            ModelField("motto", tag: 99, label: "Motto", get: \.motto) { $0.motto = $1 },
            ModelField("isQuiet", tag: 98, label: "Quiet", get: { $0.motto.isEmpty }, set: { _, _ in }),
        ]
    private let profile = Profile(
        username: "g_kumar", prefersNotifications: true, seasonalPhoto: .winter,
        goalDate: Day(year: 2026, month: 11, day: 22))

    @Test func `is an option of edit with its own line in the help`() {
        let options = Self.fields.map(EditCommand.option)
        let root = Command(
            "profile", abstract: "", subcommands: [EditCommand.command(with: options)])
        #expect(root.declarationFlaws.isEmpty)
        let help = HelpRenderer(root: root, width: 80).page(for: ["edit"])
        #expect(help.contains(/--motto TEXT +Set Motto\./))
        #expect(help.contains(/--isQuiet on\|off +Set Quiet\./))
        #expect(help.contains("--season SEASON"))
        #expect(EditCommand.declaration == EditCommand.command(with: Profile.fields.map(EditCommand.option)))
    }

    @Test func `of several lines keeps its tabs in the text form`() throws {
        var hike = HikeHeader(id: 1, name: "Ridge", distance: 4)
        hike.notes = "Day\tkm\n1\t4\u{202E}"
        let notes = try #require(HikeHeader.field(named: "notes"))
        let form = FieldForm(hike, fields: [], longField: NamedField(field: notes, name: "notes"))
        #expect(form.text.hasSuffix("notes:\nDay\tkm\n1\t4\\u{202E}\n"))
        let changes = try form.changes(in: form.text.replacing("km", with: "miles")) { _ in [] }
        #expect(changes?.map { "\($0.value)" } == ["Day\tmiles\n1\t4\\u{202E}"])
    }

    @Test func `is a line of the text form, from which it is read`() throws {
        let form = FieldForm(profile, fields: Self.fields)
        #expect(form.text.contains("\nmotto: \n") && form.text.contains("# isQuiet is on or off\n"))
        let changes = try form.changes(in: form.text.replacing("motto: ", with: "motto: Slowly.")) { _ in [] }
        #expect(changes?.map { "\($0.field.name)=\($0.value)" } == ["motto=Slowly."])
    }
}

extension Profile {
    /// Kept in a field that the profile has, since it can't get another one here.
    fileprivate var motto: String {
        get { username == "g_kumar" ? "" : username }
        set { username = newValue }
    }
}
