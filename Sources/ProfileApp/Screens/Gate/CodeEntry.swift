internal import ProfileKit

/// How much of a code of fixed length is typed: turns pressed keys into circles and the label of the bottom key.
///
/// It counts symbols and knows which kind comes next, but not the symbols themselves, which are secret.
struct CodeEntry: Hashable, Sendable {
    /// The kind of symbol at a position.
    enum SymbolKind: Hashable, Sendable { case digits, letters }

    /// The result of pressing a key.
    enum Change: Hashable, Sendable { case ignored, typed, completed, deleted, cancelled }

    private let length: Int
    private let endsWithLetter: Bool
    private(set) var count = 0

    /// `nil` for a format of variable length.
    init?(format: CodeFormat) {
        guard case .symbols(let digits, let letters) = format.content else { return nil }
        length = digits + letters
        endsWithLetter = letters > 0
    }

    /// One circle per symbol; circle `i` is filled if and only if more than `i` symbols are typed.
    var circles: [Bool] { (0..<length).map { count > $0 } }

    var isComplete: Bool { count == length }

    /// The label of the bottom key.
    var cancelOrDeleteLabel: String { count == 0 ? "Cancel" : "Delete" }

    /// Which symbols the keypad shows: those of the next position, or of the last one.
    var expected: SymbolKind { endsWithLetter && count >= length - 1 ? .letters : .digits }

    /// Types a symbol. One of the wrong kind or past the end is ignored.
    mutating func type(_ symbol: Character) -> Change {
        guard !isComplete, expected.contains(symbol) else { return .ignored }
        count += 1
        return isComplete ? .completed : .typed
    }

    /// Removes the last symbol.
    mutating func erase() -> Change {
        guard count > 0 else { return .ignored }
        count -= 1
        return .deleted
    }

    /// Presses the bottom key: Cancel if nothing is typed, Delete otherwise.
    mutating func pressCancelOrDelete() -> Change {
        count == 0 ? .cancelled : erase()
    }

    mutating func empty() {
        count = 0
    }
}

extension CodeEntry.SymbolKind {
    /// All of them, in the order of an ordered keypad.
    var all: [Character] { Array(self == .digits ? "1234567890" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ") }

    /// Whether it is one of these; letters in either case.
    func contains(_ symbol: Character) -> Bool {
        guard symbol.isASCII else { return false }
        return self == .digits ? symbol.isNumber : symbol.isLetter
    }
}
