/// A text for a person in which the program's commands are marked, so that a surface can add the options that name the store
/// and the account in use:
///
///     "Unlock it with: \(command: "unlock")"
public struct CommandText: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Hashable, Sendable {
        case text(String)
        /// A command without the program's name.
        case command(String)
    }

    private var parts: [Part]

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            if case .text(let text)? = parts.last {
                parts[parts.count - 1] = .text(text + literal)
            } else if !literal.isEmpty {
                parts.append(.text(literal))
            }
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendLiteral("\(value)") }
        public mutating func appendInterpolation(_ text: CommandText) {
            for part in text.parts {
                switch part {
                case .text(let text): appendLiteral(text)
                case .command(let command): appendInterpolation(command: command)
                }
            }
        }
        /// - Parameter command: the command's words and options, without the program's name.
        public mutating func appendInterpolation(command: String) { parts.append(.command(command)) }
    }

    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
    public init(stringLiteral text: String) { self.init(text) }
    public init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    public static func + (text: CommandText, more: CommandText) -> CommandText { "\(text)\(more)" }

    public var isEmpty: Bool { parts.isEmpty }

    /// The text with the commands as they are typed where nothing else is in use: "Unlock it with: profile unlock".
    public var text: String { text { "profile \($0)" } }

    /// - Parameter completing: makes a command line of a command's words.
    public func text(completing: (String) -> String) -> String {
        parts.map {
            switch $0 {
            case .text(let text): text
            case .command(let command): completing(command)
            }
        }.joined()
    }

    /// The text after a beginning and the spaces that follow it; all of it if it begins otherwise.
    public func without(beginning: String) -> CommandText {
        guard case .text(let first)? = parts.first, first.hasPrefix(beginning) else { return self }
        let rest = first.dropFirst(beginning.count).drop { $0 == " " }
        var text = self
        if rest.isEmpty { text.parts.removeFirst() } else { text.parts[0] = .text(String(rest)) }
        return text
    }
}

extension DefaultStringInterpolation {
    /// Makes the compiler report a command's text in a string, which would lose the options that its commands need.
    @available(*, deprecated, message: "Give the literal the type CommandText, or interpolate the text's 'text'.")
    public mutating func appendInterpolation(_ text: CommandText) { appendLiteral(text.text) }
}
