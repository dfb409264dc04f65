internal import SQLiteKit

extension ProfileStore {
    /// Checks a profile and publishes it, inside the caller's transaction: the one way into the committed profile.
    ///
    /// - Parameter isReturning: whether the profile was committed before. Then it is not checked again: the days that a
    ///   goal date is chosen from move on with time, and don't bind a day that was chosen once.
    func publish(
        _ profile: Profile, after previous: CommittedProfile, in connection: borrowing Connection,
        sealer: borrowing RecordSealer, isReturning: Bool = false
    ) throws -> Commit {
        let changes = profile.changes(since: previous.profile)
        guard !changes.isEmpty else {
            return Commit(revision: previous.revision, profile: profile, changes: [])
        }
        let problems = isReturning ? [] : profile.problems(goalDates: goalDates(committed: previous.profile))
        guard problems.isEmpty else { throw ProfileError(invalid: problems) }
        let next = try ProfileTable.publish(
            profile, after: previous, at: gate.configuration.clock.secondsSince1970, in: connection, sealer: sealer)
        if changes.contains(where: { $0.field == .goalDate }) {
            // One badge is earned by a hike on the goal date.
            try HikeTable.refreshDigest(goalDate: profile.goalDate, in: connection, sealer: sealer)
        }
        return Commit(revision: next.revision, profile: profile, changes: changes)
    }
}
