internal import Glibc

/// The name that the system knows the user by.
enum LoginName {
    /// "hiker" where there is none that can be a username.
    static var current: String {
        guard let entry = unsafe getpwuid(geteuid()), let name = unsafe entry.pointee.pw_name else { return "hiker" }
        let login = unsafe String(cString: name)
        return Profile.brokenRule(ofUsername: login) == nil ? login : "hiker"
    }
}
