import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import SQLiteKit

/// The store that the vectors change: `Fixtures`, which ``make()`` made once. Keys are derived at the lowest cost.
enum VectorStore {
    /// This folder, in the sources.
    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    static let folder = sources.appending(path: "Fixtures").path

    static let file = "test.profile"
    /// The store before its last changes.
    static let earlier = "earlier.profile"
    static let state = "state"
    static let codes = "recovery-codes.json"

    /// The passcode of the account `main`.
    static let passcode = TemporaryStore.passcode
    /// The secrets of the account `guest`.
    static let (password, code) = ("correct horse", "4093k")

    static func configuration(in folder: String) -> Gate.Configuration {
        var configuration = TemporaryStore.configuration(folder: folder, clock: ManualClock())
        configuration.stateFolder = "\(folder)/\(state)"
        return configuration
    }

    /// Makes the fixture again, which makes every key and box anew: `make_vectors.py` has to be run afterwards. Both
    /// recovery codes should contain a 0 and a 1, which have look-alikes; make it again if one doesn't.
    static func make() throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: folder)
        try manager.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let path = "\(folder)/\(file)"
        var codes: [String: String] = [:]
        do {
            let (gate, main) = try Gate.create(
                NewAccount(passcode: Secret(passcode)).named("hiker"), at: .file(path),
                configuration: configuration(in: folder))
            var new = try NewAccount(
                passcode: Secret(code), format: .fourDigitsAndLetter, password: Secret(password)
            ).named("guest")
            new.shufflesKeypad = true
            let (_, guest) = try Gate.create(
                new, at: .file(path), account: AccountID("guest"), configuration: configuration(in: folder))
            codes = ["main": main.description, "guest": guest.description]
            let store = try gate.unlock(with: Secret(passcode))
            try fillBefore(store)
            store.close()
        }
        try settle(path)
        try manager.copyItem(atPath: path, toPath: "\(folder)/\(earlier)")
        do {
            let store = try Gate(at: .file(path), configuration: configuration(in: folder))
                .unlock(with: Secret(passcode))
            try fillAfter(store)
            store.close()
        }
        try settle(path)
        try JSONEncoder().encode(codes).write(to: URL(filePath: "\(folder)/\(self.codes)"))
    }

    /// Moves everything from the log into the file, which the last connection does when it closes.
    private static func settle(_ path: String) throws {
        let database = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private static func fillBefore(_ store: ProfileStore) throws {
        try store.edit { $0.seasonalPhoto = .autumn }
        var loop = HikeHeader(id: 1, name: "Elk Loop", distance: 4.5)
        (loop.date, loop.difficulty, loop.ascent) = (Day(year: 2026, month: 4, day: 22), 2, 120.5)
        var plan = HikeHeader(id: 3, name: "By bike", distance: 31.25)
        (plan.activity, plan.isPlanned) = (.cycling, true)
        let observations = [
            HikeObservation(distanceFromStart: 0, elevation: 100...110.5, pace: 400...420, heartRate: 90...120),
            HikeObservation(distanceFromStart: 1.5, elevation: 110...130, pace: 390...400, heartRate: 100...125),
        ]
        try store.importHikes([
            ImportedHike(sourceID: 1, hike: Hike(header: loop, observations: observations)),
            ImportedHike(sourceID: 2, hike: Hike(header: HikeHeader(id: 2, name: "Übergang 🥾", distance: 12))),
            ImportedHike(sourceID: 3, hike: Hike(header: plan)),
            ImportedHike(name: "Recorded", source: "FIT, a watch", recording: try recording(startingAt: 1_790_000_000)),
            ImportedHike(name: "Removed", source: "FIT, a watch", recording: try recording(startingAt: 1_780_000_000)),
        ])
        try store.setEmergencyCard(EmergencyCard("Call Bob: 555 0199"))
        var draft = try store.draft()
        draft.username = "an earlier draft"
        try store.save(&draft)
    }

    private static func fillAfter(_ store: ProfileStore) throws {
        try store.edit { $0.username = "Zoë 🥾" }
        try store.editHike(2) { $0.name = "Übergang" }
        try store.removeHike(5)
        try store.setEmergencyCard(EmergencyCard("Call Ada: 555 0100"))
        var draft = try store.draft()
        draft.prefersNotifications.toggle()
        try store.save(&draft)
    }

    /// A minute in two segments, with gaps in every column.
    private static func recording(startingAt start: Double) throws -> Recording {
        var segments: [[TrackPoint]] = [[], []]
        for second in 0..<60 {
            let point = TrackPoint(
                latitude: 46.5 + Double(second) * 1e-5, longitude: -7.25 - Double(second) * 2e-5,
                elevation: second % 7 == 0 ? nil : 800 + Double(second) / 4,
                heartRate: second < 20 ? nil : 90 + Double(second % 40),
                time: Timestamp(secondsSince1970: start + Double(second), utcOffset: 7200))
            if let point { segments[second / 40].append(point) }
        }
        return Recording(segments: segments)
    }
}
