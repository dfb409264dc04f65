internal import ProfileRendering

/// A single-line text field with a cursor and the editing keys of shells.
///
/// An insertion, typed or pasted, is accepted or refused as a whole. Deletions are never refused.
struct TextInput: Hashable, Sendable {
    private(set) var characters: [Character] = []
    /// The number of characters before the cursor.
    private(set) var cursor = 0
    /// Whether the last event was a refused insertion; the bell is to ring.
    private(set) var hasRefused = false
    /// Whether that was because the text would be too long.
    private(set) var wasTooLong = false
    /// Whether the whole text is selected as a suggestion: the next insertion replaces it.
    private(set) var isSelected = false
    /// Shown while the field is empty.
    let placeholder: String
    /// Shown after the text, unless that is empty. It isn't part of the text.
    var suffix: String
    private let filter: CharacterFilter
    private let limit: Int

    /// - Parameters:
    ///   - text: the text to edit. It may be longer than the limit, which is for what is inserted.
    ///   - limit: the maximum number of characters.
    init(
        _ text: String = "", placeholder: String = "", suffix: String = "", filter: CharacterFilter = .text,
        limit: Int = 128, isSelected: Bool = false
    ) {
        (self.placeholder, self.suffix, self.filter, self.limit) = (placeholder, suffix, filter, limit)
        if filter.accepts(text) {
            characters = Array(text)
            cursor = characters.count
        }
        self.isSelected = isSelected && !isEmpty
    }

    /// The message for an insertion that would make the text too long.
    static let tooLong = "That is too long: nothing was inserted."

    var text: String { String(characters) }
    var isEmpty: Bool { characters.isEmpty }

    /// Handles a key or a paste.
    ///
    /// - Returns: whether the field uses the event, refused insertions included.
    mutating func update(_ event: Event) -> Bool {
        (hasRefused, wasTooLong) = (false, false)
        let wasSelected = isSelected
        switch event {
        case .key(.character(let character)): hasRefused = !insert(String(character))
        case .paste(let text):
            // An identifier is taken as it is.
            hasRefused = !insert(filter == .text ? text.onOneLine : filter == .lines ? text.withPlainLineEnds : text)
        case .key(.backspace) where wasSelected, .key(.delete) where wasSelected: remove(0..<characters.count)
        case .key(.backspace): removeCharacter(before: cursor)
        case .key(.delete): removeCharacter(before: cursor + 1)
        case .key(.left): cursor = max(cursor - 1, 0)
        case .key(.right): cursor = min(cursor + 1, characters.count)
        case .key(.home), .key(.control("a")): cursor = 0
        case .key(.end), .key(.control("e")): cursor = characters.count
        case .key(.wordLeft), .key(.alt("b")): cursor = wordStart
        case .key(.wordRight), .key(.alt("f")): cursor = wordEnd
        case .key(.control("u")): remove(0..<cursor)
        case .key(.control("k")): remove(cursor..<characters.count)
        case .key(.control("w")): remove(wordStart..<cursor)
        case .key(.alt("d")): remove(cursor..<wordEnd)
        default: return false
        }
        isSelected = isSelected && hasRefused
        return true
    }

    /// Inserts a text at the cursor, or replaces the selection, wholly or not at all.
    ///
    /// - Returns: whether it was inserted.
    @discardableResult
    mutating func insert(_ text: String) -> Bool {
        // A combining mark that arrives by itself joins the character before it.
        let start = Array((isSelected ? "" : String(characters[..<cursor])) + text)
        let whole = Array(String(start) + (isSelected ? "" : String(characters[cursor...])))
        let isAccepted = filter.accepts(text)
        wasTooLong = isAccepted && whole.count > limit
        guard isAccepted, !wasTooLong else { return false }
        characters = whole
        cursor = min(start.count, whole.count)
        return true
    }

    /// Moves the cursor after a number of characters.
    mutating func place(cursor: Int) {
        (self.cursor, isSelected) = (max(0, min(cursor, characters.count)), false)
    }

    /// Moves the cursor to a click.
    mutating func click(column: Int, width: Int) {
        var passed = 0
        var index = firstVisible(width: width)
        while index < characters.count, passed + characters[index].cells <= column {
            passed += characters[index].cells
            index += 1
        }
        place(cursor: index)
    }

