internal import ProfileRendering

/// How screens present what they show: what the terminal and the settings ask for.
struct Presentation: Hashable, Sendable {
    var units = Units.metric
    /// Pictures are drawn with characters where there are no colours.
    var depth = ColorDepth.trueColor
    var motion = Motion.full
}
