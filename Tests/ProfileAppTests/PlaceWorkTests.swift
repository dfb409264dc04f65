import FoundationEssentials
import Interchange
import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite(.temporaryStore) struct `The app's places` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private static let start = TrackPosition(latitude: 46.5, longitude: 7.9)

    /// A walk at a position.
    private static func walk(_ id: Int, on day: String) -> ImportedHike {
        let points = (0..<50).compactMap {
            TrackPoint(latitude: start.latitude + Double($0) / 10_000, longitude: start.longitude)
        }
        var hike = ImportedHike(
            sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Walk", distance: 0.6, date: Day(day))))
        hike.recording = Recording(segments: [points])
        return hike
    }

    @Test func `are read from the open store, with their visits, and again when one is added`() async throws {
        let bench = WorkerBench(temporary)
        let store = try temporary.unlock()
        try store.importHikes([Self.walk(1, on: "2026-05-03"), Self.walk(2, on: "2026-06-03")])
        var place = Place(name: "Lake", position: Self.start, category: "Lakes")
        (place.notes, place.privateRadius) = ("No water after July.", 300)
        let id = try store.addPlace(place)
        guard case .opened(let opening)? = await bench.open().last else { return }
        #expect(opening.content.places.map(\.visits.count) == [2], "the owner sees private places")
        guard case .place(let detail)? = await bench.replies(to: .places(.load(id))).last else {
            Issue.record("no place")
            return
        }
        #expect(detail.entry.place.notes == "No water after July." && detail.hikes == [2, 1])
        #expect(detail.nearest.map { $0.distance < 1 } == true)
        guard case .noPlace(9, let error)? = await bench.replies(to: .places(.load(9))).last else {
            Issue.record("a place that doesn't exist")
            return
        }
        #expect(error.code == .notFound)
        try store.addPlace(Place(name: "Hut", position: Self.start))
        let names = await bench.news { news in
            if case .content(let content) = news, content.places.count == 2 {
                content.places.map(\.place.name)
            } else {
                nil
            }
        }
        #expect(names == ["Lake", "Hut"])
    }

    @Test func `have beside them the photo of the profile's season, drawn off the input loop`() async throws {
        let bench = WorkerBench(temporary)
        let store = try temporary.unlock()
        try store.importHikes([Self.walk(1, on: "2026-01-17"), Self.walk(2, on: "2026-06-03")])
        try await store.edit { $0.seasonalPhoto = .winter }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = [UInt8](try Data(contentsOf: root.appending(path: "Data/page.png")))
        try store.addPhoto(ImportedPhoto(name: "winter.png", reading: file), toHike: 1)
        try store.addPhoto(
            ImportedPhoto(name: "broken.png", file: [1], preview: [1, 2], width: 4, height: 3), toHike: 2)
        guard case .opened(let opening)? = await bench.open().last, let photo = opening.content.photo else {
            Issue.record("no photo of the season")
            return
        }
        #expect(photo.name == "winter.png")
        let size = CellSize(columns: 20, rows: 8)
        func drawn(_ photo: Numbered<Photo>) async -> Canvas? {
            let picture = PhotoLoader.Picture(photo: photo, size: size, depth: .trueColor)
            guard case .photo(let canvas, of: picture)? = await bench.replies(to: .places(.drawPhoto(picture))).last
            else {
                Issue.record("no answer")
                return nil
            }
            return canvas
        }
        let canvas = try #require(await drawn(photo))
        #expect(canvas.size.columns == 20 || canvas.size.rows == 8)
        // The news of another season has its photo, whose preview doesn't open.
        try await store.edit { $0.seasonalPhoto = .summer }
        let summer = await bench.news { news in
            if case .content(let content) = news, content.photo != photo { content.photo } else { nil }
        }
        #expect(summer.name == "broken.png")
        #expect(await drawn(summer) == nil)
        #expect(await drawn(Numbered(number: 99, model: Photo())) == nil)
    }
}
