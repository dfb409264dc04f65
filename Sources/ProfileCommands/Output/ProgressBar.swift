/// How far long work is, on one line of a terminal that is drawn again and again, and gone when the work is done.
final class ProgressBar {
    private let channel: OutputChannel
    /// What is counted, such as "files".
    private let noun: String
    private let total: Int
    private var drawn = ""

    private static let cells = 24

    /// `nil` where nobody would see it, or it is not wanted, or the work is short.
    init?(_ noun: String, total: Int, for call: CommandCall) {
        let errors = call.context.errors
        let isDumb = call.context.environment["TERM"] == "dumb" || call.isSet(GlobalOptions.plain)
        guard total > 1, errors.isTerminal, !isDumb, !call.settings.isQuiet, !call.settings.isJSON else { return nil }
        (channel, self.noun, self.total) = (errors, noun, total)
    }

    /// Shows that so many are done.
    func show(_ done: Int) {
        let filled = Self.cells * done / total
        let percent = 100 * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.cells - filled)
        let line = "[\(bar)] \(percent) % of \(total) \(noun)"
        guard line != drawn else { return }
        channel.write("\r\(line)")
        channel.flush()
        drawn = line
    }

    /// Leaves an empty line behind.
    func clear() {
        channel.write("\r\(String(repeating: " ", count: drawn.count))\r")
        channel.flush()
        drawn = ""
    }
}
