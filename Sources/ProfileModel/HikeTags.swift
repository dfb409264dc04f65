/// Tags are words by which hikes are found and summed up: gear, companions, tours of several days. They are compared
/// without case: the first form that a hike has stays.
public enum HikeTags {
    /// The maximum number of a hike's tags.
    public static let maximumCount = 32
    /// The lengths of a tag, in characters.
    public static let lengths = 1...32
    /// The maximum length of a tag in bytes, since a character may take any number of them.
    package static let maximumSize = 256

    /// Whether two tags are the same one.
    public static func areEqual(_ one: String, _ other: String) -> Bool { folded(one) == folded(other) }

    /// Whether a text is a tag: visible characters without a comma, no spaces around them.
    public static func isTag(_ text: String) -> Bool {
        lengths.contains(text.count) && text.utf8.count <= maximumSize && !text.contains(",")
            && !text.hasInvisibleControls && text.unicodeScalars.contains(where: \.isVisibleAlone)
            && text.first?.isWhitespace == false && text.last?.isWhitespace == false
    }

    /// The tag that a text of a source makes; `nil` if none is left of it.
    package static func cleaned(_ text: String) -> String? {
        let words = text.replacingInvisibleControls { _ in " " }.split { $0.isWhitespace || $0 == "," }
        var tag = words.joined(separator: " ")
        if tag.count > lengths.upperBound { tag = String(tag.prefix(lengths.upperBound)) }
        while tag.utf8.count > maximumSize || tag.last?.isWhitespace == true { tag.removeLast() }
        return isTag(tag) ? tag : nil
    }

    /// The form in which tags are compared, and which groups of hikes have as their key.
    package static func folded(_ tag: String) -> String { tag.lowercased() }
}

extension HikeHeader {
    /// Whether it has a tag, in any case.
    public func hasTag(_ tag: String) -> Bool { tags.contains { HikeTags.areEqual($0, tag) } }

    /// Adds a tag, unless it is there in another case.
    public mutating func addTag(_ tag: String) { if !hasTag(tag) { tags.insert(tag) } }

    /// Removes a tag, in whatever case it is there.
    public mutating func removeTag(_ tag: String) { tags = tags.filter { !HikeTags.areEqual($0, tag) } }
}
