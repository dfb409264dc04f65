internal import ProfileKit
internal import ProfileRendering

/// A model as editable text: `name: value`, one line per field, and comments that begin with `#`. A field of several
/// lines comes last: all that follows its name is its value.
struct FieldForm<Model: FieldModel> {
    let text: String
    /// The model that the text is compared with.
    private(set) var model: Model
    private let fields: [NamedField<Model>]
    /// The name of the field of several lines.
    private let longName: String?

    /// Maximum length of a form, in bytes.
    static var longest: Int { 160 << 10 }

    /// - Parameter longField: the field of several lines, if there is one.
    init(_ model: Model, fields: [NamedField<Model>], longField: NamedField<Model>? = nil) {
        (self.model, self.fields, longName) = (model, fields + [longField].compactMap(\.self), longField?.name)
        let lines = fields.map { "\($0.name): \($0.field.value(of: model).description.terminalSafe)" }
        let rules = fields.compactMap { named -> String? in
            switch named.field.control {
            case .text: named.example.map { "# \(named.name) is for example \($0)" }
            case .toggle: "# \(named.name) is on or off"
            case .choice(let choices): "# \(named.name) is \(choices.joined(separator: ", "))"
            case .day: "# \(named.name) is a day, as YYYY-MM-DD"
            }
        }
        let note = "# Save, and leave the editor, to apply your changes. Delete everything to cancel."
        let long = longField.map {
            ["", "# All lines after this one are the \($0.name).", "\($0.name):", longText($0)]
        }
        text = ([note, "#"] + rules + [""] + lines + (long ?? [])).map { $0 + "\n" }.joined()
        func longText(_ named: NamedField<Model>) -> String { Self.safeLines(named.field.value(of: model).description) }
    }

    /// Follows what others have changed in the same fields as an edited text: the next text replaces it, unless it has
    /// the same values.
    ///
    /// - Returns: what to tell of each of the fields.
    mutating func follow(_ stored: Model, in conflicts: [FieldSetting<Model>]) -> [String] {
        conflicts.map { setting in
            let theirs = setting.field.value(of: stored)
            setting.field.set(theirs, in: &model)
            let now = setting.name == longName ? "." : ": it is '\(theirs.description)' now."
            return "\(setting.name) was changed elsewhere meanwhile\(now)"
        }
    }

    private static func safeLines(_ text: String) -> String {
        // In an editor, a tab is safe.
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).terminalSafe }
                .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// The changes that an edited text makes to the model.
    ///
    /// - Parameter rules: finds the problems of a model whose values have all been parsed.
    /// - Returns: the fields that differ; `nil` for a text without any fields, which cancels the edit.
    /// - Throws: ``FormProblems``, naming every invalid line.
    func changes(in text: String, rules: (Model) throws -> [FieldProblem]) throws -> [FieldSetting<Model>]? {
        var settings: [FieldSetting<Model>] = []
        var lineNumbers: [String: Int] = [:]
        var problems: [FormProblem] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        for (index, line) in lines.enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(FormProblem) {
                let isLong = longName.map { line.hasPrefix("\($0):") } ?? false
                let typed = isLong ? ([line] + lines[(index + 1)...]).joined(separator: "\n") : line
                let setting = try setting(in: typed, isLong: isLong, at: index + 1, lineNumbers: &lineNumbers)
                if let setting { settings.append(setting) }
                if isLong { break }
            } catch {
                problems.append(error)
            }
        }
        guard !lineNumbers.isEmpty || !problems.isEmpty else { return nil }
        var changed = model
        settings.apply(to: &changed)
        problems += try rules(changed).compactMap { problem in
            // An unchanged value isn't a problem of this text.
            guard let setting = settings.first(where: { $0.field.name == problem.field }),
                let line = lineNumbers[problem.field]
            else {
                return nil
            }
            return FormProblem(line: line, message: "\(setting.name) \(problem.rule.requirement)")
        }
        guard problems.isEmpty else { throw FormProblems(all: problems.sorted { $0.line < $1.line }) }
        return settings
    }

    /// - Returns: `nil` for an unchanged line.
    private func setting(
        in line: String, isLong: Bool, at number: Int, lineNumbers: inout [String: Int]
    ) throws(FormProblem) -> FieldSetting<Model>? {
        guard let colon = line.firstIndex(of: ":") else {
            throw FormProblem(line: number, message: "a line must be a field, a colon and its value")
        }
        let name = String(line[..<colon]).trimmed
        let typed = String(line[line.index(after: colon)...]).trimmed
        guard let named = fields.first(where: { $0.name == name }) else {
            let names = fields.map(\.name).joined(separator: ", ")
            throw FormProblem(line: number, message: "the field is not one of \(names)")
        }
        guard lineNumbers.updateValue(number, forKey: named.field.name) == nil else {
            throw FormProblem(line: number, message: "\(name) is given twice")
        }
        let before = named.field.value(of: model)
        let shown = isLong ? Self.safeLines(before.description) : before.description.terminalSafe
        guard typed != shown.trimmed else { return nil }
        let value: AnyFieldValue
        do throws(FieldProblem) {
            value = try named.field.parse(typed)
        } catch {
            throw FormProblem(line: number, message: "\(name) \(error.rule.requirement)")
        }
        return value == before ? nil : FieldSetting(field: named.field, name: name, value: value)
    }
}

