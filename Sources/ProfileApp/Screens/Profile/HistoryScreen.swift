internal import ProfileKit
internal import ProfileRendering

/// The commits of the profile, newest first, each of which can be restored.
struct HistoryScreen: Screen {
    var window = Window()
    private(set) var list = ChoiceList<ProfileHistoryEntry>(footRows: 3, narrowFootRows: 4)
    /// The revision that a restoring made, until it is in the list.
    private var wanted: Int?
    private let settings: AppSettings
    private var today: Day

    /// The maximum number of commits to list.
    static let limit = 500

    init(settings: AppSettings, today: Day) {
        (self.settings, self.today) = (settings, today)
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
            wanted = revision
            selectWanted()
            return [
                .say(Toast("Published as revision \(revision)", undo: .history(.undo(revision: revision)), at: now))
            ]
        default: return alert(about: reply)
        }
        return []
    }

    mutating func loaded(_ entries: Salvaged<[ProfileHistoryEntry]>) {
        list.show(entries.value, below: DamageText(entries.damaged, settings: settings), by: \.revision, in: size)
        selectWanted()
    }

    private mutating func selectWanted() {
        guard let row = list.items?.firstIndex(where: { $0.revision == wanted }) else { return }
        list.select(row, in: size)
        wanted = nil
    }

    var title: String { "History" }
    var note: String { list.count == 0 ? "" : list.count.counted("revision") }

    var bindings: [KeyBinding<Self>] {
        [
            .back(.escape), KeyBinding("restore", .enter) { screen, _, now in screen.askToRestore(at: now) },
            .moves("choose"), .help(), .back("h", "q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        _ = list.update(event, in: size)
        return []
    }

    /// Asks whether to restore the selected revision. The newest is the current one, which there is no need to restore.
    private mutating func askToRestore(at now: Moment) -> [Effect] {
        guard let newest = list.items?.first, let entry = list.chosen else { return [] }
        guard list.index > 0 else {
            return [.say(Toast("Revision \(newest.revision) is the current one.", mark: "›", at: now))]
        }
        let alert = Alert(
            title: "Restore revision \(entry.revision)?",
            text: "\(newest.model.sentence(of: entry)) This creates a new revision, which can be undone too.",
            buttons: ["Back", "Restore"], focused: 0)
        return ask(alert, confirmed: [.request(.history(.goBack(to: entry.revision, from: newest.revision)))])
    }

    // MARK: Drawing

    func render(on canvas: inout Canvas, at now: Moment) {
        let numbers = (list.items ?? []).map { String($0.revision).count }.max() ?? 0
        list.draw(on: &canvas) { entry, columns in
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
        // A row may cut the values off.
        let foot = list.foot(in: size)
        let lines = (list.chosen?.changesText ?? "").wrapped(to: foot.size.columns)
            .cut(to: max(foot.size.rows - 1, 0), width: foot.size.columns)
        canvas.write(lines: lines, column: foot.origin.column, row: foot.origin.row + 1)
    }
}

extension ProfileHistoryEntry {
    fileprivate var changesText: String { changes.map(\.labelledText).joined(separator: ", ") }
}

extension Profile {
    /// The changes that going back to an entry would make, as one sentence.
    fileprivate func sentence(of entry: ProfileHistoryEntry) -> String {
        let changes = entry.model.changes(since: self)
        return changes.isEmpty ? "There is no difference." : changes.map(\.labelledText).joined(separator: ", ") + "."
    }
}
