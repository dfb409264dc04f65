internal import CCurses

/// What ncurses reads: a character, or the code of a key.
enum CursesInput: Hashable {
    case scalar(Unicode.Scalar)
    case code(Int32)
}

/// Turns what ncurses reads into events.
///
/// Characters that arrive together are put together as people see them, so that an emoji of several scalars is one key.
struct KeyDecoder {
    /// Codes above ncurses' own, for the sequences around pasted text.
    static let (pasteBegins, pasteEnds): (Int32, Int32) = (0o2000, 0o2001)
    /// More than any field takes; what is pasted beyond is dropped.
    static let longestPaste = 64 << 10

    private var typed = String.UnicodeScalarView()
    private var pasted: String.UnicodeScalarView?
    /// How many scalars have come, which the text would have to count each time.
    private var pastedCount = 0

    /// Whether a paste has begun whose end hasn't come.
    var isPasting: Bool { pasted != nil }

    /// Takes in a part of the input.
    ///
    /// - Returns: the events that are complete by it. Characters wait for what combines with them, until ``flush()``.
    mutating func decode(_ input: CursesInput) -> [Event] {
        switch input {
        case .code(Self.pasteBegins):
            if pasted == nil { (pasted, pastedCount) = (String.UnicodeScalarView(), 0) }
            return flush()
        case .code(Self.pasteEnds): return endPaste()
        case .scalar(let scalar) where pasted != nil:
            if pastedCount < Self.longestPaste { pasted?.append(scalar == "\r" ? "\n" : scalar) }
            pastedCount += 1
            return []
        case .code where pasted != nil: return []
        case .scalar(let scalar):
            guard scalar.properties.generalCategory == .control else {
                typed.append(scalar)
                return []
            }
            return flush() + (Self.key(of: scalar).map { [.key($0)] } ?? [])
        case .code(let code): return flush() + (Self.key(of: code).map { [.key($0)] } ?? [])
        }
    }

    /// The characters that are complete since nothing more has arrived with them.
    mutating func flush() -> [Event] {
        defer { typed = String.UnicodeScalarView() }
        return String(typed).map { .key(.character($0)) }
    }

    /// Ends a paste, also one whose end was lost.
    mutating func endPaste() -> [Event] {
        defer { pasted = nil }
        return pasted.map { [.paste(String($0))] } ?? []
    }

    /// The key that a control character stands for.
    private static func key(of scalar: Unicode.Scalar) -> Key? {
        switch scalar.value {
        case 0x0A, 0x0D: .enter
        case 0x09: .tab
        case 0x1B: .escape
        case 0x08, 0x7F: .backspace
        case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
        default: nil
        }
    }

    private static func key(of code: Int32) -> Key? {
        switch code {
        case KEY_ENTER: .enter
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        case KEY_BTAB: .backTab
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        default: nil
        }
    }
}
