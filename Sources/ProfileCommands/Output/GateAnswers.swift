internal import ProfileKit
internal import ProfileRendering

/// The JSON answers about the gate, and errors.

struct RecoveryCodeAnswer: Encodable {
    var schema = JSONAnswer.schema
    let account: String
    let recoveryCode: String
    /// One that was made for the account; left out where it was typed.
    let passphrase: String?
}

struct StatusAnswer: Encodable {
    var schema = JSONAnswer.schema
    let state: String
    let account: String
    @OrNull var unlockedUntil: String?
    let session: String
    /// `null` where the failures can't be read, for want of the device secret that authenticates them.
    @OrNull var failures: Int?
    let retryAfter: Int
    let draft: Bool

    init(_ status: GateStatus, gate: Gate) {
        let session = status.session
        state = session == nil ? "locked" : "unlocked"
        account = gate.account.description
        unlockedUntil = session.flatMap { SessionEnd($0, clock: gate.configuration.clock).iso8601 }
        self.session = (session?.place ?? .none).rawValue
        failures = status.failures
        retryAfter = status.retryAfter.wholeSecondsUp
        draft = status.hasDraft
    }
}

struct ErrorAnswer: Encodable {
    var schema = JSONAnswer.schema
    let error: Body

    struct Body: Encodable {
        let name: String
        let code: Int32
        let message: String
        let hint: String
        /// Seconds; left out unless there is a wait.
        let retryAfter: Int?
        /// As `diff` has them; left out where there are none.
        let conflicts: [ConflictAnswer]?
    }

    init(_ complaint: Complaint) {
        error = Body(
            name: complaint.exit.name, code: complaint.exit.rawValue,
            message: complaint.messages.joined(separator: "; "), hint: complaint.hint,
            retryAfter: complaint.retryAfter?.wholeSecondsUp,
            conflicts: complaint.conflicts.isEmpty ? nil : complaint.conflicts.map(ConflictAnswer.init))
    }
}
