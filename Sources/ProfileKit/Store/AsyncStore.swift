public import ProfileModel
public import SealedStore

// The operations of a store for tasks. Each is the blocking one of the same name, off the calling task: a task is given
// this one by the compiler, and a plain function the other.
//
// A task that is cancelled before an operation began gets `CancellationError`, and nothing was done. One that has begun is
// finished: what it wrote stands, and its result is returned.

extension ProfileStore {
    /// As the blocking ``edit(_:)-(_)``.
    @discardableResult
    public func edit(_ body: @escaping @Sendable (inout Profile) throws -> Void) async throws -> ProfileCommit {
        try await offloading { _ in try self.edit(body) }
    }

    /// The saved draft, or a fresh one of the committed profile. Writes nothing.
    public func draft() async throws -> ProfileDraft {
        try await offloading { _ in try self.draft() }
    }

    /// Keeps the draft, as the blocking form does.
    public func save(_ draft: inout ProfileDraft) async throws {
        draft = try await offloading { [draft] _ in
            var draft = draft
            try self.save(&draft)
            return draft
        }
    }

    /// Changes the saved draft, or begins one, as the blocking form does.
    @discardableResult
    public func updateDraft(
        _ body: @escaping @Sendable (inout ProfileDraft) throws -> Void
    ) async throws -> ProfileDraft {
        try await offloading { _ in try self.updateDraft(body) }
    }

    /// Publishes a draft, as the blocking form does.
    @discardableResult
    public func commit(
        _ draft: ProfileDraft, deciding decisions: ConflictDecisions = .none
    ) async throws -> ProfileCommit {
        try await offloading { _ in try self.commit(draft, deciding: decisions) }
    }

    /// Drops the saved draft, as the blocking form does.
    public func discard() async throws {
        try await offloading { _ in try self.discard() }
    }

    /// Commits the profile as it was at an earlier revision, as the blocking form does.
    @discardableResult
    public func undo(to revision: Int? = nil) async throws -> ProfileCommit {
        try await offloading { _ in try self.undo(to: revision) }
    }

    /// The commits of the profile, newest first, as the blocking form does.
    public func history(limit: Int? = nil) async throws -> [ProfileHistoryEntry] {
        try await offloading { _ in try self.history(limit: limit) }
    }

    /// Adds hikes, all or none of them, as the blocking form does.
    @discardableResult
    public func importHikes(_ hikes: [ImportedHike], replacing: Bool = false) async throws -> HikeImportResult {
        try await offloading { _ in try self.importHikes(hikes, replacing: replacing) }
    }

    /// One hike with its observations, as the blocking form does.
    public func hike(_ id: Int) async throws -> Hike {
        try await offloading { _ in try self.hike(id) }
    }

    /// Writes a verified copy of the whole store, as the blocking form does.
    @discardableResult
    public func backup(to path: String, acceptingDamage: Bool = false) async throws -> [StoreCheck] {
        try await offloading { _ in try self.backup(to: path, acceptingDamage: acceptingDamage) }
    }

    /// Verifies the store, as the blocking form does.
    public func check() async throws -> [StoreCheck] {
        try await offloading { _ in try self.check() }
    }
}

extension Gate {
    /// The gate of a store's account, which is made with the store where there is none.
    ///
    ///     let gate = try await Gate.openOrCreate(at: "hiker.profile", passcode: Secret("739158")) { recoveryCode in
    ///         print("Keep this: \(recoveryCode)")
    ///     }
    ///
    /// A gate that is there stays as it is, whatever its passcode: ``unlock(with:)`` tells.
    ///
    /// - Parameters:
    ///   - path: the store's file.
    ///   - account: which of the store's accounts.
    ///   - passcode: of a new account: six digits.
    ///   - username: of a new profile; the login name unless given.
    ///   - revealing: is given the recovery code of a new account before it stands. What it throws stops the creation.
    /// - Throws: ``ProfileError`` as ``init(at:account:configuration:)`` and
    ///   ``create(at:account:passcode:format:password:shuffle:username:configuration:)`` do.
    public static func openOrCreate(
        at path: String, account: AccountID = .main, passcode: consuming Secret, username: String? = nil,
        configuration: Configuration = Configuration(),
        revealing: @escaping @Sendable (RecoveryCode) throws -> Void
    ) async throws -> Gate {
        let secrets = Secrets(passcode: passcode)
        return try await offloading { _ in
            do {
                return try Gate(at: path, account: account, configuration: configuration)
            } catch let error as ProfileError where error.code == .noStore {
                do {
                    return try create(
                        at: path, account: account, secrets: secrets, formats: [.sixDigits], username: username,
                        configuration: configuration, revealing: revealing
                    ).gate
                } catch let taken as ProfileError where taken.code == .exists {
                    // Another process came first; or the account is another file's, and then there is none here either.
                    do {
                        return try Gate(at: path, account: account, configuration: configuration)
                    } catch let error as ProfileError where error.code == .noStore {
                        throw taken
                    }
                }
            }
        }
    }
}
