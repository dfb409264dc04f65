import SealedStore

struct Note: ElementModel {
    var text = ""
    static let collection = ElementKinds("note")
    static let fields = [Field("text", tag: 1, label: "Text", \.text)]
}

final class NoteStore: GatedStore {
    static let schema = StoreSchema(domain: "notes", collections: [Note.self])
    let opened: OpenAccount
    init(_ opened: OpenAccount) { self.opened = opened }
}

/// Notes of many people in one store, each account behind its own passcode. It holds the stores that are open.
actor NoteService {
    let location: StoreLocation
    private let configuration: GateConfiguration
    private var open: [AccountID: NoteStore] = [:]

    init(at location: StoreLocation) {
        self.location = location
        var configuration = GateConfiguration()
        configuration.cost = .interactive  // 64 MiB for each attempt
        configuration.maximumDerivations = 4  // at a time, so 256 MiB at most; the others wait their turn
        self.configuration = configuration
    }

    /// Creates an account, and returns the recovery code, which its owner keeps.
    func register(_ account: AccountID, passcode: consuming Secret) async throws -> RecoveryCode {
        try await SealedGate<NoteStore>.create(
            NewAccount(passcode: passcode), at: location, account: account, configuration: configuration
        ).recoveryCode
    }

    /// Each attempt counts on the account's own ladder, and disturbs no other account.
    func signIn(_ account: AccountID, passcode: consuming Secret) async throws {
        let gate = try SealedGate<NoteStore>(at: location, account: account, configuration: configuration)
        open[account] = try await gate.unlock(with: passcode)
    }

    func signOut(_ account: AccountID) { open.removeValue(forKey: account)?.close() }

    func add(_ text: String, for account: AccountID) async throws {
        try await store(of: account).add(Note(text: text))
    }

    func notes(of account: AccountID) async throws -> [String] {
        try await store(of: account).elements(Note.self).map(\.text)
    }

    /// Writes a verified copy, while others go on writing. It has all accounts.
    func backup(as account: AccountID, to path: String) async throws {
        let store = try store(of: account)
        try await offloading { try store.backup(to: path) }
    }

    private func store(of account: AccountID) throws -> NoteStore {
        guard let store = open[account] else { throw SignedOut() }
        return store
    }

    struct SignedOut: Error {}
}

func serveNotes() async throws {
    let service = NoteService(at: "notes.sealed")
    let ada = try AccountID("ada")
    let ben = try AccountID("ben")
    let code = try await service.register(ada, passcode: Secret("739158"))
    _ = try await service.register(ben, passcode: Secret("820461"))

    try await service.signIn(ada, passcode: Secret("739158"))
    do { try await service.signIn(ben, passcode: Secret("739158")) } catch StoreError.Code.wrongPasscode {
        print("that is Ada's passcode")
    }
    try await service.add("The pass is open.", for: ada)
    print(try await service.notes(of: ada))
    try await service.backup(as: ada, to: "notes.backup")
    await service.signOut(ada)

    // On a machine that has only the backup, and Ada's recovery code:
    var elsewhere = GateConfiguration()
    elsewhere.stateFolder += "/elsewhere"
    let restored = try await SealedGate<NoteStore>.restore(
        "notes.backup", to: "restored.sealed", configuration: elsewhere)
    print("awaiting recovery:", restored.awaitingRecovery.map(\.description))
    let gate = try SealedGate<NoteStore>(at: "restored.sealed", account: ada, configuration: elsewhere)
    try await gate.recover(with: code, settingUp: GateSecrets(passcode: Secret("150726")))
    let store = try await gate.unlock(with: Secret("150726"))
    print(try await store.elements(Note.self).map(\.text))
    store.close()
}

try await serveNotes()
