internal import ProfileRendering

/// Which characters an insertion may have. One other character, and the whole insertion is refused.
struct CharacterFilter: Hashable, Sendable {
    /// `nil` for everything that can be seen.
    private let allowed: Set<Character>?

    /// Everything but line ends and characters that steer terminals.
    static let text = CharacterFilter(allowed: nil)

    /// Workspaces and accounts are named so.
    static let identifier = only("abcdefghijklmnopqrstuvwxyz0123456789-")

    static func only(_ characters: String) -> CharacterFilter {
        CharacterFilter(allowed: Set(characters))
    }

    func accepts(_ text: String) -> Bool {
        guard let allowed else { return text.terminalSafe == text && !text.contains(where: \.isNewline) }
        return text.allSatisfy(allowed.contains)
    }
}
