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
struct XMLPlace<Element: XMLElement> {
    private var path: [Element] = []
    private(set) var text = XMLText()
    private var known: [KnownName] = []
    /// The names of ``known``, concatenated, each zero-terminated.
    private var names: [CChar] = []
    /// The depth of the outermost element below the root that declares namespaces. Within it, names may have other meanings,
    /// so the cache isn't used.
    private var redeclared: Int?

    private struct KnownName {
        let parent: Element
        let element: Element
        /// The offset of the name in ``names``.
        let start: Int
    }

    /// More than the relevant names of any format.
    private static var mostKnown: Int { 64 }

    /// The innermost element; `nil` outside of all elements.
    var element: Element? { path.last }

    private var longestText: Int { path.last?.longestText ?? 0 }

    /// Enters an element, unless it is skipped.
    ///
    /// - Parameter kind: returns the kind of the element from its parent's. Its result may be cached by name and parent.
    /// - Returns: the element's kind, and which events within it are needed.
    mutating func enter(
        _ start: XMLStart, _ kind: (Element?) throws(HikeFileError) -> Element
    ) throws(HikeFileError) -> (element: Element, interest: XMLInterest) {
        if start.declaresNamespaces, !path.isEmpty, redeclared == nil { redeclared = path.count }
        let element: Element
        if let found = find(start) {
            element = found
        } else {
            element = try kind(path.last)
            remember(start, as: element)
        }
        guard element != .other else {
            if redeclared == path.count { redeclared = nil }
            return (element, .none)
        }
        path.append(element)
        guard longestText > 0 else { return (element, .elements) }
        text.clear()
        return (element, .elementsAndText)
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

    private func find(_ start: XMLStart) -> Element? {
        guard redeclared == nil, let parent = path.last else { return nil }
        return unsafe names.withUnsafeBufferPointer { names in
            for name in known where name.parent == parent {
                if unsafe start.isSpelled(names.baseAddress! + name.start) { return name.element }
            }
            return nil
        }
    }

    private mutating func remember(_ start: XMLStart, as element: Element) {
        guard redeclared == nil, let parent = path.last, known.count < Self.mostKnown else { return }
        known.append(KnownName(parent: parent, element: element, start: names.count))
        unsafe names.append(contentsOf: start.bytes)
    }
}
