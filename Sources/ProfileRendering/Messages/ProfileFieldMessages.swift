public import ProfileKit
internal import StoreMessages

extension FieldProblem {
    /// The problem in a sentence, in the terms of profiles and hikes.
    public var statement: String {
        if ["shape", "unpopular", "new"].contains(rule.name) { return message }
        guard let record else {
            return "\(field == "emergencyCard" ? "the emergency card" : Profile.option(of: field)) \(rule.requirement)"
        }
        let owner = record.number.map { "\(record.kind) \($0)" } ?? "a \(record.kind)"
        switch rule.name {
        case "unique": return "\(owner) \(rule.requirement)"
        case "count": return "the list of \(field) of \(owner) \(rule.requirement)"
        default: return "the \(field.spacedWords) of \(owner) \(rule.requirement)"
        }
    }
}

extension FieldRule {
    /// The rule for a value, worded to follow the field's name.
    public var requirement: String {
        let (first, last) = (bounds.first ?? "", bounds.last ?? "")
        return switch name {
        case "goal":
            "must be a goal such as 120 km, 50 hikes, 10000 m up, 12 days or 10 places, and may have a first day: "
                + "120 km since 2026-06-01"
        case "day": "must be a day of the calendar, as YYYY-MM-DD"
        case "choice" where bounds == ["on", "off"]: "must be on or off"
        case "visible": "must be \(bounds.prefix(2).joined(separator: " to ")) visible characters\(moreOfVisible)"
        case "card": "must be 1 to \(first) visible characters on at most \(last) lines"
        default: hikeRequirement ?? message
        }
    }

    private var moreOfVisible: String {
        switch bounds.dropFirst(2).first {
        case "bytes": ", in at most \(bounds.last ?? "") bytes"
        case "utf-8": ", in valid UTF-8"
        case "no-controls": ", without control characters"
        case "not-blank": ", not only blank ones"
        default: ""
        }
    }

    /// The rule for values of hikes and places; `nil` for other rules.
    private var hikeRequirement: String? {
        let (first, last) = (bounds.first ?? "", bounds.last ?? "")
        func grouped(_ number: String) -> String { Int(number)?.grouped ?? number }
        return switch name {
        case "visible-bytes": "must be 1 to \(grouped(first)) bytes of visible text, without control characters"
        case "bytes": "must be up to \(grouped(first)) bytes without control characters"
        case "lines-of-bytes": "must be up to \(grouped(first)) bytes of text in lines, without control characters"
        case "tags": "must be up to \(first) different words of up to \(last) visible characters without commas"
        case "kilometres": "must be a number of kilometres from 0 to \(grouped(first))"
        case "kilometres-above-0": "must be a number of kilometres from 0.001 to \(grouped(first))"
        case "not-in-future": "must be today or earlier"
        case "whole-number": "must be a whole number from \(first) to \(last)"
        case "not-negative": "must be a number that is not negative"
        case "no-more-than": "must be no more than the \(first.spacedWords)"
        case "ascending": "must be numbers that are not negative, the lowest first"
        case "count": "must have no more than \(first)"
        case "finite": "must be finite numbers, at distances that are not negative"
        case "unique": "has the id or the source of another hike in the file"
        case "timestamp": "must be a time such as 2026-04-22T08:40:00+02:00"
        case "lower-and-upper": "must be a lower and an upper value, in this order"
        case "position": "must be a latitude from -90 to 90 and a longitude from -180 to 180"
        case "recorded": "needs a recording"
        case "stretch": "must have a stretch of the recording between its ends"
        case "hexadecimal": "must be \(first) hexadecimal digits"
        case "time-span": "must be a duration such as 2h30m, 90m or 45s"
        case "signed-tags": "must have a + or a - before every tag, or before none"
        case "span": "must be a day, a month or a year, such as 2026-04-22, 2026-04 or 2026"
        case "vicinity": "must be a place's name, or LAT,LON or LAT,LON,KM, such as 47.42,10.98,2"
        case "ids": "must be a hike's number, or a range of them, such as 9-12"
        case "not-empty": "must not be empty"
        case "metres": "must be a number of metres from \(grouped(first)) to \(grouped(last))"
        case "packed-recording": "must be a packed recording in Base64"
        default: nil
        }
    }
}

extension String {
    /// A field's name in separate words: `movingTime` is "moving time".
    public var spacedWords: String {
        reduce(into: "") { words, letter in
            words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
        }
    }
}

extension Int {
    /// The number with a comma between thousands: 50,000.
    var grouped: String { Double(self).decimal(0) }
}

extension Profile {
    /// A field's label on forms.
    public static func label(of field: String) -> String {
        fields.first { $0.name == field }?.label ?? field
    }

    /// The name of the command-line option that sets a field, without dashes.
    public static func option(of field: String) -> String {
        switch field {
        case FieldName.prefersNotifications: "notifications"
        case FieldName.seasonalPhoto: "season"
        case FieldName.goalDate: "goal-date"
        default: field
        }
    }
}
