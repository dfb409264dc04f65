internal import CExpat

/// Reads XML piece by piece, and rejects what a file of hikes doesn't need: document types (and with them entities),
/// deep nesting, and markup so long that it must be an attack.
///
/// Supported encodings are expat's own, UTF-8, UTF-16, ISO-8859-1 and US-ASCII, and windows-1252.
///
/// Namespaces are resolved here rather than by expat, which rejects undeclared prefixes: some programs omit the
/// declarations of their extensions.
@safe final class ExpatParser {
    /// Maximum nesting depth of elements.
    static let deepest = 100
    /// Maximum number of attributes of an element.
    static let mostAttributes = 100
    /// Maximum length of a tag, a comment or a processing instruction, in bytes. Expat scans an unfinished one again
    /// with each piece of the text, so this bounds the work too.
    static let longestMarkup = 1 << 20

    private let parser: OpaquePointer
    /// The context of expat's callbacks.
    private let events: UnsafeMutablePointer<ExpatEvents>
    private let receiver: UnsafeMutablePointer<any RecordingDocument>
    private var fed = 0

    init(_ document: any RecordingDocument) throws(HikeFileError) {
        guard let parser = unsafe XML_ParserCreate(nil) else {
            throw HikeFileError(.outOfMemory(isUnpacking: false))
        }
        unsafe self.parser = parser
        unsafe receiver = .allocate(capacity: 1)
        unsafe receiver.initialize(to: document)
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: ExpatEvents(of: parser, for: receiver))
        unsafe XML_SetUserData(parser, events)
        unsafe XML_SetElementHandler(
            parser,
            { context, name, attributes in unsafe ExpatEvents.lend(context) { unsafe $0.start(name, attributes) } },
            { context, _ in unsafe ExpatEvents.lend(context) { $0.end() } })
        unsafe XML_SetUnknownEncodingHandler(parser, { unsafe ExpatParser.describe($1, $2) }, nil)
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe ExpatEvents.lend(context) { $0.fail(.documentType) }
        }
    }

    deinit {
        unsafe XML_ParserFree(parser)
        unsafe events.deinitialize(count: 1)
        unsafe events.deallocate()
        unsafe receiver.deinitialize(count: 1)
        unsafe receiver.deallocate()
    }

    /// Lends what has been read so far.
    func withDocument<Result, Failure>(
        _ body: (inout any RecordingDocument) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&(unsafe receiver.pointee))
    }

    /// Reads the next piece of the text, or its end.
    func read(_ bytes: [UInt8], isLast: Bool) throws(HikeFileError) {
        fed += bytes.count
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count),
                isLast ? 1 : 0)
        }
        if let problem = unsafe events.pointee.problem { throw problem }
        guard status == XML_STATUS_OK else { throw HikeFileError(unsafe Self.reason(of: parser), line: line) }
        let understood = unsafe XML_GetCurrentByteIndex(parser)
        if !isLast, understood >= 0, fed - understood > Self.longestMarkup {
            throw HikeFileError(.exceeds(.markupSize(Self.longestMarkup)), line: line)
        }
    }

    /// The current line, starting at 1. Counting lines takes a pass over the text.
    var line: Int { unsafe events.pointee.line }

    /// Counts lines before the text that is read.
    func skip(lines: Int) { unsafe events.pointee.skippedLines += lines }

    /// The characters of the bytes from 0x80 to 0x9F in windows-1252, which is otherwise ISO-8859-1. Unassigned bytes are
    /// U+FFFD.
    private static let windows1252 =
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".utf16.map { Int32($0) }

    /// Describes windows-1252 to expat, which doesn't support it itself.
    private static func describe(_ name: UnsafePointer<CChar>?, _ encoding: UnsafeMutablePointer<XML_Encoding>?)
        -> Int32
    {
        guard let name = unsafe name, let encoding = unsafe encoding,
            ["windows-1252", "cp1252", "x-cp1252"].contains(unsafe String(cString: name).lowercased())
        else { return Int32(XML_STATUS_ERROR.rawValue) }
        let scalars = Array(0..<0x80) + windows1252 + Array(0xA0...0xFF)
        unsafe withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
            unsafe scalars.withUnsafeBytes { unsafe map.copyMemory(from: $0) }
        }
        unsafe (encoding.pointee.data, encoding.pointee.convert, encoding.pointee.release) = (nil, nil, nil)
        return Int32(XML_STATUS_OK.rawValue)
    }

    /// The reason for expat's rejection. It repeats none of the text.
    private static func reason(of parser: OpaquePointer) -> HikeFileError.Reason {
        let code = unsafe XML_GetErrorCode(parser)
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION,
            XML_ERROR_PARTIAL_CHAR:
            return .notXML(.endsEarly)
        case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
            return .unsupportedEncoding
        case XML_ERROR_UNDEFINED_ENTITY:
            return .undefinedEntity
        case XML_ERROR_NO_MEMORY:
            return .outOfMemory(isUnpacking: false)
        default:
            return .notXML(.other(detail: unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "broken"))
        }
    }
}
