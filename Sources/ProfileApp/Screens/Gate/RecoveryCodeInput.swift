internal import ProfileRendering
internal import Sealing

/// The field for a recovery code, kept in guarded memory. Only the group that is being typed is shown, so that nobody
/// reads the whole code over a shoulder.
///
/// It accepts what ``RecoveryCode/init(reading:)`` reads: letters in either case, dashes and spaces anywhere. An
/// insertion with any other character, or with more symbols than a code has, is refused as a whole. Copies of the value
/// share what is typed.
struct RecoveryCodeInput: Sendable {
    let typed = TypedSecret()
    private static let filter = CharacterFilter.only(
        "0123456789ABCDEFGHIJKLMNOPQRSTVWXYZabcdefghijklmnopqrstvwxyz- \n")
    private static let symbolCount = 28

    /// The width of the whole code.
    static let cells = 34

    init() {}

    /// The field with a whole code; `nil` if a text doesn't have the form of one.
    ///
    /// - Parameter amongPhrases: whether the text may be a passphrase, so that its check symbols must be right too.
    init?(whole text: String, amongPhrases: Bool) {
        guard insert(text) == .taken, isComplete else { return nil }
        guard !amongPhrases || (try? RecoveryCode(reading: typed.secret())) != nil else { return nil }
    }

    var isComplete: Bool { typed.count == Self.symbolCount }

    func update(_ event: Event) -> InputAnswer {
        switch event {
        case .key(.character(let character)): return insert(String(character))
        case .paste(let text): return insert(text)
        case .key(.backspace), .key(.delete): typed.removeLast()
        case .key(.control("u")), .key(.control("w")): typed.wipe()
        default: return .unused
        }
        return .taken
    }

    private func insert(_ text: String) -> InputAnswer {
        let symbols = text.uppercased().filter { $0.isLetter || $0.isNumber }
        guard Self.filter.accepts(text), typed.count + symbols.count <= Self.symbolCount else { return .refused }
        for symbol in symbols { typed.append(symbol) }
        return .taken
    }

    /// The typed symbols in groups of four, of which the last can be read; empty if the system refuses the memory to
    /// read them.
    private var shownText: String {
        do {
            return try typed.secret().withBytes { bytes in
                var text = ""
                for index in bytes.indices {
                    if index > 0, index.isMultiple(of: 4) { text.append("-") }
                    let isHidden = index / 4 < (bytes.count - 1) / 4
                    text.unicodeScalars.append(isHidden ? "•" : Unicode.Scalar(bytes[index]))
                }
                return text
            }
        } catch {
            return ""
        }
    }

    func draw(on canvas: inout Canvas, column: Int, row: Int, isFocused: Bool) {
        var text = shownText
        let isGroupFull = typed.count > 0 && typed.count.isMultiple(of: 4) && !isComplete
        if isGroupFull { text.append("-") }
        let field = CellRectangle(column: column, row: row, columns: Self.cells, rows: 1)
        canvas.fill(field, style: CellStyle(isUnderlined: true))
        canvas.write(text, column: column, row: row, style: CellStyle(isBold: true, isUnderlined: true))
        if isFocused {
            let end = min(text.count, Self.cells - 1)
            canvas.cursor = CellPoint(column: column + end, row: row)
        }
    }
}
