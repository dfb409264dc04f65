/// A kind of element in a format.
protocol XMLElement: Hashable {
    /// Maximum number of bytes of its text to keep; 0 if its text isn't needed.
    var longestText: Int { get }
}

/// The place in a document being read: the enclosing elements, and the text of the innermost one.
struct XMLPlace<Element: XMLElement> {
    private var path: [Element] = []
    private(set) var text = XMLText()

    /// The innermost element; `nil` outside of all elements.
    var element: Element? { path.last }

    var keepsText: Bool { longestText > 0 }

    private var longestText: Int { path.last?.longestText ?? 0 }

    mutating func enter(_ element: Element) {
        path.append(element)
        if keepsText { text.clear() }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard keepsText else { return }
        unsafe text.append(bytes, longest: longestText)
    }

    /// - Returns: the element that ends, whose ``text`` is now complete.
    mutating func leave() -> Element? { path.popLast() }
}
