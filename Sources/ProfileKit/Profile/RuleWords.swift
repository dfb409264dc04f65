internal import ProfileModel
internal import SealedStore

extension Profile {
    /// The name of the command-line option that sets a field, without dashes.
    package static func option(of field: String) -> String {
        switch field {
        case "prefersNotifications": "notifications"
        case "seasonalPhoto": "season"
        case "goalDate": "goal-date"
        default: field
        }
    }
}

extension FieldRule {
    /// What a value has to be, in words.
    package var words: String {
        switch name {
        case "name": "is 1 to 63 characters of a-z, 0-9 and -"
        case "form": "is not of its form"
        case "day": "is a day, such as 2027-05-01"
        case "choice": bounds == ["on", "off"] ? "is on or off" : "is one of \(bounds.joined(separator: ", "))"
        case "range": "is from \(bounds.first ?? "") to \(bounds.last ?? "")"
        case "length": "is \(bounds.first ?? "") to \(bounds.last ?? "") characters"
        default: bounds.first ?? name
        }
    }
}
