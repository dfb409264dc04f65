internal import FoundationEssentials
internal import ProfileKit

/// Prints one JSON object a line. Every answer has `"schema": 1`.
enum JSONAnswer {
    static let schema = 1

    static func line(_ answer: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        // Sorted, so that equal answers are equal texts.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escapingControls(in: String(decoding: try encoder.encode(answer), as: UTF8.self))
    }

    /// Spells out what the encoder leaves raw and a terminal would act on: C1 bytes, bidi controls and the like.
    ///
    /// The ends of lines stay, since they stand between values only.
    static func escapingControls(in json: String) -> String {
        // Nearly all of a long text.
        if json.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return json }
        func isToEscape(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && scalar.isInvisibleControl }
        guard json.unicodeScalars.contains(where: isToEscape) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            guard isToEscape(scalar) else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}

/// A value that is written as `null` when it is not known; Foundation's coders leave such members out otherwise.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    // swift-format-ignore: UseSynthesizedInitializer
    init(wrappedValue: Value?) {
        // Written out because only then do memberwise initializers take the plain value.
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
