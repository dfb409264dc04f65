internal import LinuxKit

extension RecordWriter {
    mutating func append(_ instant: BootInstant?) {
        append(instant) { writer, instant in
            writer.append(instant.boot)
            writer.append(instant.sinceBoot.nanoseconds)
        }
    }
}

extension RecordReader {
    mutating func bootInstant() throws(MalformedRecord) -> BootInstant {
        BootInstant(boot: try blob(), sinceBoot: .nanoseconds(try integer()))
    }
}

extension Duration {
    /// Whole nanoseconds; durations beyond 292 years are cut to that.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, overflows) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowsToo) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }

    static func nanoseconds(_ count: Int) -> Duration { .nanoseconds(Int64(count)) }
}
