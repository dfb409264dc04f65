import Interchange
import ProfileRendering

extension HikeFileError {
    /// The error as the program reports it: the line, and the message.
    var told: String { (position.line.map { "line \($0): " } ?? "") + message }
}
