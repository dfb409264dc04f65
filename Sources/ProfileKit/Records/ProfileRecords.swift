/// The binary forms of profiles, drafts and history entries.

extension RecordWriter {
    mutating func append(_ profile: Profile) {
        append(profile.username)
        append(profile.prefersNotifications)
        append(profile.seasonalPhoto.rawValue)
        append(profile.goalDate)
    }

    mutating func append(_ day: Day) {
        append(day.year)
        append(day.month)
        append(day.day)
    }
}

extension RecordReader {
    mutating func profile() throws(MalformedRecord) -> Profile {
        let (username, prefers, season) = (try text(), try flag(), try text())
        guard let season = Season(rawValue: season) else { throw MalformedRecord() }
        return Profile(
            username: username, prefersNotifications: prefers, seasonalPhoto: season, goalDate: try day())
    }

    mutating func day() throws(MalformedRecord) -> Day {
        let (year, month, day) = (try integer(), try integer(), try integer())
        guard let day = Day(checkedYear: year, month: month, day: day) else { throw MalformedRecord() }
        return day
    }
}

/// A committed profile.
struct ProfileRecord {
    var profile: Profile

    private static let schema: UInt8 = 1

    init(_ profile: Profile) {
        self.profile = profile
    }

    init(decoding bytes: [UInt8]) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        profile = try reader.profile()
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(profile)
        return writer.bytes
    }
}

/// One commit: when it was, and the profile before and after.
struct HistoryRecord {
    var at: Int
    /// `nil` for the first revision.
    var before: Profile?
    var after: Profile

    private static let schema: UInt8 = 1

    init(at: Int, before: Profile?, after: Profile) {
        (self.at, self.before, self.after) = (at, before, after)
    }

    init(decoding bytes: [UInt8]) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        at = try reader.integer()
        before = try reader.optional { try $0.profile() }
        after = try reader.profile()
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(at)
        writer.append(before) { $0.append($1) }
        writer.append(after)
        return writer.bytes
    }
}

extension Draft {
    private static let schema: UInt8 = 1

    /// - Parameter save: the number of the save, which the row bears in the open and the seal is bound to.
    init(decoding bytes: [UInt8], save: Int) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        let (revision, savedAt) = (try reader.integer(), try reader.integer())
        let (base, profile) = (try reader.profile(), try reader.profile())
        try reader.finish()
        self.init(base: base, baseRevision: revision, profile: profile, save: save, savedAt: savedAt)
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(baseRevision)
        writer.append(savedAt ?? 0)
        writer.append(base)
        writer.append(profile)
        return writer.bytes
    }
}
