/// An element's name: its local part, and the namespace of its prefix; empty without one.
struct XMLName {
    let local: String
    let namespace: String
}

/// The namespace declarations in scope at a place in a text.
struct XMLNamespaces {
    private var declared: [(depth: Int, prefix: String, namespace: String)] = []

    /// An undeclared prefix gets a namespace of its own, which no declaration can name.
    private static let undeclared = "undeclared\n"

    mutating func declare(_ namespaces: [(prefix: String, namespace: String)], depth: Int) {
        for (prefix, namespace) in namespaces { declared.append((depth, prefix, namespace)) }
    }

    /// Removes the declarations of an element that ends.
    mutating func forget(depth: Int) {
        while let last = declared.last, last.depth >= depth { declared.removeLast() }
    }

    func resolve(_ name: String) -> XMLName {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return XMLName(local: name, namespace: namespace("") ?? "")
        }
        let prefix = String(name[..<colon])
        let local = String(name[name.utf8.index(after: colon)...])
        return XMLName(local: local, namespace: namespace(prefix) ?? Self.undeclared + prefix)
    }

    private func namespace(_ prefix: String) -> String? {
        declared.last { $0.prefix == prefix }?.namespace
    }
}
