internal import ProfileRendering

/// How far long work is, on one line of a terminal that is drawn again and again, and gone when the work is done.
final class ProgressBar {
    private let channel: OutputChannel
    /// What is counted, such as "files".
    private let noun: String
    private let total: Int
    private var drawn = ""

    private let columns: Int

    /// `nil` where nobody would see it, or it is not wanted, or the work is short.
    init?(_ noun: String, total: Int, for call: CommandCall) {
        let errors = call.context.errors
        let isDumb = call.context.environment["TERM"] == "dumb" || call.isSet(GlobalOptions.plain)
        guard total > 1, errors.isTerminal, !isDumb, !call.settings.isQuiet, !call.settings.isJSON else { return nil }
        (channel, self.noun, self.total) = (errors, noun, total)
        columns = errors.terminalColumns ?? 80
    }

    /// Shows that so many are done.
    ///
    /// - Parameter name: of the one that is worked on now, which is told where there is room.
    func show(_ done: Int, now name: String) {
        let text = " \(100 * done / total) % of \(total) \(noun)"
        // A line that fills the terminal would move on to the next one.
        let cells = min(max(columns - text.count - 3, 4), max(24, columns / 4))
        let filled = cells * done / total
        var line = "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: cells - filled))]\(text)"
        let room = columns - line.count - 3
        if room >= 8 { line += "  \(name.terminalSafe.fitted(to: room).trimmingSpaces)" }
        guard line != drawn else { return }
        // What was longer before leaves nothing behind.
        channel.write("\r\(line)\(String(repeating: " ", count: max(drawn.cells - line.cells, 0)))")
        channel.flush()
        drawn = line
    }

    /// Leaves an empty line behind.
    func clear() {
        channel.write("\r\(String(repeating: " ", count: drawn.cells))\r")
        channel.flush()
        drawn = ""
    }
}
