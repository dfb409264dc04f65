internal import CPNG

/// PNG by libpng's simplified functions, which return their errors instead of jumping over our frames.
public enum PNGCodec {
    /// The size in pixels that a file declares.
    ///
    /// - Throws: ``PhotoCodecError``.
    public static func size(of file: [UInt8]) throws(PhotoCodecError) -> (width: Int, height: Int) {
        let reader = try Reader(file)
        return (reader.width, reader.height)
    }

    /// Decodes a file, reduced so that its longer side has at most so many pixels. What is transparent becomes white.
    ///
    /// - Throws: ``PhotoCodecError``.
    public static func decode(_ file: [UInt8], fitting longest: Int) throws(PhotoCodecError) -> Pixels {
        let reader = try Reader(file)
        return try reader.pixels().reduced(fitting: longest)
    }

    /// A file that is being read. libpng keeps pointers to the file and to the image, so both stay in one place.
    @safe private final class Reader {
        private let file: UnsafeMutableBufferPointer<UInt8>
        private let image: UnsafeMutablePointer<png_image>

        init(_ bytes: [UInt8]) throws(PhotoCodecError) {
            unsafe file = UnsafeMutableBufferPointer.allocate(capacity: bytes.count)
            _ = unsafe file.initialize(from: bytes)
            unsafe image = UnsafeMutablePointer.allocate(capacity: 1)
            unsafe image.initialize(to: png_image())
            unsafe image.pointee.version = UInt32(PNG_IMAGE_VERSION)
            guard unsafe png_image_begin_read_from_memory(image, file.baseAddress, file.count) != 0 else {
                throw .malformed
            }
            guard Pixels.isAllowed(width, height) else { throw .tooLarge }
        }

        deinit {
            unsafe png_image_free(image)
            unsafe image.deallocate()
            unsafe file.deallocate()
        }

        var width: Int { unsafe Int(image.pointee.width) }
        var height: Int { unsafe Int(image.pointee.height) }

        func pixels() throws(PhotoCodecError) -> Pixels {
            unsafe image.pointee.format = UInt32(PNG_FORMAT_FLAG_COLOR)
            var background = png_color(red: 255, green: 255, blue: 255)
            let count = width * height * 3
            var isDone = false
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                // A file that is cut leaves pixels unwritten.
                unsafe buffer.initialize(repeating: 0)
                isDone = unsafe png_image_finish_read(image, &background, buffer.baseAddress, 0, nil) != 0
                filled = count
            }
            guard isDone, let pixels = Pixels(width: width, height: height, bytes: bytes) else { throw .malformed }
            return pixels
        }
    }
}
