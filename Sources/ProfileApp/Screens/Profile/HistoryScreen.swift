internal import ProfileKit
internal import ProfileRendering

/// The commits of the profile, newest first, each of which can be restored.
struct HistoryScreen: Screen {
    private(set) var list: ChoiceList<ProfileHistoryEntry>
    private let settings: AppSettings
    private var today: Day

    /// The maximum number of commits to list.
    static let limit = 500

    init(settings: AppSettings, today: Day, size: CellSize) {
        (self.settings, self.today) = (settings, today)
        list = ChoiceList(size: size, narrowFootRows: 4)
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.history(.read(limit: Self.limit)))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        today = content.today
        return begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .history(let entries): loaded(entries)
        case .undone(let revision):
            list.select(0)
            return [
                .say(Toast("Published as revision \(revision)", undo: .history(.undo(revision: revision)), at: now))
            ]
        default: return alert(about: reply)
        }
        return []
    }

    mutating func loaded(_ entries: Salvaged<[ProfileHistoryEntry]>) {
        list.show(entries.value, below: DamageText(entries.damaged, settings: settings), by: \.revision)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch list.update(event, keys: Self.keys, further: Self.furtherKeys, title: "History") {
        case .nothing, .clicked: return []
        case .confirmed(let entry): return [.request(.history(.goBack(to: entry.revision)))]
        case .key(.enter): return ask(at: now)
        case .key(.escape), .key(.character("q")), .key(.character("h")): return [.close]
        case .key: break
        }
        return []
    }

    /// Asks whether to restore the selected revision. The newest is the current one, which there is no need to restore.
    private mutating func ask(at now: Moment) -> [Effect] {
        guard let newest = list.items?.first else { return [] }
        guard list.index > 0 else {
            return [.say(Toast("Revision \(newest.revision) is the current one.", mark: "›", at: now))]
        }
        list.ask { entry in
            Alert(
                title: "Restore revision \(entry.revision)?",
                text: newest.model.sentence(of: entry) + " This creates a new revision, which can be undone too.",
                buttons: ["Back", "Restore"], focused: 0)
        }
        return []
    }

    // MARK: Drawing

    private static let keys = KeyLine(
        .init(.escape, "back"), .init(.enter, "restore"), .init(keys: "↑↓", "choose"),
        .init(.character("?"), "help"))

    private static let furtherKeys: [KeyLine.Item] = [.init(keys: "h q", "back")]

    func draw(on canvas: inout Canvas, at now: Moment) {
        let numbers = (list.items ?? []).map { String($0.revision).count }.max() ?? 0
        let frame = ScreenFrame(
            title: "History", note: list.count == 0 ? "" : list.count.counted("revision"),
            keys: Self.keys)
        list.draw(on: &canvas, frame: frame, empty: "") { entry, columns in
            let at = LocalTime(entry.at)
            let changes = entry.text(of: \.labelledText)
            let day = at.day.spelled(from: today)
            let head = "\(String(entry.revision).leftPadded(to: numbers))  "
            let short = at.day == today ? at.clockTime : "\(at.day)"
            let time = columns >= 54 ? "\(day) \(at.clockTime)".fitted(to: 23) : short + "  "
            let room = max(columns - head.cells - time.cells, 0)
            return StyledLine(head, .bold) + StyledLine(time, .faint)
                + StyledLine(changes.cells > room ? changes.fitted(to: room) : changes)
        }
        // A narrow row cuts the values off.
        let foot = list.foot
        let lines = (list.chosen?.words ?? "").wrapped(to: foot.size.columns)
            .cut(to: max(foot.size.rows - 1, 0), width: foot.size.columns)
        for (line, text) in lines.enumerated() {
            canvas.write(text, column: foot.origin.column, row: foot.origin.row + 1 + line)
        }
    }
}

extension ProfileHistoryEntry {
    fileprivate var words: String { changes.map(\.labelledText).joined(separator: ", ") }
}

extension Profile {
    /// What going back to an entry would change, as one sentence.
    fileprivate func sentence(of entry: ProfileHistoryEntry) -> String {
        let changes = entry.model.changes(since: self)
        return changes.isEmpty ? "There is no difference." : changes.map(\.labelledText).joined(separator: ", ") + "."
    }
}
