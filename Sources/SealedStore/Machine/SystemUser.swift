internal import Glibc

/// The system's record of the user.
public enum SystemUser {
    /// The login name; `nil` if there is none.
    public static var loginName: String? {
        guard let entry = unsafe getpwuid(geteuid()), let name = unsafe entry.pointee.pw_name else { return nil }
        return unsafe String(cString: name)
    }

    /// The home folder: from the environment if that is an absolute path, otherwise from the user database.
    public static func home(environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = unsafe getpwuid(geteuid()), let home = unsafe entry.pointee.pw_dir else { return "/" }
        return unsafe String(cString: home)
    }
}
