import FoundationEssentials
import Glibc
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore
@testable import SystemKit

@Suite(.temporaryStore) struct `The place of a session's key` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func gate(_ change: (inout Gate.Configuration) -> Void) throws -> Gate {
        var configuration = temporary.gate.configuration
        change(&configuration)
        return try Gate(at: .file(temporary.gate.path), configuration: configuration)
    }

    private func keyFile() throws -> String {
        let name = try #require(try contents(of: temporary.folder).first { $0.hasPrefix("trips-") })
        return "\(temporary.folder)/\(name)"
    }

    @Test func `is a file that only this user can read, when it is a file`() throws {
        try temporary.unlock().beginSession()
        #expect(try mode(of: try keyFile()) == 0o600)
        try temporary.gate.lock()
        #expect(try contents(of: temporary.folder).allSatisfy { !$0.hasPrefix("trips-") })
    }

    @Test func `is refused in a runtime folder that others can enter`() throws {
        let open = "\(temporary.folder)/open"
        try makeFolder(open, mode: 0o755)
        let gate = try gate { $0.runtimeFolder = open }
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(code { try store.beginSession() } == .io)
        #expect(try contents(of: open).isEmpty)
    }

    @Test func `is refused without a runtime folder, and leaves nothing behind`() throws {
        let gate = try gate { $0.runtimeFolder = nil }
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(code { try store.beginSession() } == .io)
        #expect(try gate.status.session == nil)
    }

    @Test func `is looked for where systemd makes the runtime folder, when the environment names none`() {
        #expect(Gate.Configuration(environment: ["HOME": "/home"]).runtimeFolder == "/run/user/\(geteuid())")
        #expect(Gate.Configuration(environment: ["XDG_RUNTIME_DIR": "/run/own"]).runtimeFolder == "/run/own")
    }

    @Test func `is nowhere when sessions are off`() throws {
        let gate = try gate { $0.sessionStorage = SessionStorage.none }
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        #expect(code { try store.beginSession() } == .io)
        try temporary.unlock().beginSession()
        #expect(try gate.resume() == nil)
    }

    @Test func `is the kernel's keyring when the kernel allows it, otherwise the file`() throws {
        let gate = try gate { $0.sessionStorage = nil }
        let session = try gate.unlock(with: Secret(TemporaryStore.passcode)).beginSession()
        #expect(try gate.resume() != nil)
        let files = try contents(of: temporary.folder).filter { $0.hasPrefix("trips-") }
        #expect(files.isEmpty == (session.storage == .keyring))
        try gate.lock()
        #expect(try gate.resume() == nil)
    }

    @Test(arguments: [SessionStorage.keyring, .file])
    func `is the one with the session that lasts longest when there are several`(longest: SessionStorage) throws {
        let keyring = MemoryKeyring()
        for place in [SessionStorage.keyring, .file] {
            let gate = try gate { ($0.keyring, $0.sessionStorage) = (keyring, place) }
            let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
            try store.beginSession(duration: .seconds(place == longest ? 120 : 60))
        }
        let gate = try gate { ($0.keyring, $0.sessionStorage) = (keyring, nil) }
        #expect(try gate.status.session?.storage == longest)
        temporary.clock.advance(by: .seconds(60))
        #expect(try gate.resume() != nil)
    }

    @Test func `opens nothing when any byte of it is changed`() throws {
        try temporary.unlock().beginSession()
        let path = try keyFile()
        let content = try bytes(of: path)
        for position in content.indices where !(16..<24).contains(position) {
            var changed = content
            changed[position] ^= 1
            try write(changed, to: path)
            #expect(try temporary.gate.resume() == nil, "byte \(position)")
        }
        try write(content, to: path)
        #expect(try temporary.gate.resume() != nil)
    }

    @Test(arguments: [
        "UPDATE session SET deadline = deadline + 1000000000000", "UPDATE session SET idle = idle * 100",
        "UPDATE account SET epoch = 2", "UPDATE account SET lock = lock + 1", "UPDATE session SET id = zeroblob(16)",
        "UPDATE session SET boot = zeroblob(16)", "UPDATE session SET envelope = zeroblob(73)",
    ])
    func `opens nothing when the row is changed`(sql: String) throws {
        try temporary.unlock().beginSession()
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
        #expect(try temporary.gate.resume(extending: false) == nil)
    }
}

/// A keyring in this process's memory, which is there whatever the kernel allows.
final class MemoryKeyring: SessionKeyring {
    private let payloads = Mutex<[String: [UInt8]]>([:])

    func set(_ name: String, to payload: UnsafeRawBufferPointer, timeout: Duration) throws(SystemError) {
        let bytes = Array(payload)
        payloads.withLock { $0[name] = bytes }
    }

    func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        guard let payload = payloads.withLock({ $0[name] }) else { return nil }
        buffer.copyBytes(from: payload.prefix(buffer.count))
        return payload.count
    }

    func remove(_ name: String) throws(SystemError) {
        payloads.withLock { $0[name] = nil }
    }
}

/// A keyring that refuses as a kernel or a container does.
private struct RefusingKeyring: SessionKeyring {
    let code: Int32

    func set(_ name: String, to payload: UnsafeRawBufferPointer, timeout: Duration) throws(SystemError) {
        throw SystemError(.keepKey, code: code)
    }

    func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        throw SystemError(.findKey, code: code)
    }

    func remove(_ name: String) throws(SystemError) {
        throw SystemError(.findKey, code: code)
    }
}

@Suite(
    .temporaryStore,
    .reliability(
        "R15", "a refused keyring falls back to a file, or says why",
        figure: "5 errors of the kernel, with and without a file to fall back to")
) struct `When the kernel refuses its keyring` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func gate(refusing code: Int32, place: SessionStorage?) throws -> Gate {
        var configuration = temporary.gate.configuration
        configuration.keyring = RefusingKeyring(code: code)
        configuration.sessionStorage = place
        return try Gate(at: .file(temporary.gate.path), configuration: configuration)
    }

    @Test(arguments: [EPERM, ENOSYS, EACCES, EDQUOT, ENOKEY])
    func `a session falls back to a file and can be locked`(code: Int32) throws {
        let gate = try gate(refusing: code, place: nil)
        let session = try gate.unlock(with: Secret(TemporaryStore.passcode)).beginSession()
        #expect(session.storage == .file)
        #expect(try gate.resume() != nil)
        #expect(try gate.lock())
        #expect(try gate.resume() == nil)
    }

    @Test func `a session that requires it is refused with the kernel's reason`() throws {
        let gate = try gate(refusing: EPERM, place: .keyring)
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        let error = #expect(throws: StoreError.self) { try store.beginSession() }
        #expect(error?.reason == .noSessionStorage([.system(SystemError(.keepKey, code: EPERM))]))
    }
}
