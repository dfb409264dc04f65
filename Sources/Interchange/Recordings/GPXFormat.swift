public import ProfileModel

/// Recordings in GPX 1.0 and 1.1, the format that receivers and watches exchange.
///
/// Each track with a point in it is a hike. Routes are plans: where there is a track they are passed over, and where
/// there is none, each of them is a hike. A hike bears its track's name, else the file's, else its track's type.
///
/// A point whose place or time can't be read, or that only marks a pause (latitude 100 and 200), is left out and counted;
/// so is a value that is no number. An elevation or a heart rate that is out of all bounds (``TrackPoint``), empty or
/// `NaN` was not measured. Of several elevations of a point the first counts, of several heart rates the first that can
/// be one. What Garmin's devices declare of a track (`TrackStatsExtension`) is kept with it.
public enum GPXFormat {
    /// Bytes; longer files are refused.
    public static let largestFile = RecordingLimits.largestFile

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` that names the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .gpx, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}
