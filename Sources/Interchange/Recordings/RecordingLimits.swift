internal import ProfileModel

/// The limits of a file of recordings.
struct RecordingLimits {
    var bytes = RecordingLimits.maximumFileSize
    var points = Recording.maximumPointCount
    var tracks = 10_000

    /// Maximum length of a file, in bytes.
    static let maximumFileSize = 256 << 20

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
