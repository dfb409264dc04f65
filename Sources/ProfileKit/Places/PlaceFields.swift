public import ProfileModel
public import SealedStore

/// The list of a place's fields. A new field needs a stored property with a default, and a line here.
extension Place: ElementModel {
    public static let collection = ElementKinds("place")

    public static let fields: [ModelField<Place>] = [
        ModelField("name", tag: 1, label: "Name", get: \.name) { $0.name = $1 },
        ModelField("position", tag: 2, label: "Position", get: \.position) { $0.position = $1 },
        ModelField("radius", tag: 3, label: "Radius", get: \.radius) { $0.radius = $1 },
        ModelField("category", tag: 4, label: "Category", get: \.category) { $0.category = $1 },
        ModelField("notes", tag: 5, label: "Notes", get: \.notes) { $0.notes = $1 }.inBody(),
        ModelField("favourite", tag: 6, label: "Favourite", get: \.isFavourite) { $0.isFavourite = $1 },
        ModelField("featured", tag: 7, label: "Featured", get: \.isFeatured) { $0.isFeatured = $1 },
        ModelField("private", tag: 8, label: "Private", get: \.privateRadius) { $0.privateRadius = $1 },
        // An undo doesn't take it away: two of them would give the place away.
        ModelField("shift", tag: 9, get: \.privateShift) { $0.privateShift = $1 ?? $0.privateShift },
    ]

    /// The valid radii, in metres; of the area around a private place too.
    public static let radii = 1.0...20_000.0
    /// The maximum length of a name, of a category and of notes, in bytes.
    public static let maximumNameLength = HikeHeader.maximumNameLength
    public static let maximumCategoryLength = 64
    public static let maximumNotesLength = 64 << 10

    public func problems(replacing committed: Place, at now: WallTime) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        func check(_ isValid: Bool, _ field: String, _ rule: FieldRule) {
            if !isValid { problems.append(FieldProblem(field, rule)) }
        }
        let isName =
            name.utf8.count <= Self.maximumNameLength && name.unicodeScalars.contains(where: \.isVisibleAlone)
            && !name.hasInvisibleControls
        check(name == committed.name && !name.isEmpty || isName, "name", .hikeName)
        check(position.isOnEarth, "position", .position)
        check(Self.radii.contains(radius), "radius", .metres)
        check(
            category.utf8.count <= Self.maximumCategoryLength && !category.hasInvisibleControls, "category",
            .visibleText(upTo: Self.maximumCategoryLength))
        check(
            notes.utf8.count <= Self.maximumNotesLength
                && !notes.unicodeScalars.contains { $0.isInvisibleControl && $0 != "\n" && $0 != "\t" }
                || notes == committed.notes,
            "notes", .visibleText(upTo: Self.maximumNotesLength))
        check(privateRadius.map(Self.radii.contains) ?? true, "private", .metres)
        return problems
    }

    /// Gives a place that has become private its shift.
    mutating func completePrivacy() {
        if privateRadius != nil, privateShift == nil { privateShift = .random() }
    }
}

extension TrackPosition: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        guard let position = TrackPosition(text) else { throw .position }
        self = position
    }

    /// The position as text, such as "46.53,7.96".
    public var text: String { "\(latitude),\(longitude)" }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .list(let list) = json, list.count == 2 else { throw .form }
        self.init(latitude: try Double(json: list[0]), longitude: try Double(json: list[1]))
    }

    public var json: FieldJSON { .list([.number(latitude), .number(longitude)]) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init(latitude: try reader.double(), longitude: try reader.double())
        guard isOnEarth else { throw MalformedRecord() }
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(latitude)
        writer.append(longitude)
    }
}

extension PrivateShift: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init(east: try reader.double(), north: try reader.double())
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(east)
        writer.append(north)
    }
}

extension FieldRule {
    /// Metres, in the range of ``Place/radii``.
    public static let metres = FieldRule("metres", "\(Int(Place.radii.lowerBound))", "\(Int(Place.radii.upperBound))")
    /// Visible text up to a number of bytes; it may be empty.
    static func visibleText(upTo bytes: Int) -> FieldRule { FieldRule("bytes", "\(bytes)") }
}
