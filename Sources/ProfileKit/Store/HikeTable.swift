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
        try connection.rows("SELECT id FROM hike WHERE account = ? ORDER BY id", .text(sealer.accountID)) {
            try $0.integer(0)
        }
    }

    static func delete(
        id: Int, from connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        try connection.run(
            "DELETE FROM hike WHERE account = ? AND id = ?", .text(sealer.accountID), .integer(id))
    }

    static func deleteAll(from connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        try connection.run("DELETE FROM hike WHERE account = ?", .text(sealer.accountID))
    }

    /// One more than the highest id; 1 for the first hike. Where the highest leaves no room, the first id that is free.
    static func nextID(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws -> Int {
        let ids = try connection.first(
            "SELECT coalesce(max(id), 0) FROM hike WHERE account = ?", .text(sealer.accountID)
        ) { try $0.integer(0) }
        let highest = ids ?? 0
        guard highest >= largestID else { return highest + 1 }
        var free = 1
        for id in try self.ids(in: connection, sealer: sealer) where id == free { free += 1 }
        return free
    }

    /// Larger numbers are not whole in JSON for every reader.
    private static let largestID = (1 << 53) - 1

    static func write(
        _ hike: Hike, contentDigest: [UInt8], into connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws {
        let header = sealer.seal(
            HeaderRecord(hike.header, contentDigest: contentDigest).encoded, at: place("hike.header", id: hike.id))
        let track = sealer.seal(TrackRecord(hike.observations).encoded, at: place("hike.track", id: hike.id))
        try connection.run(
            """
            INSERT OR REPLACE INTO hike (account, id, revision, fingerprint, header, track) VALUES (?, ?, 1, ?, ?, ?)
            """,
            .text(sealer.accountID), .integer(hike.id), .blob(sealer.fingerprint(of: contentDigest)), .blob(header),
            .blob(track))
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
        let boxes = try connection.rows(
            "SELECT id, header FROM hike WHERE account = ? ORDER BY id", .text(sealer.accountID)
        ) { (id: try $0.integer(0), box: try $0.blob(1)) }
        return try boxes.map { row in
            if let known = opened.headers[row.id], known.box == row.box { return known.header }
            let record = try HeaderRecord(decoding: try sealer.open(row.box, at: place("hike.header", id: row.id)))
            opened.headers[row.id] = (row.box, record.header)
            return record.header
        }
    }

    /// One hike; `nil` when there is none of this id.
    static func hike(
        id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Hike? {
        let row = try connection.first(
            "SELECT header, track FROM hike WHERE account = ? AND id = ?", .text(sealer.accountID), .integer(id)
        ) { (header: try $0.blob(0), track: try $0.blob(1)) }
        guard let row else { return nil }
        let header = try HeaderRecord(decoding: try sealer.open(row.header, at: place("hike.header", id: id))).header
        let track = try TrackRecord(decoding: try sealer.open(row.track, at: place("hike.track", id: id)))
        return Hike(header: header, observations: track.observations)
    }

    /// Puts all hikes under another key, inside the caller's transaction.
    static func reseal(
        in connection: borrowing Connection, from old: borrowing RecordSealer, to new: borrowing RecordSealer
    ) throws {
        for id in try ids(in: connection, sealer: old) {
            let row = try connection.first(
                "SELECT header, track FROM hike WHERE account = ? AND id = ?", .text(old.accountID), .integer(id)
            ) { (header: try $0.blob(0), track: try $0.blob(1)) }
            guard let row else { continue }
            let (headerPlace, trackPlace) = (place("hike.header", id: id), place("hike.track", id: id))
            let header = try old.open(row.header, at: headerPlace)
            let track = try old.open(row.track, at: trackPlace)
            let fingerprint = new.fingerprint(of: try HeaderRecord(decoding: header).contentDigest)
            try connection.run(
                "UPDATE hike SET fingerprint = ?, header = ?, track = ? WHERE account = ? AND id = ?",
                .blob(fingerprint), .blob(new.seal(header, at: headerPlace)), .blob(new.seal(track, at: trackPlace)),
                .text(old.accountID), .integer(id))
        }
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
        let record = sealer.seal(digest.encoded, at: RecordPlace(table: "summary", revision: previous + 1))
        try connection.run(
            "INSERT OR REPLACE INTO summary (account, revision, record) VALUES (?, ?, ?)", .text(sealer.accountID),
            .integer(previous + 1), .blob(record))
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
