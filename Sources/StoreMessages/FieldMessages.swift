public import SealedStore

extension FieldProblem {
    /// The field and the rule in a sentence: "number must be from 1 to 5", "the passcode must be exactly six digits".
    public var message: String {
        switch rule.name {
        case "shape", "unpopular": return "the \(field) \(rule.message)"
        case "new": return "the new \(field) \(rule.message)"
        default: break
        }
        guard let record else { return "\(field) \(rule.message)" }
        return "the \(field) of \(record.number.map { "\(record.kind) \($0)" } ?? "a \(record.kind)") \(rule.message)"
    }
}

extension FieldRule {
    /// The rule, worded to follow the field's name: "must be from 1 to 5". For a rule of the model's own, its name and its
    /// bounds.
    public var message: String {
        let (first, last) = (bounds.first ?? "", bounds.last ?? "")
        return switch name {
        case "name": "must be 1 to 63 characters of a-z, 0-9 and -"
        case "form": "does not have the right form"
        case "choice": "must be one of \(bounds.joined(separator: ", "))"
        case "range": "must be from \(first) to \(last)"
        case "length": "must be \(first) to \(last) characters"
        case "shape": CodeFormat(first).map(\.shapeRule) ?? name
        case "unpopular": "\(PopularCode(rawValue: first)?.message ?? ""): choose another one"
        case "new": "is already the current one"
        default: ([name] + bounds).joined(separator: " ")
        }
    }
}

extension PopularCode {
    fileprivate var message: String {
        switch self {
        case .repeats: "repeats itself"
        case .runs: "counts up or down"
        case .year: "looks like a year"
        case .listed: "is among the most common ones"
        }
    }
}

extension CodeFormat {
    /// The shape, worded to follow "must be exactly" or to be put in brackets: "four digits, then one letter".
    public var shape: String {
        switch content {
        case .symbols(let digits, let letters):
            Self.counted(digits, "digit") + (letters > 0 ? ", then \(Self.counted(letters, "letter"))" : "")
        case .text(let bytes): "\(bytes.lowerBound) to \(bytes.upperBound) bytes of text"
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        return "\(words.indices.contains(count) ? words[count] : "\(count)") \(noun)\(count == 1 ? "" : "s")"
    }

    fileprivate var shapeRule: String { symbolCount == nil ? "must be \(shape)" : "must be exactly \(shape)" }
}
