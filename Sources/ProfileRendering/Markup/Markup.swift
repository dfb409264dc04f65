/// A piece of an SVG picture or an HTML page.
///
/// Text and attributes are always escaped when the piece is written, so nothing that comes from data can become markup.
/// The output is well-formed XML as well as HTML.
indirect enum Markup: Sendable {
    case element(String, attributes: [Attribute], children: [Markup])
    case text(String)
    /// Text from this program's source, such as a style sheet, written unescaped.
    case literal(StaticString)

    struct Attribute: Sendable {
        let name: String
        let value: String
    }

    /// Creates an element. Attributes with a `nil` value are omitted.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [Markup] = []
    ) -> Markup {
        let present = attributes.compactMap { name, value in value.map { Attribute(name: name, value: $0) } }
        return .element(name, attributes: present, children: children)
    }

    /// Creates an element that contains text.
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// The serialized piece. Each child is on a separate line, except next to text.
    var written: String {
        switch self {
        case .text(let text): return text.markupEscaped
        case .literal(let literal): return "\(literal)"
        case .element(let name, let attributes, let children):
            let start = attributes.reduce("<\(name)") { "\($0) \($1.name)=\"\($1.value.markupEscaped)\"" }
            guard !children.isEmpty else { return start + "/>" }
            let separator = children.contains(where: \.isText) ? "" : "\n"
            return "\(start)>\(separator)"
                + children.map { $0.written + separator }.joined() + "</\(name)>"
        }
    }

    /// Whether it stands without white space around it, which would show, or change the digest of a script.
    private var isText: Bool {
        if case .element = self { false } else { true }
    }
}

extension StringProtocol {
    /// The text escaped for use in an element or an attribute, without markup, control characters or bidi controls.
    var markupEscaped: String {
        let safe = terminalSafe
        // Most texts are path data and numbers, of which maps have megabytes.
        guard safe.utf8.contains(where: Self.isMarkup) else { return safe }
        return safe.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}

extension Double {
    /// The number for SVG, rounded to a hundredth: "12", "0.25".
    var svg: String {
        guard isFinite else { return "0" }
        let hundredths = Int(Swift.min(Swift.max(self * 100, -1e12), 1e12).rounded())
        let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")"
    }
}

extension Int {
    var svg: String { String(self) }
}
