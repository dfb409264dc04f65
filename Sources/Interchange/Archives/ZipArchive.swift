internal import CMinizip
internal import Glibc
public import ProfileModel

/// A zip archive of hikes, such as services offer for exporting all data.
///
/// Its members are read one after the other and independently: an error in one doesn't affect the others. Members that
/// aren't regular files, or that have another extension than files of hikes (``HikeFileFormat/endings``), are skipped.
/// An archive within it is read in the same way, but archives one level deeper are not.
@safe public final class ZipArchive {
    /// Maximum number of members in an archive.
    public static let maximumMemberCount = 100_000

    /// A member of the archive.
    public struct Member: Hashable, Sendable {
        /// The path within the archive, with slashes between folders.
        public let name: String
        /// The uncompressed size in bytes, as stated by the archive.
        public let size: Int
        fileprivate let isEncrypted: Bool
        fileprivate let isDeflatedOrStored: Bool
        fileprivate let position: Position
    }

    fileprivate struct Position: Hashable, Sendable {
        let offset: UInt64
        let number: UInt64
    }

    /// The members with hikes, in the archive's order.
    public private(set) var members: [Member] = []
    /// The archives within it.
    public private(set) var archives: [Member] = []

    /// The members that give the titles and types of the others.
    private var tableMembers: [Member] = []
    private lazy var tables = tableMembers.reduce(into: ServiceTables()) { tables, member in
        tables.add(member.name) { try self.read(member, limit: ServiceTables.maximumSize, $0) }
    }

    private let file: unzFile
    private let source: ZipSource

    /// Whether a file that begins with these bytes is a zip archive.
    public static func isArchive(beginning bytes: some Sequence<UInt8>) -> Bool {
        bytes.prefix(4).elementsEqual([0x50, 0x4B, 3, 4]) || bytes.prefix(4).elementsEqual([0x50, 0x4B, 5, 6])
    }

    /// Opens an archive and lists its members.
    ///
    /// - Parameter descriptor: of a regular file. It remains the caller's, and must stay open.
    /// - Throws: ``HikeFileError`` for a file that isn't an archive, is damaged, or has more members than
    ///   ``maximumMemberCount``.
    public convenience init(descriptor: Int32) throws(HikeFileError) {
        try self.init(descriptor: descriptor, maximumMemberCount: Self.maximumMemberCount)
    }

    convenience init(descriptor: Int32, maximumMemberCount: Int) throws(HikeFileError) {
        try self.init(ZipSource(descriptor), maximumMemberCount: maximumMemberCount)
    }

    private init(_ source: ZipSource, maximumMemberCount: Int) throws(HikeFileError) {
        self.source = source
        var functions = unsafe source.functions
        guard let file = unsafe unzOpen2_64("", &functions) else {
            // minizip doesn't open an archive without members either.
            throw HikeFileError(.damaged(.zip))
        }
        unsafe self.file = file
        try list(maximumMemberCount)
    }

    deinit {
        unsafe unzClose(file)
    }

    /// Opens one of ``archives``, unpacked into a file without a name.
    ///
    /// - Throws: ``HikeFileError`` for a member that can't be unpacked, and as for any archive.
    public func archive(in member: Member) throws(HikeFileError) -> ZipArchive {
        let source = try ZipSource()
        try unpack(member) { piece throws(HikeFileError) in try source.append(piece) }
        return try ZipArchive(source, maximumMemberCount: Self.maximumMemberCount)
    }

    /// Reads the hikes of a member.
    ///
    /// - Parameter format: the format; `nil` to detect it from the content.
    /// - Throws: ``HikeFileError`` for a member that can't be unpacked, and as ``HikeFileReader`` does.
    public func hikes(of member: Member, as format: HikeFileFormat? = nil) throws(HikeFileError) -> [ImportedHike] {
        try hikes(of: member, by: HikeFileReader(format: format, fileName: member.name))
    }

    /// Reads the hikes of a member with a reader that is made for it.
    ///
    /// - Throws: ``HikeFileError`` for a member that can't be unpacked, and as ``HikeFileReader`` does.
    public func hikes(of member: Member, by reader: HikeFileReader) throws(HikeFileError) -> [ImportedHike] {
        // A table is unpacked before the member, since only one can be at a time.
        let tables = tables
        do throws(HikeFileError) {
            try unpack(member) { piece throws(HikeFileError) in try reader.read(piece) }
        } catch {
            try reader.end(at: error)
        }
        return try reader.finish().map { tables.completed($0, of: member.name) }
    }

    /// Calls a closure with the bytes of a member, piece by piece.
    ///
    /// - Throws: ``HikeFileError`` for a member that can't be unpacked, and what the closure throws.
    public func read(_ member: Member, _ body: ([UInt8]) throws -> Void) throws {
        try read(member, limit: HikeFileReader.maximumUnpackedSize, body)
    }

