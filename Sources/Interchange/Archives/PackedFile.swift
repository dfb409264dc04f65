internal import CZlib

/// The packed form of files that are kept as they are (zlib, RFC 1950), written and read piece by piece.
public enum PackedFile {
    /// Packs a file.
    ///
    /// - Parameters:
    ///   - content: calls a closure with the file's bytes, piece by piece.
    ///   - output: called with the packed bytes, piece by piece.
    /// - Throws: ``HikeFileError`` when memory is refused, and what `content` and `output` throw.
    public static func pack(
        _ content: @escaping (_ body: ([UInt8]) throws -> Void) throws -> Void, to output: ([UInt8]) throws -> Void
    ) throws {
        let stream = try PackingStream(isPacking: true)
        try content { try stream.add($0, output) }
        try stream.finishPacking(output)
    }

    /// Unpacks a file; the reverse of ``pack(_:to:)``.
    ///
    /// - Throws: ``HikeFileError`` for bytes that aren't a packed file, or only the beginning of one.
    public static func unpack(
        _ packed: @escaping (_ body: ([UInt8]) throws -> Void) throws -> Void, to output: ([UInt8]) throws -> Void
    ) throws {
        let stream = try PackingStream(isPacking: false)
        try packed { try stream.add($0, output) }
        guard stream.isAtEnd else { throw PackingStream.damaged }
    }
}

/// A stream of zlib in either direction.
@safe private final class PackingStream {
    private let stream: UnsafeMutablePointer<z_stream>
    private let isPacking: Bool
    private(set) var isAtEnd = false
    private var output = [UInt8](repeating: 0, count: 256 << 10)

    static let damaged = HikeFileError(.damaged(.gzip))

    init(isPacking: Bool) throws(HikeFileError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        self.isPacking = isPacking
        let status = unsafe isPacking ? profile_deflate_init(stream) : profile_inflate_init(stream)
        guard status == Z_OK else {
            unsafe stream.deallocate()
            throw HikeFileError(.outOfMemory(isUnpacking: !isPacking))
        }
    }

    deinit {
        _ = unsafe isPacking ? deflateEnd(stream) : inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func add(_ bytes: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
        for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
            var rest = bytes[start..<min(bytes.count, start + 1 << 20)]
            while !rest.isEmpty {
                guard !isAtEnd else { throw Self.damaged }
                rest = try step(rest, Z_NO_FLUSH, body)
            }
        }
    }

    func finishPacking(_ body: ([UInt8]) throws -> Void) throws {
        while !isAtEnd { _ = try step([], Z_FINISH, body) }
    }

    /// - Returns: the input that is left.
    private func step(
        _ bytes: ArraySlice<UInt8>, _ flush: Int32, _ body: ([UInt8]) throws -> Void
    ) throws -> ArraySlice<UInt8> {
        var (left, status) = (0, Z_OK)
        var input = Array(bytes)
        let count = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_in = input.baseAddress
                unsafe stream.pointee.avail_in = uInt(input.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = uInt(output.count)
                status = unsafe isPacking ? deflate(stream, flush) : inflate(stream, flush)
                left = Int(unsafe stream.pointee.avail_in)
                return output.count - Int(unsafe stream.pointee.avail_out)
            }
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw Self.damaged }
        // Without progress, the caller would loop forever.
        guard status == Z_STREAM_END || left < bytes.count || count > 0 else { throw Self.damaged }
        isAtEnd = status == Z_STREAM_END
        if count > 0 { try body(Array(output[..<count])) }
        return bytes.suffix(left)
    }
}
