public import ProfileModel

/// Activities and courses in FIT, the format of Garmin's, Wahoo's, Suunto's and most other watches.
/// <https://developer.garmin.com/fit/protocol/>
///
/// Each session of an activity is a hike, and a course is a plan; files that are chained in one are read one after the
/// other. The figures that the device declares of a session are kept: distance, ascent, descent, time, and the time that
/// its timer ran. A hike bears its course's name, else the file's own.
///
/// Messages and fields that hikes don't need are passed over, those of developers among them. The check sum has to be
/// right.
public enum FITFormat {
    /// Bytes; longer files are refused.
    public static let largestFile = RecordingLimits.largestFile

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` that names the byte, from 0.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        try read(bytes, fileName: HikeFileReader.bareName(fileName), limits: RecordingLimits())
    }

    static func read(
        _ bytes: [UInt8], fileName: String, limits: RecordingLimits
    ) throws(HikeFileError) -> [ImportedHike] {
        guard !bytes.isEmpty else { throw HikeFileError("the file is empty") }
        try limits.check(bytes: bytes.count)
        var hikes: [ImportedHike] = []
        var (start, points) = (0, 0)
        while start < bytes.count {
            var file = try FITFile(bytes, at: start, points: points, limits: limits)
            try file.read()
            hikes += file.hikes(fileName: fileName)
            try limits.check(tracks: hikes.count)
            (start, points) = (file.end, file.points)
        }
        guard !hikes.isEmpty else { throw HikeFileError("no activity and no course in it has a point") }
        return hikes
    }
}
