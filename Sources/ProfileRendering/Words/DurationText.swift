extension ProfileError {
    /// Nothing was tried, since an earlier failure's wait isn't over.
    public static func throttled(for wait: Duration) -> ProfileError {
        ProfileError(
            .throttled, "too many failed attempts: wait \(wait.inWords)",
            hint: "No attempt is made until then, not even with the right one.", retryAfter: wait)
    }

    /// A secret that doesn't open its stage, with what that leaves.
    static func wrong(_ format: CodeFormat, after limiter: AttemptLimiter) -> ProfileError {
        let message =
            format == .password
            ? "The password does not match." : "The \(format == .passphrase ? "passphrase" : "code") does not match."
        let wait = AttemptLimiter.penalty(afterFailures: limiter.failures)
        let free = limiter.attemptsBeforeWait
        let hint =
            wait == .zero
            ? "\(free) more \(free == 1 ? "attempt" : "attempts") before a wait."
            : "The next attempt can be made in \(wait.inWords)."
        return ProfileError(.wrongPasscode, message, hint: hint)
    }
}

extension Duration {
    /// Rounded up to seconds, such as "59 s", "4 min 2 s" or "3 h 59 min".
    public var inWords: String {
        let seconds = wholeSecondsUp
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        default:
            let minutes = seconds % 3600 / 60
            return minutes == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(minutes) min"
        }
    }

    /// Seconds, a begun one counted as a whole.
    public var wholeSecondsUp: Int {
        let (sum, overflows) = components.seconds.addingReportingOverflow(components.attoseconds > 0 ? 1 : 0)
        return Int(overflows ? .max : sum)
    }
}
