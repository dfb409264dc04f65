public import ProfileModel
public import SealedStore

/// The list of a hike's fields. A new field needs a stored property with a default, and a line here.
extension HikeHeader: FieldModel {
    public static let fields: [ModelField<HikeHeader>] = [
        ModelField("name", tag: 1, label: "Name", get: \.name) { $0.name = $1 },
        ModelField(
            "distance", tag: 2, label: "Distance", get: { Kilometres(number: $0.distance) },
            set: { $0.distance = $1.number }),
        ModelField(
            "difficulty", tag: 3, label: "Difficulty", get: { $0.difficulty.map { Difficulty($0) } },
            set: { $0.difficulty = $1?.number }),
        ModelField("date", tag: 4, label: "Date", get: \.date) { $0.date = $1 },
        ModelField("startTime", tag: 5, label: "Start", get: \.startTime) { $0.startTime = $1 },
        ModelField(
            "duration", tag: 6, label: "Duration", get: { $0.duration.map { Seconds(number: $0) } },
            set: { $0.duration = $1?.number }),
        ModelField(
            "movingTime", tag: 7, label: "Moving Time", get: { $0.movingTime.map { Seconds(number: $0) } },
            set: { $0.movingTime = $1?.number }),
        ModelField("movingDistance", tag: 8, get: \.movingDistance) { $0.movingDistance = $1 },
        ModelField(
            "ascent", tag: 9, label: "Ascent", get: { $0.ascent.map { Metres(number: $0) } },
            set: { $0.ascent = $1?.number }),
        ModelField(
            "descent", tag: 10, label: "Descent", get: { $0.descent.map { Metres(number: $0) } },
            set: { $0.descent = $1?.number }),
        ModelField("heartRate", tag: 11, get: \.heartRate) { $0.heartRate = $1 },
        ModelField("source", tag: 12, get: \.source) { $0.source = $1 },
        ModelField("activity", tag: 13, label: "Activity", get: \.activity) { $0.activity = $1 },
        ModelField("planned", tag: 14, label: "Planned", get: \.isPlanned) { $0.isPlanned = $1 },
        // By name: an unknown one is dropped.
        ModelField(
            "declared", tag: 15, get: { Set($0.declared.map(\.rawValue)) },
            set: { $0.declared = Set($1.compactMap { DeclaredFigure(rawValue: $0) }) }),
        ModelField("tags", tag: 16, label: "Tags", get: \.tags) { $0.tags = $1 },
        ModelField("favourite", tag: 17, label: "Favourite", get: \.isFavourite) { $0.isFavourite = $1 },
        ModelField("trim", tag: 18, get: \.trim) { $0.trim = $1 },
        ModelField("notes", tag: 19, label: "Notes", get: \.notes) { $0.notes = $1 }.inBody(),
        ModelField("waypoints", tag: 20, get: \.waypoints) { $0.waypoints = $1 }.inBody(),
        ModelField("laps", tag: 21, get: \.laps) { $0.laps = $1 }.inBody(),
        ModelField("zone", tag: 22, get: \.zone) { $0.zone = $1 },
        ModelField("original", tag: 23, get: \.original) { $0.original = $1 },
    ]

    public init() { self.init(id: 0, name: "", distance: 0) }
}

extension Activity: EditableValue {
    /// Reads an unknown activity as ``other``.
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self = Activity(rawValue: try reader.text()) ?? .other
    }
}

extension HeartRate: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init(min: try reader.double(), average: try reader.double(), max: try reader.double())
    }

    public func write(to writer: inout RecordWriter) {
        for rate in [min, average, max] { writer.append(rate) }
    }
}

extension Timestamp: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let seconds = try reader.double()
        let offset = try Int?(from: &reader)
        guard let time = Timestamp(secondsSince1970: seconds, utcOffset: offset) else { throw MalformedRecord() }
        self = time
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(secondsSince1970)
        utcOffset.write(to: &writer)
    }
}

extension AssumedZone: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let (offset, isOfLongitude) = (try reader.integer(), try reader.flag())
        guard let zone = AssumedZone(utcOffset: offset, isOfLongitude: isOfLongitude) else { throw MalformedRecord() }
        self = zone
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(utcOffset)
        writer.append(isOfLongitude)
    }
}

extension Waypoint: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let name = try reader.text()
        let position = TrackPoint(
            latitude: try reader.double(), longitude: try reader.double(), elevation: try Double?(from: &reader),
            time: try Timestamp?(from: &reader))
        guard let position else { throw MalformedRecord() }
        self.init(name: name, position: position, description: try reader.text(), symbol: try reader.text())
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(name)
        writer.append(position.latitude)
        writer.append(position.longitude)
        position.elevation.write(to: &writer)
        position.time.write(to: &writer)
        writer.append(description)
        writer.append(symbol)
    }
}

extension Lap: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init(
            startTime: try Timestamp?(from: &reader), distance: try Double?(from: &reader),
            duration: try Double?(from: &reader), ascent: try Double?(from: &reader),
            heartRate: try Double?(from: &reader), name: try reader.text())
    }

    public func write(to writer: inout RecordWriter) {
        startTime.write(to: &writer)
        for figure in figures { figure.write(to: &writer) }
        writer.append(name)
    }
}
