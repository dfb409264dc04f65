internal import ProfileRendering
internal import Sealing

/// The result of an event in a field for a secret text.
enum InputAnswer: Hashable, Sendable {
    /// The field doesn't use the key.
    case unused
    case taken
    /// The insertion was refused; the bell is to ring.
    case refused
}

/// A field for a secret text: shown as a bullet per character, kept in guarded memory.
///
/// Copies of the value share the typed text, so that there is one place to wipe.
struct HiddenInput: Sendable {
    let typed = TypedSecret()
    /// The maximum length of a passphrase or password in bytes.
    static let limit = 128

    var isEmpty: Bool { typed.count == 0 }

    /// Handles a key or a paste. Line ends at the end of an insertion are dropped; with any other control character it
    /// is refused as a whole.
    func update(_ event: Event) -> InputAnswer {
        switch event {
        case .key(.character(let character)): return insert(String(character))
        case .paste(let text): return insert(text)
        case .key(.backspace), .key(.delete): typed.removeLast()
        // Word boundaries would reveal something about the secret.
        case .key(.control("u")), .key(.control("w")): typed.wipe()
        default: return .unused
        }
        return .taken
    }

    private func insert(_ text: String) -> InputAnswer {
        var text = text[...]
        while let last = text.last, last.isNewline { text.removeLast() }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, typed.byteCount + text.utf8.count <= Self.limit else { return .refused }
        for character in text { typed.append(character) }
        return .taken
    }

    func draw(on canvas: inout Canvas, column: Int, row: Int, width: Int, isFocused: Bool) {
        let area = CellRectangle(column: column, row: row, columns: width, rows: 1)
        canvas.fill(area, style: CellStyle(isUnderlined: true))
        let count = min(typed.count, max(width - 1, 0))
        let bullets = String(repeating: "•", count: count)
        canvas.write(bullets, column: column, row: row, style: CellStyle(isUnderlined: true))
        if isFocused { canvas.cursor = CellPoint(column: column + count, row: row) }
    }
}
