internal import CLinux
internal import Glibc

/// The first measures of a process that handles secrets.
public enum ProcessHardening {
    /// Makes new files private to this user, disables core dumps and debugger attachment, and turns a closed pipe or an
    /// exceeded file size limit into an error instead of a signal that ends the process.
    public static func apply() {
        umask(0o077)
        _ = profile_set_dumpable(0)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
