internal import ProfileModel

/// The elements of GPX and KML that places are read from.
private enum PlaceElement: XMLElement {
    case root, container
    case place, name, description, category
    case point, coordinates
    case other

    init(_ name: String, in parent: PlaceElement) {
        self =
            switch (parent, name) {
            case (.root, "wpt"), (.root, "Placemark"), (.container, "Placemark"): .place
            case (.root, "Document"), (.root, "Folder"), (.container, "Document"), (.container, "Folder"): .container
            case (.place, "name"): .name
            case (.place, "desc"), (.place, "description"): .description
            case (.place, "type"): .category
            case (.place, "Point"): .point
            case (.point, "coordinates"): .coordinates
            default: .other
            }
    }

    var longestText: Int {
        switch self {
        case .name, .category: 1024
        case .description: 64 << 10
        case .coordinates: 200
        default: 0
        }
    }
}

/// The waypoints of a GPX file, or the points of a KML file.
struct PlaceDocument: RecordingDocument {
    private var places: [Place] = []
    private var path = XMLPosition<PlaceElement>()
    private var name = ""
    private var notes = ""
    private var category = ""
    private var latitude: Double?
    private var longitude: Double?
    private var hasPoint = false
    private(set) var tracksRead = 0

    static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [Place] {
        let reader = try XMLRecordingReader(PlaceDocument(), RecordingLimits())
        for start in stride(from: 0, to: bytes.count, by: 256 << 10) {
            try reader.read(Array(bytes[start..<min(bytes.count, start + 256 << 10)]))
            _ = reader.takeHikes(fileName: "")
        }
        _ = try reader.finish(fileName: "")
        return reader.withDocument { ($0 as? PlaceDocument)?.places ?? [] }
    }

    mutating func start(
        _ start: XMLStart, name: () -> XMLName, line: () -> Int
    ) throws(HikeFileError) -> XMLInterest {
        let element: PlaceElement
        if let known = path.known(start) {
            element = known
        } else if let parent = path.innermost {
            element = PlaceElement(name().local, in: parent)
            path.remember(start, as: element)
        } else {
            guard ["gpx", "kml"].contains(name().local) else { throw HikeFileError(.noPlaces) }
            element = .root
        }
        if element == .place {
            (self.name, notes, category) = ("", "", "")
            (latitude, longitude) = (start.decimal("lat"), start.decimal("lon"))
            hasPoint = latitude != nil || longitude != nil
            // Counted against the size of a part without any.
            tracksRead += 1
        }
        return path.enter(element)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(HikeFileError) { unsafe path.append(bytes) }

    mutating func end() throws(HikeFileError) {
        switch path.leave() {
        case .name: path.text.name(&name)
        case .description: notes = String(decoding: path.text.bytes, as: UTF8.self)
        case .category: path.text.name(&category)
        case .coordinates:
            let numbers = path.text.spelled.split(separator: " ").first?.split(separator: ",").map {
                Double(decimal: String($0))
            }
            hasPoint = true
            (longitude, latitude) = (numbers?.first ?? nil, numbers?.dropFirst().first ?? nil)
        case .place where hasPoint:
            guard places.count < PlaceFile.maximumCount else {
                throw HikeFileError(.exceeds(.places(PlaceFile.maximumCount)))
            }
            places.append(
                try Place(imported: name, latitude: latitude, longitude: longitude, notes: notes, category: category))
        default: break
        }
    }

    func hikes(fileName: String) throws(HikeFileError) -> [ImportedHike] { [] }
    mutating func takeHikes(fileName: String) -> [ImportedHike] { [] }
    mutating func cut() throws(HikeFileError) {}
}
