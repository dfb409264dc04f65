internal import ProfileKit
internal import ProfileRendering

/// The commits of the profile, newest first, each to go back to.
struct HistoryScreen: Screen {
    /// `nil` until it was read.
    private(set) var entries: [ProfileHistoryEntry]?
    private var list = ListPane()
    private(set) var question: (revision: Int, alert: Alert)?
    private var help: HelpSheet?
    private(set) var size: CellSize
    private let today: Day

    /// More commits than anybody looks through.
    static let most = 500

    init(today: Day, size: CellSize) {
        (self.today, self.size) = (today, size)
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.readHistory(limit: Self.most))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] { begin(at: now) }

    mutating func take(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .history(let entries): loaded(entries)
        case .undone(let revision):
            list = ListPane()
            return [.say(Toast("Published as revision \(revision)", undo: .undo(to: nil), at: now))]
        default: return alert(about: reply)
        }
        return []
    }

    mutating func loaded(_ entries: [ProfileHistoryEntry]) {
        self.entries = entries
        list.select(list.selected, of: entries.count, height: listHeight)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if var sheet = help {
            help = sheet.update(event, in: size) ? sheet : nil
            return []
        }
        if var asked = question {
            let answer = asked.alert.update(event, in: size.aboveKeyLine)
            question = answer == nil ? asked : nil
            return answer == 1 ? [.request(.undo(to: asked.revision))] : []
        }
        switch keys.translated(event, in: size) {
        case .key(let key): return press(key)
        case .click(let point):
            if let row = list.row(at: point, of: count, in: part) { list.select(row, of: count, height: listHeight) }
        case .resized, .paste, .tick: break
        }
        return []
    }

    private mutating func press(_ key: Key) -> [Effect] {
        if list.press(key, of: count, height: listHeight) { return [] }
        switch key {
        case .enter, .character("u"): ask()
        case .character("?"), .help: help = HelpSheet("History", keys.items)
        case .escape, .character("q"), .character("h"): return [.close]
        default: break
        }
        return []
    }

    /// The newest is what stands.
    private mutating func ask() {
        guard let entries, entries.indices.contains(list.selected), list.selected > 0 else { return }
        let entry = entries[list.selected]
        let changes = entries[0].model.sentence(of: entry)
        question = (
            entry.revision,
            Alert(
                title: "Back to revision \(entry.revision)?",
                text: changes + " A new revision: it can be undone too.", buttons: ["Back", "Publish"], focused: 0)
        )
    }

    private var count: Int { entries?.count ?? 0 }

    // MARK: Drawing

    private var keys: KeyLine {
        KeyLine(
            .init(.escape, "back"), .init(.enter, "go back to it"), .init(keys: "↑↓", "choose"),
            .init(.character("?"), "help"))
    }

    private var listHeight: Int { max(1, size.rows - 3) }
    private var part: CellRectangle {
        CellRectangle(column: 1, row: 2, columns: max(size.columns - 2, 1), rows: listHeight)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        if entries == nil { canvas.write("…", column: 2, row: 2, style: .faint) }
        let entries = entries ?? []
        let width = entries.map { String($0.revision).count }.max() ?? 0
        list.draw(on: &canvas, in: part, of: entries.count) { row, columns in
            let entry = entries[row]
            let at = LocalTime(secondsSince1970: entry.at)
            let beginning = entry.revision == 1 ? "made" : "older ones are not kept"
            let changes = entry.changes.isEmpty ? beginning : entry.changes.map(\.text).joined(separator: ", ")
            let day = at.day.spelled(from: today)
            let head = "\(String(entry.revision).padded(to: width))  "
            let time = columns >= 54 ? "\(day) \(at.clockTime)".fitted(to: 23) : "\(at.day)  "
            let room = max(columns - head.cells - time.cells, 0)
            return StyledLine(head, .bold) + StyledLine(time, .faint)
                + StyledLine(changes.cells > room ? changes.fitted(to: room) : changes)
        }
        ScreenFrame(title: "History", note: count == 0 ? "" : "\(count) revisions", keys: keys).draw(on: &canvas)
        question?.alert.draw(on: &canvas, in: canvas.size.aboveKeyLine)
        help?.draw(on: &canvas)
    }
}

extension Profile {
    /// What another revision has different, as one sentence.
    fileprivate func sentence(of entry: ProfileHistoryEntry) -> String {
        let changes = entry.model.changes(since: self)
        return changes.isEmpty ? "Nothing differs." : changes.map(\.text).joined(separator: ", ") + "."
    }
}
