/// A progress bar: `██████▌·····`.
struct ProgressLine: Hashable, Sendable {
    /// The part that is done, from 0 to 1.
    let fraction: Double
    let width: Int

    var text: String {
        let fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        let eighths = Int((fraction * Double(width * 8)).rounded())
        let (whole, rest) = (eighths / 8, eighths % 8)
        let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: whole) + blocks[rest]
        return bar + String(repeating: "·", count: max(width - bar.count, 0))
    }
}
