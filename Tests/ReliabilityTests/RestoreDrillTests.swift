import FoundationEssentials
import Glibc
import Interchange
import ProfileKit
import ProfileKitTesting
import ProfileSupport
import TestSupport
import Testing

/// R24: a backup and a recovery code are enough to restore everything on a machine that has nothing else.
@Suite(.serialized, .timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A backup` {
    private static func machine(in folder: String) throws -> Gate.Configuration {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return TemporaryStore.configuration(folder: folder, clock: SystemClock())
    }

    private static func secrets(_ passcode: String) throws -> Gate.Secrets {
        Gate.Secrets(passcode: try Secret(passcode))
    }

    /// The output of `profile export` for a store.
    private static func export(_ store: ProfileStore) throws -> [UInt8] {
        let content = try store.content
        return try ProfileExport(profile: content.profile, hikes: content.hikes, sources: content.sources).encoded
    }

    /// Restores a backup on another machine by its recovery code, and unlocks it with new secrets.
    private static func restore(_ backup: String, _ code: RecoveryCode, in folder: String) throws -> ProfileStore {
        let configuration = try machine(in: folder)
        let restored = try Gate.restore(backup, to: "\(folder)/restored.profile", configuration: configuration)
        #expect(restored.opened == nil && restored.awaitingRecovery == [.main])
        let gate = try Gate(at: "\(folder)/restored.profile", configuration: configuration)
        try gate.recover(with: code, settingUp: secrets("820461"))
        return try gate.unlock(with: Secret("820461"))
    }

    private static func fill(_ store: ProfileStore, using source: inout SeededSource) throws {
        for _ in 0..<Int.random(in: 0...12, using: &source) {
            switch Int.random(in: 0..<5, using: &source) {
            case 0: try store.edit { $0.username = "hiker \(Int.random(in: 0...9, using: &source))" }
            case 1:
                try store.edit { $0.seasonalPhoto = SeasonalPhoto.allCases.randomElement(using: &source) ?? .spring }
            case 2: try store.updateDraft { $0.profile.username = "draft \(Int.random(in: 0...9, using: &source))" }
            default:
                let known = try store.hikes.count
                try store.importHikes(
                    (0..<Int.random(in: 1...40, using: &source)).map { _ in Self.hike(using: &source) })
                if flip(using: &source), known > 0 { try store.removeHike(try #require(try store.hikes.first).id) }
            }
        }
    }

    private static func flip(using source: inout SeededSource) -> Bool { .random(using: &source) }

    private static func hike(using source: inout SeededSource) -> ImportedHike {
        let header = HikeHeader(
            id: 0, name: "Ridge \(Int.random(in: 0...99, using: &source)) é 🥾",
            distance: Double.random(in: 0.1...40, using: &source).rounded(),
            difficulty: source.maybe { Int.random(in: 0...5, using: &$0) },
            date: source.maybe { Day(year: 2025, month: 4, day: Int.random(in: 1...30, using: &$0)) },
            ascent: source.maybe { Double.random(in: 0...3000, using: &$0) })
        let observations = (0..<Int.random(in: 0...30, using: &source)).map { index in
            HikeObservation(
                distanceFromStart: Double(index), elevation: 1...Double.random(in: 2...900, using: &source),
                pace: 300...400, heartRate: 90...120)
        }
        return ImportedHike(sourceID: nil, hike: Hike(header: header, observations: observations))
    }

    @Test func `restores any store elsewhere, byte for byte`() throws {
        let stores = ReliabilityFigure.isTorture ? 100 : 4
        var hikes = 0
        for number in 0..<stores {
            let seed = ReliabilityFigure.seed + UInt64(number)
            var source = SeededSource(seed: seed)
            let folder = try TemporaryFolder()
            let backup = folder.path(of: "kept.backup")
            let code: RecoveryCode
            let (written, draft, history): ([UInt8], Profile?, [Profile])
            do {
                let configuration = try Self.machine(in: folder.path(of: "lost"))
                let gate: Gate
                (gate, code) = try Gate.create(
                    NewAccount(passcode: Secret("739158")).named("g_kumar"),
                    at: .file(folder.path(of: "lost/test.profile")), configuration: configuration)
                let store = try gate.unlock(with: Secret("739158"))
                try Self.fill(store, using: &source)
                #expect(try store.backup(to: backup).allSatisfy(\.isOK))
                (written, draft) = (try Self.export(store), try store.savedDraft?.profile)
                history = try store.history().map(\.profile)
                hikes += try store.hikes.count
            }
            // The machine is lost, with everything on it.
            try FileManager.default.removeItem(atPath: folder.path(of: "lost"))
            let restored = try Self.restore(backup, code, in: folder.path(of: "new"))
            #expect(try Self.export(restored) == written, "seed \(seed)")
            #expect(try restored.savedDraft?.profile == draft, "seed \(seed)")
            #expect(try restored.history().map(\.profile) == history, "seed \(seed)")
            #expect(try restored.check().allSatisfy(\.isOK), "seed \(seed)")
        }
        ReliabilityFigure.record(
            "R24", "a backup and the recovery code bring a store back elsewhere",
            figure: "\(stores) random stores with \(hikes) hikes: exports equal, byte for byte")
    }

    /// Each copy has at least what was acknowledged when it began, and no more than when it ended.
    @Test func `made while four writers run has everything that was acknowledged when it began`() throws {
        let rounds = ReliabilityFigure.isTorture ? 8 : 3
        let careful = try Self.copies(rounds) { store, _, target in try store.backup(to: target) }
        #expect(careful == .init(good: rounds), "\(careful)")
        // Control: a plain copy of the file, which lacks what is in the log. In the short form, one such copy is
        // enough.
        let careless = try Self.copies(rounds, untilBad: !ReliabilityFigure.isTorture) { _, path, target in
            try FileManager.default.copyItem(atPath: path, toPath: target)
        }
        #expect(careless.older + careless.refused > 0, "\(careless)")
        ReliabilityFigure.record(
            "R24", "a backup under 4 writers holds what was there when it began",
            figure: "\(careful.good) of \(rounds)",
            control: "`cp`: \(careless.older) of \(careless.made) older, \(careless.refused) refused")
    }

    private struct Copies: Equatable {
        var good = 0
        var older = 0
        var refused = 0
        var made: Int { good + older + refused }
    }

    private static func copies(
        _ rounds: Int, untilBad: Bool = false, _ copy: (ProfileStore, _ path: String, _ target: String) throws -> Void
    ) throws -> Copies {
        var copies = Copies()
        for _ in 0..<rounds where !untilBad || copies.good == copies.made {
            let folder = try TemporaryFolder()
            let home = folder.path(of: "home")
            let path = "\(home)/test.profile"
            let (gate, code) = try Gate.create(
                NewAccount(passcode: Secret("739158")).named("0"), at: .file(path), configuration: try machine(in: home)
            )
            let store = try gate.unlock(with: Secret("739158"))
            try store.beginSession()
            func counted() throws -> Int { Int(try store.profile.username) ?? 0 }
            let writer = Program(
                path: Program.built("StoreDriver"),
                environment: ["HOME": home, "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin"])
            // Enough edits that the writers still run when the copy is done, and few enough for a quick restore.
            let writers = try (0..<4).map { _ in try writer.start("write", path, "--add", "300") }
            let deadline = ContinuousClock.now + .seconds(60)
            while try counted() < 8, ContinuousClock.now < deadline { usleep(1000) }
            let (begun, target) = (try counted(), folder.path(of: "kept.backup"))
            try copy(store, path, target)
            let done = try counted()
            for process in writers {
                process.kill()
                _ = try process.wait()
            }
            do {
                let restored = try restore(target, code, in: folder.path(of: "new"))
                let held = Int(try restored.profile.username) ?? 0
                let isWhole = try restored.check().allSatisfy(\.isOK)
                if held < begun {
                    copies.older += 1
                } else if isWhole, held <= done {
                    copies.good += 1
                } else {
                    copies.refused += 1
                }
            } catch is StoreError {
                copies.refused += 1
            }
        }
        return copies
    }
}
