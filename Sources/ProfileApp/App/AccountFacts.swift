internal import ProfileKit

/// The facts about an account that are readable without its secrets.
struct AccountFacts: Hashable, Sendable {
    let account: AccountID
    /// The format of each stage, in order.
    let stages: [CodeFormat]
    /// The stage of the current door.
    var stage = 0
    let shufflesKeypad: Bool
    /// The number of attempts left before a wait; `nil` if unknown.
    let attemptsBeforeWait: Int?
    /// The wait before the next attempt.
    let retryAfter: Duration
    /// The number of failed attempts since the last unlock; `nil` if unknown.
    var failures: Int?
    /// Whether it has a live session, so that it opens without a secret.
    var hasSession = false
    /// Whether the store has several accounts, so that this one must be named.
    var isOneOfSeveral = false
    /// The workspace that was chosen for it in the app; `nil` if none was.
    var workspace: String?

    /// The names that distinguish this account from others: its workspace and its id, where there was
    /// a choice.
    var distinction: String? {
        let parts = [workspace, isOneOfSeveral ? account.description : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The format of the door's secret.
    var format: CodeFormat { stages.indices.contains(stage) ? stages[stage] : .sixDigits }
    /// Whether a password comes before the code.
    var hasPassword: Bool { stages.count > 1 }
}

/// What is known of the attempts on an account, which any program may make.
struct AttemptFacts: Hashable, Sendable {
    let account: AccountID
    /// The number of failed attempts since the last unlock; `nil` if unknown.
    let failures: Int?
    /// The number of attempts left before a wait; `nil` if unknown.
    let attemptsBeforeWait: Int?
    /// The wait before the next attempt.
    let retryAfter: Duration
}

extension AttemptFacts {
    init(_ status: GateStatus, of account: AccountID) {
        self.init(
            account: account, failures: status.failures, attemptsBeforeWait: status.attemptsBeforeWait,
            retryAfter: status.retryAfter)
    }
}

extension AccountFacts {
    init(_ gate: Gate, stage: Int = 0) throws {
        let status = try gate.status
        if let problem = status.problem, status.stages.isEmpty { throw problem }
        self.init(
            account: gate.account, stages: status.stages, stage: stage, shufflesKeypad: status.shufflesKeypad,
            attemptsBeforeWait: status.attemptsBeforeWait, retryAfter: status.retryAfter, failures: status.failures,
            hasSession: status.session != nil)
    }
}
