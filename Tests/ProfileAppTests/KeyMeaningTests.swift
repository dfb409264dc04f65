import FoundationEssentials
import ProfileKit
import ProfileRendering
import Testing

@testable import ProfileApp

/// The letters that people learn once, and Enter.
@Suite struct `A key has one meaning on all screens` {
    private enum Meaning: Hashable { case add, filter, edit, remove, goOn, leave }

    /// On a screen where a key doesn't have its meaning, it has none.
    private static let meanings: [Key: Meaning] = [
        .character("a"): .add, .character("f"): .filter, .character("e"): .edit, .character("x"): .remove,
        .enter: .goOn, .character("q"): .leave,
    ]

    private static let settings = `A hike's page`.settings

    /// Each screen in the states in which it uses the most keys.
    private static var screens: [any Screen] {
        var (home, wide) = (Sample.home(), Sample.home(size: CellSize(columns: 120, rows: 40)))
        _ = home.begin(at: .zero) + home.loaded(Sample.newest) + wide.begin(at: .zero) + wide.loaded(Sample.newest)
        var hike = HikeScreen(Sample.newest.id, settings: settings, today: Sample.today)
        hike.loaded(Sample.newest, recording: nil)
        var history = `The screens opened from the home`.history(Sample.terminal)
        _ = history.press(.down)
        let menu = GateMenuScreen(GateTest.status([.sixDigits]), settings: settings)
        return [
            home, wide, Sample.home([]), hike, history, menu,
            FiguresScreen(Sample.newest.header, units: .metric),
            `The screens opened from the home`.statistics(), `The screens opened from the home`.badges(),
            `The screens opened from the home`.removed(), `The screens opened from the home`.report(),
            ConflictScreen(DraftConflict(fields: [.season], revision: 4)), FirstHikesScreen(), Sample.sheet(),
            Sample.sheet(motion: .full),
            SignedInScreen(failures: 0), ViewScreen(.calendar(2026), Sample.content(), settings: settings),
            PlacesTest.list(), PlacesTest.place(), `The changes of hikes and places`.screen(),
            `The hikes of the same way`.found(), PhotosScreen(Sample.newest.header, settings: settings),
        ]
    }

    /// The screens that take letters as text.
    private static let typing: Set = [
        "HikeForm", "EditorScreen", "EmergencyForm", "SecretSetupScreen", "CredentialsScreen", "PasscodeScreen",
        "WorkspaceScreen", "AccountsScreen", "CommandPalette", "FileScreen", "HikesForm", "PlaceForm",
    ]

    @Test func `and is walked on every screen`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/ProfileApp")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let declared = try Set(
            files.flatMap { file in
                try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                    .matches(of: /struct (\w+): Screen {/).map { String($0.1) }
            })
        #expect(declared == Self.typing.union(Self.screens.map { "\(type(of: $0))" }))
    }

    @Test func `or none`() {
        var seen: Set<Meaning> = []
        for screen in Self.screens {
            for (key, expected) in Self.meanings {
                guard let meaning = meaning(of: key, on: screen) else { continue }
                #expect(meaning == expected, "\(key.name) on \(type(of: screen))")
                seen.insert(meaning)
            }
        }
        #expect(seen == Set(Self.meanings.values))
    }

    @Test func `in one binding`() {
        func bindings(of screen: some Screen) -> [(key: Key, label: String)] {
            screen.bindings.filter { $0.isActive && $0.action != nil }.flatMap { binding in
                binding.keys.map { ($0, binding.item.label) }
            }
        }
        for screen in Self.screens {
            for (key, all) in Dictionary(grouping: bindings(of: screen), by: \.key) {
                #expect(Set(all.map(\.label)).count == 1, "\(key.name) on \(type(of: screen))")
            }
        }
    }

    @Test func `and is listed with it`() {
        for screen in Self.screens {
            let line = screen.lines().last ?? ""
            let filter = screen is PlacesScreen ? "favourites" : "activity"
            for (key, word) in [("a", "add"), ("f", filter), ("e", "edit"), ("x", "remove"), ("q", "quit")] {
                guard let found = line.firstMatch(of: try! Regex("(?:^|  | )\(key) (\\w+)")) else { continue }
                #expect(found.output[1].substring.map(String.init) == word, "\(line)")
            }
        }
    }

    private func meaning(of key: Key, on screen: any Screen) -> Meaning? {
        var after = screen
        let effects = after.update(.key(key), at: .zero)
        if let before = screen as? HomeScreen, let after = after as? HomeScreen, before.list.query != after.list.query {
            return .filter
        }
        if let before = screen as? PlacesScreen, let after = after as? PlacesScreen,
            before.showsFavourites != after.showsFavourites
        {
            return .filter
        }
        // The totals close to show their hikes.
        if (after as? StatisticsScreen)?.wantedPeriod != nil { return .goOn }
        if (after as? ViewScreen)?.wantedPeriod != nil { return .goOn }
        if after.isLeaving { return .leave }
        for effect in effects {
            switch effect {
            case .close, .leave: return .leave
            case .show(let form as HikeForm): return form.shows("Add a hike") ? .add : .edit
            case .show(let form as PlaceForm): return form.shows("Add a place") ? .add : .edit
            case .request(.draft(.read), _): return .edit
            default: return .goOn
            }
        }
        let lines = after.lines()
        if lines.contains(where: { $0.contains("( Remove )") }) { return .remove }
        return lines == screen.lines() ? nil : .goOn
    }
}
