internal import ProfileKit

/// What can be read of an account without its secrets.
struct AccountStatus: Hashable, Sendable {
    let id: AccountID
    /// The format of each stage, in order.
    let stages: [CodeFormat]
    /// The stage of the current door.
    var stage = 0
    let shufflesKeypad: Bool
    let attempts: Attempts
    /// Whether it has a live session, so that it opens without a secret.
    var hasSession = false
    /// Why any attempt would be refused, such as a missing device secret; `nil` if one can be made.
    var problem: StoreError.Reason?
    /// Whether the store has several accounts, so that this one must be named.
    var isOneOfSeveral = false
    /// The workspace that was chosen for it in the app; `nil` if none was.
    var workspace: String?

    /// The attempts on an account, which any program may make.
    struct Attempts: Hashable, Sendable {
        /// The number of failed attempts since the last unlock; `nil` if unknown.
        var failures: Int?
        /// The number of attempts left before a wait; `nil` if unknown.
        let beforeWait: Int?
        /// The wait before the next attempt.
        let retryAfter: Duration
    }

    /// The names that distinguish this account from others: its workspace and its id, where there was
    /// a choice.
    var distinction: String? {
        let parts = [workspace, isOneOfSeveral ? id.description : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The format of the door's secret.
    var format: CodeFormat { stages.indices.contains(stage) ? stages[stage] : .sixDigits }
    /// Whether a password comes before the code.
    var hasPassword: Bool { stages.count > 1 }
}

extension AccountStatus {
    init(_ gate: Gate, stage: Int = 0) throws {
        let status = try gate.status
        if let problem = status.problem, status.stages.isEmpty { throw problem }
        self.init(
            id: gate.account, stages: status.stages, stage: stage, shufflesKeypad: status.shufflesKeypad,
            attempts: Attempts(status), hasSession: status.session != nil, problem: status.problem?.reason)
    }
}

extension AccountStatus.Attempts {
    init(_ status: GateStatus) {
        self.init(
            failures: status.failures, beforeWait: status.attemptsBeforeWait, retryAfter: status.retryAfter)
    }
}
