internal import CLinux
internal import Glibc

/// What a process that handles secrets does before anything else.
public enum ProcessHardening {
    /// Files are made for this user alone, the process leaves no core dump and can't be attached to, and a closed pipe
    /// or a full quota comes back as an error instead of ending the process half-way.
    public static func apply() {
        umask(0o077)
        _ = profile_set_dumpable(0)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