    private func read(_ member: Member, limit: Int, _ body: ([UInt8]) throws -> Void) throws {
        var failure: (any Error)?
        do throws(HikeFileError) {
            try unpack(member, limit: limit) { piece throws(HikeFileError) in
                do { try body(piece) } catch {
                    failure = error
                    throw Self.damaged
                }
            }
        } catch {
            throw failure ?? error
        }
    }

    /// Unpacks a member piece by piece.
    ///
    /// - Throws: ``HikeFileError`` for a member that can't be unpacked; and what the body throws.
    func unpack(
        _ member: Member, limit: Int = HikeFileReader.maximumUnpackedSize,
        _ body: ([UInt8]) throws(HikeFileError) -> Void
    ) throws(HikeFileError) {
        guard !member.isEncrypted else { throw HikeFileError(.encrypted) }
        guard member.isDeflatedOrStored else { throw HikeFileError(.unknownCompression) }
        var place = unz64_file_pos(pos_in_zip_directory: member.position.offset, num_of_file: member.position.number)
        guard unsafe unzGoToFilePos64(file, &place) == UNZ_OK, unsafe unzOpenCurrentFile(file) == UNZ_OK else {
            throw Self.damaged
        }
        var isOpen = true
        defer { if isOpen { unsafe unzCloseCurrentFile(file) } }
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        var unpacked = 0
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                Int(unsafe unzReadCurrentFile(file, buffer.baseAddress, UInt32(buffer.count)))
            }
            guard count >= 0 else { throw Self.damaged }
            guard count > 0 else { break }
            unpacked += count
            guard unpacked <= limit else { throw HikeFileError(.exceeds(.unpackedSize(limit))) }
            try body(Array(piece[..<count]))
        }
        isOpen = false
        // Closing verifies the checksum.
        guard unsafe unzCloseCurrentFile(file) == UNZ_OK, unpacked == member.size else { throw Self.damaged }
    }

    private static let damaged = HikeFileError(.damaged(.zipMember))

    private func list(_ maximumMemberCount: Int) throws(HikeFileError) {
        let unlisted = HikeFileError(.damaged(.zipDirectory))
        let tooMany = HikeFileError(.exceeds(.members(maximumMemberCount)))
        // What the archive states is checked first, since listing its members takes long.
        var stated = unz_global_info64()
        guard unsafe unzGetGlobalInfo64(file, &stated) == UNZ_OK else { throw unlisted }
        guard stated.number_entry <= maximumMemberCount else { throw tooMany }
        var (count, packed) = (0, 0)
        var name = [CChar](repeating: 0, count: 4097)
        var status = unsafe unzGoToFirstFile(file)
        while status == UNZ_OK {
            count += 1
            guard count <= maximumMemberCount else { throw tooMany }
            var info = unz_file_info64()
            guard unsafe unzGetCurrentFileInfo64(file, &info, &name, UInt(name.count - 1), nil, 0, nil, 0) == UNZ_OK
            else { throw unlisted }
            // Overlapping members could unpack to far more than the archive contains.
            guard let sum = Self.sum(packed, info.compressed_size, within: source.size) else { throw unlisted }
            packed = sum
            var place = unz64_file_pos()
            guard unsafe unzGetFilePos64(file, &place) == UNZ_OK else { throw unlisted }
            let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let path = ZipMemberName(bytes, flags: UInt(info.flag)).path
            if let member = Self.member(path, info, place) {
                if ServiceTables.isTable(path) {
                    tableMembers.append(member)
                } else if Self.isArchive(path) {
                    archives.append(member)
                } else {
                    members.append(member)
                }
            }
            status = unsafe unzGoToNextFile(file)
        }
        guard status == UNZ_END_OF_LIST_OF_FILE else { throw unlisted }
    }

    /// The sum of what an archive's members take in it; `nil` if that is more than the archive's own size. The next
    /// size, as stated by the archive, may be any number.
    static func sum(_ packed: Int, _ next: some BinaryInteger, within size: Int) -> Int? {
        let next = Int(clamping: next)
        return next <= size - packed ? packed + next : nil
    }

    /// Whether it is neither hidden nor what a Mac stores beside a file.
    private static func isShown(_ name: String) -> Bool {
        let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return !last.hasPrefix(".") && !name.hasPrefix("__MACOSX/")
    }

    private static func isArchive(_ name: String) -> Bool {
        HikeFileFormat.archiveEndings.contains(where: name.lowercased().hasSuffix)
    }

    private static func member(_ name: String, _ info: unz_file_info64, _ place: unz64_file_pos) -> Member? {
        guard isShown(name),
            isArchive(name) || HikeFileFormat.endings.contains(where: name.lowercased().hasSuffix)
                || ServiceTables.isTable(name)
        else { return nil }
        // In archives from Unix, the upper half is the file mode; links and other special files are skipped.
        let mode = info.external_fa >> 16 & 0xFFFF
        if info.version >> 8 == 3, mode & UInt(S_IFMT) != 0, mode & UInt(S_IFMT) != UInt(S_IFREG) { return nil }
        return Member(
            name: name, size: Int(clamping: info.uncompressed_size), isEncrypted: info.flag & 1 != 0,
            isDeflatedOrStored: [0, UInt(Z_DEFLATED)].contains(info.compression_method),
            position: Position(offset: place.pos_in_zip_directory, number: place.num_of_file))
    }
}

