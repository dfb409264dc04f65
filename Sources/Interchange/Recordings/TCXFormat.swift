public import ProfileModel

/// Activities and courses in TCX, Garmin's Training Center XML.
///
/// Each activity becomes a hike, and each course a plan. TCX has sports for running and biking only; any other counts
/// as hiking. A hike is named after its course, else after the file. The time and the distance that the device declares
/// for each lap are summed and kept. Points without a position, as recorded indoors, are skipped; otherwise the same
/// applies as for points in GPX (``GPXFormat``).
public enum TCXFormat {
    /// Maximum length of a file, in bytes.
    public static let largestFile = RecordingLimits.largestFile

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .tcx, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}
