import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

/// Screen readers read what the terminal's cursor is on.
@Suite struct `The terminal's cursor` {
    private let sample: AppSample

    init() throws { sample = try AppSample.shared.get() }

    /// The text at the cursor after some keys.
    private func text(_ start: Start, after keys: [Key]) -> String {
        var settings = AppSample.settings()
        settings.fileActions = [FileAction("back up", explanation: "", fileName: "a.backup") { _, path, _ in path }]
        var app = App(start, settings: settings)
        answer(app.begin(at: .zero), in: &app)
        for key in keys { answer(app.press(key), in: &app) }
        var canvas = Canvas(size: app.size)
        app.draw(on: &canvas, at: .zero)
        return canvas.textAtCursor
    }

    private func answer(_ effects: [Effect], in app: inout App) {
        for case .request(let request, let screen?) in effects {
            let header = sample.hike.header
            let reply: Reply? =
                switch request {
                case .hikes(.load(1)): .hike(sample.hike)
                case .hikes(.readRemoved): .removedHikes(Salvaged(value: [header], damaged: []))
                case .hikes(.group(let by)):
                    .groups([HikeGroup(key: "2026", totals: HikeTotals(hikes: 3, distance: 9), longest: 1)], by)
                case .hikes(.readView(.records)):
                    .view(
                        .records(onFoot: PersonalRecords(of: sample.content.index.hikes, highestPoints: [:]), []),
                        of: .records, damaged: [])
                case .hikes(.readView(.map(let ids))): .view(.tracks([]), of: .map(ids), damaged: [])
                case .history(.read): .history(Salvaged(value: sample.history, damaged: []))
                case .places(.load(let id)): .place(PlacesTest.detail(id, hikes: id == 4 ? [1] : []))
                case .draft(.read): .draft(sample.draft, committed: sample.committed)
                case .draft(.commit): .conflict(sample.conflict)
                case .session(.readCard), .gate(.readEmergencyCard): .emergency("Call Ravi")
                default: nil
                }
            if let reply { answer(app.update(.reply(reply, screen), at: .zero), in: &app) }
        }
    }

    private static let card: [Key] = [.character("c"), .down, .enter]
    private static let file: [Key] = ":back up".map(Key.character) + [.enter, .home]
    private static let twoHikes: [Key] = [.character(" "), .character(" "), .character("e")]
    private static let placed = Result { try AppSample.make(places: Sample.places) }

    @Test(
        arguments: [
            ([], "▾ Hike 1 "), ([.down], "▸ Hike 2 "), ([.character("/")], "words, year:2026, tag:wet, near:…"),
            ([.character("?")], "p  profile"), ([.character("x")], "Back ]  ( Remove )"),
            ([.enter], "Hike 1"), ([.enter, .enter], "1  Hike 1"),
            ([.character("p")], "g_kumar"), ([.character("p"), .character("e")], "  "),
            ([.character("p"), .character("e"), .tab], "On]"),
            ([.character("p"), .character("e"), .tab, .tab], "🍂 autumn]"),
            ([.character("p"), .character("e"), .tab, .tab, .tab, .tab, .right, .right], "20"),
            ([.character("p"), .character("e"), .backTab], "Discard ]"),
            ([.character("p"), .character("e"), .control("s")], "› Seasonal Photos"),
            ([.character("p"), .character("e"), .control("s"), .tab], "Back ]"),
            ([.character("b")], " ⬢ First Hike"), ([.character("b"), .down], " ⬡ Earth Day"),
            ([.character("t")], "2026"), ([.character("i")], "file, folder or archive"),
            ([.character("h")], "2  "), ([.character("r")], "Hike 1"),
            ([.character("a")], "name of the hike"), ([.character("a"), .tab], "such as 4.5"),
            ([.character("a"), .tab, .tab, .tab, .tab], "hiking]"), ([.character("a"), .backTab], "Cancel ]"),
            ([.character("/"), .down], "▸ Hike 2 "), ([.character("/"), .down, .character("h"), .left], "h "),
            ([.character(":")], "what to do"), ([.character(":"), .down], "draft "),
            ([.character(":"), .down, .character("r"), .left], "r "), ([.character("M")], "Map of all"),
            ([.character("R")], "On foot"), ([.character("C")], "…"), ([.character("P")], "Places"),
            (file, "a.backup"), (twoHikes, "such as wet, -dry"),
            ([.character("c")], " Lock now"), (card, "   "), ([.character("c"), .down, .down, .enter], "○  ○"),
        ] as [([Key], String)])
    func `is on what has the focus, behind the gate`(keys: [Key], text: String) throws {
        let found = self.text(Start(accounts: [sample.status()], opening: sample.opening()), after: keys)
        #expect(found.hasPrefix(text))
    }

    @Test(
        arguments: [
            ([.tab], "unchanged]  hiking"), ([.tab, .tab], "unchanged]  favourites"), ([.tab, .tab, .tab], "Change ]"),
            ([.backTab], "Cancel ]"),
        ] as [([Key], String)])
    func `is on what has the focus, in the form for several hikes`(keys: [Key], text: String) throws {
        let start = Start(accounts: [sample.status()], opening: sample.opening())
        #expect(self.text(start, after: Self.twoHikes + keys).hasPrefix(text))
    }

    @Test(
        arguments: [
            ([.up], "Other places 1 of 1"), ([.up, .up], "Rivers 0 of 1"), ([.up, .down], "▾ Hike 1 "),
            ([.character("P")], "  Silver Salmon Creek"), ([.character("P"), .down], "✓ St. Mary Lake ♥"),
            ([.character("P"), .enter], "2  Silver Salmon Creek"), ([.character("P"), .down, .enter], "Hike 1 "),
        ] as [([Key], String)])
    func `is on what has the focus, where there are places`(keys: [Key], text: String) throws {
        let placed = try Self.placed.get()
        let found = self.text(Start(accounts: [placed.status()], opening: placed.opening()), after: keys)
        #expect(found.hasPrefix(text))
    }

    @Test(
        arguments: [
            ([.sixDigits], [], "○  ○  ○  ○  ○  ○"), ([.sixDigits], [.character("7"), .character("3")], "○  ○  ○  ○ "),
            ([.sixDigits], [.down], "5    ]"), ([.sixDigits], [.tab], "1    ]"),
            ([.sixDigits], [.control("e")], "Call Ravi"), ([.sixDigits], [.character("?")], "Esc  cancel"),
            ([.passphrase], [.character("7")], "   "), ([.passphrase], [.tab], "Cancel ]"),
            ([.password, .sixDigits], [], "   "), ([.password, .sixDigits], [.tab], "Cancel ]"),
            ([.sixDigits], [.control("f"), .tab], "Back ]"),
        ] as [([CodeFormat], [Key], String)])
    func `is on what has the focus, at the gate`(stages: [CodeFormat], keys: [Key], text: String) throws {
        let found = self.text(Start(accounts: [sample.status(stages)], opening: nil), after: keys)
        #expect(found.hasPrefix(text))
    }
}
