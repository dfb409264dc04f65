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
    private enum Name: Sendable { case tags, activity, favourite }

    var window = Window()
    private var hikes: [HikeHeader]
    private var form: Form<Name>
    private var isSaving = false

    /// - Parameter tagsInUse: the tags that are proposed.
    init(_ hikes: [HikeHeader], tagsInUse: [String]) {
        self.hikes = hikes
        let tags = TagInput([], inUse: tagsInUse, placeholder: "such as wet, -dry")
        let activities = ["unchanged"] + Activity.allCases.map(\.rawValue)
        form = Form(
            [
                Form.Field(.tags, "Tags", .tags(tags)),
                Form.Field(.activity, "Activity", .choice(activities, chosen: 0)),
                Form.Field(.favourite, "Favourite", .choice(["unchanged", "favourites", "none"], chosen: 0)),
            ], saveLabel: "Change")
    }

    var title: String { "Change \(hikes.count.counted("hike"))" }
    var note: String { isSaving ? "saving…" : "" }
    var takesText: Bool { true }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("change", .control("s"), when: !isSaving) { $0.change() },
            KeyBinding("back", .escape, when: !isSaving) { $0.leave() }, .choosing(in: form), KeyBinding("next", .tab),
            .help(inText: true),
        ] + KeyBinding.editing()
    }

    private var layout: Form<Name>.Layout { Form.Layout(form, in: size, problems: [:]) }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving else { return [] }
        switch form.update(event, in: layout) {
        case .save: return change()
        case .leave: return leave()
        case .bell: return [.ring]
        case .nothing: return []
        }
    }

    private var edit: HikesEdit {
        var edit = HikesEdit()
        edit.readTags(form.text(.tags))
        edit.activity = Activity(rawValue: form.text(.activity))
        if form.isEdited(.favourite) { edit.isFavourite = form.choice(.favourite) == 1 }
        return edit
    }

    private mutating func change() -> [Effect] {
        let edit = edit
        guard (edit.addedTags + edit.removedTags).allSatisfy(HikeTags.isTag) else {
            let lengths = HikeTags.lengths
            form.message = "A tag has \(lengths.lowerBound) to \(lengths.upperBound) characters."
            form.focus(.tags)
            return [.ring]
        }
        guard !hikes.isEmpty else {
            form.message = "These hikes were removed elsewhere."
            return [.ring]
        }
        let edits = hikes.edits { edit.apply(to: &$0) }
        guard !edits.isEmpty else { return [.close] }
        isSaving = true
        return [.request(.hikes(.editAll(edits)))]
    }

    var hasUnsavedInput: Bool { form.isEdited }

    private mutating func leave() -> [Effect] {
        hasUnsavedInput ? ask(.discarding("the changes"), confirmed: [.close]) : [.close]
    }

    /// Follows what others change, so that the next try is of the hikes as they are then.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        let headers = content.index.hikes(hikes.map(\.id))
        hikes = hikes.compactMap { headers[$0.id] }
        return []
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hikesEdited(let edits, let change, takeBack: let number):
            return [.close, .say(Toast(edited: edits, change, takeBack: number, at: now))]
        case .failed(let error):
            isSaving = false
            form.message =
                error.code == .notFound
                ? "A hike was removed elsewhere, and nothing was changed. Try again to change the others."
                : error.sentences
            return [.ring]
        default: return []
        }
    }

    /// A change that was under way when the store was locked is either stored or not.
    mutating func resume(at now: Moment) -> [Effect] {
        isSaving = false
        return []
    }

    func render(on canvas: inout Canvas, at now: Moment) { form.draw(on: &canvas, in: layout) }
}
