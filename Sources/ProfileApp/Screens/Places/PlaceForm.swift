internal import ProfileKit
internal import ProfileRendering

/// The form for a place that is added or edited by hand.
struct PlaceForm: Screen {
    private enum Name: String, Sendable, CaseIterable {
        case name, position, category, radius, `private`, favourite, featured, notes
    }

    var window = Window()
    /// The id of the place; `nil` for a new one.
    private let id: Int?
    /// The place as it was stored when the form last read it.
    private var original: Place
    private var form: Form<Name>
    private var isSaving = false
    /// The id of the place that was added.
    private(set) var addedID: Int?

    /// - Parameter entry: the place with its notes; `nil` for a new one.
    init(_ entry: PlaceEntry? = nil) {
        let place = entry?.place ?? Place()
        (id, original) = (entry?.id, place)
        form = Form(
            Name.allCases.map { name in
                let label = Place.field(named: name.rawValue)?.label ?? ""
                return Form.Field(name, label, Self.control(name, of: place, isNew: entry == nil))
            })
    }

    /// The control that shows a place's value.
    private static func control(_ name: Name, of place: Place, isNew: Bool) -> Form<Name>.Control {
        func input(_ text: String, _ placeholder: String, limit: Int = 64) -> TextInput {
            TextInput(text, placeholder: placeholder, limit: limit)
        }
        func toggle(_ isOn: Bool) -> Form<Name>.Control { .choice(["off", "on"], chosen: isOn ? 1 : 0) }
        switch name {
        case .name: return .text(input(place.name, "name of the place", limit: Place.maximumNameLength))
        case .position: return .text(input(isNew ? "" : place.position.text, "such as 46.53,7.96"))
        case .category:
            let proposed = Place.categories.joined(separator: ", ") + " …"
            return .text(input(place.category, proposed, limit: Place.maximumCategoryLength))
        case .radius: return .text(input(metres(place.radius), ""), width: 8, unit: "m")
        case .private:
            return .text(input(place.privateRadius.map(metres) ?? "", ""), width: 8, unit: "m around, or empty")
        case .favourite: return toggle(place.isFavourite)
        case .featured: return toggle(place.isFeatured)
        case .notes:
            let limit = Place.maximumNotesLength
            return .notes(TextArea(place.notes, placeholder: "any number of lines", limit: limit))
        }
    }

    private static func metres(_ number: Double) -> String {
        number == number.rounded() ? number.decimal(0).filter { $0 != "," } : String(number)
    }

    // MARK: Values

    /// The place as typed, and the problems that prevent saving, by field. What wasn't edited is as it is stored.
    private var typed: (place: Place, problems: [Name: String]) {
        var (typed, problems) = (original, [Name: String]())
        for name in [Name.name, .position, .category, .radius, .private] where form.isEdited(name) || id == nil {
            guard let field = Place.field(named: name.rawValue) else { continue }
            var text = form.text(name).trimmed
            if name == .radius || name == .private { text = Double(typedMetres: text).map { String($0) } ?? text }
            do throws(FieldProblem) {
                field.set(try field.parse(text), in: &typed)
            } catch {
                problems[name] =
                    name == .position
                    ? "must be degrees north and east, such as 46.53,7.96"
                    : (error.rule == .form ? FieldRule.metres : error.rule).requirement
            }
        }
        (typed.isFavourite, typed.isFeatured) = (form.choice(.favourite) == 1, form.choice(.featured) == 1)
        if form.isEdited(.notes) { typed.notes = form.text(.notes) }
        // No rule of a place depends on the time.
        for problem in typed.problems(replacing: original, at: WallTime(secondsSince1970: 0)) {
            guard let name = Name(rawValue: problem.field) else { continue }
            problems[name] = problems[name] ?? problem.rule.requirement
        }
        if typed.name.isEmpty { problems[.name] = "a name is needed" }
        return (typed, problems)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .placesChanged(let change, let id, let number):
            if self.id == nil { addedID = id }
            return [.close, .say(Toast(change, takeBack: number, at: now))]
        case .placeChangedElsewhere(let stored):
            follow(stored)
            return [.ring]
        case .failed(let error): (isSaving, form.message) = (false, error.sentencesAboutPlace)
        default: break
        }
        return []
    }

    /// Shows what someone else has changed. Fields that were not edited here take their values; the others keep what
    /// was typed, which the next save stores.
    private mutating func follow(_ stored: Place) {
        for name in Name.allCases { form.follow(name, Self.control(name, of: stored, isNew: false)) }
        original = stored
        (isSaving, form.message) = (false, "Changed elsewhere meanwhile. Save again to keep what you typed.")
    }

    /// A save that was under way when the store was locked is either stored or not.
    mutating func resume(at now: Moment) -> [Effect] {
        isSaving = false
        return []
    }

    // MARK: Input

    var takesText: Bool { true }
    var title: String { id == nil ? "Add a place" : "Edit place" }
    var note: String { isSaving ? "saving…" : "" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("save", .control("s"), when: !isSaving) { $0.save() },
            KeyBinding("back", .escape, when: !isSaving) { $0.leave() }, .choosing(in: form), KeyBinding("next", .tab),
            .help(inText: true),
        ] + KeyBinding.editing()
    }

    private var layout: Form<Name>.Layout {
        Form.Layout(form, in: size, problems: typed.problems)
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        guard !isSaving else { return [] }
        switch form.update(event, in: layout) {
        case .save: return save()
        case .leave: return leave()
        case .bell: return [.ring]
        case .nothing: return []
        }
    }

    private mutating func save() -> [Effect] {
        let (typed, problems) = typed
        guard problems.isEmpty else {
            form.refuse(problems)
            return [.ring]
        }
        guard typed != original else { return [.close] }
        isSaving = true
        let change = id.map { PlaceChange.edit(PlaceEdit(id: $0, from: original, to: typed)) } ?? .add(typed)
        return [.request(.places(.change(change)))]
    }

    var hasUnsavedInput: Bool {
        let (typed, problems) = typed
        return form.isEdited && (id == nil || !problems.isEmpty || typed != original)
    }

    private mutating func leave() -> [Effect] {
        guard hasUnsavedInput else { return [.close] }
        return ask(.discarding(id == nil ? "the new place" : "the changes"), confirmed: [.close])
    }

    func render(on canvas: inout Canvas, at now: Moment) { form.draw(on: &canvas, in: layout) }
}
