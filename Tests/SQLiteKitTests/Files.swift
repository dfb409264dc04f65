import Glibc
import SQLiteKit

/// A connection with a busy timeout for tests.
func connect(
    _ path: String, mode: Connection.Mode = .create, busyTimeout: Duration = .milliseconds(20)
) throws(SQLiteError) -> Connection {
    try Connection(opening: path, mode: mode, busyTimeout: busyTimeout)
}

/// The bytes of a file; none when there is no file.
func content(of path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer.prefix(count) }
    return bytes
}

func write(_ bytes: [UInt8], to path: String) throws(WriteFailed) {
    guard let file = fopen(path, "wb") else { throw WriteFailed() }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WriteFailed() }
}

struct WriteFailed: Error {}

/// The error that a body throws, if it is a SQLite error.
func sqliteError(_ body: () throws -> Void) -> SQLiteError? {
    do {
        try body()
        return nil
    } catch {
        return error as? SQLiteError
    }
}

/// Runs a body with the file rights of a user who is not root, so that modes count for tests that run as root, too.
///
/// The kernel keeps these rights for each thread, which is why the body may not suspend.
func asAnyone<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard geteuid() == 0 else { return try body() }
    typealias SetFileUser = @convention(c) (uid_t) -> Int32
    // The header that declares it is not part of the Glibc module.
    let setFileUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetFileUser.self)
    let nobody: uid_t = 65_534
    _ = setFileUser(nobody)
    defer { _ = setFileUser(0) }
    return try body()
}
