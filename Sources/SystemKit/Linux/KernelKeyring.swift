internal import CLinux
internal import Glibc

/// A place in memory that is shared by all processes of a user.
public protocol SessionKeyring: Sendable {
    /// Stores a payload under a name, replacing any previous one, readable by all processes of this user.
    ///
    /// - Parameter timeout: the time after which the kernel removes the key. It follows the wall clock, so it is only
    ///   for cleaning up: store a deadline in the payload.
    /// - Throws: ``SystemError`` if the kernel refuses, as it does in many containers.
    func set(_ name: String, to payload: UnsafeRawBufferPointer, timeout: Duration) throws(SystemError)

    /// Reads a payload into a buffer and returns its length in bytes; `nil` if there is no such key.
    func read(_ name: String, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int?

    /// Removes a key, if there is one.
    func remove(_ name: String) throws(SystemError)
}

/// The user's kernel keyring: memory that isn't in any file and doesn't survive a reboot.
public struct KernelKeyring: SessionKeyring {
    /// Creates access to the keyring of this process's user.
    public init() {}

    public func set(_ name: String, to payload: UnsafeRawBufferPointer, timeout: Duration) throws(SystemError) {
        // Adding a key clears its timeout, and linking it publishes it, so it is prepared in the process's own keyring.
        let key = unsafe profile_add_key(
            Self.type, name, payload.baseAddress, payload.count, KEY_SPEC_PROCESS_KEYRING)
        guard key >= 0 else { throw SystemError(.keepKey) }
        let seconds = UInt(max(1, timeout.components.seconds))
        guard profile_keyctl(KEYCTL_SET_TIMEOUT, UInt(key), seconds, 0, 0) == 0,
            profile_keyctl(KEYCTL_SETPERM, UInt(key), Self.permissions, 0, 0) == 0,
            profile_keyctl(KEYCTL_LINK, UInt(key), Self.userKeyring, 0, 0) == 0
        else {
            throw SystemError(.keepKey)
        }
    }

    public func read(
        _ name: String, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int? {
        guard let key = try Self.find(name) else { return nil }
        let count = profile_keyctl(
            KEYCTL_READ, key, UInt(bitPattern: buffer.baseAddress), UInt(buffer.count), 0)
        if count < 0, Self.gone.contains(errno) { return nil }
        guard count >= 0 else { throw SystemError(.readKey) }
        return count
    }

    public func remove(_ name: String) throws(SystemError) {
        guard let key = try Self.find(name) else { return }
        _ = profile_keyctl(KEYCTL_REVOKE, key, 0, 0, 0)
        _ = profile_keyctl(KEYCTL_UNLINK, key, Self.userKeyring, 0, 0)
    }

    private static let type = "user"
    private static let userKeyring = UInt(bitPattern: Int(KEY_SPEC_USER_KEYRING))
    /// All permissions for the possessor and for processes of this user, none for others.
    private static let permissions: UInt = 0x3F3F_0000
    private static let gone = [ENOKEY, EKEYEXPIRED, EKEYREVOKED]

    private static func find(_ name: String) throws(SystemError) -> UInt? {
        let key = unsafe type.withCString { type in
            unsafe name.withCString { name in
                profile_keyctl(
                    KEYCTL_SEARCH, userKeyring, UInt(bitPattern: type), UInt(bitPattern: name), 0)
            }
        }
        if key < 0, gone.contains(errno) { return nil }
        guard key >= 0 else { throw SystemError(.findKey) }
        return UInt(key)
    }
}
