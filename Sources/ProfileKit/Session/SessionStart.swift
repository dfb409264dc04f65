internal import LinuxKit
internal import SQLiteKit
internal import Sealing

/// Beginning a session: a fresh session key goes out of the database, and the data key sealed by it goes in. Either
/// alone opens nothing.
struct SessionStart {
    let gate: Gate
    let epoch: Int
    let lasting: Duration
    let idle: Duration

    func begin(in file: borrowing StoreFile, dataKey: borrowing Secret) throws -> Session {
        let now = gate.configuration.clock.bootInstant
        let key = Secret.random()
        var row = SessionRow(
            account: gate.account, id: RandomBytes.make(16), epoch: epoch, deadline: now.advanced(by: lasting),
            idleLimit: idle)
        row.envelope = SealedBox.seal(dataKey, with: key, context: row.context(store: file.id))
        let places = SessionPlaces(configuration: gate.configuration)
        let payload = SessionPayload(idleDeadline: now.advanced(by: idle), key: key)
        let place = try places.keep(payload.encoded(), named: row.name, lasting: lasting)
        let previous = try file.connection.transaction(.writing) { connection in
            let previous = try SessionRow.load(gate.account, from: connection)
            try row.replace(in: connection)
            return previous
        }
        if let previous { places.remove(previous.name) }
        return Session(
            place: place, deadline: row.deadline, idleDeadline: payload.idleDeadline, id: row.id, idleLimit: idle)
    }
}
