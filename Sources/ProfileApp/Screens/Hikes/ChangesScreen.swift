internal import ProfileKit
internal import ProfileRendering

/// The latest changes of hikes and places, newest first, each of which can be taken back.
struct ChangesScreen: Screen {
    var window = Window()
    private(set) var list = ChoiceList<ChangeRow>(footRows: 3, narrowFootRows: 4)
    private var content: Content
    private let settings: AppSettings
    /// Whether the changes are being read, and whether there were others meanwhile.
    private var (isReading, isOutdated) = (false, false)
    /// The number of the change that a question is about, and whether it is being taken back.
    private var (asked, isTakingBack): (Int?, Bool) = (nil, false)
    /// Whether the next changes begin with what was taken back, to be selected.
    private var wantsNewest = false

    /// The maximum number of changes to list.
    static let limit = 200

    init(_ content: Content, settings: AppSettings) {
        (self.content, self.settings) = (content, settings)
    }

    mutating func begin(at now: Moment) -> [Effect] {
        isOutdated = isReading
        guard !isReading else { return [] }
        isReading = true
        return [.request(.hikes(.readChanges(limit: Self.limit)))]
    }

    mutating func resume(at now: Moment) -> [Effect] {
        (isReading, isTakingBack) = (false, false)
        return begin(at: now)
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        return begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .changes(let changes, let removed):
            isReading = false
            let names = ChangedNames(in: changes.value, content, removed: removed)
            list.show(
                changes.value.map { ChangeRow($0, names) }, below: DamageText(changes.damaged, settings: settings),
                by: \.number, in: size)
            if wantsNewest, !isOutdated { list.select(0, in: size) }
            wantsNewest = wantsNewest && isOutdated
            return isOutdated ? begin(at: now) : []
        case .takenBack(let change, let earned, let lost):
            (isTakingBack, wantsNewest) = (false, true)
            return [.say(Toast(takenBack: change, earned: earned, lost: lost, at: now))] + begin(at: now)
        case .failed(let error):
            let wasTakingBack = isTakingBack
            (isReading, isTakingBack, wantsNewest) = (false, false, false)
            guard wasTakingBack, error.code == .notFound else { return alert(about: reply) }
            return [.say(Toast("It was taken back or purged elsewhere", mark: "›", at: now))] + begin(at: now)
        default: return []
        }
    }

    // MARK: Input

    var title: String { "Changes" }
    var note: String {
        if isTakingBack { return "taking back…" }
        return list.count == 0
            ? "" : list.count < Self.limit ? list.count.counted("change") : "the latest \(list.count)"
    }

    var bindings: [KeyBinding<Self>] {
        [
            .back(.escape),
            KeyBinding("take back", .enter, when: list.count > 0 && !isTakingBack) { screen, _, now in
                screen.askToTakeBack(at: now)
            }, .moves("choose", when: list.count > 0), .help(), .back("q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        _ = list.update(event, in: size)
        return []
    }

    private mutating func askToTakeBack(at now: Moment) -> [Effect] {
        guard let change = list.chosen else { return [] }
        if let reason = change.reasonToStay { return [.say(Toast(reason, mark: "›", at: now))] }
        let alert = Alert(
            title: "Take it back?", text: "\(change.text.capitalizedFirst). What was changed since stays as it is.",
            buttons: ["Back", "Take back"], focused: 0)
        asked = change.number
        return ask(alert)
    }

    mutating func answer(_ button: Int, at now: Moment) -> [Effect] {
        guard button == 1, let asked else { return [] }
        isTakingBack = true
        return [.request(.hikes(.takeBack(asked)))]
    }

    // MARK: Drawing

    func render(on canvas: inout Canvas, at now: Moment) {
        let numbers = (list.items ?? []).map { String($0.number).count }.max() ?? 0
        list.draw(on: &canvas, empty: "Nothing was changed yet.") { change, columns in
            change.line(width: columns, numbers: numbers, today: content.today)
        }
        let foot = list.foot(in: size)
        let lines = (list.chosen?.details ?? "").wrapped(to: foot.size.columns)
            .cut(to: max(foot.size.rows - 1, 0), width: foot.size.columns)
        canvas.write(lines: lines, column: foot.origin.column, row: foot.origin.row + 1)
    }
}

/// A change as its list shows it.
struct ChangeRow: Hashable, Sendable {
    let number: Int
    /// "edit of 3 hikes: tags".
    let text: String
    private let isUndone: Bool
    private let at: LocalTime
    /// The elements that the details show, with their names.
    private let elements: [Element]
    private let isEmpty: Bool

    private struct Element: Hashable {
        let name: String?
        let fields: [FieldChange]
    }

    fileprivate init(_ change: LoggedChange, _ names: ChangedNames) {
        (number, text, at) = (change.number, change.text, LocalTime(change.at))
        (isUndone, isEmpty) = (change.isUndone, change.items.isEmpty)
        elements = names.shown(of: change).map { Element(name: names.name(of: $0), fields: $0.fields) }
    }

    /// Why it can't be taken back; `nil` if it can.
    var reasonToStay: String? {
        isUndone ? "It was taken back already" : isEmpty ? "Nothing of it is left" : nil
    }

    /// The names of what was changed, and the values of an edit: "Ridge Walk: distance 4.5 → 5.2".
    var details: String {
        let elements = elements.compactMap { element in
            let fields = element.fields.filter(\.isShown).map { String($0.spacedText.prefix(Self.mostCharacters)) }
            let parts = [element.name, fields.isEmpty ? nil : fields.joined(separator: ", ")].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: ": ")
        }
        return (isUndone ? "↶ Taken back. " : "") + elements.joined(separator: "; ")
    }

    /// More of a value than the foot has room for.
    private static let mostCharacters = 500

    fileprivate func line(width: Int, numbers: Int, today: Day) -> StyledLine {
        let head = "\(String(number).leftPadded(to: numbers))  "
        let isWide = width >= 54
        let short = at.day == today ? at.clockTime : "\(at.day)"
        let time = (isWide ? "\(at.day.spelled(from: today)) \(at.clockTime)" : short).fitted(to: isWide ? 23 : 10)
        let isFaint = reasonToStay != nil
        let rest = "\(isUndone ? " ↶ " : "   ")\(text)".fitted(to: max(width - head.cells - time.cells, 0))
        return StyledLine(head, isFaint ? .faint : .bold) + StyledLine(time, .faint)
            + StyledLine(rest, isFaint ? .faint : .plain)
    }
}

/// The names of the hikes and places that the details of changes show.
private struct ChangedNames {
    private let hikes: [Int: HikeHeader]
    private let places: [Int: String]

    /// More elements of a change than the foot has room for.
    private static let mostItems = 12

    init(in changes: [LoggedChange], _ content: Content, removed: [HikeHeader]) {
        let items = changes.flatMap { $0.items.prefix(Self.mostItems) }
        let ids = items.filter { $0.kind == ProfileStore.KindName.hike }.map(\.number)
        let wanted = Set(ids)
        hikes = content.index.hikes(ids).merging(
            removed.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) }
        ) { $1 }
        places = Dictionary(content.places.map { ($0.id, $0.place.name) }) { $1 }
    }

    /// The items of a change that its details show.
    func shown(of change: LoggedChange) -> ArraySlice<LoggedChange.Item> { change.items.prefix(Self.mostItems) }

    func name(of item: LoggedChange.Item) -> String? {
        let name: String? =
            switch item.kind {
            case ProfileStore.KindName.hike: hikes[item.number]?.name
            case ProfileStore.KindName.place: places[item.number]
            default: nil
            }
        return name?.terminalSafe
    }
}
