internal import ProfileKit
internal import ProfileRendering

/// A change of several hikes: what isn't given stays as it is in each of them.
struct HikesEdit: Hashable, Sendable {
    var addedTags: [String] = []
    var removedTags: [String] = []
    var activity: Activity?
    var isFavourite: Bool?

    func apply(to hike: inout HikeHeader) {
        for tag in removedTags { hike.removeTag(tag) }
        for tag in addedTags { hike.addTag(tag) }
        hike.activity = activity ?? hike.activity
        hike.isFavourite = isFavourite ?? hike.isFavourite
    }

    /// Reads tags as they are typed: `wet, -dry` adds one and removes another.
    mutating func readTags(_ text: String) {
        (addedTags, removedTags) = ([], [])
        for part in text.split(separator: ",").map({ String($0).trimmed }) where !part.isEmpty {
            let tag = String(part.drop { "+-".contains($0) }).trimmed
            if part.hasPrefix("-") { removedTags.append(tag) } else { addedTags.append(tag) }
        }
    }
}

/// The form that changes several hikes at once.
struct HikesForm: Screen {
    enum Part: Hashable, Sendable { case tags, activity, favourite, change, cancel }

    var window = Window()
    private let hikes: [HikeHeader]
    private var tags: TagInput
    private var edit = HikesEdit() {
        // What was said of it is over.
        didSet { message = "" }
    }
    private var ring = FocusRing<Part>([.tags, .activity, .favourite, .change], last: .cancel)
    private var message = ""
    private var isSaving = false

    /// - Parameter tagsInUse: the tags that are proposed.
    init(_ hikes: [HikeHeader], tagsInUse: [String]) {
        self.hikes = hikes
        tags = TagInput([], inUse: tagsInUse, placeholder: "such as wet, -dry")
    }

    var title: String { "Change \(hikes.count.counted("hike"))" }
    var note: String { isSaving ? "saving…" : "" }
    var takesText: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("change", .control("s"), when: !isSaving) { $0.change() },
            .back(.escape), KeyBinding("next", .tab), .help(inText: true), KeyBinding("choose", as: "←→"),
        ] + KeyBinding.editing()
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving, event.isSkipping else { return [] }
        if case .click(let point) = event { return click(point) }
        if ring.update(event) { return [] }
        switch (ring.current, event) {
        case (.change, .key(.enter)), (.change, .key(" ")): return change()
        case (.cancel, .key(.enter)), (.cancel, .key(" ")): return [.close]
        case (.change, .key(.right)): ring.focus(.cancel)
        case (.cancel, .key(.left)): ring.focus(.change)
        case (.activity, .key(.left)): edit.activity = activities.value(movedBy: -1)
        case (.activity, .key(.right)), (.activity, .key(" ")): edit.activity = activities.value(movedBy: 1)
        case (.favourite, .key(.left)): edit.isFavourite = favourites.value(movedBy: -1)
        case (.favourite, .key(.right)), (.favourite, .key(" ")): edit.isFavourite = favourites.value(movedBy: 1)
        case (_, .key(.enter)): _ = ring.update(.key(.tab))
        case (.tags, _):
            tags.update(event)
            message = tags.wasTooLong ? TextInput.tooLong : ""
            return tags.hasRefused ? [.ring] : []
        default: break
        }
        return []
    }

    private mutating func change() -> [Effect] {
        edit.readTags(tags.text)
        guard (edit.addedTags + edit.removedTags).allSatisfy(HikeTags.isTag) else {
            message = "A tag has up to \(HikeTags.lengths.upperBound) characters."
            ring.focus(.tags)
            return [.ring]
        }
        let edits = hikes.edits { edit.apply(to: &$0) }
        guard !edits.isEmpty else { return [.close] }
        isSaving = true
        return [.request(.hikes(.editAll(edits)))]
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hikesEdited(let edits, let change): return [.close, .say(Toast(edited: edits, change, at: now))]
        case .failed(let error):
            (isSaving, message) = (false, error.sentences)
            return [.ring]
        default: return []
        }
    }

    /// A change that was under way when the store was locked is either stored or not.
    mutating func resume(at now: Moment) -> [Effect] {
        isSaving = false
        return []
    }

    // MARK: Drawing

    private var activities: SegmentedControl<Activity?> {
        SegmentedControl(
            segments: [(nil, "unchanged")] + Activity.allCases.map { ($0, $0.rawValue) }, chosen: edit.activity,
            isFocused: ring.current == .activity)
    }

    private var favourites: SegmentedControl<Bool?> {
        SegmentedControl(
            segments: [(nil, "unchanged"), (true, "favourites"), (false, "none")], chosen: edit.isFavourite,
            isFocused: ring.current == .favourite)
    }

    private static let column = 14

    private var rows: (activity: Int, favourite: Int, buttons: Int) {
        func end<Value>(_ areas: [(area: CellRectangle, value: Value)]) -> Int { areas.last?.area.origin.row ?? 0 }
        let gap = size.rows < 20 ? 1 : 2
        let activity = 2 + gap
        let favourite = end(activities.areas(column: Self.column, row: activity, width: size.columns)) + gap
        return (
            activity, favourite,
            end(favourites.areas(column: Self.column, row: favourite, width: size.columns)) + gap
        )
    }

    private var buttons: [(part: Part, button: Button, area: CellRectangle)] {
        var column = Self.column
        return [(Part.change, Button("Change")), (.cancel, Button("Cancel"))].map { part, button in
            defer { column += button.cells + 2 }
            return (part, button, button.area(column: column, row: rows.buttons))
        }
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        if let part = buttons.first(where: { $0.area.contains(point) })?.part {
            ring.focus(part)
            return part == .change ? change() : [.close]
        }
        ring.focus(point.row < rows.activity ? .tags : point.row < rows.favourite ? .activity : .favourite)
        return []
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let rows = rows
        for (part, label, row) in [
            (Part.tags, "Tags", 2), (.activity, "Activity", rows.activity), (.favourite, "Favourite", rows.favourite),
        ] {
            let isFocused = ring.current == part
            canvas.write("\(isFocused ? "›" : " ") \(label)", column: 1, row: row, style: isFocused ? .title : .plain)
        }
        let width = max(min(size.columns - Self.column - 2, 60), 4)
        activities.draw(on: &canvas, column: Self.column, row: rows.activity)
        favourites.draw(on: &canvas, column: Self.column, row: rows.favourite)
        for (part, button, area) in buttons {
            button.draw(
                on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: ring.current == part)
        }
        canvas.write(
            lines: message.wrapped(to: max(size.columns - 4, 1)).prefix(2), column: 2, row: rows.buttons + 1,
            style: .danger)
        tags.draw(on: &canvas, column: Self.column, row: 2, width: width, isFocused: ring.current == .tags)
    }
}
