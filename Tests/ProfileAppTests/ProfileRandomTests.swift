import ProfileRendering
import TestSupport
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

/// 2,000 random events for each screen, in addition to those for the whole app: none crashes it, and none leads
/// to a state without a way out.
@Suite struct `Random keys` {
    private static let events = 2_000
    private static let keys: [Key] = [
        .enter, .backspace, .delete, .tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
        .control("s"), .control("u"), .control("a"), .character(" "), .character("e"), .character("h"),
        .character("/"), .character("s"), .character("y"), .character("f"), .character("x"), .character("?"),
        .wheelUp, .wheelDown, .help, .wordLeft, .character("a"), .character("m"), .character("t"), .character("-"),
        .character("+"), .character("山"),
        .character("👨‍👩‍👧‍👦"), .character("\u{301}"), .character("\u{1B}"),
    ]

    private func event(_ source: inout SeededSource) -> Event {
        switch Int.random(in: 0..<20, using: &source) {
        case 0:
            .resized(
                CellSize(
                    columns: Int.random(in: 0...200, using: &source), rows: Int.random(in: 0...60, using: &source)))
        case 1...4:
            .click(
                CellPoint(
                    column: Int.random(in: -5...100, using: &source), row: Int.random(in: -5...40, using: &source)))
        case 5:
            .paste(
                ["", "a\u{1B}[2J", "山川", String(repeating: "x", count: 300), "\n"].randomElement(using: &source) ?? "")
        case 6: .tick
        default: .key(Self.keys.randomElement(using: &source) ?? .tab)
        }
    }

    /// Reports the first event after which an invariant is broken.
    private func reportViolation(after number: Int) {
        Issue.record("after event \(number)")
    }

    /// Draws now and then, at sizes that the screen was not told about.
    private func draw(_ screen: some Screen, _ source: inout SeededSource, at now: Moment) {
        guard Int.random(in: 0..<40, using: &source) == 0 else { return }
        var canvas = Canvas(
            size: CellSize(
                columns: Int.random(in: 0...120, using: &source), rows: Int.random(in: 0...40, using: &source)))
        screen.draw(on: &canvas, at: now)
    }

    @Test(arguments: 0..<2 as Range<UInt64>) func `keep the home's selection in its list`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let all = (1...300).map { HikeHeader(id: $0, name: "Hike \($0)", distance: Double($0)) }
        var home = Sample.home(all)
        for number in 0..<Self.events / 2 {
            for case .request(.hikes(.load(let id)), _) in home.update(event(&source), at: .milliseconds(number))
            where id % 2 == 0 {
                _ = home.loaded(Hike(header: all[id - 1]))
            }
            if Int.random(in: 0..<200, using: &source) == 0 {
                let some = all.filter { _ in Bool.random(using: &source) }.prefix(
                    Int.random(in: 0...300, using: &source))
                _ = home.refresh(Sample.content(Array(some)), at: .zero)
            }
            let isChosen =
                home.list.rows.isEmpty
                ? home.list.selected == 0 : home.list.rows.indices.contains(home.list.selected)
            let isOpenThere =
                home.openHike.map { id in home.openIndex.flatMap { home.list.hike(at: $0)?.id } == id } ?? true
            guard isChosen, isOpenThere else { return reportViolation(after: number) }
            draw(home, &source, at: .milliseconds(number))
        }
        // The first keys leave a question or a search.
        #expect(home.press(.escape, .escape, .escape, .character("q")).contains(.close))
    }

    @Test(arguments: 0..<2 as Range<UInt64>) func `keep the sheet's badges in their row`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let fresh = Sample.sheet(motion: .full)
        var sheet = fresh
        for number in 0..<Self.events / 2 {
            let now = Moment.milliseconds(number)
            if sheet.update(event(&source), at: now) == [.close] { sheet = fresh }
            guard (0..<sheet.summary.badges.count).contains(sheet.firstBadge), sheet.scroll.top >= 0 else {
                return reportViolation(after: number)
            }
            draw(sheet, &source, at: .milliseconds(number))
        }
        // The first keys leave the help.
        let end = Moment.seconds(100)
        let out = sheet.press(.escape, .escape, at: end) + sheet.update(.tick, at: end + SheetMotion.length)
        #expect(out.contains(.close))
    }

    @Test(arguments: 0..<2 as Range<UInt64>) func `keep the editor's draft equal to what it shows`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        var editor = Sample.editor()
        var theirs = Sample.profile
        for number in 0..<Self.events / 2 {
            let before = editor.draft.profile
            let effects = editor.update(event(&source), at: .milliseconds(number))
            // Every change is saved, once.
            let saves = effects.compactMap {
                if case .request(.draft(.save(let draft)), _) = $0 { draft.profile } else { nil }
            }
            guard
                saves == (editor.draft.profile == before || editor.sync.elsewhere != nil ? [] : [editor.draft.profile])
            else {
                return reportViolation(after: number)
            }
            if editor.phase == .committing { answer(&editor, &source, theirs) }
            if editor.phase == .discarding { editor.refused("no") }
            if Bool.random(using: &source) { _ = editor.saved() }
            if number % 500 == 0 {
                theirs.seasonalPhoto = SeasonalPhoto.allCases.randomElement(using: &source) ?? .winter
                editor.committedElsewhere(CommittedProfile(revision: number, profile: theirs), today: Sample.today)
            }
            if number % 700 == 0 { editor.savedElsewhere() }
            guard editor.isShown else { return reportViolation(after: number) }
            draw(editor, &source, at: .milliseconds(number))
        }
        // These keys leave a conflict or a question, and then the editor. The last one takes back what Enter may ask.
        let keys: [Key] = [.escape, .escape, .escape, .right, .enter, .escape]
        let out = (0..<50).flatMap { number in
            if [.committing, .discarding].contains(editor.phase) { editor.refused("no") }
            return editor.press(keys[number % keys.count]) + editor.saved()
        }
        #expect(out.contains(.close))
    }

    private func answer(_ editor: inout EditorScreen, _ source: inout SeededSource, _ theirs: Profile) {
        switch Int.random(in: 0..<3, using: &source) {
        case 0: editor.refused("no")
        case 1: _ = editor.committed(as: 4, at: .zero)
        default:
            editor.conflict(
                DraftConflict(
                    fields: [
                        FieldConflict(
                            "username", base: "g_kumar", mine: editor.draft.username, theirs: theirs.username)
                    ], revision: 4))
        }
    }

    @Test(arguments: 0..<2 as Range<UInt64>) func `never block the way out of a conflict`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let long = FieldConflict(
            "username", base: String(repeating: "山", count: 64), mine: "m", theirs: "t")
        var screen = ConflictScreen(DraftConflict(fields: [long], revision: 4)).sized(Sample.smallest)
        for number in 0..<Self.events / 2 {
            _ = screen.update(event(&source), at: .milliseconds(number))
            draw(screen, &source, at: .milliseconds(number))
        }
        // The first keys leave the help.
        #expect(screen.press(.escape, .escape).contains(.close))
    }
}

extension EditorScreen {
    /// Whether the typed values equal the draft's.
    fileprivate var isShown: Bool {
        fields.allSatisfy { field in
            let value = field.field.value(of: draft.profile).description
            return switch field.control {
            // A text that can't be read as a value stays, and the draft keeps the last one that could.
            case .text(let input):
                field.problem != nil
                    || [input.text, input.text.trimmed].contains { (try? field.field.parse($0))?.description == value }
            case .day(let picker): picker.day.description == value
            case .segments(let values, _): values.contains { $0.description == value }
            }
        }
    }
}
