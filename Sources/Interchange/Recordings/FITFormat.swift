public import ProfileModel

/// Activities and courses in FIT, the format of Garmin, Wahoo, Suunto and most other watches.
/// <https://developer.garmin.com/fit/protocol/>
///
/// Each session of an activity becomes a hike, and a course a plan; chained files are read one after the other. The
/// figures that the device declares for a session are kept: distance, ascent, descent, time, and the time that its
/// timer ran. A hike is named after its course, else after the file.
///
/// Messages and fields that hikes don't need, including developer fields, are skipped. The checksum must be correct.
public enum FITFormat {
    /// Maximum length of a file, in bytes.
    public static let largestFile = RecordingLimits.largestFile

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the byte offset, from 0.
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
