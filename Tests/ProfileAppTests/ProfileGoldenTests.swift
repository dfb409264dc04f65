import ProfileRendering
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

/// Each screen as text and as a picture in colours.
@Suite struct `Golden files of the profile's screens` {
    private static let sizes = Picture.sizes

    /// Compares the text with a text file, and at the usual window size the colours with an SVG.
    private func check(_ screen: some Screen, _ name: String, _ size: CellSize) throws {
        try Picture.check(screen, name, size)
        guard size == Sample.terminal else { return }
        let picture = screen.picture(size, at: .seconds(1)).svg(title: "profile")
        #expect(try GoldenFile("\(name)-80x24.svg").difference(from: picture) == nil)
    }

    private func picture(_ size: CellSize, draft: ProfileDraft? = nil) -> HomeScreen {
        var settings = AppSettings()
        settings.presentation = Sample.still
        var home = HomeScreen(Sample.content(draft: draft), of: Sample.status, settings: settings).sized(size)
        _ = home.begin(at: .zero)
        _ = home.loaded(Sample.newest)
        return home
    }

    @Test(arguments: sizes) func `home`(size: CellSize) throws {
        try check(picture(size), "home", size)
    }

    @Test(arguments: sizes) func `home with a saved draft, heart rate selected`(size: CellSize) throws {
        var home = picture(size, draft: Sample.draft { $0.seasonalPhoto = .spring })
        _ = home.press(.right)
        try check(home, "home-draft", size)
    }

    @Test(arguments: sizes) func `home without hikes`(size: CellSize) throws {
        try check(Sample.home([], size: size), "home-empty", size)
    }

    @Test(arguments: sizes) func `the profile's sheet`(size: CellSize) throws {
        try check(Sample.sheet(size: size, depth: .trueColor), "sheet", size)
    }

    @Test(arguments: sizes) func `the profile's sheet, scrolled and without colours`(size: CellSize) throws {
        var sheet = Sample.sheet(draft: Sample.draft { $0.username = "hiker" }, size: size)
        _ = sheet.press(.pageDown, .right)
        try check(sheet, "sheet-scrolled", size)
    }

    @Test(arguments: sizes) func `the editor`(size: CellSize) throws {
        var editor = Sample.editor(size: size)
        _ = editor.press(.down, .down, .right, .left, .down, .down)
        try check(editor, "editor", size)
    }

    @Test(arguments: sizes) func `the editor with errors and a note`(size: CellSize) throws {
        var editor = Sample.editor(Sample.draft { $0.goalDate = Day(year: 2031, month: 1, day: 1) }, size: size)
        _ = editor.press(.control("u"))
        var theirs = Sample.profile
        theirs.seasonalPhoto = .summer
        editor.committedElsewhere(CommittedProfile(revision: 4, profile: theirs), today: Sample.today)
        editor.refused("the disk is full")
        try check(editor, "editor-problems", size)
    }

    @Test(arguments: sizes) func `the editor of a draft that was saved elsewhere`(size: CellSize) throws {
        var editor = Sample.editor(size: size)
        editor.savedElsewhere()
        try check(editor, "editor-elsewhere", size)
    }

    @Test(arguments: sizes) func `a conflict`(size: CellSize) throws {
        let fields = [
            FieldConflict("username", base: "g_kumar", mine: "山田太郎", theirs: "hiker 🥾"),
            .season,
        ]
        try check(ConflictScreen(DraftConflict(fields: fields, revision: 4)).sized(size), "conflict", size)
    }
}
