internal import ProfileKit
internal import ProfileRendering

/// The parts of a damaged store that don't open, and the command that repairs it.
struct DamageText: Hashable, Sendable {
    let text: String

    /// - Returns: `nil` if nothing is damaged.
    init?(_ damaged: [DamagedPart], settings: AppSettings) {
        guard let first = damaged.first else { return nil }
        let others =
            switch damaged.count {
            case 1: ""
            case 2: " and \(damaged[1].words)"
            default: " and \(damaged.count - 1) more"
            }
        text = "Cannot open \(first.words)\(others). Repair: \(settings.completed("profile repair"))"
    }

    func lines(width: Int) -> [String] { text.wordWrapped(to: width) }
}
