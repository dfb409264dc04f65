public import ProfileModel

/// Activities and courses in TCX, Garmin's Training Center XML.
///
/// Each activity is a hike, and each course is a plan. TCX knows running and biking; everything else is taken for hiking. A
/// hike bears its course's name, else the file's own. The time and the distance that the device declares of each lap are
/// summed and kept. Points without a position, as recorders write them indoors, are no points; what is said of those of
/// GPX (``GPXFormat``) holds for the rest.
public enum TCXFormat {
    /// Bytes; longer files are refused.
    public static let largestFile = RecordingLimits.largestFile

    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` that names the line.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .tcx, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}
