import ProfileKitTesting
import Sealing
import Testing

@testable import ProfileKit

@Suite(.temporaryStore) struct `Photos of hikes` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private static let day = Day(year: 2026, month: 7, day: 4)

    private static func photo(_ name: String = "a.jpg", filledWith byte: UInt8 = 1, taken: String? = nil)
        -> ImportedPhoto
    {
        var metadata = PhotoMetadata()
        metadata.cameraTime = taken.flatMap { Timestamp("\($0)Z") }.map { Int($0.secondsSince1970) }
        metadata.position = TrackPosition(latitude: 46.5, longitude: 7.9)
        return ImportedPhoto(
            name: name, file: [UInt8](repeating: byte, count: 1_500_000), preview: [byte, 2, 3], width: 40, height: 30,
            metadata: metadata)
    }

    private func storeWithHike() throws -> ProfileStore {
        let store = try temporary.unlock()
        var hike = HikeHeader(id: 0, name: "Ridge", distance: 5, date: Self.day)
        hike.startTime = Timestamp("2026-07-04T08:00:00+02:00")
        try store.addHike(hike)
        try store.addHike(HikeHeader(id: 0, name: "Lake", distance: 3, date: Day(year: 2026, month: 1, day: 2)))
        return store
    }

    @Test func `are kept with their hike, and their files byte for byte`() throws {
        let store = try storeWithHike()
        #expect(try store.addPhoto(Self.photo(taken: "2026-07-04T10:30:00"), toHike: 1) == .added(1))
        #expect(try store.addPhoto(Self.photo("b.jpg", filledWith: 2), toHike: 2) == .added(2))
        let reopened = try temporary.unlock()
        let photo = try #require(try reopened.readablePhotos(ofHike: 1).value.first)
        #expect(photo.number == 1 && photo.name == "a.jpg" && photo.size == 1_500_000)
        #expect(photo.width == 40 && photo.height == 30 && photo.position?.latitude == 46.5)
        // By the offset of the hike's start.
        #expect(photo.time == Timestamp("2026-07-04T10:30:00+02:00") && photo.day == Self.day)
        #expect(try reopened.photoFile(1) == Self.photo().file && reopened.photoPreview(1) == [1, 2, 3])
        // Without a time, a photo is of its hike's day.
        #expect(try reopened.photo(2, ofHike: 2).day == Day(year: 2026, month: 1, day: 2))
        #expect(try reopened.photoCount(ofHike: 1) == 1)
        #expect(try reopened.check().allSatisfy(\.isOK))
    }

    @Test func `are known when they come again, and restored if they were removed`() throws {
        let store = try storeWithHike()
        try store.addPhoto(Self.photo(), toHike: 1)
        #expect(try store.addPhoto(Self.photo("other name.jpg"), toHike: 1) == .known(1))
        // The same file on another hike is another photo.
        #expect(try store.addPhoto(Self.photo(), toHike: 2) == .added(2))
        try store.removePhoto(1, ofHike: 1)
        #expect(try store.readablePhotos(ofHike: 1).value == [])
        #expect(try store.addPhoto(Self.photo(), toHike: 1) == .restored(1))
        #expect(try store.photoFile(1) == Self.photo().file)
    }

    @Test func `aren't found under another hike, or without one`() throws {
        let store = try storeWithHike()
        try store.addPhoto(Self.photo(), toHike: 1)
        func isMissing(_ body: () throws -> Void) {
            #expect { try body() } throws: { ($0 as? StoreError)?.code == .notFound }
        }
        isMissing { try store.addPhoto(Self.photo(), toHike: 9) }
        isMissing { try store.removePhoto(1, ofHike: 2) }
        isMissing { _ = try store.photo(1, ofHike: 2) }
        isMissing { _ = try store.photoFile(7) }
        isMissing { _ = try store.readablePhotos(ofHike: 9) }
        #expect(throws: StoreError.self) { try store.addPhoto(Self.photo("a\u{7}.jpg", filledWith: 5), toHike: 1) }
    }

    @Test func `leave with their hike, come back with it, and are deleted with it`() throws {
        let store = try storeWithHike()
        for byte in 1...3 as ClosedRange<UInt8> { try store.addPhoto(Self.photo(filledWith: byte), toHike: 1) }
        try store.addPhoto(Self.photo(filledWith: 9), toHike: 2)
        try store.removePhoto(2, ofHike: 1)
        try store.removeHike(1)
        #expect { try store.readablePhotos(ofHike: 1) } throws: { ($0 as? StoreError)?.code == .notFound }
        #expect(try store.featuredPhoto(of: .summer) == nil)
        try store.restoreHikes([1])
        // The one that was removed by itself stays removed.
        #expect(try store.readablePhotos(ofHike: 1).value.map(\.number) == [1, 3])
        try store.removeHike(1)
        try store.purgeHikes([1])
        let kinds = Photo.collection
        let left = try store.opened.read { transaction in
            [
                try transaction.count(Photo.self), try transaction.removed(Photo.self).count,
                try transaction.attachments(of: Photo.self, 1).count,
                try transaction.attachments(of: Photo.self, 2).count,
            ]
        }
        // Purging hikes isn't a removal of photos that could be taken back.
        #expect(try store.hikeHistory(limit: 1).first?.hikes == [1])
        #expect(left == [1, 0, 0, 0], "\(kinds.elements.name)")
        #expect(try store.photoFile(4) == Self.photo(filledWith: 9).file)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `that were removed are deleted when all that is removed is purged`() throws {
        let store = try storeWithHike()
        try store.addPhoto(Self.photo(), toHike: 1)
        try store.removePhoto(1, ofHike: 1)
        #expect(try store.removedPhotoNumbers == [1])
        try store.purgeHikes([])
        #expect(try store.removedPhotoNumbers == [1])
        try store.purgeHikes([], photos: [1, 9])
        #expect(try store.removedPhotoNumbers == [])
        #expect(try store.addPhoto(Self.photo(), toHike: 1) == .added(2))
        try store.removePhoto(2, ofHike: 1)
        try store.purgeHikes()
        #expect(try store.addPhoto(Self.photo(), toHike: 1) == .added(3))
    }

    @Test func `of a removed hike are deleted when another hike gets its id from an export`() throws {
        let store = try storeWithHike()
        try store.addPhoto(Self.photo(), toHike: 2)
        try store.removeHike(2)
        let profile = try store.profile
        try store.restore(replacing: true) { add in
            try add(.hike(Hike(header: HikeHeader(id: 2, name: "Other", distance: 9)), nil))
            return profile
        }
        #expect(try store.readablePhotos(ofHike: 2).value == [] && !store.hasPhotos)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `without an offset are taken to be of the zone that their hike is shown in`() throws {
        let store = try temporary.unlock()
        var hike = ImportedHike.walk(1, metres: 3000, on: Self.day)
        hike.hike.header.begin(at: Timestamp(secondsSince1970: 1_783_152_000, utcOffset: nil), longitude: 170)
        try store.importHikes([hike])
        let offset = try #require(try store.hike(1).header.localStart?.utcOffset)
        try store.addPhoto(Self.photo(taken: "2026-07-04T10:30:00"), toHike: 1)
        let time = try #require(try store.photo(1, ofHike: 1).time)
        #expect(time.utcOffset == offset)
    }

    @Test func `that were taken near private places are left out, by where they or their track say that was`() throws {
        let store = try temporary.unlock()
        var walk = ImportedHike.walk(1, metres: 3000, on: Self.day)
        walk.hike.startTime = Timestamp("2026-07-04T10:10:00+02:00")
        // Ten metres in ten seconds.
        let points = try #require(walk.recording).segments[0].enumerated().compactMap { index, point in
            TrackPoint(
                latitude: point.latitude, longitude: point.longitude,
                time: Timestamp("2026-07-04T08:\(10 + index / 6):\(index % 6)0Z"))
        }
        walk.recording = Recording(segments: [points])
        try store.importHikes([walk])
        func add(_ byte: UInt8, taken: String? = nil, metresNorth: Double? = nil) throws {
            var photo = Self.photo(filledWith: byte, taken: taken)
            var metadata = photo.metadata
            metadata.position = metresNorth.map { TrackPosition(latitude: 46.5 + $0 / 111_195, longitude: 7.9) }
            photo = ImportedPhoto(
                name: photo.name, file: photo.file, preview: photo.preview, width: 4, height: 3, metadata: metadata)
            try store.addPhoto(photo, toHike: 1)
        }
        try add(1, taken: "2026-07-04T10:10:30")
        try add(2, taken: "2026-07-04T10:50:00")
        try add(3, metresNorth: 50)
        try add(4, taken: "2026-07-04T10:50:00", metresNorth: 50)
        try add(5)
        let all = try store.readablePlacedPhotos(ofHike: 1).value
        #expect(all.map(\.number) == [1, 2, 3, 4, 5])
        var home = Place(name: "Home", position: TrackPosition(latitude: 46.5, longitude: 7.9))
        home.privateRadius = 200
        try store.addPlace(home)
        let shown = try store.readablePlacedPhotos(ofHike: 1).value
        #expect(shown == [all[1], all[4]], "placed on all of the track, as before")
        #expect(try store.readablePlacedPhotos(ofHike: 1, exact: true).value == all)
        // The one that is placed at home by its time alone isn't shown elsewhere when the hike shows less.
        try store.trimHike(1, from: .kilometres(2), to: nil)
        #expect(try store.readablePlacedPhotos(ofHike: 1).value.map(\.number) == [2, 5])
        #expect(try store.featuredPhoto(of: .summer)?.number == 5)
        try store.removePhoto(5, ofHike: 1)
        #expect(try store.featuredPhoto(of: .summer)?.number == 2)
        #expect(try store.featuredPhoto(of: .summer, exact: true)?.number == 4)
    }

    @Test func `are featured by season, the newest first`() throws {
        let store = try storeWithHike()
        #expect(try SeasonalPhoto.allCases.allSatisfy { try store.featuredPhoto(of: $0) == nil })
        try store.addPhoto(Self.photo(filledWith: 1, taken: "2026-07-04T09:00:00"), toHike: 1)
        try store.addPhoto(Self.photo(filledWith: 2, taken: "2025-08-30T09:00:00"), toHike: 1)
        try store.addPhoto(Self.photo(filledWith: 3), toHike: 2)
        #expect(try store.featuredPhoto(of: .summer)?.number == 1)
        #expect(try store.featuredPhoto(of: .winter)?.number == 3)
        #expect(try store.featuredPhoto(of: .spring) == nil)
        try store.removePhoto(1, ofHike: 1)
        #expect(try store.featuredPhoto(of: .summer)?.number == 2)
    }

    @Test func `remain when the account is recovered, and are backed up`() throws {
        let store = try storeWithHike()
        try store.addPhoto(Self.photo(), toHike: 1)
        let copy = "\(temporary.folder)/copy.backup"
        #expect(try store.backup(to: copy).allSatisfy(\.isOK))
        store.close()
        _ = try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        let recovered = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try recovered.photoFile(1) == Self.photo().file)
        #expect(try recovered.check().allSatisfy(\.isOK))
    }
}
