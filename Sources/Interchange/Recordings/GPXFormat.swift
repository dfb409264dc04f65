public import ProfileModel

/// Recordings in GPX 1.0 and 1.1, the common exchange format of receivers and watches.
///
/// Each track with at least one point becomes a hike. Routes are plans: they are skipped if there are tracks, unless
/// ``GPXWriter`` wrote the file; otherwise each of them becomes a hike. A hike is named after its track, else after the
/// file's own name element, the file, or the track's type.
///
/// A point whose position or time is unreadable, or that only marks a pause (latitude 100 or 200), is left out and
/// counted; so is a value that isn't a number. An elevation or heart rate that is out of range (``TrackPoint``), empty
/// or `NaN` counts as not measured. Of several elevations of a point the first counts, of several heart rates the first
/// plausible one. The figures that Garmin's devices declare for a track (`TrackStatsExtension`) are kept with it.
public enum GPXFormat {
    /// Maximum length of a file, in bytes.
    public static let largestFile = RecordingLimits.largestFile

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .gpx, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}
