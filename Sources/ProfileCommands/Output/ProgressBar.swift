internal import ProfileRendering

/// The progress of long work, redrawn on one line of a terminal, and erased when the work is done.
final class ProgressBar {
    private let channel: OutputChannel
    /// The counted items, such as "files".
    private let noun: String
    private let total: Int
    private var drawn = ""

    private let columns: Int

    /// Fails when there is no one to see it, it isn't wanted, or the work is short.
    init?(_ noun: String, total: Int, for call: CommandCall) {
        let errors = call.context.errors
        let isDumb = call.context.environment["TERM"] == "dumb" || call.isSet(GlobalOptions.plain)
        guard total > 1, errors.isTerminal, !isDumb, !call.settings.isQuiet, !call.settings.isJSON else { return nil }
        (channel, self.noun, self.total) = (errors, noun, total)
        columns = errors.terminalColumns ?? 80
    }

    /// Shows how many items are done.
    ///
    /// - Parameter name: the item in progress, which is shown if there is room.
    func show(_ done: Int, now name: String) {
        let text = " \(100 * done / total) % of \(total) \(noun)"
        // A full line would wrap to the next one.
        let cells = min(max(columns - text.count - 3, 4), max(24, columns / 4))
        let filled = cells * done / total
        var line = "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: cells - filled))]\(text)"
        let room = columns - line.count - 3
        if room >= 8 { line += "  \(name.terminalSafe.fitted(to: room).trimmingSpaces)" }
        guard line != drawn else { return }
        // Padded to erase a longer previous line.
        channel.write("\r\(line)\(String(repeating: " ", count: max(drawn.cells - line.cells, 0)))")
        channel.flush()
        drawn = line
    }

    /// Erases the line.
    func clear() {
        channel.write("\r\(String(repeating: " ", count: drawn.cells))\r")
        channel.flush()
        drawn = ""
    }
}
