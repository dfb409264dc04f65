import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

@Suite(.temporaryStore) struct `Another program's database` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `is called no store instead of a damaged one, and left as it is`() throws {
        let path = "\(temporary.folder)/notes.db"
        do {
            let connection = try Connection(opening: path, mode: .create, busyTimeout: .seconds(1))
            try connection.run("CREATE TABLE note (text TEXT)")
        }
        let before = try bytes(of: path)
        let configuration = temporary.gate.configuration
        let attempts: [() throws -> Void] = [
            { _ = try Gate(at: path, configuration: configuration) },
            { _ = try Gate.create(at: path, passcode: Secret("820461"), configuration: configuration) },
            { try Gate.restore(path, to: "\(temporary.folder)/restored") },
        ]
        for attempt in attempts {
            #expect {
                try attempt()
            } throws: { error in
                guard let error = error as? ProfileError else { return false }
                return error.code == .damaged && error.message.hasSuffix("notes.db is not a profile store")
            }
        }
        #expect(try bytes(of: path) == before)
    }
}
