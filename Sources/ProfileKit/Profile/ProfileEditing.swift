public import ProfileModel
public import SealedStore

extension ProfileStore {
    /// The committed profile and its revision.
    public var committed: CommittedProfile {
        get throws { try Self.require(try read { try profileRecords.committed(in: &$0) }) }
    }

    /// The committed profile.
    public var profile: Profile {
        get throws { try committed.model }
    }

    /// Changes the committed profile directly. A draft is left alone.
    ///
    /// The body runs on the committed profile, alone among all processes, so it can't conflict. When nothing is
    /// changed there is no new revision.
    ///
    /// - Throws: ``ProfileError`` with `invalidValue` that names every value out of its rules; nothing is changed then.
    @discardableResult
    public func edit(_ body: (inout Profile) throws -> Void) throws -> ProfileCommit {
        try publishing { try profileRecords.edit(at: now, in: &$0, body) }
    }

    /// Everything that would keep a profile from being committed now; empty when all is well.
    public func problems(in profile: Profile) throws -> [FieldProblem] {
        profile.problems(replacing: try committed.model, at: now)
    }

    /// The days that the goal date can be set to now.
    public func goalDates(committed: Profile) -> ClosedRange<Day> {
        Profile.goalDates(committed: committed.goalDate, today: today)
    }

    /// Today, by the gate's clock and this machine's zone.
    public var today: Day { Day(localTo: now) }

    /// In seconds since 1970.
    var now: Int { gate.configuration.clock.secondsSince1970 }

    /// The profile's records.
    var profileRecords: DocumentRecords<Profile> { DocumentRecords(historyLimit: gate.configuration.historyLimit) }

    /// Runs a body that publishes a profile, and brings the summary up to date with its goal date, which one badge
    /// depends on.
    func publishing(_ body: (inout RecordTransaction) throws -> ProfileCommit) throws -> ProfileCommit {
        try write { transaction in
            let commit = try body(&transaction)
            if commit.changes.contains(where: { $0.field == "goalDate" }) {
                try HikeLedger().refresh(in: &transaction)
            }
            return commit
        }
    }

    static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw StoreError(.damagedParts([.record(kind: "profile", number: nil)])) }
        return value
    }
}
