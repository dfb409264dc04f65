internal import ProfileKit
internal import ProfileRendering

/// The changes of hikes and places, newest first, each of which can be taken back.
struct ChangesScreen: Screen {
    var window = Window()
    private(set) var list = ChoiceList<LoggedChange>(footRows: 3, narrowFootRows: 4)
    private var content: Content
    private let settings: AppSettings

    /// The maximum number of changes to list.
    static let limit = 500

    init(_ content: Content, settings: AppSettings) {
        (self.content, self.settings) = (content, settings)
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.hikes(.readChanges(limit: Self.limit)))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        return begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .changes(let changes):
            list.show(changes.value, below: DamageText(changes.damaged, settings: settings), by: \.number, in: size)
        case .takenBack(let change):
            list.select(0, in: size)
            return [.say(Toast(takenBack: change, at: now))] + begin(at: now)
        case .failed(let error) where error.code == .notFound:
            return [.say(Toast("It was taken back or purged elsewhere", mark: "›", at: now))] + begin(at: now)
        default: return alert(about: reply)
        }
        return []
    }

    // MARK: Input

    var title: String { "Changes" }
    var note: String { list.count == 0 ? "" : list.count.counted("change") }

    var bindings: [KeyBinding<Self>] {
        [
            .back(.escape),
            KeyBinding("take back", .enter, when: list.count > 0) { screen, _, now in screen.askToTakeBack(at: now) },
            .moves("choose", when: list.count > 0), .help(), .back("q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        _ = list.update(event, in: size)
        return []
    }

    private mutating func askToTakeBack(at now: Moment) -> [Effect] {
        guard let change = list.chosen else { return [] }
        guard !change.isUndone else { return [.say(Toast("It was taken back already", mark: "›", at: now))] }
        guard !change.items.isEmpty else { return [.say(Toast("All that it changed was purged", mark: "›", at: now))] }
        let alert = Alert(
            title: "Take it back?", text: "\(change.what.capitalizedFirst). What was changed since stays as it is.",
            buttons: ["Back", "Take back"], focused: 0)
        return ask(alert, confirmed: [.request(.hikes(.takeBack(change.number)))])
    }

    // MARK: Drawing

    func render(on canvas: inout Canvas, at now: Moment) {
        let numbers = (list.items ?? []).map { String($0.number).count }.max() ?? 0
        list.draw(on: &canvas, empty: "No hike was changed yet.") { change, columns in
            let at = LocalTime(change.at)
            let head = "\(String(change.number).leftPadded(to: numbers))  "
            let short = at.day == content.today ? at.clockTime : "\(at.day)"
            let time = columns >= 54 ? "\(at.day.spelled(from: content.today)) \(at.clockTime)" : short
            let text = "\(change.isUndone ? " ↶ " : "  ")\(change.what)".fitted(
                to: max(columns - head.cells - (columns >= 54 ? 23 : 10), 0))
            return StyledLine(head, change.isUndone ? .faint : .bold)
                + StyledLine(time.fitted(to: columns >= 54 ? 23 : 10), .faint)
                + StyledLine(text, change.isUndone ? .faint : .plain)
        }
        let foot = list.foot(in: size)
        let lines = (list.chosen.map(details) ?? "").wrapped(to: foot.size.columns)
            .cut(to: max(foot.size.rows - 1, 0), width: foot.size.columns)
        canvas.write(lines: lines, column: foot.origin.column, row: foot.origin.row + 1)
    }

    /// The names of what it changed, and an edit's values: "Ridge Walk: distance 4.5 → 5.2".
    private func details(of change: LoggedChange) -> String {
        let hikes = content.index.hikes(change.hikes)
        let places = Dictionary(content.places.map { ($0.id, $0.place.name) }) { $1 }
        let elements = change.items.prefix(Self.mostDetails).compactMap { item in
            let name = item.kind == "place" ? places[item.number] : hikes[item.number]?.name
            let fields = item.fields.map(\.spacedText)
            let parts = [name?.terminalSafe, fields.isEmpty ? nil : fields.joined(separator: ", ")]
            return parts.compactMap(\.self).joined(separator: ": ")
        }.filter { !$0.isEmpty }
        return ((change.isUndone ? ["↶ taken back"] : []) + elements).joined(separator: "; ")
    }

    /// More elements than the foot has room for.
    private static let mostDetails = 12
}
