internal import ProfileKit
public import ProfileModel

/// Reads the places of a file: Landmarks' `landmarkData.json`, the waypoints of GPX and the point placemarks of KML, the
/// points of GeoJSON, or comma-separated values with a row for each place. Lines and tracks in it are passed over.
public enum PlaceFile {
    /// The maximum size of a file, in bytes.
    public static let maximumSize = 64 << 20
    /// The maximum number of places of a file.
    public static let maximumCount = 100_000

    /// - Throws: ``HikeFileError`` with the line, where the format has one; `noPlaces` for a file without any.
    public static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [Place] {
        guard !bytes.isEmpty else { throw HikeFileError(.empty) }
        guard bytes.count <= maximumSize else { throw HikeFileError(.exceeds(.fileSize(maximumSize))) }
        return try checked(try readAny(bytes))
    }

    /// Reads the places of the KML files in an archive, such as KMZ.
    ///
    /// - Throws: ``HikeFileError`` as for a file, and for a member that can't be unpacked.
    public static func read(_ archive: ZipArchive) throws(HikeFileError) -> [Place] {
        var places: [Place] = []
        for member in archive.members where member.name.lowercased().hasSuffix(".kml") && places.count <= maximumCount {
            var bytes: [UInt8] = []
            try archive.unpack(member, limit: maximumSize) { piece throws(HikeFileError) in bytes += piece }
            places += try PlaceDocument.read(bytes)
        }
        return try checked(places)
    }

    private static func checked(_ places: [Place]) throws(HikeFileError) -> [Place] {
        guard places.count <= maximumCount else { throw HikeFileError(.exceeds(.places(maximumCount))) }
        guard !places.isEmpty else { throw HikeFileError(.noPlaces) }
        return places
    }

    private static func readAny(_ bytes: [UInt8]) throws(HikeFileError) -> [Place] {
        switch HikeFileFormat(beginning: bytes) {
        case .gpx, .kml, .tcx: return try PlaceDocument.read(bytes)
        case .landmarks: return try LandmarksPlaces.read(bytes)
        case .fit: throw HikeFileError(.noPlaces)
        case .geojson, .csv, nil: break
        }
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D]
        if bytes.first(where: { !marks.contains($0) }) == UInt8(ascii: "{") { return try GeoJSONPlaces.read(bytes) }
        return try PlacesCSV.read(bytes)
    }
}

extension Place {
    /// A place from a file, with texts that its rules accept.
    init(
        imported name: String, latitude: Double?, longitude: Double?, notes: String = "", category: String = ""
    ) throws(HikeFileError) {
        guard let latitude, let longitude,
            case let position = TrackPosition(latitude: latitude, longitude: longitude), position.isOnEarth
        else { throw HikeFileError(.position) }
        let shown = name.replacingInvisibleControls { _ in " " }.inOneLine
        self.init(name: shown.isEmpty ? "Place" : shown.cut(to: Place.maximumNameLength), position: position)
        self.notes = notes.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacingInvisibleControls { $0 == "\t" ? "\t" : " " }
        }.joined(separator: "\n").cut(to: Place.maximumNotesLength)
        self.category = category.replacingInvisibleControls { _ in " " }.inOneLine.cut(to: Place.maximumCategoryLength)
    }
}
