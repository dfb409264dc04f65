/// The text of an element, up to a maximum length.
struct XMLText {
    private(set) var bytes: [UInt8] = []
    /// Whether text was cut off.
    private(set) var isCut = false

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        isCut = false
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>, longest: Int) {
        let room = max(0, longest - bytes.count)
        if more.count > room { isCut = true }
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: more.prefix(room)))
    }

    /// The text on one line. A character that was cut off in the middle is omitted.
    var spelled: String {
        var text = String(decoding: bytes, as: UTF8.self)
        if isCut, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return text.inOneLine
    }

    /// Sets a name to this text, unless it is already set.
    func name(_ name: inout String) {
        if name.isEmpty { name = spelled }
    }

    enum Number: Hashable {
        case none, unreadable
        case number(Double)
    }

    /// The text as a number; none when it is empty or marked as not measured.
    var number: Number {
        if !isCut, let number = unsafe bytes.withUnsafeBytes({ unsafe Double(shortDecimal: $0) }) {
            return .number(number)
        }
        let spelled = spelled
        guard !spelled.isEmpty else { return .none }
        guard !isCut, let number = Double(decimal: spelled) else { return .unreadable }
        return number.isFinite ? .number(number) : .none
    }
}

extension String {
    /// The text without surrounding white space, and with single spaces within.
    var inOneLine: String {
        guard utf8.contains(where: { $0 <= 0x20 }) else { return self }
        return split { $0.isWhitespace }.joined(separator: " ")
    }
}
