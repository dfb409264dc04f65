import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The command palette` {
    private let sample: AppSample

    init() throws { sample = try AppSample.shared.get() }

    private static let actions = [
        FileAction("back up", explanation: "A sealed copy.", fileName: "profile.backup") { _, path, _ in path }
    ]

    private func app(_ size: CellSize = CellSize(columns: 80, rows: 40)) -> App {
        var settings = AppSample.settings()
        settings.fileActions = Self.actions
        var app = App(Start(accounts: [sample.status()], opening: sample.opening()), settings: settings)
        _ = app.update(.input(.resized(size)), at: .zero)
        _ = app.begin(at: .zero)
        return app
    }

    private func commands(_ app: App) -> [String] {
        var app = app
        _ = app.press(":")
        return app.shown(CommandPalette.self)?.found.map(\.item.label) ?? []
    }

    @Test func `lists what the keys of all screens do, those of the top one first, and what has no key`() {
        var app = app()
        let ofHome = commands(app)
        for label in [
            "profile", "open", "search", "import", "sort", "badges", "totals", "calendar", "map of all", "records",
            "year in review", "places", "history", "removed hikes", "codes & account", "edit", "remove", "theme",
            "back up",
            "lock",
        ] {
            #expect(ofHome.count { $0 == label } == 1, "\(label)")
        }
        for label in ["help", "back", "choose", ""] { #expect(!ofHome.contains(label)) }
        _ = app.press("t")
        _ = app.handle(.groups([HikeGroup(key: "2026", totals: HikeTotals(hikes: 3, distance: 9), longest: 1)], .year))
        #expect(commands(app) == ["hikes", "longest"] + ["most ascent"] + ofHome)
    }

    @Test func `narrows them by words of the names and of the screens, and runs the selected one`() {
        var app = app()
        _ = app.press(":")
        _ = app.type("rec")
        #expect(app.shown(CommandPalette.self)?.found.first?.item.label == "records")
        var exact = app
        _ = exact.press(.control("u"))
        _ = exact.type("remove")
        #expect(exact.shown(CommandPalette.self)?.found.map(\.item.label) == ["remove", "removed hikes"])
        _ = app.press(.enter)
        #expect(app.shown(ViewScreen.self)?.view == .records)
        _ = app.press(":")
        _ = app.type("HIKES back")
        _ = app.press(.enter)
        #expect(app.text().contains("A sealed copy."))
        _ = app.press(.escape, ":")
        _ = app.type("no such thing")
        #expect(app.text().contains("No command matches.") && app.press(.enter).requests.isEmpty)
    }

    @Test func `runs a command of a screen beneath after closing those above it`() {
        var app = app()
        _ = app.press("b", ":")
        _ = app.type("removed hikes")
        #expect(app.press(.enter).requests.map(\.name) == ["removed"])
        _ = app.press(.escape)
        #expect(app.shown(HomeScreen.self) != nil, "the badges are closed")
    }

    @Test func `moves by keys, and runs what is clicked`() throws {
        var app = app()
        _ = app.press(":", .down, .down)
        let lines = app.text().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("badges") })
        _ = app.update(.input(.click(CellPoint(column: 20, row: row))), at: .zero)
        #expect(app.shown(BadgesScreen.self) != nil)
        _ = app.press(":")
        _ = app.update(.input(.click(CellPoint(column: 0, row: 0))), at: .zero)
        #expect(app.shown(BadgesScreen.self) != nil, "a click beside the box closes it")
    }

    @Test func `doesn't open where text is typed, and closes nothing in which something is typed`() {
        var app = app()
        _ = app.press("/", ":")
        #expect(app.shown(HomeScreen.self)?.list.query.line.text == ":")
        _ = app.press(.escape, "a", ":")
        #expect(app.shown(HikeForm.self) != nil)
    }

    @Test func `runs no command that has no effect any more`() {
        var app = app()
        _ = app.press(":")
        _ = app.type("edit")
        let empty = Sample.content([])
        _ = app.tell(.content(empty))
        _ = app.press(.enter)
        #expect(app.shown(HomeScreen.self) != nil && app.text().contains("No hikes yet."))
    }

    @Test(arguments: Picture.sizes) func `matches its golden files`(size: CellSize) throws {
        func canvas(_ app: App) -> Canvas {
            var canvas = Canvas(size: size)
            app.draw(on: &canvas, at: .seconds(1))
            return canvas
        }
        var app = app(size)
        _ = app.press(":")
        #expect(try Picture.difference(of: canvas(app), from: "commands") == nil)
        _ = app.type("re")
        #expect(try Picture.difference(of: canvas(app), from: "commands-found") == nil)
    }

    // MARK: Files

    @Test func `offers to write the listed hikes, and never all of them while none are listed`() throws {
        var settings = AppSample.settings()
        settings.fileActions = [
            FileAction("back up", explanation: "", fileName: "") { _, path, _ in path },
            FileAction("export", explanation: "", fileName: "", isOfListedHikes: true) { _, path, _ in path },
        ]
        var home = HomeScreen(Sample.content(), of: Sample.status, settings: settings).sized(Sample.terminal)
        func shown(_ label: String, by home: HomeScreen) -> FileScreen? {
            var home = home
            guard let item = home.commands.first(where: { $0.label == label }),
                case .show(let screen as FileScreen)? = home.run(item, at: .zero).first
            else { return nil }
            return screen
        }
        #expect(shown("export", by: home)?.note == "" && shown("back up", by: home)?.note == "")
        _ = home.press("/")
        _ = home.type("ridge")
        _ = home.press(.enter)
        #expect(shown("export", by: home)?.note == home.list.count.counted("hike"))
        #expect(shown("back up", by: home)?.note == "")
        _ = home.press("/")
        _ = home.type(" nowhere")
        _ = home.press(.enter)
        #expect(home.list.count == 0)
        #expect(shown("export", by: home) == nil && shown("back up", by: home) != nil)
    }

    @Test func `asks for a file, and says what was written or why nothing was`() throws {
        var screen = FileScreen(Self.actions[0], hikes: [1, 2]).sized(Sample.terminal)
        #expect(screen.shows("A sealed copy.") && screen.shows("2 hikes") && screen.shows("profile.backup"))
        let effects = screen.press(.enter)
        guard case .files(.write(_, let path, let hikes))? = effects.requests.first else {
            Issue.record("nothing is written")
            return
        }
        #expect(path == "profile.backup" && hikes == [1, 2])
        #expect(screen.isWorking && screen.press(.enter) == [])
        let failure = Reply.failed(UserMessage(.exists, "it exists", hint: "choose another name"))
        #expect(screen.handle(failure, at: .zero) == [.ring])
        #expect(screen.shows("It exists. Choose another name."))
        _ = screen.type("2")
        #expect(!screen.shows("It exists."))
        _ = screen.press(.enter)
        #expect(screen.handle(.written("Backed up"), at: .zero).names == ["close", "say Backed up"])
    }
}

@Suite(.temporaryStore) struct `The app's files` {
    @Test func `are written by the program's actions, from the open store`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let action = FileAction("write", explanation: "", fileName: "") { store, path, hikes in
            "\(path) \(hikes) \(try store.committed.revision)"
        }
        let replies = await bench.replies(to: .files(.write(action, path: "file", hikes: [7])))
        guard case .written("file [7] 1")? = replies.last else {
            Issue.record("\(replies)")
            return
        }
    }
}
