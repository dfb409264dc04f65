internal import ProfileKit
internal import ProfileRendering

/// The parts of a damaged store that don't open, and the command that repairs it.
struct DamageText: Hashable, Sendable {
    private let sentence: String
    private let repair: String

    var text: String { "\(sentence) To repair it, run: \(repair)" }

    /// - Returns: `nil` if nothing is damaged.
    init?(_ damaged: [DamagedPart], settings: AppSettings) {
        guard let first = damaged.first else { return nil }
        let others =
            switch damaged.count {
            case 1: ""
            case 2: " and \(damaged[1].name)"
            default: " and \(damaged.count - 1) more"
            }
        sentence = "Cannot open \(first.name)\(others)."
        repair = settings.commandLine("repair")
    }

    /// The text on lines of a width. The command is on one line, if it fits.
    func lines(width: Int) -> [String] {
        let all = text.wordWrapped(to: width)
        let command = repair.wordWrapped(to: width)
        guard command.count == 1, !all.contains(where: { $0.contains(repair) }) else { return all }
        return "\(sentence) To repair it, run:".wordWrapped(to: width) + command
    }
}
