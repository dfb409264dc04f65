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
        // The components of a longer one have more seconds than fit.
        guard self < .nanoseconds(.max) else { return .max }
        guard self > .nanoseconds(.min) else { return .min }
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    static func nanoseconds(_ count: Int) -> Duration { .nanoseconds(Int64(count)) }
}
