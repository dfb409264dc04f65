internal import LinuxKit
internal import Sealing

/// What the gate remembers of attempts, kept beside the device secret and authenticated by it.
struct GateState: Hashable {
    var limiter = AttemptLimiter()
    /// When the last failure was, on the wall clock: for people to read, in seconds since 1970.
    var lastFailureAt = 0
    /// Counts the store's commits, so that an older file put back can be noticed.
    var generation: UInt64 = 0
}

/// `gate.state`: two slots of 512 bytes, written in turn in place.
///
/// A slot is a disk's sector, which is written as a whole or not at all, so at any moment both slots are valid and
/// the newer one holds the state. A slot that isn't valid, or two that don't follow each other, were tampered with.
struct GateStateFile {
    let path: String
    /// What the codes are bound to, besides the device secret.
    let context: [UInt8]

    private struct Slot {
        let state: GateState
        let sequence: UInt64
    }

    static let slotLength = 512
    private static let version: UInt8 = 1

    /// Makes the file with a state that is as new as can be.
    func create(key: borrowing Secret) throws {
        let state = GateState()
        try PrivateFile.write(encode(state, 1, key: key) + encode(state, 2, key: key), to: path)
    }

    /// The newest state.
    ///
    /// - Throws: ``ProfileError`` with `damaged` when the file is missing or a slot isn't valid.
    func read(key: borrowing Secret) throws -> GateState {
        try newest(in: open(writing: false), key: key).state
    }

    /// Puts a new state over the older slot, and returns once it is on the disk.
    ///
    /// - Parameter synced: whether to wait for the disk; a state that only tells of a commit need not.
    func write(_ state: GateState, key: borrowing Secret, synced: Bool = true) throws {
        let file = try open(writing: true)
        let sequence = try newest(in: file, key: key).sequence + 1
        try file.write(encode(state, sequence, key: key), at: Self.offset(ofSequence: sequence))
        if synced { try file.sync() }
    }

    private func open(writing: Bool) throws -> Descriptor {
        do {
            return try PrivateFile.open(path, writing: writing)
        } catch let error as SystemError where error.isMissing {
            throw damage("is missing")
        }
    }

    private func newest(in file: borrowing Descriptor, key: borrowing Secret) throws -> Slot {
        let content = try file.read(2 * Self.slotLength + 1, at: 0)
        guard content.count == 2 * Self.slotLength else { throw damage("has another length than it must") }
        let odd = try decode(Array(content[..<Self.slotLength]), key: key)
        let even = try decode(Array(content[Self.slotLength...]), key: key)
        guard !odd.sequence.isMultiple(of: 2), even.sequence.isMultiple(of: 2),
            max(odd.sequence, even.sequence) - min(odd.sequence, even.sequence) == 1
        else { throw damage("holds slots that do not follow each other") }
        return odd.sequence > even.sequence ? odd : even
    }

    private static func offset(ofSequence sequence: UInt64) -> Int {
        sequence.isMultiple(of: 2) ? slotLength : 0
    }

    private func encode(_ state: GateState, _ sequence: UInt64, key: borrowing Secret) -> [UInt8] {
        var writer = RecordWriter(schema: Self.version)
        writer.append(unsigned: sequence)
        writer.append(unsigned: UInt64(state.limiter.failures))
        writer.append(state.limiter.lastFailure)
        writer.append(state.lastFailureAt)
        writer.append(unsigned: state.generation)
        var slot = writer.bytes
        slot += [UInt8](repeating: 0, count: Self.slotLength - KeyedHash.length - slot.count)
        return slot + mac(slot, key: key)
    }

    private func decode(_ slot: [UInt8], key: borrowing Secret) throws -> Slot {
        let body = Array(slot.dropLast(KeyedHash.length))
        guard KeyedHash.areEqual(Array(slot.suffix(KeyedHash.length)), mac(body, key: key)) else {
            throw damage("fails its check")
        }
        var reader = try RecordReader(body, schema: Self.version)
        let sequence = try reader.unsigned()
        let failures = try reader.unsigned()
        let lastFailure = try reader.optional { try $0.bootInstant() }
        let state = GateState(
            limiter: AttemptLimiter(failures: Int(clamping: failures), lastFailure: lastFailure),
            lastFailureAt: try reader.integer(), generation: try reader.unsigned())
        return Slot(state: state, sequence: sequence)
    }

    private func mac(_ body: [UInt8], key: borrowing Secret) -> [UInt8] {
        KeyedHash.mac(Array("profile.gate-state.v1".utf8), context, body, key: key)
    }

    private func damage(_ what: String) -> ProfileError {
        ProfileError(
            .damaged, "\(path) \(what): failed attempts can no longer be counted",
            hint: "The way on is your recovery code: profile recover")
    }
}
