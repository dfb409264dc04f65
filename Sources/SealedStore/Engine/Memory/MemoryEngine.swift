internal import Synchronization

/// Accounts' records in memory: what a test compares an engine with, and stores that nobody keeps.
package final class MemoryEngine: Sendable {
    private let accounts = Mutex<[String: Content]>([:])

    /// What one account has.
    fileprivate struct Content: Sendable {
        var heads = AccountHeads(epoch: 1, lock: 0, manifest: nil, singletons: [:])
        /// Of logs, collections and pages, by kind and number.
        var rows: [String: [Int: RecordRow]] = [:]
    }

    package init() {}

    package func makeAccount(_ account: AccountID) {
        accounts.withLock { $0[account.description] = Content() }
    }

    /// Runs a body alone. What it wrote stands when it returns, and nothing of it when it throws.
    package func transaction<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try accounts.withLock { accounts in
            let backend = MemoryBackend(accounts)
            let result = try body(backend)
            accounts = backend.accounts
            return result
        }
    }
}

/// One transaction of a ``MemoryEngine``, on a copy of its content.
private final class MemoryBackend: RecordBackend {
    var accounts: [String: MemoryEngine.Content]

    init(_ accounts: [String: MemoryEngine.Content]) {
        self.accounts = accounts
    }

    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads? {
        accounts[account.description]?.heads
    }

    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow? {
        accounts[account.description]?.rows[kind.name]?[number]
    }

    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws {
        let rows = accounts[account.description]?.rows[kind.name] ?? [:]
        let numbers = rows.keys.filter(range.numbers.contains).sorted()
        for number in (range.isDescending ? numbers.reversed() : numbers).prefix(range.limit ?? .max) {
            if let row = rows[number], try !body(row) { return }
        }
    }

    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int? {
        accounts[account.description]?.rows[kind.name]?.values.first { $0.fingerprint == fingerprint }?.number
    }

    func count(_ kind: RecordKind, of account: AccountID) throws -> Int {
        accounts[account.description]?.rows[kind.name]?.count ?? 0
    }

    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        if kind.form == .singleton {
            accounts[account.description]?.heads.singletons[kind.name] = row
        } else {
            accounts[account.description]?.rows[kind.name, default: [:]][row.number] = row
        }
    }

    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws {
        if kind.form == .singleton {
            accounts[account.description]?.heads.singletons[kind.name] = nil
        } else {
            for number in accounts[account.description]?.rows[kind.name]?.keys.filter(numbers.contains) ?? [] {
                accounts[account.description]?.rows[kind.name]?[number] = nil
            }
        }
    }

    func putReadableMark(_ mark: [UInt8], of account: AccountID) throws {
        accounts[account.description]?.heads.readableMark = mark
    }

    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws {
        accounts[account.description]?.heads.manifest = manifest
    }
}
