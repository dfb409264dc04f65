internal import FoundationEssentials
internal import PhotoCodec
public import ProfileKit

/// A photo's preview as a picture: in terminal cells, and for embedding in a page.
public struct PhotoPicture: Sendable {
    /// The text that stands for it.
    public let label: String
    private let preview: [UInt8]

    /// The longest side of a reduced picture, in pixels.
    static let reducedSide = 480

    /// - Parameters:
    ///   - photo: the photo.
    ///   - preview: its preview, a JPEG file.
    public init(of photo: Photo, preview: [UInt8]) {
        self.init(label: "Photo" + (photo.day.map { " of \($0.spelled)" } ?? ""), preview: preview)
    }

    private init(label: String, preview: [UInt8]) { (self.label, self.preview) = (label, preview) }

    /// The picture as a page of many shows it: of at most 480 pixels. `nil` if the preview doesn't open.
    public var reduced: PhotoPicture? {
        guard let pixels = try? JPEGCodec.decode(preview, fitting: Self.reducedSide),
            let bytes = try? JPEGCodec.encode(pixels, quality: 75)
        else { return nil }
        return PhotoPicture(label: label, preview: bytes)
    }

    /// The length of its file, in bytes.
    public var size: Int { preview.count }

    /// The photo in terminal cells, as large as fits: two coloured dots per cell, one above the other. `nil` without
    /// colours, and if the preview doesn't open.
    public func canvas(fitting size: CellSize, depth: ColorDepth) -> Canvas? {
        guard depth > .none, size.columns > 0, size.rows > 0,
            let pixels = try? JPEGCodec.decode(preview, fitting: max(size.columns, size.rows * 2))
        else { return nil }
        // A cell is about twice as high as it is wide, so that its two dots are squares.
        let scale = min(
            Double(size.columns) / Double(pixels.width), Double(size.rows * 2) / Double(pixels.height), 1)
        let dots = pixels.reduced(
            width: Int((Double(pixels.width) * scale).rounded()), height: Int((Double(pixels.height) * scale).rounded())
        )
        var canvas = Canvas(size: CellSize(columns: dots.width, rows: (dots.height + 1) / 2))
        func color(_ x: Int, _ y: Int) -> Color? {
            guard y < dots.height else { return nil }
            let (red, green, blue) = dots[x, y]
            return Color(red: red, green: green, blue: blue)
        }
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                canvas[CellPoint(column: column, row: row)] = Canvas.Cell(
                    upper: color(column, row * 2), lower: color(column, row * 2 + 1))
            }
        }
        return canvas
    }

    /// The photo within a page, which loads nothing. The page's policy has to allow images of the scheme `data:`.
    var inlineMarkup: Markup { .element("img", ["width": "320", "alt": label, "src": source]) }

    /// The file as the address of an image.
    var source: String { "data:image/jpeg;base64,\(Data(preview).base64EncodedString())" }
}
