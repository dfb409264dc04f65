internal import ProfileModel

// Five of EXIF's tags are read: DateTimeOriginal, OffsetTimeOriginal, the GPS position and the GPS time, and Orientation.
// All else is passed over. Nothing in it is a reason to refuse a photo: what can't be read is missing.
extension PhotoMetadata {
    /// Reads the block that JPEG's segment APP1, after its identifier, and PNG's chunk `eXIf` contain. It reads three
    /// directories of at most 512 entries, so that none of them can lead it around in a circle.
    init(exif bytes: ArraySlice<UInt8>) {
        self.init()
        guard let block = EXIFBlock(bytes) else { return }
        let main = block.directory(at: block.start)
        if let value = main[0x0112]?.integers.first, (1...8).contains(value) { orientation = value }
        let photo = block.directory(at: main[0x8769]?.integers.first)
        cameraTime = photo[0x9003]?.text.flatMap(Self.seconds)
        utcOffset = photo[0x9011]?.text.flatMap(Self.offset)
        let satellites = block.directory(at: main[0x8825]?.integers.first)
        if let latitude = Self.degrees(satellites[1], satellites[2], "N", "S", 90),
            let longitude = Self.degrees(satellites[3], satellites[4], "E", "W", 180)
        {
            position = TrackPosition(latitude: latitude, longitude: longitude)
        }
        if let day = satellites[0x1D]?.text.flatMap({ Self.seconds("\($0) 00:00:00") }),
            let parts = satellites[7]?.fractions, parts.count == 3,
            case let time = parts[0] * 3600 + parts[1] * 60 + parts[2], (0..<86_401).contains(time)
        {
            satelliteTime = Double(day) + time
        }
    }

    /// "2026:04:22 08:40:00" in seconds. A clock that was never set has blanks or zeros.
    private static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 2 else { return nil }
        return Timestamp("\(parts[0].replacing(":", with: "-"))T\(parts[1])Z").map {
            Int($0.secondsSince1970)
        }
    }

    /// "+02:00" in seconds.
    private static func offset(_ text: String) -> Int? {
        guard text.utf8.count == 6 else { return nil }
        return Timestamp("2000-01-01T00:00:00\(text)")?.utcOffset
    }

    private static func degrees(
        _ reference: EXIFBlock.Value?, _ value: EXIFBlock.Value?, _ positive: String,
        _ negative: String,
        _ limit: Double
    ) -> Double? {
        guard let parts = value?.fractions, parts.count == 3, let side = reference?.text,
            [positive, negative].contains(side)
        else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard (0...limit).contains(degrees) else { return nil }
        return side == negative ? -degrees : degrees
    }
}
