/// A kind of element in a format.
protocol XMLElement: Hashable {
    /// An element that is skipped with its content.
    static var other: Self { get }

    /// Maximum number of bytes of its text to keep; 0 if its text isn't needed.
    var longestText: Int { get }
}

/// The place in a document being read: the enclosing elements, and the text of the innermost one.
///
/// A recording has a million elements with a dozen names, so the meaning of a name within an element is cached.
struct XMLPosition<Element: XMLElement> {
    private var path: [Element] = []
    private(set) var text = XMLText()
    private var known: [CachedName] = []
    /// Where the search in ``known`` begins: points have their elements in the same order, in which they were cached.
    private var next = 0
    /// The names of ``known``, concatenated, each zero-terminated.
    private var names: [CChar] = []
    /// The depth of the outermost element below the root that declares namespaces. Within it, names may have other
    /// meanings, so the cache isn't used.
    private var redeclared: Int?

    private struct CachedName {
        let parent: Element
        let element: Element
        /// The offset of the name in ``names``.
        let start: Int
    }

    /// More than the relevant names of any format.
    private static var mostKnown: Int { 64 }

    private var longestText: Int { path.last?.longestText ?? 0 }

    /// The innermost element.
    var innermost: Element? { path.last }

    /// The kind of an element that starts, if it is cached. Otherwise the caller finds it, and may have it remembered.
    mutating func known(_ start: XMLStart) -> Element? {
        if start.declaresNamespaces, !path.isEmpty, redeclared == nil { redeclared = path.count }
        guard redeclared == nil, let parent = path.last, let index = find(start, in: parent) else { return nil }
        next = index + 1
        return known[index].element
    }

    mutating func remember(_ start: XMLStart, as element: Element) {
        guard redeclared == nil, let parent = path.last, known.count < Self.mostKnown else { return }
        known.append(CachedName(parent: parent, element: element, start: names.count))
        unsafe names.append(contentsOf: start.bytes)
    }

    /// Enters an element, unless it is skipped.
    ///
    /// - Returns: which events within it are needed.
    mutating func enter(_ element: Element) -> XMLInterest {
        guard element != .other else {
            if redeclared == path.count { redeclared = nil }
            return .none
        }
        path.append(element)
        guard longestText > 0 else { return .elements }
        text.clear()
        return .elementsAndText
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe text.append(bytes, longest: longestText)
    }

    /// - Returns: the element that ends, whose ``text`` is complete now.
    mutating func leave() -> Element? {
        let element = path.popLast()
        if redeclared == path.count { redeclared = nil }
        return element
    }

    private func find(_ start: XMLStart, in parent: Element) -> Int? {
        unsafe names.withUnsafeBufferPointer { names in
            var index = next
            for _ in known.indices {
                if index >= known.count { index = 0 }
                let name = known[index]
                if name.parent == parent, unsafe start.isSpelled(names.baseAddress! + name.start) { return index }
                index += 1
            }
            return nil
        }
    }
}

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

    /// The text in several lines. A character that was cut off in the middle is omitted.
    var paragraphs: String {
        var text = String(decoding: bytes, as: UTF8.self)
        if isCut, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return text.inSeveralLines
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

extension Double {
    /// Parses a decimal number, or `NaN`; not the other forms that Swift accepts, such as `0x1p3`.
    init?(decimal text: String) {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") }) else { return nil }
        self.init(text)
    }

    /// Parses a decimal number in the most common form, such as `-46.519653`, with up to 15 digits; `nil` for any other
    /// text.
    ///
    /// So few digits and their power of ten are exact, so that the quotient is rounded only once and equals the result
    /// of ``init(decimal:)``.
    init?(shortDecimal bytes: UnsafeRawBufferPointer) {
        let isNegative = unsafe bytes.first == UInt8(ascii: "-")
        var (digits, count, scale): (Int64, Int, Double) = (0, 0, 1)
        var (isBehindPoint, lastIsDigit) = (false, false)
        for index in (isNegative ? 1 : 0)..<bytes.count {
            let byte = unsafe bytes[index]
            lastIsDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if lastIsDigit {
                count += 1
                guard count <= 15 else { return nil }
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                if isBehindPoint { scale *= 10 }
            } else {
                guard byte == UInt8(ascii: "."), !isBehindPoint, count > 0 else { return nil }
                isBehindPoint = true
            }
        }
        guard lastIsDigit else { return nil }
        let size = Double(digits) / scale
        self = isNegative ? -size : size
    }
}
