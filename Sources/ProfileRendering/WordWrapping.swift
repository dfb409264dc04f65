extension String {
    /// The text on lines of at most `width` cells, broken at spaces; a longer word is split.
    ///
    /// - Parameter indent: the indent of all lines but the first, in cells. The first line isn't broken before that
    ///   column, so that a label stays in front of its text.
    public func wordWrapped(to width: Int, indent: Int = 0) -> [String] {
        let indent = Swift.min(indent, Swift.max(width - 8, 0))
        var lines: [String] = []
        var rest = self[...]
        var lead = ""
        while lead.cells + rest.cells > Swift.max(width, 1) {
            var used = lead.cells
            var end = rest.startIndex
            var space: Substring.Index?
            while end < rest.endIndex, used + rest[end].cells <= width || end == rest.startIndex {
                if rest[end] == " ", used >= indent, end > rest.startIndex { space = end }
                used += rest[end].cells
                end = rest.index(after: end)
            }
            if end < rest.endIndex, rest[end] == " " { space = end }
            lines.append((lead + rest[..<(space ?? end)]).trimmedRight)
            rest = rest[(space ?? end)...].drop { $0 == " " }
            lead = String(repeating: " ", count: indent)
        }
        return rest.isEmpty && !lines.isEmpty ? lines : lines + [lead + rest]
    }
}
