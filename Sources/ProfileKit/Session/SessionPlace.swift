internal import Sealing
internal import SystemKit

/// Where the key of a session is kept.
public enum SessionPlace: String, CaseIterable, Sendable {
    /// The kernel's keyring of this user: memory only.
    case keyring
    /// A file in the runtime folder, which is gone with the last log-out.
    case file
    /// Nowhere: there are no sessions.
    case none

    /// A session is asked for where there are none.
    public static var switchedOff: ProfileError {
        ProfileError(
            .io, "sessions are switched off (PROFILE_SESSION=none)", hint: "Give the passcode to each command.")
    }
}

/// The places where this process keeps and looks for session keys.
///
/// A key in either place opens nothing alone: it seals the data key that stands in the database, and is sealed nowhere
/// itself.
struct SessionPlaces {
    let configuration: Gate.Configuration

    /// Puts a payload into the first place that takes it.
    ///
    /// - Returns: that place.
    /// - Throws: ``ProfileError`` with `io` that says why each was refused, when none takes it.
    func keep(_ payload: borrowing Secret, named name: String, lasting: Duration) throws -> SessionPlace {
        var refusals: [String] = []
        for place in candidates {
            do {
                try write(payload, named: name, lasting: lasting, to: place)
                return place
            } catch {
                refusals.append("\(error)")
            }
        }
        throw ProfileError(
            .io, "a session cannot be kept: \(refusals.joined(separator: "; "))",
            hint: "Give the passcode to each command instead, or set XDG_RUNTIME_DIR to a folder of yours.")
    }

    /// Replaces the payload of a session that is in `place`.
    func write(
        _ payload: borrowing Secret, named name: String, lasting: Duration, to place: SessionPlace
    ) throws {
        switch place {
        case .keyring:
            try unsafe payload.withUnsafeBytes { try unsafe configuration.keyring.set(name, to: $0, timeout: lasting) }
        case .file:
            try payload.withBytes { bytes in
                try PrivateFile.write(bytes.indices.map { bytes[$0] }, to: filePath(name))
            }
        case .none:
            throw SessionPlace.switchedOff
        }
    }

    /// Looks for a session's payload.
    ///
    /// - Throws: ``SealingError/outOfMemory``; whatever else is wrong with a place, nothing is found there.
    func find(_ name: String) throws(SealingError) -> KeptPayload? {
        for place in candidates {
            do {
                guard let secret = try read(name, from: place) else { continue }
                return KeptPayload(payload: try SessionPayload(decoding: secret), place: place)
            } catch SealingError.outOfMemory {
                throw .outOfMemory
            } catch {
                continue
            }
        }
        return nil
    }

    /// Whether a session's payload can be read.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    func holds(_ name: String) throws(SealingError) -> Bool {
        switch try find(name) {
        case .some: true
        case .none: false
        }
    }

    /// Removes a session's payload from wherever it is.
    func remove(_ name: String) {
        // Where one place refuses, the row in the database is gone all the same, and without it a key opens nothing.
        try? configuration.keyring.remove(name)
        if let path = try? filePath(name) { try? PrivateFile.remove(path) }
    }

    private var candidates: [SessionPlace] {
        configuration.sessionPlace.map { [$0] } ?? [.keyring, .file]
    }

    private func read(_ name: String, from place: SessionPlace) throws -> Secret? {
        let capacity = SessionPayload.length + 1
        switch place {
        case .keyring:
            var isThere = false
            let secret = try unsafe Secret(
                capacity: capacity,
                reading: { buffer in
                    let count = try unsafe configuration.keyring.read(name, into: buffer)
                    isThere = count != nil
                    return count ?? 0
                })
            guard isThere else { return nil }
            return secret
        case .file:
            let file = try PrivateFile.open(filePath(name))
            return try unsafe Secret(capacity: capacity, reading: { try unsafe file.read(into: $0, at: 0) })
        case .none:
            return nil
        }
    }

    /// - Throws: ``ProfileError`` when there is no runtime folder that is ours and closed to others.
    private func filePath(_ name: String) throws -> String {
        guard let folder = configuration.runtimeFolder, PrivateFolder.isClosedToOthers(folder) else {
            throw ProfileError(
                .io, "there is no XDG_RUNTIME_DIR that is yours alone",
                hint: "Set it to a folder of yours with mode 0700.")
        }
        return "\(folder)/\(name.replacing(":", with: "-"))"
    }
}

/// A session's payload, and where it was found.
struct KeptPayload: ~Copyable {
    let payload: SessionPayload
    let place: SessionPlace
}
