public import ProfileKit

extension FieldProblem {
    /// Which field, and what its value has to be.
    public var words: String {
        switch rule.name {
        case "shape", "unpopular": "the \(field) \(rule.words)"
        case "new": "the new \(field) \(rule.words)"
        default: "\(Profile.option(of: field)) \(rule.words)"
        }
    }
}

extension Profile {
    /// The name of the command-line option that sets a field, without dashes.
    public static func option(of field: String) -> String {
        switch field {
        case "prefersNotifications": "notifications"
        case "seasonalPhoto": "season"
        case "goalDate": "goal-date"
        default: field
        }
    }
}
