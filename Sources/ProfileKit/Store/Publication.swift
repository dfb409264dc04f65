internal import SQLiteKit

extension ProfileStore {
    /// Checks a profile and publishes it, inside the caller's transaction: the one way into the committed profile.
    ///
    /// - Parameter restoring: whether the profile was committed once. Its goal date passed the rule of its own time
    ///   then, and may be any day by now.
    func publish(
        _ profile: Profile, after previous: CommittedProfile, restoring: Bool = false,
        in connection: borrowing Connection, sealer: borrowing RecordSealer
    ) throws -> Commit {
        let changes = profile.changes(since: previous.profile)
        guard !changes.isEmpty else {
            return Commit(revision: previous.revision, profile: profile, changes: [])
        }
        let goalDates = restoring ? profile.goalDate...profile.goalDate : goalDates(committed: previous.profile)
        let problems = profile.problems(goalDates: goalDates)
        guard problems.isEmpty else { throw ProfileError(invalid: problems) }
        let next = try ProfileTable.publish(
            profile, after: previous, at: gate.configuration.clock.secondsSince1970, in: connection, sealer: sealer)
        if let limit = gate.configuration.historyLimit {
            try ProfileTable.cutHistory(to: limit, newest: next.revision, in: connection, sealer: sealer)
        }
        if changes.contains(where: { $0.field == .goalDate }) {
            // One badge is earned by a hike on the goal date.
            try HikeTable.refreshDigest(goalDate: profile.goalDate, in: connection, sealer: sealer)
        }
        return Commit(revision: next.revision, profile: profile, changes: changes)
    }
}
