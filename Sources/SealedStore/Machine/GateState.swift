internal import Sealing
internal import SystemKit

/// The gate's record of attempts, stored beside the device secret and authenticated by it.
struct GateState: Hashable {
    var limiter = AttemptLimiter()
    /// When the last failure occurred. Only for display.
    var lastFailureAt = WallTime(secondsSince1970: 0)
    /// Identifies the instances that are counted together. It is the same in every instance of the store that has
    /// kept the same secrets, and random otherwise. It is empty if an earlier version wrote the state; the next attempt
    /// gives it one.
    var countID: [UInt8] = []

    /// An id that no other instance has.
    static var newCountID: [UInt8] { RandomBytes.make(countIDLength) }
    static let countIDLength = 16

    /// Takes over the attempts of another instance that is counted together with this one, if there are more of them.
    /// Each attempt is charged on top of the highest count, so the highest is also the newest.
    mutating func adoptIfWorse(_ other: GateState) {
        guard other.limiter.failures > limiter.failures else { return }
        (limiter, lastFailureAt) = (other.limiter, other.lastFailureAt)
    }
}

/// The file `gate.state`: two slots of 512 bytes, written in place and alternately, each synced before the next is
/// begun.
///
/// At any moment at most one slot is half-written, and the other holds the previous state. Every state has exactly one
/// reading: that of the newer slot that passes its check. If the other slot isn't its predecessor (it fails its check,
/// or its number isn't one less), the newest state was lost, and that may have been a failure: one more failure is then
/// counted, as of now. This never gives back a failure, since each write counts at most one, and it costs the owner at
/// most one.
struct GateStateFile {
    let path: String
    /// The schema's domain, to which the MACs are bound.
    let domain: String
    /// Further data to which the MACs are bound. They are keyed by the device secret.
    let context: [UInt8]

    private struct Slot {
        let state: GateState
        let sequence: UInt64
        /// The last generation seen, in a slot written by version 0.1.0. ``SeenStateFile`` now holds it.
        let generation: UInt64?
    }

    /// The combined reading of both slots.
    struct Reading {
        /// The newer slot's state.
        fileprivate(set) var state: GateState
        /// Whether the other slot is its predecessor. If not, a failure may have been lost.
        let isWhole: Bool
        /// The last generation seen, if version 0.1.0 wrote it here.
        let generation: Int?
        fileprivate let sequence: UInt64

        /// The effective state, with one more failure if one may have been lost.
        func state(at now: BootInstant) -> GateState {
            guard !isWhole else { return state }
            var state = state
            state.limiter.charge(at: now)
            return state
        }
    }

    static let slotLength = 512
    /// Versions 1 and 2 have no count id; version 1, written by 0.1.0, also holds the generation.
    private static let version: UInt8 = 3

    /// Creates the file with a state without failures.
    func create(key: borrowing Secret, countID: [UInt8]) throws {
        let state = GateState(countID: countID)
        try PrivateFile.write(encode(state, 1, key: key) + encode(state, 2, key: key), to: path)
    }

    /// - Throws: ``StoreError`` with `damaged` if the file is missing or neither slot passes its check.
    func read(key: borrowing Secret) throws -> Reading {
        try reading(of: open(writing: false), key: key)
    }

    /// Overwrites the older slot with a new state, and returns once it is on disk.
    func write(_ state: GateState, key: borrowing Secret) throws {
        let file = try open(writing: true)
        let (sequence, isTooHigh) = try reading(of: file, key: key).sequence.addingReportingOverflow(1)
        guard !isTooHigh else { throw damage(.counterExhausted) }
        try file.write(encode(state, sequence, key: key), at: Self.offset(ofSequence: sequence))
        try file.sync()
    }

    private func open(writing: Bool) throws -> Descriptor {
        do {
            return try PrivateFile.open(path, writing: writing)
        } catch let error as SystemError where error.isMissing {
            throw damage(.missing)
        }
    }

    private func reading(of file: borrowing Descriptor, key: borrowing Secret) throws -> Reading {
        var slots: [Slot] = []
        for remainder: UInt64 in [1, 0] {
            let bytes = try file.read(Self.slotLength, at: Self.offset(ofSequence: remainder))
            // A slot in the other's place is invalid.
            if let slot = decode(bytes, key: key), slot.sequence % 2 == remainder { slots.append(slot) }
        }
        slots.sort { $0.sequence > $1.sequence }
        guard let newest = slots.first else { throw damage(.failsCheck) }
        return Reading(
            state: newest.state, isWhole: slots.count == 2 && slots[1].sequence == newest.sequence - 1,
            generation: slots.compactMap(\.generation).max().map { Int(clamping: $0) }, sequence: newest.sequence)
    }

    private static func offset(ofSequence sequence: UInt64) -> Int {
        sequence.isMultiple(of: 2) ? slotLength : 0
    }

    private func encode(_ state: GateState, _ sequence: UInt64, key: borrowing Secret) -> [UInt8] {
        var writer = RecordWriter(schema: Self.version)
        writer.append(unsigned: sequence)
        writer.append(unsigned: UInt64(state.limiter.failures))
        writer.append(state.limiter.lastFailure)
        writer.append(state.lastFailureAt.secondsSince1970)
        writer.append(state.countID)
        var slot = writer.bytes
        slot += [UInt8](repeating: 0, count: Self.slotLength - KeyedHash.length - slot.count)
        return slot + mac(slot, key: key)
    }

    /// Decodes a slot; `nil` if it fails its check.
    private func decode(_ slot: [UInt8], key: borrowing Secret) -> Slot? {
        let body = Array(slot.dropLast(KeyedHash.length))
        guard slot.count == Self.slotLength,
            KeyedHash.areEqual(Array(slot.suffix(KeyedHash.length)), mac(body, key: key))
        else { return nil }
        guard let version = body.first, (1...Self.version).contains(version) else { return nil }
        return try? decode(body, version: version)
    }

    private func decode(_ body: [UInt8], version: UInt8) throws -> Slot {
        var reader = try RecordReader(body, schema: version)
        let sequence = try reader.unsigned()
        let failures = try reader.unsigned()
        let lastFailure = try reader.optional { try $0.bootInstant() }
        var state = GateState(
            limiter: AttemptLimiter(failures: Int(clamping: failures), lastFailure: lastFailure),
            lastFailureAt: WallTime(secondsSince1970: try reader.integer()))
        if version == Self.version { state.countID = try reader.blob() }
        return Slot(state: state, sequence: sequence, generation: version == 1 ? try reader.unsigned() : nil)
    }

    private func mac(_ body: [UInt8], key: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(Array("\(domain).gate-state.v1".utf8), context, body, key: key)
    }

    private func damage(_ what: StoreError.AttemptDamage) -> StoreError {
        StoreError(.damaged(.attempts(path: path, what)))
    }
}
