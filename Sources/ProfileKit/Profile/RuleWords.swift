public import SealedStore

extension FieldRule {
    /// What a value has to be, for whoever shows problems of values: a form, a command, a file's reader.
    public var words: String {
        switch name {
        case "name": "is 1 to 63 characters of a-z, 0-9 and -"
        case "form": "is not of its form"
        case "day": "is a day, such as 2027-05-01"
        case "choice": bounds == ["on", "off"] ? "is on or off" : "is one of \(bounds.joined(separator: ", "))"
        case "range": "is from \(bounds.first ?? "") to \(bounds.last ?? "")"
        case "length": "is \(bounds.first ?? "") to \(bounds.last ?? "") characters"
        case "shape": CodeFormat(bounds.first ?? "").map(\.shapeRule) ?? name
        case "unpopular": "\(PopularCode(rawValue: bounds.first ?? "")?.words ?? ""): choose another one"
        case "new": "is the one that is set already"
        default: bounds.first ?? name
        }
    }
}

extension PopularCode {
    fileprivate var words: String {
        switch self {
        case .repeats: "repeats itself"
        case .runs: "counts up or down"
        case .year: "looks like a year"
        case .listed: "is among the most common ones"
        }
    }
}

extension CodeFormat {
    /// The shape, as it follows "is exactly" or stands in brackets.
    public var shape: String {
        switch self {
        case .sixDigits: "six digits"
        case .fourDigits: "four digits"
        case .fourDigitsAndLetter: "four digits, then one letter"
        case .passphrase, .password: "8 to 128 bytes of text"
        }
    }

    fileprivate var shapeRule: String { symbolCount == nil ? "is \(shape)" : "is exactly \(shape)" }
}
