public import ProfileModel
public import SealedStore
internal import Sealing

/// The list of a photo's fields. Its file and its preview are attachments.
extension Photo: ElementModel {
    public static let collection = ElementKinds("photo")

    /// The names of its attachments.
    enum Attachment {
        static let file = "file"
        static let preview = "preview"
    }

    public static let fields: [ModelField<Photo>] = [
        ModelField("hike", tag: 1, get: \.hike) { $0.hike = $1 },
        ModelField("name", tag: 2, label: "Name", get: \.name) { $0.name = $1 },
        ModelField("size", tag: 3, get: \.size) { $0.size = $1 },
        ModelField("width", tag: 4, get: \.width) { $0.width = $1 },
        ModelField("height", tag: 5, get: \.height) { $0.height = $1 },
        ModelField("time", tag: 6, get: \.time) { $0.time = $1 },
        ModelField("position", tag: 7, get: \.position) { $0.position = $1 },
        ModelField("day", tag: 8, get: \.day) { $0.day = $1 },
        ModelField("digest", tag: 9, get: \.digest) { $0.digest = $1 },
    ]

    /// The photos of a hike follow one another.
    public static func key(of photo: Photo) -> Int { photo.hike }

    /// The day on which a photo was taken. Photos of a season are found by it, and no photo is read. The sum is
    /// meaningless.
    public static let figures: [ElementFigure<Photo>] = [{ $0.day.map { StoredHike.key(of: $0) } }]

    public var contentDigest: [UInt8]? { digest }

    public func problems(replacing committed: Photo, at now: WallTime) -> [FieldProblem] {
        let isName = name.utf8.count <= HikeHeader.maximumNameLength && !name.hasInvisibleControls
        let sizes = 0...ImportedPhoto.maximumSize
        return (isName ? [] : [FieldProblem("name", .hikeName)])
            + (sizes.contains(size) ? [] : [FieldProblem("size", .wholeNumber(sizes))])
    }

    /// A photo of a hike, before it is stored.
    init(_ imported: ImportedPhoto, of hike: HikeHeader) {
        self.init()
        (self.hike, name, size) = (hike.id, imported.name, imported.file.count)
        (width, height, position) = (imported.width, imported.height, imported.metadata.position)
        time = imported.metadata.time(assumingOffset: hike.localStart?.utcOffset)
        day = time?.day ?? hike.date
        var writer = RecordWriter(schema: 1)
        writer.append(hike.id)
        writer.append(imported.file)
        digest = KeyedHash.digest(of: writer.bytes)
    }
}
