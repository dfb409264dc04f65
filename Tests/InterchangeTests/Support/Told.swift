import Interchange
import ProfileRendering

extension HikeFileError {
    /// The error as the program reports it: the line, and the words.
    var told: String { (place.line.map { "line \($0): " } ?? "") + words }
}
