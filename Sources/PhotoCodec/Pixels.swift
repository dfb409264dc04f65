/// A decoded photo: a byte each of red, green and blue for every pixel, row by row from the top.
public struct Pixels: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// 3 bytes a pixel.
    public let bytes: [UInt8]

    /// The maximum number of pixels of a photo: 100 megapixels.
    public static let maximumCount = 100_000_000

    /// Fails unless there are 3 bytes for each pixel of a photo that isn't empty.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        guard Self.isAllowed(width, height), bytes.count == width * height * 3 else { return nil }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    private init(_ width: Int, _ height: Int, filling: (inout OutputSpan<UInt8>) -> Void) {
        (self.width, self.height) = (width, height)
        bytes = [UInt8](capacity: width * height * 3) { filling(&$0) }
    }

    /// Whether a photo of this size has pixels, and no more than ``maximumCount``.
    static func isAllowed(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && width <= maximumCount && height <= maximumCount / width
    }

    /// The red, green and blue of a pixel. The coordinates must lie in the photo.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let start = (y * width + x) * 3
        return (bytes[start], bytes[start + 1], bytes[start + 2])
    }

    /// The size with the same proportions whose longer side has at most so many pixels; the same if it fits already.
    static func size(_ width: Int, _ height: Int, fitting longest: Int) -> (width: Int, height: Int) {
        let longer = max(width, height)
        guard longer > max(longest, 1) else { return (width, height) }
        func scaled(_ side: Int) -> Int { max(1, (side * max(longest, 1) + longer / 2) / longer) }
        return (scaled(width), scaled(height))
    }

    /// Returns the photo reduced so that its longer side has at most this many pixels. Each pixel is the mean of those
    /// that it replaces.
    public func reduced(fitting longest: Int) -> Pixels {
        let size = Self.size(width, height, fitting: longest)
        return reduced(width: size.width, height: size.height)
    }

    /// The photo reduced to a size, each side at least 1 and at most its own.
    public func reduced(width newWidth: Int, height newHeight: Int) -> Pixels {
        let (newWidth, newHeight) = (min(max(newWidth, 1), width), min(max(newHeight, 1), height))
        guard (newWidth, newHeight) != (width, height) else { return self }
        let span = bytes.span
        return Pixels(newWidth, newHeight) { output in
            for y in 0..<newHeight {
                let rows = y * height / newHeight..<(y + 1) * height / newHeight
                for x in 0..<newWidth {
                    let columns = x * width / newWidth..<(x + 1) * width / newWidth
                    var (red, green, blue) = (0, 0, 0)
                    for row in rows {
                        var index = (row * width + columns.lowerBound) * 3
                        for _ in columns {
                            red += Int(span[index])
                            green += Int(span[index + 1])
                            blue += Int(span[index + 2])
                            index += 3
                        }
                    }
                    let count = rows.count * columns.count
                    for sum in [red, green, blue] { output.append(UInt8((sum + count / 2) / count)) }
                }
            }
        }
    }

    /// Returns the photo as it is displayed, turned and mirrored as the value of EXIF's tag Orientation says. Values other than
    /// 2 to 8 leave it as it is.
    public func upright(from orientation: Int) -> Pixels {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation >= 5
        let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
        // Where the pixel at (x, y) of the result comes from.
        let mirrorsX = [2, 3, 7, 8].contains(orientation)
        let mirrorsY = [3, 4, 6, 7].contains(orientation)
        let span = bytes.span
        return Pixels(newWidth, newHeight) { output in
            for y in 0..<newHeight {
                for x in 0..<newWidth {
                    let (column, row) = isTurned ? (y, x) : (x, y)
                    let source =
                        ((mirrorsY ? height - 1 - row : row) * width + (mirrorsX ? width - 1 - column : column))
                        * 3
                    output.append(span[source])
                    output.append(span[source + 1])
                    output.append(span[source + 2])
                }
            }
        }
    }
}
