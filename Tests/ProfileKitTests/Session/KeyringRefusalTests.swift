import Glibc
import ProfileKit
import ProfileKitTesting
import Testing

@testable import SystemKit

/// A keyring that refuses as a kernel or a container does.
private struct RefusingKeyring: SessionKeyring {
    let code: Int32

    func set(_ name: String, to payload: UnsafeRawBufferPointer, timeout: Duration) throws(SystemError) {
        throw SystemError("keep a key in the kernel", code: code)
    }

    func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
        throw SystemError("look for a key in the kernel", code: code)
    }

    func remove(_ name: String) throws(SystemError) {
        throw SystemError("look for a key in the kernel", code: code)
    }
}

@Suite(.temporaryStore) struct `Where the kernel refuses its keyring` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func gate(refusing code: Int32, place: SessionPlace?) throws -> Gate {
        var configuration = temporary.gate.configuration
        configuration.keyring = RefusingKeyring(code: code)
        configuration.sessionPlace = place
        return try Gate(at: temporary.gate.path, configuration: configuration)
    }

    @Test(arguments: [EPERM, ENOSYS, EACCES, EDQUOT, ENOKEY])
    func `a session falls back to a file and can be locked`(code: Int32) throws {
        let gate = try gate(refusing: code, place: nil)
        let session = try gate.unlockBlocking(with: Secret(TemporaryStore.passcode)).beginSession()
        #expect(session.place == .file)
        #expect(try gate.resume() != nil)
        #expect(try gate.lock())
        #expect(try gate.resume() == nil)
    }

    @Test func `a session that must be there is refused with the kernel's reason`() throws {
        let gate = try gate(refusing: EPERM, place: .keyring)
        let store = try gate.unlockBlocking(with: Secret(TemporaryStore.passcode))
        let error = #expect(throws: ProfileError.self) { try store.beginSession() }
        #expect(error?.code == .io)
        #expect(error?.message.contains("Operation not permitted") == true)
    }
}
