import SealedStoreTesting
import Testing

@testable import SealedStore
@testable import Sealing
@testable import SystemKit

@Suite(.temporaryStore) struct `The record of the newest seen generation` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func path(_ name: String) throws -> String { "\(try temporary.stateFolder)/\(name)" }

    /// Commits, and puts the previous file back.
    private func putBack() throws {
        let path = temporary.gate.path
        try temporary.unlock().edit { $0.place = "old" }
        try copy(path, to: "\(path).old")
        try temporary.unlock().edit { $0.place = "new" }
        try remove(path)
        try move("\(path).old", to: path)
    }

    @Test func `is unknown when it is torn or missing, which is not damage`() throws {
        try temporary.unlock().edit { $0.place = "new" }
        let content = try bytes(of: try path("seen.state"))
        #expect(content.count == 64)
        for damaged in [[], Array(content[..<30]), content.map { $0 ^ 1 }, content + content] {
            try write(damaged, to: try path("seen.state"))
            #expect(temporary.attempt(TemporaryStore.passcode) == nil)
            #expect(try temporary.unlock().check().filter { !$0.isOK } == [])
            try temporary.unlock().edit { $0.place = "new \(damaged.count)" }
        }
        try remove(try path("seen.state"))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `misses an older store when it is removed, and detects the next one`() throws {
        try putBack()
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        try remove(try path("seen.state"))
        #expect(try temporary.unlock().document.place == "old")
        try putBack()
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
    }

    @Test func `gets the number of the readable text of the same generation, once it is known`() throws {
        let key = try Secret.random()
        let file = SeenStateFile(path: try path("other.state"), domain: "test", context: [1])
        func advanced(from known: LastSeen, to seen: LastSeen) throws -> LastSeen? {
            try file.write(known, key: key)
            try file.advance(to: seen, key: key) { false }
            return try file.read(key: key)
        }
        let unknown = LastSeen(generation: 5, readable: nil)
        for seen in [LastSeen(generation: 5, readable: 3), LastSeen(generation: 6, readable: nil)] {
            #expect(try advanced(from: unknown, to: seen) == seen)
        }
        #expect(try advanced(from: unknown, to: LastSeen(generation: 4, readable: 3)) == unknown)
        let known = LastSeen(generation: 5, readable: 2)
        #expect(try advanced(from: known, to: LastSeen(generation: 5, readable: 3)) == known)
    }

    @Test func `is not readable with another device secret`() throws {
        let other = try TemporaryStore()
        try other.unlock().edit { $0.place = "new" }
        try write(try bytes(of: "\(try other.stateFolder)/seen.state"), to: try path("seen.state"))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `costs no failure and no wait when it is lost`() throws {
        for _ in 1...3 { _ = temporary.attempt("111112") }
        try write([], to: try path("seen.state"))
        #expect(try temporary.failures == 3)
    }

    @Test(arguments: [(UInt64(2), nil), (UInt64(1000), StoreError.Code.damaged)])
    func `is read from the gate state that 0.1.0 wrote`(generation: UInt64, refusal: StoreError.Code?) throws {
        let store = try temporary.unlock()
        try store.edit { $0.place = "new" }
        try remove(try path("seen.state"))
        let gateState = try path("gate.state")
        try write(
            try [(1, 2), (2, 2)].flatMap { try slotOfFirstVersion(sequence: $0, failures: $1, generation: generation) },
            to: gateState)
        #expect(try temporary.failures == 2)
        #expect(temporary.attempt(TemporaryStore.passcode) == refusal)
        #expect(temporary.attempt(TemporaryStore.passcode) == refusal, "also when the gate state was overwritten")
        #expect(try temporary.failures == 0)
    }

    /// A slot of `gate.state` as format 1 wrote it.
    private func slotOfFirstVersion(sequence: UInt64, failures: UInt64, generation: UInt64) throws -> [UInt8] {
        var writer = RecordWriter(schema: 1)
        writer.append(unsigned: sequence)
        writer.append(unsigned: failures)
        writer.append(temporary.clock.bootInstant)
        writer.append(temporary.clock.wallTime.secondsSince1970)
        writer.append(unsigned: generation)
        let body = writer.bytes + [UInt8](repeating: 0, count: 512 - KeyedHash.length - writer.bytes.count)
        let secret = try bytes(of: try path("device.key"))
        let key = try Secret(capacity: secret.count) { target in
            target.copyBytes(from: secret)
            return secret.count
        }
        let folder = temporary.gate.core.folder(in: try temporary.gate.core.take())
        return body
            + KeyedHash.mac(Array("trips.gate-state.v1".utf8), folder.gateState.context, body, key: key)
    }
}
