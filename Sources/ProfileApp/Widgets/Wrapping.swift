internal import ProfileRendering

extension String {
    /// The text in lines of at most a number of cells, broken between words if possible, and at line ends.
    func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { String($0).terminalSafe.wordWrapped(to: width) }
    }
}

extension [String] {
    /// The lines of a text in a number of rows. If they take more, the last one ends in "…".
    func cut(to rows: Int, width: Int) -> [String] {
        guard count > rows, rows > 0 else { return Array(prefix(rows)) }
        return prefix(rows - 1) + [self[(rows - 1)...].joined(separator: " ").fitted(to: width)]
    }

    /// The texts as sentences, separated by spaces. Empty ones are left out.
    var joinedSentences: String { filter { !$0.isEmpty }.map(\.sentence).joined(separator: " ") }
}

extension String {
    /// The text with a capital letter and a full stop. A URL at the start stays in lower case.
    var sentence: String {
        guard let last else { return self }
        let first = prefix { $0 != " " }.contains("://") ? prefix(1) : prefix(1).uppercased()[...]
        return first + dropFirst() + (".!?…:".contains(last) ? "" : ".")
    }
}
