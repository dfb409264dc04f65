/// A piece of an SVG picture or of an HTML page.
///
/// Text and attributes are escaped when the piece is written out, and there is no other way out: nothing that comes
/// from data can become markup. What it writes is well-formed XML, and HTML as well.
indirect enum Markup: Sendable {
    case element(String, attributes: [Attribute], children: [Markup])
    case text(String)
    /// Text that stands in this program, such as a style sheet, written as it is.
    case literal(StaticString)

    struct Attribute: Sendable {
        let name: String
        let value: String
    }

    /// An element. Attributes without a value are left out.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [Markup] = []
    ) -> Markup {
        let present = attributes.compactMap { name, value in value.map { Attribute(name: name, value: $0) } }
        return .element(name, attributes: present, children: children)
    }

    /// An element that holds text.
    static func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// The piece as text. Children stand on lines of their own, but for those beside text, where spaces would show.
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

    private var isText: Bool {
        if case .text = self { true } else { false }
    }
}

extension StringProtocol {
    /// The text as it stands in an element or an attribute: nothing in it is markup, a control or a bidi control.
    var markupEscaped: String {
        terminalSafe.reduce(into: "") { text, character in
            for scalar in character.unicodeScalars {
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
    }
}

extension Double {
    /// The number as SVG reads it, to a hundredth: "12", "0.25".
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
