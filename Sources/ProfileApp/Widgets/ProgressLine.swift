internal import ProfileRendering

/// How far something is, as a bar: `██████▌·····`.
struct ProgressLine: Hashable, Sendable {
    /// From 0 to 1.
    let part: Double
    let width: Int

    var text: String {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        let eighths = Int((part * Double(width * 8)).rounded())
        let (whole, rest) = (eighths / 8, eighths % 8)
        let blocks = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: whole) + blocks[rest]
        return bar + String(repeating: "·", count: max(width - bar.count, 0))
    }
}
