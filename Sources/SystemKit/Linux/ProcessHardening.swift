internal import CLinux
internal import Glibc

/// The first measures of a process that handles secrets.
public enum ProcessHardening {
    /// Makes new files private to this user, disables core dumps and debugger attachment, and turns a closed pipe or an
    /// exceeded file size limit into an error instead of a signal that ends the process. Call this before anything is
    /// opened.
    public static func apply() {
        occupyClosedStreams()
        umask(0o077)
        _ = profile_set_dumpable(0)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Occupies the numbers of standard streams that are closed. The next file or connection would get them, and
    /// receive what is printed, such as a recovery code.
    private static func occupyClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // This gets the lowest number that is free. Using the stream still fails, as if it were closed.
            _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
