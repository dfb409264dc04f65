internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// The options of `hike add` and `hike edit`: one for each field of a hike that its owner may change.
enum HikeFieldOptions {
    /// The fields with their options.
    static let fields = HikeHeader.fields.filter { $0.isEditable && $0.name != plan }.map {
        (field: $0, option: option(for: $0))
    }

    /// Whether a hike is a plan follows from its source.
    private static let plan = "planned"
    private static let notes = "notes"
    private static let tags = "tags"

    static let notesFile = Option(
        "notes-file", value: "FILE", help: "The notes, from a file; - for stdin.", completion: .file)
    static let editor = Option(
        flag: "editor", help: "Edit the hike's fields in $VISUAL or $EDITOR, as lines of text.")

    static var all: [Option] { fields.map(\.option) + [notesFile] }

    /// The option of a field, with a text of its own where there is one.
    static func option(for field: ModelField<HikeHeader>) -> Option {
        let (placeholder, values): (String, Completion) =
            switch field.control {
            case .text: ("TEXT", field.name == tags ? .program(CompletionKind.tags) : .none)
            case .toggle: ("on|off", .values(["on", "off"]))
            case .choice(let choices): (field.name.uppercased(), .values(choices))
            case .day: ("YYYY-MM-DD", .none)
            }
        let texts = texts[field.name]
        return Option(
            name(of: field.name), value: texts?.placeholder ?? placeholder, help: texts?.help ?? "Set \(field.label).",
            takesSigns: field.name == tags, completion: values)
    }

    /// The option's name of a field: in words with dashes, and shorter where people would say so.
    static func name(of field: String) -> String {
        switch field {
        case "startTime": "start"
        case tags: "tag"
        default: field.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
        }
    }

    private static let texts: [String: (placeholder: String, help: String)] = [
        "name": ("NAME", "The hike's name."),
        "distance": ("KM", "Kilometres, such as 4.5 or 4,5."),
        "difficulty": ("N", "From 0 to 10; '' for unknown."),
        "date": ("YYYY-MM-DD", "Its day: today or earlier; '' for none."),
        "startTime": ("TIME", "When it began, such as 2026-04-22T08:40, in this machine's zone without another one."),
        "duration": ("TIME", "From start to end, such as 2h30m; '' for unknown."),
        "movingTime": ("TIME", "In motion, such as 2h10m; '' for unknown."),
        "ascent": ("M", "Metres up; '' for unknown."), "descent": ("M", "Metres down; '' for unknown."),
        "activity": ("ACTIVITY", "\(Activity.words); totals and badges count what was done on foot."),
        tags: ("TAGS", "Replace the tags, as in wet,boots; or change them, as in +wet,-dry; '' for none."),
        "favourite": ("on|off", "Mark it as a favourite."),
        notes: ("TEXT", "The notes, of one or several lines; '' for none."),
    ]

    /// The form of a hike for an editor.
    static func form(of hike: HikeHeader) -> FieldForm<HikeHeader> {
        let examples = [
            "startTime": "2026-04-22T08:40", "duration": "2h30m", "movingTime": "2h10m", tags: "wet, boots",
        ]
        let named = fields.map {
            NamedField(field: $0.field, name: $0.option.name, example: examples[$0.field.name])
        }
        return FieldForm(
            hike, fields: named.filter { $0.field.name != notes }, longField: named.first { $0.field.name == notes })
    }

    /// The changes that the command line gives, in the order of the fields.
    ///
    /// - Throws: ``StoreError`` with `invalidValue` for all values that break their rules.
    static func changes(_ call: CommandCall) throws -> [HikeFieldChange] {
        var changes: [HikeFieldChange] = []
        var problems: [FieldProblem] = []
        for (field, option) in fields {
            guard let text = try call.value(of: option) ?? (field.name == notes ? notesInFile(call) : nil) else {
                continue
            }
            do throws(FieldProblem) {
                changes.append(try change(of: field, to: text))
            } catch {
                problems.append(error)
            }
        }
        // Values that parse may still break a rule.
        var sample = HikeHeader(id: 0, name: "A", distance: 1)
        for change in changes { change.apply(&sample) }
        problems += sample.problemsOfTyped(today: call.context.today)
        guard problems.isEmpty else {
            throw StoreError(.invalid(problems.map { FieldProblem("--\(name(of: $0.field))", $0.rule) }))
        }
        return changes
    }

    private static func change(
        of field: ModelField<HikeHeader>, to text: String
    ) throws(FieldProblem) -> HikeFieldChange {
        guard field.name == tags else {
            // An activity, and on and off, are words in any case.
            let isWord = if case .choice = field.control { true } else { false }
            let value = try field.parse(isWord ? text.lowercased() : text)
            return HikeFieldChange { field.set(value, in: &$0) }
        }
        let words = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        let isChange = words.contains { $0.hasPrefix("+") || $0.hasPrefix("-") }
        guard !isChange || words.allSatisfy({ $0.hasPrefix("+") || $0.hasPrefix("-") }) else {
            throw FieldProblem(tags, .signedTags)
        }
        return HikeFieldChange { hike in
            if !isChange { hike.tags = [] }
            for word in words {
                let tag = isChange ? String(word.dropFirst()).trimmed : word
                if isChange, word.hasPrefix("-") { hike.removeTag(tag) } else { hike.addTag(tag) }
            }
        }
    }

    private static func notesInFile(_ call: CommandCall) throws -> String? {
        guard let path = call.value(of: notesFile) else { return nil }
        let limit = HikeHeader.maximumNotesLength
        let file = try InputFile(path)
        let bytes = try file.pieces(upTo: limit + 1).flatMap(\.self)
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw UserError(.invalidValue, about: path, "is not UTF-8", hint: "Convert the file, and try again.")
        }
        // Editors of other systems write a byte order mark.
        if text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
        text = text.replacing("\r\n", with: "\n")
        while text.hasSuffix("\n") { text.removeLast() }
        return text
    }
}

/// A change of one of a hike's fields, to a value or, for tags, from what it has.
struct HikeFieldChange {
    let apply: (inout HikeHeader) -> Void

    init(_ apply: @escaping (inout HikeHeader) -> Void) { self.apply = apply }
}

extension FieldRule {
    /// All tags of a change have a sign.
    fileprivate static let signedTags = FieldRule("signed-tags")
}
