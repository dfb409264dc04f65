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
            throw HikeFileError("there are more than \(self.points) points; split the file into several")
        }
    }

    func check(tracks: Int) throws(HikeFileError) {
        guard tracks <= self.tracks else {
            throw HikeFileError("there are more than \(self.tracks) tracks; split the file into several")
        }
    }

    /// - Parameter line: evaluated only for the error, because counting lines takes a pass over the text.
    func check(bytes: Int, line: @autoclosure () -> Int? = nil) throws(HikeFileError) {
        guard bytes <= self.bytes else {
            throw HikeFileError(line: line(), "the file is longer than \(self.bytes >> 20) MiB; split it into several")
        }
    }
}
