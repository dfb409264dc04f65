internal import ProfileKit
internal import ProfileRendering

/// A profile as editable text: `name: value`, one line per field, and comments that begin with `#`.
struct ProfileForm {
    let text: String
    private let profile: Profile
    private let fields: [ModelField<Profile>]

    /// Maximum length of a form, in bytes.
    static let longest = 64 << 10

    init(_ profile: Profile, fields: [ModelField<Profile>] = Profile.fields) {
        (self.profile, self.fields) = (profile, fields)
        let lines = fields.map { field in
            "\(Profile.option(of: field.name)): \(field.value(of: profile).description.terminalSafe)"
        }
        let rules = fields.compactMap { field -> String? in
            let name = Profile.option(of: field.name)
            return switch field.control {
            case .text where field.name == Profile.FieldName.goal:
                "# \(name) is for example 120 km, 50 hikes, 10000 m up or 12 days; empty for none"
            case .text: nil
            case .toggle: "# \(name) is on or off"
            case .choice(let choices): "# \(name) is \(choices.joined(separator: ", "))"
            case .day: "# \(name) is a day, as YYYY-MM-DD"
            }
        }
        let note = "# Save, and leave the editor, to apply your changes. Delete everything to cancel."
        text = ([note, "#"] + rules + [""] + lines).map { $0 + "\n" }.joined()
    }

    /// An error in a line.
    struct Problem: Error, Hashable {
        let line: Int
        let message: String

        var description: String { "line \(line): \(message)" }
    }

    /// The changes that an edited text makes to the profile.
    ///
    /// - Parameter rules: finds the problems of a profile whose values have all been parsed.
    /// - Returns: the fields that differ; `nil` for a text without any fields, which cancels the edit.
    /// - Throws: ``Problems``, naming every invalid line.
    func changes(in text: String, rules: (Profile) throws -> [FieldProblem]) throws -> [FieldSetting]? {
        var settings: [FieldSetting] = []
        var lineNumbers: [String: Int] = [:]
        var problems: [Problem] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(line).trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(Problem) {
                let setting = try setting(in: line, at: index + 1, lineNumbers: &lineNumbers)
                if let setting { settings.append(setting) }
            } catch {
                problems.append(error)
            }
        }
        guard !lineNumbers.isEmpty || !problems.isEmpty else { return nil }
        var changed = profile
        settings.apply(to: &changed)
        problems += try rules(changed).compactMap { problem in
            // An unchanged value isn't a problem of this text.
            guard settings.contains(where: { $0.field.name == problem.field }), let line = lineNumbers[problem.field]
            else {
                return nil
            }
            return Problem(line: line, message: "\(Profile.option(of: problem.field)) \(problem.rule.words)")
        }
        guard problems.isEmpty else { throw Problems(all: problems.sorted { $0.line < $1.line }) }
        return settings
    }

    struct Problems: Error {
        let all: [Problem]
    }

    /// - Returns: `nil` for an unchanged line.
    private func setting(
        in line: String, at number: Int, lineNumbers: inout [String: Int]
    ) throws(Problem) -> FieldSetting? {
        guard let colon = line.firstIndex(of: ":") else {
            throw Problem(line: number, message: "a line must be a field, a colon and its value")
        }
        let name = String(line[..<colon]).trimmed
        let typed = String(line[line.index(after: colon)...]).trimmed
        guard let field = fields.first(where: { Profile.option(of: $0.name) == name }) else {
            let names = fields.map { Profile.option(of: $0.name) }.joined(separator: ", ")
            throw Problem(line: number, message: "the field is not one of \(names)")
        }
        guard lineNumbers.updateValue(number, forKey: field.name) == nil else {
            throw Problem(line: number, message: "\(name) is given twice")
        }
        let before = field.value(of: profile)
        guard typed != before.description.terminalSafe.trimmed else { return nil }
        let value: AnyFieldValue
        do throws(FieldProblem) {
            value = try field.parse(typed)
        } catch {
            throw Problem(line: number, message: "\(name) \(error.rule.words)")
        }
        return value == before ? nil : FieldSetting(field: field, value: value)
    }
}

/// A field of the profile, and its new value.
struct FieldSetting {
    let field: ModelField<Profile>
    let value: AnyFieldValue
}

extension [FieldSetting] {
    func apply(to profile: inout Profile) {
        for setting in self { setting.field.set(setting.value, in: &profile) }
    }

    /// Applies the values, unless others have changed the same fields meanwhile.
    ///
    /// - Parameter base: the profile that the values were chosen for; `nil` to apply them whatever is there.
    /// - Throws: ``UserError`` with `conflict`.
    func apply(to profile: inout Profile, since base: Profile?) throws(UserError) {
        let conflicts = filter { setting in
            guard let base else { return false }
            let now = setting.field.value(of: profile)
            return now != setting.field.value(of: base) && now != setting.value
        }
        guard conflicts.isEmpty else {
            throw UserError(
                .conflict,
                "changed elsewhere while the form was open: "
                    + conflicts.map { Profile.option(of: $0.field.name) }.joined(separator: ", "),
                hint: "Nothing was written. Look at what is there now, and edit again.")
        }
        apply(to: &profile)
    }
}
