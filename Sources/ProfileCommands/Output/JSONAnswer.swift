internal import FoundationEssentials
internal import ProfileKit

/// Encodes answers as one JSON object per line. Every answer has `"schema": 1`.
enum JSONAnswer {
    static let schema = 1

    static func line(_ answer: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        // Sorted keys make equal answers equal texts.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escapingControls(in: String(decoding: try encoder.encode(answer), as: UTF8.self))
    }

    /// Escapes what the encoder leaves unescaped and a terminal would interpret: C1 bytes, bidi controls and the like.
    ///
    /// Line feeds are kept, since they occur only between values.
    static func escapingControls(in json: String) -> String {
        // The fast path, for most text.
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

/// A value that is encoded as `null` when unknown; Foundation's coders would omit the member.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    // swift-format-ignore: UseSynthesizedInitializer
    init(wrappedValue: Value?) {
        // Declared explicitly because only then do memberwise initializers accept the plain value.
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
