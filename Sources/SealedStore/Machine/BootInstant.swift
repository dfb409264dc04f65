internal import SystemKit

// How instants of the boot clock are kept: in the gate state, and beside a session's key.

extension RecordWriter {
    mutating func append(_ instant: BootInstant?) {
        append(instant) { writer, instant in
            // What isn't certain isn't written, so that it can't be relied on later.
            writer.append(instant.certainty == .full ? instant.boot : [])
            writer.append((instant.certainty == .none ? BootInstant.beyondAnyClock : instant.sinceBoot).nanoseconds)
        }
    }
}

extension RecordReader {
    mutating func bootInstant() throws(MalformedRecord) -> BootInstant {
        let boot = try blob()
        return BootInstant(
            boot: boot, sinceBoot: .nanoseconds(try integer()), certainty: boot.isEmpty ? .timeOnly : .full)
    }
}

extension BootInstant {
    /// Represents an unknown time, since no clock ever reaches it.
    static var beyondAnyClock: Duration { .nanoseconds(.max) }

    var isBeyondAnyClock: Bool { certainty == .none || sinceBoot >= Self.beyondAnyClock }
}

extension Duration {
    /// Whole nanoseconds, clamped to about 292 years.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, overflows) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowsToo) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }

    static func nanoseconds(_ count: Int) -> Duration { .nanoseconds(Int64(count)) }
}
