internal import SQLiteKit

/// The rows of hikes, and of the digest over them.
enum HikeTable {
    static func place(_ table: String, id: Int) -> RecordPlace {
        RecordPlace(table: table, id: String(id), revision: 1)
    }

    static func contains(
        fingerprint: [UInt8], in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM hike WHERE account = ? AND fingerprint = ?", .text(sealer.accountID), .blob(fingerprint)
        ) { try $0.integer(0) } != nil
    }

    static func contains(
        id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM hike WHERE account = ? AND id = ?", .text(sealer.accountID), .integer(id)
        ) { try $0.integer(0) } != nil
    }

    /// The ids of all hikes, in order.
    static func ids(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> [Int] {
        try RecordTable.hike.numbers(in: connection, sealer: sealer)
    }

    /// Removes a hike, or all of them; nothing happens when there is none. The caller brings the digest up to date.
    static func delete(id: Int? = nil, from connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        let removed = try id.map { [$0] } ?? ids(in: connection, sealer: sealer)
        try RecordTable.hike.forgetDamage(of: removed, in: connection, sealer: sealer)
        try RecordTable.hike.remove(numbered: id, from: connection, sealer: sealer)
    }

    /// One more than the highest id; 1 for the first hike. Where the highest leaves no room, the first id that is free.
    static func nextID(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Int {
        let ids = try connection.first(
            "SELECT coalesce(max(id), 0) FROM hike WHERE account = ?", .text(sealer.accountID)
        ) { try $0.integer(0) }
        let highest = ids ?? 0
        guard highest >= ImportedHike.largestID else { return highest + 1 }
        var free = 1
        for id in try self.ids(in: connection, sealer: sealer) where id == free { free += 1 }
        return free
    }

    static func write(
        _ hike: Hike, contentDigest: [UInt8], into connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        let header = sealer.seal(
            HeaderRecord(hike.header, contentDigest: contentDigest).encoded, at: place("hike.header", id: hike.id))
        let track = sealer.seal(TrackRecord(hike.observations).encoded, at: place("hike.track", id: hike.id))
        let row = RecordTable.HikeRow(
            fingerprint: sealer.fingerprint(of: contentDigest), header: header, track: track)
        try RecordTable.putHike(hike.id, row, in: connection, sealer: sealer)
    }

    /// The headers of all hikes, by id.
    static func headers(
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [HikeHeader] {
        var opened = OpenedHeaders()
        return try headers(in: connection, sealer: sealer, reusing: &opened)
    }

    /// The same, opening those alone that were not opened before.
    static func headers(
        in connection: borrowing Connection, sealer: borrowing RecordSealer, reusing opened: inout OpenedHeaders
    ) throws -> [HikeHeader] {
        try headerBoxes(in: connection, sealer: sealer).map { row in
            if let known = opened.headers[row.id], known.box == row.box { return known.header }
            let header = try openHeader(row.box, id: row.id, sealer: sealer)
            opened.headers[row.id] = (row.box, header)
            return header
        }
    }

    /// The sealed headers of all hikes, by id.
    static func headerBoxes(
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> [(id: Int, box: [UInt8])] {
        try connection.rows(
            "SELECT id, header FROM hike WHERE account = ? ORDER BY id", .text(sealer.accountID)
        ) { (id: try $0.integer(0), box: try $0.blob(1)) }
    }

    /// The sealed parts of one hike; `nil` when there is none of this id.
    static func boxes(
        id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> (header: [UInt8], track: [UInt8])? {
        try connection.first(
            "SELECT header, track FROM hike WHERE account = ? AND id = ?", .text(sealer.accountID), .integer(id)
        ) { (header: try $0.blob(0), track: try $0.blob(1)) }
    }

    static func openHeader(_ box: [UInt8], id: Int, sealer: borrowing RecordSealer) throws -> HikeHeader {
        try HeaderRecord(decoding: try sealer.open(box, at: place("hike.header", id: id))).header
    }

    static func openTrack(_ box: [UInt8], id: Int, sealer: borrowing RecordSealer) throws -> [HikeObservation] {
        try TrackRecord(decoding: try sealer.open(box, at: place("hike.track", id: id))).observations
    }

    /// One hike; `nil` when there is none of this id.
    static func hike(
        id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Hike? {
        guard let boxes = try boxes(id: id, in: connection, sealer: sealer) else { return nil }
        return Hike(
            header: try openHeader(boxes.header, id: id, sealer: sealer),
            observations: try openTrack(boxes.track, id: id, sealer: sealer))
    }

    /// Whether a hike's seals open and its row says of it what they do.
    static func isWhole(
        id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) -> Bool {
        let found = try? connection.first(
            "SELECT fingerprint, header FROM hike WHERE account = ? AND id = ?", .text(sealer.accountID), .integer(id)
        ) { (fingerprint: try $0.blob(0), header: try $0.blob(1)) }
        guard let row = found, let hike = try? hike(id: id, in: connection, sealer: sealer), hike.id == id,
            let payload = try? sealer.open(row.header, at: place("hike.header", id: id)),
            let record = try? HeaderRecord(decoding: payload)
        else { return false }
        return sealer.fingerprint(of: record.contentDigest) == row.fingerprint
    }

    /// Puts a hike under another key, inside the caller's transaction.
    static func reseal(
        _ id: Int, in connection: borrowing Connection, from old: borrowing RecordSealer,
        to new: borrowing RecordSealer
    ) throws {
        guard let boxes = try boxes(id: id, in: connection, sealer: old) else { return }
        let (headerPlace, trackPlace) = (place("hike.header", id: id), place("hike.track", id: id))
        let header = try old.open(boxes.header, at: headerPlace)
        let track = try old.open(boxes.track, at: trackPlace)
        try RecordTable.hike.remove(numbered: id, from: connection, sealer: old)
        let row = RecordTable.HikeRow(
            fingerprint: new.fingerprint(of: try HeaderRecord(decoding: header).contentDigest),
            header: new.seal(header, at: headerPlace), track: new.seal(track, at: trackPlace))
        try RecordTable.putHike(id, row, in: connection, sealer: new)
    }

    /// Brings the digest up to date with the hikes, inside the caller's transaction.
    static func refreshDigest(
        goalDate: Day, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        var opened = OpenedHeaders()
        try refreshDigest(goalDate: goalDate, in: connection, sealer: sealer, reusing: &opened)
    }

    static func refreshDigest(
        goalDate: Day, in connection: borrowing Connection, sealer: borrowing RecordSealer,
        reusing opened: inout OpenedHeaders
    ) throws {
        let headers = try headers(in: connection, sealer: sealer, reusing: &opened)
        let digest = HikeDigest(over: headers, goalDate: goalDate)
        let sums = [digest.totals.distance, digest.totals.ascent ?? 0, digest.totals.movingTime ?? 0]
        guard sums.allSatisfy(\.isFinite) else {
            throw ProfileError(invalid: [InvalidValue("the hikes", "add up to more than a number can hold")])
        }
        try writeDigest(digest, into: connection, sealer: sealer)
    }

    static func writeDigest(
        _ digest: HikeDigest, into connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        let previous =
            try connection.first("SELECT revision FROM summary WHERE account = ?", .text(sealer.accountID)) {
                try $0.integer(0)
            } ?? 0
        try RecordTable.summary.put(digest.encoded, numbered: previous + 1, in: connection, sealer: sealer)
    }

    static func digest(
        from connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> HikeDigest {
        let row = try connection.first(
            "SELECT revision, record FROM summary WHERE account = ?", .text(sealer.accountID)
        ) { (revision: try $0.integer(0), record: try $0.blob(1)) }
        guard let row else { throw MalformedRecord() }
        return try HikeDigest(
            decoding: try sealer.open(row.record, at: RecordPlace(table: "summary", revision: row.revision)))
    }
}
