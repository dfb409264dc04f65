import FoundationEssentials
import ProfileKitTesting
import Testing

@testable import ProfileKit

/// A store that `Fixtures/make-version-1.sh` made with the program that froze format 1. What it holds must come back
/// from every later program.
@Suite struct `A store of format 1` {
    private final class Copy {
        let folder: String
        let gate: Gate

        init() throws {
            let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/version-1").path
            folder = FileManager.default.temporaryDirectory.path + "/profile-fixture-\(UUID().uuidString)"
            try copy(fixture, to: folder)
            var configuration = TemporaryStore.configuration(folder: folder, clock: ManualClock())
            configuration.stateFolder = "\(folder)/state"
            gate = try Gate(at: "\(folder)/test.profile", configuration: configuration)
        }

        deinit { try? remove(folder) }

        func unlock(_ passcode: String = TemporaryStore.passcode) throws -> ProfileStore {
            try gate.unlockBlocking(with: Secret(passcode))
        }
    }

    private func expectContent(of store: ProfileStore) throws {
        let first = Profile(username: "hiker", goalDate: Day(year: 2026, month: 11, day: 21))
        var second = first
        (second.seasonalPhoto, second.prefersNotifications) = (.spring, false)
        var third = second
        third.goalDate = Day(year: 2027, month: 5, day: 1)

        #expect(try store.committed == CommittedProfile(revision: 3, profile: third))
        #expect(try store.history().map(\.profile) == [third, second, first])
        #expect(try store.history().map(\.revision) == [3, 2, 1])
        let draft = try #require(try store.savedDraft)
        #expect(draft.username == "from the draft")
        #expect(draft.base == third)
        #expect(draft.baseRevision == 3)

        #expect(try store.gate.emergencyCard?.description == "Call Ada: 555 0100")

        let hikes = try store.content.hikes
        #expect(hikes.map(\.id) == [3, 7])
        #expect(hikes.first?.name == "Übergang 🥾")
        #expect(hikes.first?.observations == [])
        let elk = try store.hike(7)
        #expect(elk.date == Day(year: 2026, month: 4, day: 22))
        #expect(elk.ascent == 120.5)
        #expect(
            elk.observations == [
                HikeObservation(distanceFromStart: 0, elevation: 100...110.5, pace: 400...420, heartRate: 90...120),
                HikeObservation(distanceFromStart: 1.5, elevation: 110...130, pace: 390...400, heartRate: 100...125),
            ])
        let summary = try store.summary.hikes
        #expect(summary.totals.distance == 16.5)
        #expect(summary.earnedBadges.map(\.badge.name) == ["First Hike", "Earth Day"])
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `opens with all that it holds, and can be written`() throws {
        let copy = try Copy()
        let store = try copy.unlock()
        try expectContent(of: store)
        let draft = try #require(try store.savedDraft)
        #expect(try store.commit(draft).revision == 4)
        try store.undo()
        #expect(try copy.unlock().committed.profile.username == "hiker")
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test func `is brought back by its recovery code`() throws {
        let copy = try Copy()
        let code = String(decoding: try bytes(of: "\(copy.folder)/recovery-code").dropLast(), as: UTF8.self)
        try copy.gate.recover(
            with: try RecoveryCode(reading: Secret(code)), settingUp: Gate.Secrets(passcode: Secret("820461")))
        try expectContent(of: try copy.unlock("820461"))
    }
}