/// The bytes of an archive, for minizip to read. It reads from a descriptor, since the name might refer to another file
/// by now.
@safe private final class ZipSource {
    private(set) var size: Int
    private let descriptor: Int32
    /// The file without a name that it is in, if it is in one.
    private let unnamed: UnsafeMutablePointer<FILE>?
    private var position = 0
    private var hasFailed = false
    /// A piece of the file, since minizip reads the members' headers byte by byte.
    private var piece: [UInt8] = []
    private var pieceStart = 0
    private static let pieceLength = 64 << 10

    init(_ descriptor: Int32) throws(HikeFileError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw HikeFileError(.notRegularFile)
        }
        (self.descriptor, size) = (descriptor, Int(status.st_size))
        unsafe unnamed = nil
    }

    /// An empty file without a name.
    init() throws(HikeFileError) {
        guard let file = unsafe tmpfile() else { throw HikeFileError(.outOfMemory(isUnpacking: true)) }
        (descriptor, size) = (unsafe fileno(file), 0)
        unsafe unnamed = file
    }

    deinit {
        if let unnamed = unsafe unnamed { unsafe fclose(unnamed) }
    }

    func append(_ bytes: [UInt8]) throws(HikeFileError) {
        guard unsafe pwrite(descriptor, bytes, bytes.count, off_t(size)) == bytes.count else {
            throw HikeFileError(.outOfMemory(isUnpacking: true))
        }
        size += bytes.count
    }

    /// The functions refer to this object, which must outlive the archive.
    var functions: zlib_filefunc64_def {
        var functions = unsafe zlib_filefunc64_def()
        unsafe functions.opaque = Unmanaged.passUnretained(self).toOpaque()
        // minizip passes the stream back unchanged; there is only one.
        unsafe functions.zopen64_file = { opaque, _, _ in unsafe opaque }
        unsafe functions.zread_file = { opaque, _, buffer, count in
            unsafe UInt(ZipSource.of(opaque)?.read(buffer, Int(clamping: count)) ?? 0)
        }
        unsafe functions.ztell64_file = { opaque, _ in unsafe ZPOS64_T(ZipSource.of(opaque)?.position ?? 0) }
        unsafe functions.zseek64_file = { opaque, _, offset, origin in
            unsafe ZipSource.of(opaque)?.seek(Int(clamping: offset), origin) ?? -1
        }
        unsafe functions.zclose_file = { _, _ in 0 }
        unsafe functions.zerror_file = { opaque, _ in unsafe ZipSource.of(opaque)?.hasFailed == false ? 0 : 1 }
        return unsafe functions
    }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> ZipSource? {
        unsafe opaque.map { unsafe Unmanaged<ZipSource>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        var done = 0
        while done < count, let buffer = unsafe buffer {
            if !(pieceStart..<pieceStart + piece.count).contains(position) { fill() }
            let available = piece.dropFirst(position - pieceStart).prefix(count - done)
            guard !available.isEmpty else { break }
            unsafe available.withUnsafeBytes {
                unsafe (buffer + done).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
            done += available.count
            position += available.count
        }
        return done
    }

    /// Reads the piece that begins at the position.
    private func fill() {
        pieceStart = position
        // A damaged archive can make minizip try to read a byte there a hundred thousand times.
        guard position < size else {
            piece = []
            return
        }
        piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, filled in
            var read = 0
            repeat {
                unsafe read = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
            } while read < 0 && errno == EINTR
            hasFailed = hasFailed || read < 0
            filled = max(read, 0)
        }
    }

    private func seek(_ offset: Int, _ origin: Int32) -> Int {
        let start: Int
        switch origin {
        case SEEK_SET: start = 0
        case SEEK_CUR: start = position
        case SEEK_END: start = size
        default: return -1
        }
        let (place, isOverflow) = start.addingReportingOverflow(offset)
        guard !isOverflow, place >= 0, place <= size else { return -1 }
        position = place
        return 0
    }
}
