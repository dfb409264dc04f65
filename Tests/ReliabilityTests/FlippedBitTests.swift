import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import ProfileSupport
import SQLiteKit
import TestSupport
import Testing

/// R7: one bit of a file is flipped. Reading then gives what was written or an error: never other data, never a trap.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A flipped bit` {
    /// Everything that a person can read of a store.
    private struct Everything: Equatable, Sendable {
        let content: StoreContent
        let revision: Int
        let history: [Profile]
        let draft: Profile?
        let totals: HikeTotals

        init(_ store: ProfileStore) throws {
            content = try store.content
            revision = try store.committed.revision
            history = try store.history().map(\.profile)
            draft = try store.savedDraft?.profile
            totals = try store.summary.hikes.totals
        }
    }

    /// A store with something of every kind, at rest, and its files as they were.
    private final class Sample: Sendable {
        let temporary: TemporaryStore
        let everything: Everything
        private let files: [String: [UInt8]]

        init() throws {
            temporary = try TemporaryStore()
            everything = try Self.fill(temporary)
            files = try Self.files(in: temporary.folder)
            try #require(files.keys.allSatisfy { !$0.hasSuffix("-wal") }, "someone has the store open")
        }

        /// Writes something of every kind. On return, nobody has the store open, so it is a single file.
        private static func fill(_ temporary: TemporaryStore) throws -> Everything {
            let store = try temporary.unlock()
            try store.edit { $0.seasonalPhoto = .spring }
            try store.importHikes(
                (1...3).map { id in
                    ImportedHike(
                        sourceID: id,
                        hike: Hike(
                            header: HikeHeader(id: id, name: "Ridge \(id)", distance: 4.5),
                            observations: [HikeObservation(distanceFromStart: 0, elevation: 1...2, pace: 3...4)]))
                })
            try store.removeHike(3)
            try store.updateDraft { $0.profile.username = "hiker" }
            try store.beginSession()
            try store.backup(to: "\(temporary.folder)/copy.backup")
            return try Everything(store)
        }

        private static func files(in folder: String) throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                var isFolder = false
                let path = "\(folder)/\(name)"
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else { continue }
                files[path] = FileManager.default.contents(atPath: path).map { Array($0) }
            }
            return files
        }

        func path(endingWith suffix: String) throws -> String {
            try #require(files.keys.sorted().first { $0.hasSuffix(suffix) }, "\(files.keys.sorted())")
        }

        func length(of path: String) -> Int { files[path]?.count ?? 0 }

        /// Puts every file back, one of them with a flipped bit.
        func renew(flipping bit: Int, of flipped: String) throws {
            for (path, content) in files {
                var content = content
                if path == flipped { content[bit / 8] ^= 1 << (bit % 8) }
                try write(content, to: path)
                for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            }
        }

        func gate() throws -> Gate {
            try Gate(at: .file(temporary.gate.path), configuration: temporary.gate.configuration)
        }
    }

    /// A copy of a sample's store, of which bits are flipped on one thread.
    private final class Copy: Sendable {
        private let folder: TemporaryFolder
        private let configuration: Gate.Configuration
        private let path: String
        private let content: [UInt8]

        init(of sample: Sample) throws {
            folder = try TemporaryFolder()
            let home = folder.path(of: "home")
            try FileManager.default.copyItem(atPath: sample.temporary.folder, toPath: home)
            path = home + sample.temporary.gate.path.dropFirst(sample.temporary.folder.count)
            content = try ReliabilityTests.content(of: path)
            configuration = TemporaryStore.configuration(folder: home, clock: sample.temporary.clock)
        }

        /// Opening a store may change it, for example if the flipped bit says that it has no log.
        func open(flipping bit: Int) throws -> Everything? {
            var flipped = content
            flipped[bit / 8] ^= 1 << (bit % 8)
            try write(flipped, to: path)
            for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
            do {
                let gate = try Gate(at: .file(path), configuration: configuration)
                return try Everything(try gate.unlock(with: Secret(TemporaryStore.passcode)))
            } catch is StoreError {
                return nil
            }
        }
    }

    private enum Outcome: Hashable {
        case same, refused, other
    }

    /// The outcomes for bits that are spread evenly over a file.
    private static func flip(
        _ path: String, of sample: Sample, times: Int, _ open: (Sample) throws -> Everything?
    ) throws -> [Outcome: Int] {
        let bits = sample.length(of: path) * 8
        var outcomes: [Outcome: Int] = [:]
        var source = SeededSource(seed: ReliabilityFigure.seed + 7)
        for number in 0..<min(times, bits) {
            // One bit in each of equal parts of the file.
            let part = number * bits / min(times, bits)..<(number + 1) * bits / min(times, bits)
            let bit = times >= bits ? number : Int.random(in: part, using: &source)
            try sample.renew(flipping: bit, of: path)
            var outcome = Outcome.refused
            do {
                if let found = try open(sample) { outcome = found == sample.everything ? .same : .other }
            } catch is StoreError {}
            outcomes[outcome, default: 0] += 1
            if outcome == .other { Issue.record("bit \(bit) of \(path)") }
        }
        return outcomes
    }

    @Test(arguments: [
        ("test.profile", 400, 20_000), ("/device.key", 64, 256), ("/gate.state", 64, 8192), ("/seen.state", 32, 512),
    ])
    func `of the store or its state never changes what is read`(suffix: String, few: Int, many: Int) throws {
        let sample = try Sample()
        let path = try sample.path(endingWith: suffix)
        let times = ReliabilityFigure.isTorture ? many : few
        let outcomes = try Self.flip(path, of: sample, times: times) { sample in
            try Everything(try sample.gate().unlock(with: Secret(TemporaryStore.passcode)))
        }
        #expect(outcomes[.other] == nil, "\(outcomes)")
        switch suffix {
        case "/device.key": #expect(outcomes[.same] == nil, "\(outcomes)")
        // Some bits count, and those of free pages don't.
        case "test.profile": #expect(outcomes[.same] != nil && outcomes[.refused] != nil, "\(outcomes)")
        // One of the two slots is intact, and the seen state may be unknown.
        default: #expect(outcomes[.refused] == nil, "\(outcomes)")
        }
        ReliabilityFigure.record(
            "R7", "a flipped bit of `\(suffix)` is an error or changes nothing",
            figure: "\(times) flips: \(outcomes[.refused] ?? 0) refused, \(outcomes[.same] ?? 0) the same, "
                + "\(outcomes[.other] ?? 0) other data")
    }

    private static let shared = Result { try Sample() }
    private static let slices = 32

    /// Flips every bit, a part of the file in each case.
    @Test(.enabled(if: ReliabilityFigure.isExhaustive, "all parts take an hour"), arguments: 0..<slices)
    func `of a store never changes what is read, wherever it is`(slice: Int) throws {
        let sample = try Self.shared.get()
        let (copy, bits) = (try Copy(of: sample), sample.length(of: sample.temporary.gate.path) * 8)
        var outcomes: [Outcome: Int] = [:]
        for bit in bits * slice / Self.slices..<bits * (slice + 1) / Self.slices {
            let outcome =
                try copy.open(flipping: bit).map { $0 == sample.everything ? Outcome.same : .other } ?? .refused
            outcomes[outcome, default: 0] += 1
            if outcome == .other { Issue.record("bit \(bit)") }
        }
        ReliabilityFigure.record(
            "R7", "no flipped bit of a store changes what is read",
            figure: "part \(slice + 1) of \(Self.slices) of all \(bits) bits: \(outcomes[.refused] ?? 0) refused, "
                + "\(outcomes[.same] ?? 0) the same, \(outcomes[.other] ?? 0) other data")
    }

    @Test func `of a session's key opens nothing, or the original content`() throws {
        let sample = try Sample()
        let name = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: sample.temporary.folder).first {
                $0.split(separator: "/").last?.hasPrefix("profile-") == true
            })
        let key = "\(sample.temporary.folder)/\(name)"
        let times = ReliabilityFigure.isTorture ? 100_000 : 128
        let outcomes = try Self.flip(key, of: sample, times: times) { sample in
            try sample.gate().resume().map { try Everything($0) }
        }
        #expect(outcomes[.other] == nil && outcomes[.refused] != nil, "\(outcomes)")
        ReliabilityFigure.record(
            "R7", "a flipped bit of a session's key opens nothing else",
            figure: "\(outcomes.values.reduce(0, +)) flips: \(outcomes[.refused] ?? 0) refused, "
                + "\(outcomes[.same] ?? 0) the same, \(outcomes[.other] ?? 0) other data")
    }

    @Test func `of a backup is detected before the restored file gets its name`() throws {
        let sample = try Sample()
        let backup = try sample.path(endingWith: "copy.backup")
        let target = "\(sample.temporary.folder)/restored.profile"
        // Each restored store is an instance with a folder of its own, in which the next ones would look for attempts.
        let instances = try sample.path(endingWith: "/device.key").split(separator: "/").dropLast(3).reduce("") {
            "\($0)/\($1)"
        }
        let manager = FileManager.default
        let before = try manager.contentsOfDirectory(atPath: instances)
        let times = ReliabilityFigure.isTorture ? 4000 : 100
        let outcomes = try Self.flip(backup, of: sample, times: times) { sample in
            defer {
                for suffix in ["", "-wal", "-shm"] { unlink(target + suffix) }
                let after = (try? manager.contentsOfDirectory(atPath: instances)) ?? []
                for name in after where !before.contains(name) {
                    try? manager.removeItem(atPath: "\(instances)/\(name)")
                }
            }
            let configuration = sample.temporary.gate.configuration
            try Gate.restore(backup, to: .file(target), configuration: configuration) { accounts in
                (accounts[0].id, Gate.Secrets(passcode: try Secret(TemporaryStore.passcode)))
            }
            let gate = try Gate(at: .file(target), configuration: configuration)
            return try Everything(try gate.unlock(with: Secret(TemporaryStore.passcode)))
        }
        #expect(outcomes[.other] == nil && outcomes[.refused] != nil, "\(outcomes)")
        ReliabilityFigure.record(
            "R7", "a flipped bit of a backup is an error or changes nothing",
            figure: "\(times) flips: \(outcomes[.refused] ?? 0) refused, \(outcomes[.same] ?? 0) the same, "
                + "\(outcomes[.other] ?? 0) other data")
    }

    @Test func `of a log left by a kill loses no commit undetected while this machine remembers it`() throws {
        let temporary = try TemporaryStore()
        let (path, times) = (temporary.gate.path, ReliabilityFigure.isTorture ? 600 : 60)
        let (newest, file, log, state, seen) = try Self.leaveLog(in: temporary)
        #expect(log.count > 4096)

        func count(remembering: Bool) throws -> (older: Int, refused: Int) {
            var (older, refused) = (0, 0)
            for number in 0..<times {
                var flipped = log
                let bit = (number * 2 + 1) * log.count * 8 / (times * 2)
                flipped[bit / 8] ^= 1 << (bit % 8)
                try write(file, to: path)
                try write(flipped, to: "\(path)-wal")
                unlink("\(path)-shm")
                if remembering {
                    try write(seen, to: state)
                } else {
                    unlink(state)
                }
                do {
                    let gate = try Gate(at: .file(path), configuration: temporary.gate.configuration)
                    let found = try Everything(try gate.unlock(with: Secret(TemporaryStore.passcode)))
                    if found != newest { older += 1 }
                } catch is StoreError {
                    refused += 1
                }
            }
            return (older, refused)
        }
        let remembered = try count(remembering: true)
        #expect(remembered.older == 0, "\(remembered)")
        // Without the state that is kept outside the database, most of them would go undetected.
        let forgotten = try count(remembering: false)
        #expect(forgotten.older > times / 2, "\(forgotten)")
        ReliabilityFigure.record(
            "R7", "a flipped bit of a left-over log loses no commit unnoticed",
            figure: "\(times) flips: \(remembered.refused) refused, \(remembered.older) older data",
            control: "with nothing remembered outside: \(forgotten.older) of \(times) unnoticed")
    }

    /// Commits, and returns the files as a kill leaves them: as they are while the store is open.
    private static func leaveLog(
        in temporary: TemporaryStore
    ) throws -> (newest: Everything, file: [UInt8], log: [UInt8], state: String, seen: [UInt8]) {
        let (store, path) = (try temporary.unlock(), temporary.gate.path)
        for number in 1...3 { try store.edit { $0.username = "hiker \(number)" } }
        let state = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: temporary.folder).first { $0.hasSuffix("/seen.state") })
        let remembered = "\(temporary.folder)/\(state)"
        return (
            try Everything(store), try content(of: path), try content(of: "\(path)-wal"), remembered,
            try content(of: remembered)
        )
    }

    @Test func `would be detected to change what is read if nothing were sealed`() throws {
        let temporary = try TemporaryStore()
        let path = "\(temporary.folder)/plain.db"
        let text = String(repeating: "g_kumar winter ", count: 200)
        func open() throws -> String? {
            let database = try Connection(opening: path, mode: .create, busyTimeout: .seconds(1))
            return try database.first("SELECT body FROM profile") { try $0.text(0) }
        }
        do {
            let database = try Connection(opening: path, mode: .create, busyTimeout: .seconds(1))
            try database.run("CREATE TABLE profile (body TEXT)")
            try database.run("INSERT INTO profile VALUES (?)", .text(text))
        }
        let whole = try content(of: path)
        var other = 0
        for number in 0..<200 {
            var flipped = whole
            let bit = (number * 2 + 1) * whole.count * 8 / 400
            flipped[bit / 8] ^= 1 << (bit % 8)
            try write(flipped, to: path)
            if let found = try? open(), found != text { other += 1 }
        }
        #expect(other > 20)
        ReliabilityFigure.record(
            "R7", "the harness detects other data", figure: "–",
            control: "a plain table: \(other) of 200 flips read as other data")
    }
}

private func content(of path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: path), "\(path)"))
}

/// Writes over a file, keeping its mode.
private func write(_ content: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(file >= 0, "\(path)")
    defer { close(file) }
    let written = content.withUnsafeBytes { Glibc.write(file, $0.baseAddress!, $0.count) }
    #expect(written == content.count)
}
