internal import ProfileKit
internal import ProfileRendering

// The JSON answers about the gate, and errors.

struct RecoveryCodeAnswer: Encodable {
    var schema = JSONAnswer.schema
    let account: String
    let recoveryCode: String
    /// A passphrase that was generated; omitted if the user chose it.
    let passphrase: String?
}

struct StatusAnswer: Encodable {
    /// Omitted within another answer, which has its own.
    let schema: Int?
    let state: String
    let account: String
    @OrNull var unlockedUntil: String?
    let session: String
    /// `null` when the failures can't be read, since the device secret that authenticates them is missing.
    @OrNull var failures: Int?
    let retryAfter: Int
    let draft: Bool

    init(_ status: GateStatus, gate: Gate, schema: Int? = JSONAnswer.schema) {
        self.schema = schema
        let session = status.session
        state = session == nil ? "locked" : "unlocked"
        account = gate.account.description
        unlockedUntil = session.flatMap { SessionEnd($0, clock: gate.configuration.clock).iso8601 }
        self.session = (session?.storage ?? .none).rawValue
        failures = status.failures
        retryAfter = status.retryAfter.wholeSecondsUp
        draft = status.hasDraft(in: gate)
    }
}

/// The status of a store with several accounts.
struct AccountsStatusAnswer: Encodable {
    var schema = JSONAnswer.schema
    let accounts: [StatusAnswer]
}

extension GateStatus {
    /// Whether a draft is waiting. One that equals the committed profile again is none, which can be told only while
    /// the account is unlocked.
    func hasDraft(in gate: Gate) -> Bool {
        guard hasDraft, session != nil, let store = try? gate.resume(extending: false),
            let summary = try? store.readableSummary
        else { return hasDraft }
        return summary.value.draft != nil || !summary.damaged.isEmpty
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
        /// Seconds; omitted when there is no wait.
        let retryAfter: Int?
        /// The conflicts, in the form of `diff`; omitted when there are none.
        let conflicts: [ConflictAnswer]?
    }

    init(_ userError: UserError, hint: String) {
        error = Body(
            name: userError.exit.name,
            code: userError.exit == .interrupted ? Interruption.exitCode : userError.exit.rawValue,
            message: userError.messages.joined(separator: "; "), hint: hint,
            retryAfter: userError.retryAfter?.wholeSecondsUp,
            conflicts: userError.conflicts.isEmpty ? nil : userError.conflicts.map(ConflictAnswer.init))
    }
}