    /// Draws the field in a width, with the cursor if it has the focus.
    func draw(on canvas: inout Canvas, column: Int, row: Int, width: Int, isFocused: Bool) {
        let field = CellStyle(isUnderlined: true)
        let area = CellRectangle(column: column, row: row, columns: width, rows: 1)
        canvas.fill(area, style: field)
        var line = Canvas(size: area.size)
        line.fill(area.size.whole, style: field)
        if isEmpty {
            line.write(placeholder, column: 0, row: 0, style: CellStyle(foreground: Palette.faint, isUnderlined: true))
        } else {
            let style = isSelected && isFocused ? CellStyle.focused : CellStyle(isBold: true, isUnderlined: true)
            let end = line.write(visibleText(width: width), column: 0, row: 0, style: style)
            line.write(suffix, column: end, row: 0, style: CellStyle(foreground: Palette.faint, isUnderlined: true))
        }
        canvas.draw(line, column: column, row: row)
        if isFocused {
            let before = characters[min(firstVisible(width: width), cursor)..<cursor].reduce(0) { $0 + $1.cells }
            canvas.cursor = CellPoint(column: column + before, row: row)
        }
    }

    private mutating func removeCharacter(before end: Int) {
        guard end > 0, end <= characters.count else { return }
        characters.remove(at: end - 1)
        cursor = end - 1
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    /// The start of the word before the cursor.
    private var wordStart: Int {
        var index = cursor
        while index > 0, !characters[index - 1].isWordPart { index -= 1 }
        while index > 0, characters[index - 1].isWordPart { index -= 1 }
        return index
    }

    /// The end of the word after the cursor.
    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, !characters[index].isWordPart { index += 1 }
        while index < characters.count, characters[index].isWordPart { index += 1 }
        return index
    }

    /// The text in a width, with "…" where it goes on beyond an edge.
    private func visibleText(width: Int) -> String {
        let first = firstVisible(width: width)
        var visible = Array(characters[first...])
        if first > 0, first < cursor, let cells = visible.first?.cells {
            visible.replaceSubrange(0..<1, with: "…" + String(repeating: " ", count: max(cells - 1, 0)))
        }
        let text = String(visible)
        return text.cells > width ? text.fitted(to: width) : text
    }

    /// The first visible character, chosen so that the cursor is visible.
    private func firstVisible(width: Int) -> Int {
        var first = cursor
        var used = 1
        while first > 0, used + characters[first - 1].cells <= width {
            first -= 1
            used += characters[first].cells
        }
        return first
    }
}

extension KeyBinding {
    /// The editing keys of a field, which only the help names.
    static func editing() -> [KeyBinding] {
        [
            KeyBinding("delete to the start, the end", as: "^U ^K", in: .help),
            KeyBinding("delete a word", as: "^W", in: .help), KeyBinding("word by word", as: "^← ^→", in: .help),
        ]
    }
}

extension Character {
    /// Whether it is part of a word.
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

/// The characters that an insertion may contain. An insertion with any other character is refused as a whole.
struct CharacterFilter: Hashable, Sendable {
    /// `nil` for all visible characters.
    private let allowed: Set<Character>?
    private var hasLines = false

    /// Everything except line ends and control characters.
    static let text = CharacterFilter(allowed: nil)
    /// All characters, line ends and tabs included.
    static let lines = CharacterFilter(allowed: nil, hasLines: true)

    /// The characters in the names of workspaces and accounts.
    static let identifier = only("abcdefghijklmnopqrstuvwxyz0123456789-")

    static func only(_ characters: String) -> CharacterFilter {
        CharacterFilter(allowed: Set(characters))
    }

    func accepts(_ text: String) -> Bool {
        guard !hasLines else {
            return text.split { ["\n", "\t"].contains($0) }.allSatisfy { Self.text.accepts(String($0)) }
        }
        guard let allowed else { return text.terminalSafe == text && !text.contains(where: \.isNewline) }
        return text.allSatisfy(allowed.contains)
    }
}

extension String {
    /// The text with line feeds as line ends, and spaces for tabs.
    fileprivate var withPlainLineEnds: String { String(map { $0.isNewline ? "\n" : $0 == "\t" ? " " : $0 }) }

    /// The text with a space for each line end and tab. A line end at the end, as copied lines have one, is dropped.
    var onOneLine: String {
        let line = last?.isNewline == true ? dropLast() : self[...]
        return String(line.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
