import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `The photos of a hike` {
    private static let photos = (1...3).map { number in
        var photo = Photo()
        (photo.name, photo.width, photo.height, photo.size) = ("IMG_\(number).jpg", 4032, 3024, 3_400_000)
        return PlacedPhoto(Numbered(number: number, model: photo), placement: nil)
    }

    private func screen(_ size: CellSize = Sample.terminal) -> PhotosScreen {
        var screen = PhotosScreen(Sample.newest.header, settings: `A hike's page`.settings).sized(size)
        #expect(screen.begin(at: .zero) == [.request(.places(.readPhotos(hike: Sample.newest.id)))])
        return screen
    }

    private func asked(_ effects: [Effect]) -> PhotoLoader.Picture? {
        guard case .request(.places(.drawPhoto(let picture)), _)? = effects.first else { return nil }
        return picture
    }

    @Test(arguments: Picture.sizes) func `match their golden files`(size: CellSize) throws {
        var screen = screen(size)
        let picture = try #require(asked(screen.handle(.photos(Salvaged(value: Self.photos, damaged: [])), at: .zero)))
        var canvas = Canvas(size: picture.size)
        canvas.drawBox(
            CellRectangle(column: 0, row: 0, columns: canvas.size.columns, rows: canvas.size.rows), style: .plain)
        _ = screen.handle(.photo(canvas, of: picture), at: .zero)
        try Picture.check(screen, "photos", size)
    }

    @Test func `are shown one at a time, each drawn once`() throws {
        var screen = screen()
        #expect(screen.shows("…"))
        let first = try #require(asked(screen.handle(.photos(Salvaged(value: Self.photos, damaged: [])), at: .zero)))
        #expect(first.photo.number == 1 && screen.shows("1 of 3") && screen.shows("IMG_1.jpg  4,032×3,024"))
        #expect(screen.press(.right) == [], "a request is under way")
        let second = try #require(asked(screen.handle(.photo(Canvas(size: first.size), of: first), at: .zero)))
        #expect(second.photo.number == 2 && screen.shows("IMG_2.jpg"))
        #expect(screen.handle(.photo(nil, of: second), at: .zero) == [] && screen.shows("It can't be drawn."))
        #expect(asked(screen.press(.right))?.photo.number == 3)
        #expect(screen.press(.right) == [] && screen.shows("3 of 3"))
        // A drawing that failed is tried again.
        #expect(screen.handle(.failed(UserMessage(.busy, "the store is in use", hint: "")), at: .zero) == [])
        #expect(screen.shows("The store is in use."))
        #expect(asked(screen.press(.left))?.photo.number == 2 && !screen.shows("in use"))
    }

    @Test func `are none, or can't be read, in words`() {
        var screen = screen()
        _ = screen.handle(.photos(Salvaged(value: [], damaged: [])), at: .zero)
        #expect(screen.shows("No photos.") && screen.shows("profile hike photo add \(Sample.newest.id) FILE"))
        _ = screen.handle(.photos(Salvaged(value: [], damaged: [.hike(3)])), at: .zero)
        #expect(screen.shows("profile repair"))
        _ = screen.handle(.failed(UserMessage(.notFound, "no such hike", hint: "")), at: .zero)
        #expect(screen.shows("was removed elsewhere"))
    }

    @Test func `open from the hike's page`() {
        var page = HikeScreen(Sample.newest.id, settings: `A hike's page`.settings, today: Sample.today)
        page.loaded(Sample.newest, recording: nil)
        #expect(page.press("p").names == ["show PhotosScreen"])
    }
}
