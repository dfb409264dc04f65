import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `A gate that was tampered with` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    @Test func `is refused without charging when the device secret is missing`() throws {
        let key = "\(try temporary.stateFolder)/device.key"
        let content = try bytes(of: key)
        try remove(key)
        #expect(temporary.attempt(TemporaryStore.passcode) == .noDeviceSecret)
        #expect(try temporary.gate.status.failures == nil)
        try write(content, to: key)
        #expect(try temporary.failures == 0)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `is refused when the device secret is another store's`() throws {
        let other = try TemporaryStore()
        _ = try temporary.unlock().beginSession()
        let foreign = try bytes(of: "\(try other.stateFolder)/device.key")
        try write(foreign, to: "\(try temporary.stateFolder)/device.key")
        #expect(temporary.attempt(TemporaryStore.passcode) == .noDeviceSecret)
        let inSession = #expect(throws: StoreError.self) { try temporary.gate.resume() }
        #expect(inSession?.reason == .noDeviceSecret(.ofAnotherStore))
    }

    @Test func `has a status that says that its stages can't be read`() throws {
        #expect(try temporary.gate.status.stages == [.sixDigits])
        try execute("UPDATE stage SET format = 'unknown'")
        let status = try temporary.gate.status
        #expect(status.stages == [] && status.problem?.code == .damaged && status.failures == 0)
    }

    @Test func `is refused when the whole state folder is missing`() throws {
        try remove(try temporary.stateFolder)
        #expect(temporary.attempt(TemporaryStore.passcode) == .noDeviceSecret)
        #expect(try temporary.gate.status.failures == nil)
    }

    @Test func `is refused when gate.state is missing`() throws {
        try remove("\(try temporary.stateFolder)/gate.state")
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
    }

    @Test(arguments: [0, 512]) func `counts one more failure when either slot of gate.state is lost`(slot: Int) throws {
        for _ in 1...2 { _ = temporary.attempt("111112") }
        let path = "\(try temporary.stateFolder)/gate.state"
        var content = try bytes(of: path)
        content.replaceSubrange(slot..<slot + 512, with: [UInt8](repeating: 0, count: 512))
        try write(content, to: path)
        // Without the newer slot, the count is the older one's plus one; without the older slot, it is one too many.
        let failures = try #require(try temporary.failures)
        #expect((2...3).contains(failures))
        #expect(try temporary.failures == failures, "reading the status counts nothing")
        #expect(temporary.attempt("111112") == .wrongPasscode)
        #expect(try temporary.failures == failures + 1, "it is counted once")
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
        #expect(try temporary.failures == 0)
    }

    @Test func `counts one more failure when an older slot is put back`() throws {
        let path = "\(try temporary.stateFolder)/gate.state"
        let before = try bytes(of: path)
        for _ in 1...3 { _ = temporary.attempt("111112") }
        let after = try bytes(of: path)
        for slot in [0..<512, 512..<1024] {
            var mixed = after
            mixed.replaceSubrange(slot, with: before[slot])
            try write(mixed, to: path)
            #expect(try #require(try temporary.failures) >= 3)
        }
    }

    @Test func `ignores a slot in the other slot's place`() throws {
        _ = temporary.attempt("111112")
        let path = "\(try temporary.stateFolder)/gate.state"
        let content = try bytes(of: path)
        try write(Array(content[512...]) + Array(content[..<512]), to: path)
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
    }

    @Test func `opens when any bit of gate.state is flipped, and forgets no failure`() throws {
        for _ in 1...3 { _ = temporary.attempt("111112") }
        let path = "\(try temporary.stateFolder)/gate.state"
        let content = try bytes(of: path)
        for position in stride(from: 0, to: content.count, by: 7) {
            var flipped = content
            flipped[position] ^= 1 << UInt8(position % 8)
            try write(flipped, to: path)
            let failures = try #require(try temporary.failures)
            #expect((3...4).contains(failures), "byte \(position)")
            #expect(temporary.attempt(TemporaryStore.passcode) == nil, "byte \(position)")
        }
    }

    @Test func `keeps the full wait when the newest failure is lost, once`() throws {
        for _ in 1...5 { _ = temporary.attempt("111112") }
        temporary.clock.advance(by: .seconds(61))
        let path = "\(try temporary.stateFolder)/gate.state"
        let before = try bytes(of: path)
        _ = temporary.attempt("111112")
        let after = try bytes(of: path)
        let newer = before[..<512] == after[..<512] ? 512..<1024 : 0..<512
        var torn = after
        torn.replaceSubrange(newer.lowerBound..<newer.lowerBound + 100, with: [UInt8](repeating: 7, count: 100))
        try write(torn, to: path)
        temporary.clock.advance(by: .seconds(400))
        #expect(try temporary.failures == 6)
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled, "the sixth failure's wait starts now")
        temporary.clock.advance(by: .seconds(299))
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        temporary.clock.advance(by: .seconds(1))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil, "and doesn't restart at each check")
    }

    @Test func `is refused when both slots of gate.state are lost`() throws {
        let path = "\(try temporary.stateFolder)/gate.state"
        for content in [[], [UInt8](repeating: 0, count: 1024)] {
            try write(content, to: path)
            #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        }
    }

    @Test(arguments: [
        "UPDATE stage SET memory = 4398046511104", "UPDATE stage SET operations = 1000000",
        "UPDATE stage SET format = 'digits:4'", "UPDATE stage SET salt = zeroblob(16)",
        "UPDATE stage SET envelope = zeroblob(73)", "UPDATE account SET recovery = zeroblob(73)",
        "UPDATE account SET epoch = 2", "UPDATE account SET mac = zeroblob(32)", "DELETE FROM stage",
        "UPDATE stage SET format = 'none'", "UPDATE account SET shuffle = 1",
    ])
    func `is refused when its row was changed`(sql: String) throws {
        try execute(sql)
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        #expect(try temporary.failures == 0)
    }

    @Test func `does not open with another account's envelope`() throws {
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID("second"),
            configuration: temporary.gate.configuration)
        try execute(
            "UPDATE stage SET envelope = (SELECT envelope FROM stage WHERE account = 'second') WHERE account = 'main'")
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
    }

    @Test func `is reported by its status, with the damaged part's name, before anything is tried`() throws {
        let folder = try temporary.stateFolder
        let (key, state) = ("\(folder)/device.key", "\(folder)/gate.state")
        #expect(try temporary.gate.status.problem == nil)
        let content = try (key: bytes(of: key), state: bytes(of: state))
        try remove(state)
        var problem = try #require(try temporary.gate.status.problem)
        #expect(problem.reason == .damaged(.attempts(path: state, .missing)))
        try write([UInt8](repeating: 0xFF, count: content.state.count), to: state)
        problem = try #require(try temporary.gate.status.problem)
        #expect(problem.reason == .damaged(.attempts(path: state, .failsCheck)))
        try remove(key)
        problem = try #require(try temporary.gate.status.problem)
        #expect(problem.reason == .noDeviceSecret(.missing))
        try write(content.key.reversed(), to: key)
        problem = try #require(try temporary.gate.status.problem)
        #expect(problem.reason == .noDeviceSecret(.ofAnotherStore))
        try write(content.key, to: key)
        try write(content.state, to: state)
        #expect(try temporary.gate.status.problem == nil)
    }
}
