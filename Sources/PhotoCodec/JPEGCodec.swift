internal import CTurboJPEG

/// JPEG by libjpeg-turbo's TurboJPEG functions, which return their errors instead of jumping over our frames.
public enum JPEGCodec {
    /// The size in pixels that a file declares.
    ///
    /// - Throws: ``PhotoCodecError``.
    public static func size(of file: [UInt8]) throws(PhotoCodecError) -> (width: Int, height: Int) {
        try Decoder().size(of: file)
    }

    /// Decodes a file, reduced so that its longer side has at most so many pixels. Most of the reduction is part of
    /// decoding, so that the whole photo is never in memory.
    ///
    /// - Throws: ``PhotoCodecError``.
    public static func decode(_ file: [UInt8], fitting longest: Int) throws(PhotoCodecError) -> Pixels {
        try Decoder().decode(file, fitting: longest)
    }

    /// Encodes a photo.
    ///
    /// - Parameter quality: from 1 to 100.
    /// - Throws: ``PhotoCodecError``.
    public static func encode(_ pixels: Pixels, quality: Int) throws(PhotoCodecError) -> [UInt8] {
        guard let handle = unsafe tjInitCompress() else { throw .outOfMemory }
        defer { unsafe tjDestroy(handle) }
        let sampling = Int32(TJSAMP_420.rawValue)
        let (width, height) = (Int32(pixels.width), Int32(pixels.height))
        let capacity = tjBufSize(width, height, sampling)
        guard capacity > 0, capacity < UInt(Int32.max) else { throw .tooLarge }
        var (length, isDone) = (capacity, false)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
            var target = buffer.baseAddress
            // The buffer is as large as any outcome, so that the library never replaces it.
            isDone = unsafe pixels.bytes.withUnsafeBufferPointer { source in
                unsafe tjCompress2(
                    handle, source.baseAddress, width, 0, height, Int32(TJPF_RGB.rawValue), &target, &length,
                    sampling,
                    Int32(min(max(quality, 1), 100)), TJFLAG_NOREALLOC) == 0
            }
            count = isDone ? Int(length) : 0
        }
        guard isDone else { throw .outOfMemory }
        return bytes
    }

    @safe private struct Decoder: ~Copyable {
        private let handle: tjhandle

        init() throws(PhotoCodecError) {
            guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
            unsafe self.handle = unsafe handle
        }

        deinit { unsafe tjDestroy(handle) }

        func size(of file: [UInt8]) throws(PhotoCodecError) -> (width: Int, height: Int) {
            var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
            let isRead = unsafe file.withUnsafeBufferPointer { file in
                unsafe tjDecompressHeader3(
                    handle, file.baseAddress, UInt(file.count), &width, &height, &sampling, &colors) == 0
            }
            guard isRead, width > 0, height > 0 else { throw .malformed }
            guard Pixels.isAllowed(Int(width), Int(height)) else { throw .tooLarge }
            guard ![TJCS_CMYK, TJCS_YCCK].contains(where: { Int32($0.rawValue) == colors }) else {
                throw .unsupported
            }
            return (Int(width), Int(height))
        }

        func decode(_ file: [UInt8], fitting longest: Int) throws(PhotoCodecError) -> Pixels {
            let full = try size(of: file)
            let wanted = Pixels.size(full.width, full.height, fitting: longest)
            let scaled =
                Self.scalings.map { (width: $0.of(full.width), height: $0.of(full.height)) }
                .filter { $0.width >= wanted.width && $0.height >= wanted.height }
                .min { $0.width * $0.height < $1.width * $1.height } ?? full
            var isDone = false
            let count = scaled.width * scaled.height * 3
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                // A damaged part may leave pixels unwritten.
                unsafe buffer.initialize(repeating: 0)
                let result = unsafe file.withUnsafeBufferPointer { file in
                    unsafe tjDecompress2(
                        handle, file.baseAddress, UInt(file.count), buffer.baseAddress, Int32(scaled.width), 0,
                        Int32(scaled.height), Int32(TJPF_RGB.rawValue), TJFLAG_LIMITSCANS)
                }
                // A warning is about damage that other programs show too.
                isDone = unsafe result == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
                filled = count
            }
            guard isDone, let pixels = Pixels(width: scaled.width, height: scaled.height, bytes: bytes)
            else {
                throw .malformed
            }
            return pixels.reduced(width: wanted.width, height: wanted.height)
        }

        /// The reductions that decoding can apply, with the whole size.
        private static var scalings: [Scaling] {
            var count: Int32 = 0
            guard let factors = unsafe tjGetScalingFactors(&count) else { return [] }
            return (0..<Int(count)).map { index in
                let factor = unsafe factors[index]
                return Scaling(numerator: Int(factor.num), denominator: Int(factor.denom))
            }
            .filter { $0.numerator <= $0.denominator }
        }
    }

    /// A reduction that decoding can apply.
    private struct Scaling {
        let numerator: Int
        let denominator: Int

        func of(_ side: Int) -> Int { (side * numerator + denominator - 1) / denominator }
    }
}
