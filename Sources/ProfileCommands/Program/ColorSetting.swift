internal import ProfileRendering

/// Whether colours are used, and how many.
enum ColorSetting: String, CaseIterable {
    case auto, always, never

    static let rule = "must be auto, always or never"

    /// How many colours an output gets.
    ///
    /// The option beats the environment: `always` colours a file, too, and asks neither `NO_COLOR` (no-color.org:
    /// counted when it is not empty) nor whether the terminal says that it has any. How many there are is told by
    /// `COLORTERM` and `TERM`, as terminals set them.
    func depth(isTerminal: Bool, environment: [String: String]) -> ColorDepth {
        let terminal = environment["TERM"] ?? ""
        switch self {
        case .never: return .none
        case .always: break
        case .auto:
            let isCapable = isTerminal && !terminal.isEmpty && terminal != "dumb"
            guard isCapable, environment["NO_COLOR"]?.nonEmpty == nil else { return .none }
        }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            return .trueColor
        }
        return terminal.hasSuffix("-256color") ? .palette256 : .eight
    }
}
