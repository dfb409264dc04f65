public import ProfileKit

extension LoggedChange {
    /// "edit of 3 hikes: tags, notes", "undo of 12, hike 7".
    public var text: String {
        let changed = ChangedElements(Dictionary(grouping: items, by: \.kind).mapValues { $0.map(\.number) })
        var fields: [String] = []
        let edits = hikeChangeKind == .edit ? items : []
        for field in edits.lazy.flatMap(\.fields).map(\.field) where !fields.contains(field) { fields.append(field) }
        let names = fields.filter { FieldChange.isShown($0) }.map(\.spacedWords)
        return "\(hikeChangeKind.noun) of \(undoes.map { "\($0), " } ?? "")\(changed.text)"
            + (names.isEmpty ? "" : ": \(names.joined(separator: ", "))")
    }
}

extension FieldChange {
    /// Whether people know the field. One that is only stored, such as which figures a device declared, follows from
    /// others.
    public var isShown: Bool { Self.isShown(field) }

    fileprivate static func isShown(_ field: String) -> Bool {
        HikeHeader.field(named: field)?.isEditable ?? Place.field(named: field)?.isEditable ?? false
    }

    /// "moving time 1h → 50m", of a hike or a place.
    public var spacedText: String { "\(field.spacedWords) \(from.text) → \(to.text)" }
}

extension UndoneChange {
    /// "The edit of 3 hikes was taken back."
    public var sentence: String { "The \(hikeChangeKind.noun) of \(ChangedElements(elements).text) was taken back." }

    /// What stays, in sentences: first what was changed since.
    public var remainingSentences: [String] {
        let brought = remaining.filter { $0.field == "original" }
        return (remaining.filter { $0.field != "original" } + brought).map(\.sentence)
    }
}

extension UndoneChange.Remainder {
    /// "Hike 7: the distance was changed since, and stays."
    fileprivate var sentence: String {
        let what = field.map { field in
            field == "original"
                ? "what the import brought beside the fields stays, such as its track"
                : "the \(field.spacedWords) was changed since, and stays"
        }
        return "\(kind.capitalizedFirst) \(number): \(what ?? "it is not there any more, or exists again")."
    }
}

extension HikeChangeKind {
    /// What such a change is called.
    fileprivate var noun: String {
        switch self {
        case .add: "addition"
        case .edit: "edit"
        case .import: "import"
        case .remove: "removal"
        case .restore: "restoration"
        case .trim: "trim"
        case .undo: "undo"
        case .purge: "change"
        }
    }
}

/// The hikes and places that a change concerns: "hike 7", "3 hikes and 1 place".
private struct ChangedElements {
    let text: String

    init(_ elements: [String: [Int]]) {
        let parts = elements.sorted { $0.key < $1.key }.map { kind, numbers in
            let numbers = Set(numbers)
            return numbers.count == 1 ? "\(kind) \(numbers.first ?? 0)" : numbers.count.counted(kind)
        }
        text = parts.isEmpty ? "nothing that is left" : parts.joined(separator: " and ")
    }
}
