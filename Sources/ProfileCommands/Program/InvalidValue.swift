internal import ProfileKit

/// A value on the command line or in the environment that breaks its rules. It names the option and the rule, never the
/// value.
struct InvalidValue: Error, Hashable, CustomStringConvertible {
    /// The name as typed.
    let name: String
    /// What the value must be.
    let rule: String

    init(_ name: String, _ rule: String) {
        self.name = name
        self.rule = rule
    }

    var description: String { "\(name) \(rule)" }
}

/// The name of a workspace, always valid.
struct WorkspaceName: Hashable, CustomStringConvertible {
    let description: String

    /// - Throws: ``InvalidValue`` unless the text is 1 to 63 characters of `a-z 0-9 -`.
    init(_ text: String) throws(InvalidValue) {
        if let offender = NameFilter.firstOffender(in: text) {
            throw InvalidValue("workspace", "has only a-z, 0-9 and -, not '\(Self.printable(offender))'")
        }
        guard NameFilter.lengths.contains(text.utf8.count) else {
            throw InvalidValue("workspace", "must be 1 to 63 characters of a-z, 0-9 and -")
        }
        description = text
    }

    private static func printable(_ character: Character) -> String {
        character.unicodeScalars.map { scalar in
            scalar.isInvisibleControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }
}
