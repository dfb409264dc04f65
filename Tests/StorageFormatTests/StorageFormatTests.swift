import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import TestSupport
import Testing

/// The documentation of the format is complete: a reader that was written from it reads what the library wrote.
@Suite(.enabled(if: IndependentReader.isAvailable, "needs python3 with PyNaCl"), .serialized)
struct `The documented format` {
    private func decoded(_ finished: Finished) throws -> StoreAsRead {
        try #require(finished.exitCode == 0, "\(finished)")
        return try JSONDecoder().decode(StoreAsRead.self, from: Data(finished.outputBytes))
    }

    /// Two segments with gaps in every column, and figures that a device declares.
    private func recording(startingAt start: Double, hasChannels: Bool = false) throws -> Recording {
        var segments: [[TrackPoint]] = [[], []]
        for second in 0..<400 {
            let time = Timestamp(secondsSince1970: start + Double(second), utcOffset: 7200)
            var channels = ChannelValues()
            channels[.cadence] = second < 60 || !hasChannels ? nil : Double(second % 20) + 50.5
            channels[.temperature] = second % 9 == 0 || !hasChannels ? nil : 3 - Double(second / 40)
            let point = TrackPoint(
                latitude: 46.5 + Double(second) * 1e-5, longitude: -7.25 - Double(second) * 2e-5,
                elevation: second % 7 == 0 ? nil : 800 + Double(second % 90) / 4,
                heartRate: second < 20 ? nil : 90 + Double(second % 40),
                time: second % 50 == 49 ? nil : time, channels: channels)
            segments[second < 150 ? 0 : 1].append(try #require(point))
        }
        var declared = DeclaredFigures()
        (declared.ascent, declared.timer) = (41.5, 390)
        return Recording(segments: segments, declared: declared)
    }

    private func describe(_ header: inout HikeHeader) {
        let time = Timestamp(secondsSince1970: 1_790_000_000.25, utcOffset: -3600)
        (header.notes, header.tags, header.trim) = ("Rain,\n\tthen ☀️", ["wet", "Boots"], 0.25...1.5)
        for elevation in [nil, 1800.5] {
            let point = TrackPoint(latitude: -46.5, longitude: 7.25, elevation: elevation, time: time)
            let hut = point.map { Waypoint(name: "Hut", position: $0, description: "a\nb", symbol: "Lodge") }
            if let hut { header.waypoints.append(hut) }
        }
        let first = Lap(startTime: time, distance: 1.5, duration: 900, ascent: 120, heartRate: 131.5, name: "Up")
        header.laps = [first, Lap()]
    }

    private func fill(_ store: ProfileStore) throws {
        try store.edit { $0.seasonalPhoto = .autumn }
        try store.edit { $0.username = "Zoë 🥾" }
        // Enough hikes for a directory of two levels.
        try store.importHikes(
            (1...300).map { number in
                var header = HikeHeader(id: number, name: "Hike \(number)", distance: Double(number) / 8)
                if number % 10 > 0 { header.date = Day(year: 2024, month: 1, day: 1).adding(days: number % 97 * 5) }
                header.ascent = number % 3 == 0 ? nil : Double(number) + 0.5
                header.movingDistance = number % 5 == 0 ? Double(number) / 10 : nil
                header.activity = Activity.allCases[number % Activity.allCases.count]
                header.isPlanned = number % 11 == 0
                header.zone = number % 7 == 0 ? AssumedZone(utcOffset: -28_800, isOfLongitude: number % 2 == 0) : nil
                header.isFavourite = number % 13 == 0
                if number % 50 == 0 { describe(&header) }
                return ImportedHike(sourceID: number, hike: Hike(header: header))
            })
        try store.importHikes([
            ImportedHike(
                name: "Recorded", source: "FIT, a watch", activity: .walking,
                recording: try recording(startingAt: 1_790_000_000.25, hasChannels: true)),
            ImportedHike(
                name: "Removed", source: "FIT, a watch", activity: .walking,
                recording: try recording(startingAt: 1_780_000_000)),
        ])
        try addPhotos(to: store)
        var hut = Place(name: "Hut", position: TrackPosition(latitude: 46.501, longitude: -7.252), category: "Huts")
        (hut.notes, hut.isFavourite) = ("Two\nlines", true)
        (hut.privateRadius, hut.isFeatured) = (400, true)
        try store.addPlace(hut)
        try store.addPlace(Place(name: "Far", position: TrackPosition(latitude: -46.5, longitude: 7.25), radius: 10))
        try store.removePlaces([try store.addPlace(hut)])
        try store.removeHike(150)
        try store.removeHike(302)
        try store.editHikes([1, 2]) { $0.addTag("far") }
        try store.undoHikes()
        try store.opened.write { transaction in
            let long = (0..<1_500_000).map { UInt8($0 % 251) }
            try transaction.attach(long, as: "photo", to: StoredHike.self, 7)
            try transaction.attach([], as: "empty", to: StoredHike.self, 8)
        }
        try store.setEmergencyCard(EmergencyCard("Call Ada: 555 0100"))
        var draft = try store.draft()
        draft.prefersNotifications.toggle()
        try store.save(&draft)
    }

    /// One of three pieces, one whose hike has no day, and one that is removed.
    private func addPhotos(to store: ProfileStore) throws {
        var metadata = PhotoMetadata()
        metadata.position = TrackPosition(latitude: -46.5, longitude: 7.25)
        metadata.satelliteTime = 1_790_000_000.25
        for (number, size) in [2_500_000, 3, 0].enumerated() {
            try store.addPhoto(
                ImportedPhoto(
                    name: "\(number) 🥾.jpg", file: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) },
                    preview: [7], width: 40, height: 30 + number, metadata: number == 0 ? metadata : PhotoMetadata()),
                toHike: number == 1 ? 10 : 11)
        }
        try store.removePhoto(3, ofHike: 11)
    }

    private func expectPhotos(_ photos: [ReadPhoto], of store: ProfileStore) throws {
        #expect(photos.map(\.number) == [1, 2, 3] && photos.map(\.removed) == [false, false, true])
        #expect(photos.map(\.hike) == [11, 10, 11] && photos.map(\.size) == [2_500_000, 3, 0])
        #expect(photos.map(\.height) == [30, 31, 32] && photos.map(\.width) == [40, 40, 40])
        #expect(photos[0].name == "0 🥾.jpg" && photos[0].position == [-46.5, 7.25])
        let time = try store.photo(1, ofHike: 11).time
        #expect(photos[0].time == time.map(ReadHike.numbers) && photos[0].day == time?.day.description)
        #expect(photos[1].time == nil && photos[1].position == nil && photos[1].day == nil)
        #expect(photos.allSatisfy { Set($0.attachments.keys) == ["file", "preview"] })
        // SHA-256 of the preview's one byte, and of nothing.
        let byte = "ca358758f6d27e6cf45272937977a748fd88391db679ceda7dc7bf1f005ee879"
        #expect(photos.allSatisfy { $0.attachments["preview"] == byte })
        #expect(
            photos[2].attachments["file"] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    private func stateFolder(_ store: TemporaryStore) -> String { "\(store.folder)/.local/state" }

    @Test func `describes a store with all kinds of content`() throws {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        try fill(store)
        let path = temporary.gate.path
        let read = try decoded(
            IndependentReader.read(path, stateFolder(temporary), secrets: TemporaryStore.passcode))
        #expect(read.format == 2)
        #expect(read.failures == 0)
        #expect(read.seen == read.generation)
        #expect(read.hikes.count == 300)
        #expect(read.hikes.contains { $0.recording != nil })
        #expect(read.removed.map(\.id) == [150, 302])
        #expect(read.changes.count == 14 && read.attachments.keys.sorted() == ["7", "8"])
        #expect(read.places.map(\.name) == ["Hut", "Far"] && read.removedPlaces.map(\.id) == [3])
        #expect(read.ways.map(\.hike) == [301] && read.visits.map(\.hikes.count) == [1, 0])
        #expect(read.removed.map { $0.recording != nil } == [false, true])
        try read.expectEqual(to: store)
        try expectPhotos(read.photos, of: store)
        let recovered = try decoded(
            IndependentReader.read(path, "--recovery", secrets: temporary.recoveryCode.description))
        try recovered.expectEqual(to: store)
    }

    @Test func `describes a gate of two stages with changed secrets`() throws {
        let temporary = try TemporaryStore(
            password: "correct horse", format: .fourDigitsAndLetter, passcode: "4093K")
        let secrets = Gate.Secrets(passcode: try Secret("4093K"), password: try Secret("correct horse"))
        try temporary.gate.change(.password, to: Secret("battery staple"), current: secrets)
        let read = try decoded(
            IndependentReader.read(
                temporary.gate.path, stateFolder(temporary), secrets: "battery staple\n4093k"))
        #expect(read.revision == 1)
        let wrong = try IndependentReader.read(
            temporary.gate.path, stateFolder(temporary), secrets: "battery staple\n4093m")
        #expect(wrong.exitCode == 1)
        #expect(wrong.errors.contains("the digits:4+letter does not match"))
    }

    @Test func `is enough to count the gate's failures`() throws {
        let temporary = try TemporaryStore()
        for _ in 1...3 { _ = try? temporary.gate.unlock(with: Secret("111222")) }
        let read = try decoded(
            IndependentReader.read(temporary.gate.path, stateFolder(temporary), secrets: TemporaryStore.passcode))
        #expect(read.failures == 3)
    }

    @Test func `detects a store that was combined from two moments`() throws {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        try fill(store)
        let other = "\(temporary.folder)/other.profile"
        try store.backup(to: other)
        let python = try #require(IndependentReader.python)
        let splice = """
            import sqlite3, sys
            file = sqlite3.connect(sys.argv[1])
            file.execute("UPDATE hike SET recording = NULL WHERE recording IS NOT NULL")
            file.commit()
            """
        #expect(try python.run("-c", splice, other).exitCode == 0)
        let read = try IndependentReader.read(other, stateFolder(temporary), secrets: TemporaryStore.passcode)
        #expect(read.exitCode == 1)
        #expect(read.errors.contains("the hikes aren't those that were written last"))
    }

    @Test func `describes format 1, and the store after its migration`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let fixture = tests.appending(path: "ProfileKitTests/Fixtures/version-1").path
        let folder = FileManager.default.temporaryDirectory.path + "/profile-format-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: fixture, toPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, state) = ("\(folder)/test.profile", "\(folder)/state")
        let code = try String(contentsOf: URL(filePath: "\(folder)/recovery-code"), encoding: .utf8)
        let first = try decoded(IndependentReader.read(path, state, secrets: TemporaryStore.passcode))
        #expect(first.format == 1)
        #expect(try decoded(IndependentReader.read(path, "--recovery", secrets: code)).revision == first.revision)

        var configuration = TemporaryStore.configuration(folder: folder, clock: ManualClock())
        configuration.stateFolder = state
        let store = try Gate(at: .file(path), configuration: configuration)
            .unlock(with: Secret(TemporaryStore.passcode))
        try first.expectEqual(to: store)
        let second = try decoded(IndependentReader.read(path, state, secrets: TemporaryStore.passcode))
        #expect(second.format == 2)
        try second.expectEqual(to: store)
        #expect(try decoded(IndependentReader.read(path, "--recovery", secrets: code)).format == 2)
    }
}
