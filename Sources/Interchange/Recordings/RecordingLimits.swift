internal import ProfileModel

/// The limits of recordings. A file that is read track by track may be of any length.
struct RecordingLimits {
    /// The maximum size of a track, or of a file that is read as a whole.
    var bytes = RecordingLimits.maximumSize
    /// The maximum number of points of a track.
    var points = Recording.maximumPointCount
    /// The maximum number of tracks of a file.
    var tracks = 10_000

    static let maximumSize = 256 << 20

    func check(points: Int) throws(HikeFileError) {
        guard points <= self.points else {
            throw HikeFileError(.exceeds(.points(self.points)))
        }
    }

    func check(tracks: Int) throws(HikeFileError) {
        guard tracks <= self.tracks else {
            throw HikeFileError(.exceeds(.tracks(self.tracks)))
        }
    }

    /// - Parameter line: evaluated only for the error, because counting lines takes a pass over the text.
    func check(bytes: Int, line: @autoclosure () -> Int? = nil) throws(HikeFileError) {
        guard bytes <= self.bytes else {
            throw HikeFileError(.exceeds(.fileSize(self.bytes)), line: line())
        }
    }
}
