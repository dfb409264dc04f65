internal import CZlib

/// Decompresses a gzip stream piece by piece; concatenated members are read as one.
@safe final class GzipReader {
    private let stream: UnsafeMutablePointer<z_stream>
    private var isBetweenMembers = false
    private var unpacked = 0
    private let limit: Int
    private var output = [UInt8](repeating: 0, count: 256 << 10)

    /// - Parameter limit: maximum number of decompressed bytes.
    init(limit: Int) throws(HikeFileError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        self.limit = limit
        guard unsafe profile_inflate_init_gzip(stream) == Z_OK else {
            unsafe stream.deallocate()
            throw HikeFileError(.outOfMemory(isUnpacking: true))
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Decompresses the next piece, and passes on the output.
    func read(_ bytes: [UInt8], _ body: ([UInt8]) throws(HikeFileError) -> Void) throws(HikeFileError) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            if isBetweenMembers {
                // Archives may be padded with zeros to a whole block.
                bytes = bytes.drop { $0 == 0 }
                guard !bytes.isEmpty else { return }
                guard unsafe inflateReset(stream) == Z_OK else { throw Self.damaged }
                isBetweenMembers = false
            }
            bytes = try step(bytes, body)
        }
    }

    /// - Throws: ``HikeFileError`` if the stream is cut short.
    func finish() throws(HikeFileError) {
        guard isBetweenMembers else { throw HikeFileError(.truncated(.gzip)) }
    }

    private func step(
        _ bytes: ArraySlice<UInt8>, _ body: ([UInt8]) throws(HikeFileError) -> Void
    ) throws(HikeFileError) -> ArraySlice<UInt8> {
        let piece = bytes.prefix(1 << 20)
        var left = 0
        var status = Z_OK
        var input = Array(piece)
        let count = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_in = input.baseAddress
                unsafe stream.pointee.avail_in = uInt(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = uInt(output.count)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                left = Int(unsafe stream.pointee.avail_in)
                return output.count - Int(unsafe stream.pointee.avail_out)
            }
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw Self.damaged }
        // Without progress, the caller would loop forever.
        guard status != Z_BUF_ERROR || left < piece.count || count > 0 else { throw Self.damaged }
        unpacked += count
        guard unpacked <= limit else { throw HikeFileError(.exceeds(.unpackedSize(limit))) }
        isBetweenMembers = status == Z_STREAM_END
        if count > 0 { try body(Array(output[..<count])) }
        return bytes.dropFirst(piece.count - left)
    }

    private static let damaged = HikeFileError(.damaged(.gzip))
}
