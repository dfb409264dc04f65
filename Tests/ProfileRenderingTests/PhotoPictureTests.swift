import FoundationEssentials
import PhotoCodec
import ProfileKit
import ProfileSupport
import Testing

@testable import ProfileRendering

@Suite struct `A photo as a picture` {
    /// Red above, blue below, with a preview of these pixels.
    private static func picture(_ width: Int, _ height: Int) throws -> PhotoPicture {
        let rows = (0..<height).map { y in
            [[UInt8]](repeating: y < height / 2 ? [250, 0, 0] : [0, 0, 250], count: width)
        }
        let pixels = try #require(Pixels(width: width, height: height, bytes: Array(rows.joined().joined())))
        var photo = Photo()
        photo.day = Day(year: 2026, month: 7, day: 4)
        return PhotoPicture(of: photo, preview: try JPEGCodec.encode(pixels, quality: 95))
    }

    @Test(arguments: [(400, 200), (200, 400), (64, 64), (3, 900)])
    func `fits into its cells, with two dots in each`(_ width: Int, _ height: Int) throws {
        let size = CellSize(columns: 40, rows: 12)
        let canvas = try #require(try Self.picture(width, height).canvas(fitting: size, depth: .trueColor))
        #expect(canvas.size.columns <= 40 && canvas.size.rows <= 12)
        #expect(canvas.size.columns == 40 || canvas.size.rows == 12)
        let (first, last) = (canvas.row(0).first?.style.foreground, canvas.row(canvas.size.rows - 1).first?.style)
        #expect(first.map { $0.red > 200 && $0.blue < 60 } == true)
        #expect((last?.background ?? last?.foreground).map { $0.blue > 200 && $0.red < 60 } == true)
    }

    @Test func `isn't drawn without colours, without room, or from a preview that doesn't open`() throws {
        let size = CellSize(columns: 40, rows: 12)
        #expect(try Self.picture(40, 40).canvas(fitting: size, depth: .none) == nil)
        #expect(try Self.picture(40, 40).canvas(fitting: CellSize(columns: 0, rows: 5), depth: .trueColor) == nil)
        #expect(PhotoPicture(of: Photo(), preview: [1, 2]).canvas(fitting: size, depth: .trueColor) == nil)
    }

    @Test func `stands in a page by itself, with a text for those who don't see it`() throws {
        let image = try Self.picture(8, 8).inlineMarkup.written
        #expect(image.hasPrefix("<img ") && image.contains("alt=\"Photo of 4 July 2026\""))
        #expect(image.contains("src=\"data:image/jpeg;base64,/9j/"))
        let today = Day(year: 2026, month: 7, day: 5)
        func page(_ photo: PhotoPicture?) -> String {
            SummaryPage(
                profile: Profile(username: "kim", goalDate: today), hikes: HikeSummary(over: [], goalDate: today),
                photo: photo, tracks: [], today: today, units: .metric
            ).html
        }
        let (with, without) = (page(try Self.picture(8, 8)), page(nil))
        #expect(with.contains(image) && with.contains("img-src data:"))
        // A page that shows none allows none.
        #expect(!without.contains("<img") && !without.contains("img-src"))
    }

    @Test func `is small in a page of many, and keeps its text`() throws {
        let picture = try Self.picture(1280, 640)
        let reduced = try #require(picture.reduced)
        #expect(reduced.size < picture.size && reduced.label == picture.label)
        let source = try #require(reduced.source.split(separator: ",").last)
        let file = try #require(Data(base64Encoded: String(source)))
        #expect(try JPEGCodec.size(of: Array(file)) == (480, 240))
        #expect(PhotoPicture(of: Photo(), preview: [1, 2]).reduced == nil)
    }

    @Test func `is listed with what is known of it`() throws {
        var photo = Photo()
        (photo.name, photo.size, photo.width, photo.height) = ("a\u{1B}.jpg", 3_500_000, 4032, 3024)
        #expect(
            PlacedPhoto(Numbered(number: 3, model: photo), placement: nil).text(units: .metric)
                == "3  \("a\u{1B}.jpg".terminalSafe)  4,032×3,024, 3,417 KiB")
        photo.time = Timestamp("2026-07-04T08:40:00+02:00")
        let placement = PhotoPlacement(distance: 4.2, position: TrackPosition(latitude: 46, longitude: 7))
        #expect(
            PlacedPhoto(Numbered(number: 3, model: photo), placement: placement).text(units: .metric)
                .hasSuffix(", 4 July 2026 08:40, at 4.2 km"))
    }
}