/// An error in a line of a form.
struct FormProblem: Error, Hashable {
    let line: Int
    let message: String

    var description: String { "line \(line): \(message)" }
}

struct FormProblems: Error {
    let all: [FormProblem]
}

/// A field, and the name under which people give its value.
struct NamedField<Model: FieldModel> {
    let field: ModelField<Model>
    let name: String
    /// Examples of its values, where they don't go without saying.
    var example: String?
}

/// A field, the name under which it was given, and its new value.
struct FieldSetting<Model: FieldModel> {
    let field: ModelField<Model>
    let name: String
    let value: AnyFieldValue
}

extension Array {
    func apply<Model: FieldModel>(to model: inout Model) where Element == FieldSetting<Model> {
        for setting in self { setting.field.set(setting.value, in: &model) }
    }

    /// Applies the values, unless others have changed the same fields meanwhile.
    ///
    /// - Parameter base: the model that the values were chosen for; `nil` to apply them whatever is there.
    /// - Throws: ``UserError`` with `conflict`.
    func apply<Model: FieldModel>(to model: inout Model, since base: Model?) throws(UserError)
    where Element == FieldSetting<Model> {
        if let base {
            let conflicts = self.conflicts(with: model, since: base)
            guard conflicts.isEmpty else { throw .changedElsewhere(conflicts.map(\.name)) }
        }
        apply(to: &model)
    }

    /// The settings of fields that others have given another value meanwhile.
    func conflicts<Model: FieldModel>(with stored: Model, since base: Model) -> [FieldSetting<Model>]
    where Element == FieldSetting<Model> {
        filter { setting in
            let now = setting.field.value(of: stored)
            return now != setting.field.value(of: base) && now != setting.value
        }
    }
}

extension UserError {
    static func changedElsewhere(_ fields: [String]) -> UserError {
        UserError(
            .conflict, "changed elsewhere while the form was open: " + fields.joined(separator: ", "),
            hint: "Nothing was written. Look at what is there now, and edit again.")
    }
}

extension FieldForm<Profile> {
    init(_ profile: Profile, fields: [ModelField<Profile>] = Profile.fields) {
        let goal = "120 km, 50 hikes, 10000 m up, 12 days or 10 places; empty for none"
        self.init(
            profile,
            fields: fields.map { field in
                NamedField(
                    field: field, name: Profile.option(of: field.name),
                    example: field.name == Profile.FieldName.goal ? goal : nil)
            })
    }
}
