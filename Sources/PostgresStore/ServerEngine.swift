internal import Glibc
internal import PostgresKit
internal import SealedStore

/// A store on a server: one schema of one database.
final class ServerEngine: Sendable {
    let pool: ServerPool
    /// The kinds of which an account has one: they come with the first round trip.
    private let singletons: [RecordKind]
    /// Whether the look at what became of a lost commit waits for the account's turn. Only a test says no.
    let settlesUnderLock: Bool
    /// How long a look at what became of a lost commit may take.
    private let settlingPatience: Duration

    init(
        _ address: ServerAddress, kinds: [RecordKind], settlesUnderLock: Bool = true,
        settlingPatience: Duration = .seconds(45)
    ) {
        pool = ServerPool(address)
        singletons = kinds.filter { $0.form == .singleton }
        (self.settlesUnderLock, self.settlingPatience) = (settlesUnderLock, settlingPatience)
    }

    /// Runs a body alone among the writers of the accounts that it touches. What it wrote stands durably when this returns,
    /// and nothing of it when this throws, unless the error says that it isn't known.
    func write<Result>(_ body: (PostgresBackend) throws -> Result) throws -> Result {
        let backend = try begin(isWriting: true)
        let result = try finishing(backend, body)
        let trace = backend.trace
        do {
            try backend.commit()
            pool.putBack(backend.usedConnection)
        } catch {
            // A refusal is an answer: the transaction doesn't count.
            guard error.isLoss || error.kind == .unexpectedAnswer else {
                backend.finish()
                pool.putBack(backend.usedConnection)
                throw EngineError(error)
            }
            guard let trace else { return result }
            switch settle(backend.writer, of: trace.account, after: trace.previous) {
            case true?: break
            case false?: throw EngineError(.unreachable, error.message, cause: error)
            case nil: throw EngineError(.outcomeUnknown, error.message, cause: error)
            }
        }
        return result
    }

    /// Runs a body on everything as of one moment.
    func read<Result>(_ body: (PostgresBackend) throws -> Result) throws -> Result {
        let backend = try begin(isWriting: false)
        let result = try finishing(backend, body)
        backend.finish()
        pool.putBack(backend.usedConnection)
        return result
    }

    private func begin(isWriting: Bool) throws -> PostgresBackend {
        do throws(PostgresError) {
            let (connection, wasIdle) = try pool.take()
            return PostgresBackend(
                on: connection, tables: pool.tables, singletons: singletons, isWriting: isWriting,
                writer: WriterNames.random(),
                reconnect: wasIdle ? { [pool] () throws(PostgresError) in try pool.connect() } : nil)
        } catch {
            throw EngineError(error)
        }
    }

    private func finishing<Result>(
        _ backend: PostgresBackend, _ body: (PostgresBackend) throws -> Result
    ) throws -> Result {
        do {
            return try body(backend)
        } catch {
            backend.finish()
            pool.putBack(backend.usedConnection)
            throw error
        }
    }

    // MARK: Settling

    /// Finds out what became of a transaction whose commit wasn't answered, by its name in the rows that it wrote; `nil`
    /// when that can't be told.
    ///
    /// The look takes its turn among the account's writers: the server may be committing still, and a look that doesn't
    /// wait would not see it.
    private func settle(_ writer: [UInt8], of account: AccountID, after previous: WriterNames) -> Bool? {
        let deadline = ContinuousClock.now.advanced(by: settlingPatience)
        repeat {
            guard let connection = try? pool.connect() else {
                // The server may be starting again.
                usleep(100_000)
                continue
            }
            let look = pool.tables.writer(of: account, isLocked: settlesUnderLock)
            guard
                let answers = try? connection.run([ServerTables.writing, look, ServerTables.commit])
            else { continue }
            guard let found = try? answers[1].isEmpty ? [] : answers[1].bytes(0, 0) else { return nil }
            return WriterNames(found).holds(writer, after: previous)
        } while ContinuousClock.now < deadline
        return nil
    }
}
