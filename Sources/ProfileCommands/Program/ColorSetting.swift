internal import ProfileRendering

/// Whether to use colours.
enum ColorSetting: String, CaseIterable {
    case auto, always, never

    static let rule = "must be auto, always or never"

    /// The number of colours for an output.
    ///
    /// The option takes precedence over the environment: `always` also colours a file, regardless of `NO_COLOR`
    /// (no-color.org: effective when not empty) and of what the terminal supports. The number of colours comes from
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
