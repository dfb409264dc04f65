import Glibc

/// Runs a body with the file permissions of a user other than root, so that file modes matter in tests run by root too.
///
/// The kernel keeps these permissions per thread, so the body must not suspend.
public func asAnyone<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard geteuid() == 0 else { return try body() }
    typealias SetFileUser = @convention(c) (uid_t) -> Int32
    // The header that declares it isn't part of the Glibc module.
    let setFileUser = unsafe unsafeBitCast(dlsym(nil, "setfsuid"), to: SetFileUser.self)
    let nobody: uid_t = 65_534
    _ = setFileUser(nobody)
    defer { _ = setFileUser(0) }
    return try body()
}
