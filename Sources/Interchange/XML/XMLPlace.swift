/// A kind of element, of a format that is read.
protocol XMLElement: Hashable {
    /// Bytes of its text that are kept: 0 where its text tells nothing.
    var longestText: Int { get }
}

/// The place in a document that is being read: the elements around it, and the text of the innermost as far as it is
/// kept.
struct XMLPlace<Element: XMLElement> {
    private var path: [Element] = []
    private(set) var text = XMLText()

    /// The innermost element; `nil` outside of all.
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

    /// - Returns: the element that ends, whose ``text`` is whole now.
    mutating func leave() -> Element? { path.popLast() }
}
