internal import ProfileModel
internal import SealedStore
internal import Sealing

extension ImportedHike {
    /// The digest of everything that the source says, and of nothing derived here: the day of a time without a zone
    /// depends on the machine, and figures on the version of their rules.
    var contentDigest: [UInt8] {
        var said = hike
        said.id = 0
        if let nameInSource { said.name = nameInSource }
        if said.startTime != nil { said.date = nil }
        var writer = RecordWriter(schema: 1)
        if let recording {
            // The figures derive from the points, by rules that a later version may improve.
            writer = RecordWriter(schema: 2)
            said = Hike(header: HikeHeader(id: 0, name: said.name, distance: 0, source: said.source))
            writer.append(recording.segments) { $0.append($1) { $0.append($1) } }
        }
        writer.append(sourceID) { $0.append($1) }
        writer.append(said.header)
        return KeyedHash.digest(of: writer.bytes + TrackRecord(said.observations).encoded)
    }
}

extension RecordWriter {
    fileprivate mutating func append(_ point: TrackPoint) {
        append(point.latitude)
        append(point.longitude)
        append(point.elevation) { $0.append($1) }
        append(point.heartRate) { $0.append($1) }
        append(point.time) { $0.append($1) }
    }
}
