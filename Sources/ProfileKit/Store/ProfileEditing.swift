extension ProfileStore {
    /// The committed profile and its revision.
    public var committed: CommittedProfile {
        get throws { try read { try ProfileTable.load(from: $0, sealer: $1) } }
    }

    /// The committed profile.
    public var profile: Profile {
        get throws { try committed.profile }
    }

    /// Changes the committed profile directly. A draft is left alone.
    ///
    /// The body runs on the committed profile, alone among all processes, so it can't conflict. When nothing is
    /// changed there is no new revision.
    ///
    /// - Throws: ``ProfileError`` with `invalidValue` that names every value out of its rules; nothing is changed then.
    @discardableResult
    public func edit(_ body: (inout Profile) throws -> Void) throws -> Commit {
        try write { connection, sealer in
            let previous = try ProfileTable.load(from: connection, sealer: sealer)
            var edited = previous.profile
            try body(&edited)
            return try publish(edited, after: previous, in: connection, sealer: sealer)
        }
    }

    /// Everything that would keep a profile from being committed now; empty when all is well.
    public func problems(in profile: Profile) throws -> [InvalidValue] {
        try profile.problems(goalDates: goalDates(committed: committed.profile))
    }

    /// The days that the goal date can be set to now.
    public func goalDates(committed: Profile) -> ClosedRange<Day> {
        Profile.goalDates(committed: committed.goalDate, today: today)
    }

    /// Today, by the gate's clock and this machine's zone.
    public var today: Day { Day(localTo: gate.configuration.clock.secondsSince1970) }
}

/// What a commit did.
public struct Commit: Hashable, Sendable {
    /// The revision that readers see now.
    public let revision: Int
    public let profile: Profile
    /// What changed; empty when nothing did, and then the revision is the one before.
    public let changes: [ProfileChange]
}
