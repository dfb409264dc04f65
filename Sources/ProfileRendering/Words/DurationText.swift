extension Duration {
    /// The duration rounded up to seconds, such as "59 s", "4 min 2 s" or "3 h 59 min".
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

    /// The duration in seconds, rounded up.
    public var wholeSecondsUp: Int {
        let (sum, overflows) = components.seconds.addingReportingOverflow(components.attoseconds > 0 ? 1 : 0)
        return Int(overflows ? .max : sum)
    }
}
