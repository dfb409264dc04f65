internal import CExpat
internal import Glibc

/// Receives the events of an XML reader, in the order of the text.
///
/// Its errors only say what is wrong; the parser adds the line.
protocol XMLReceiver: AnyObject {
    /// - Returns: whether to report the element's content and end.
    func start(_ name: XMLName, _ attributes: XMLAttributes, line: () -> Int) throws(HikeFileError) -> Bool
    func end() throws(HikeFileError)
    /// Whether to report text at the current position.
    var keepsText: Bool { get }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(HikeFileError)
}

/// The attributes of an element's start tag. They are valid only until the receiver returns.
@safe struct XMLAttributes {
    fileprivate let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// The namespaces that the element declares, by prefix; the default namespace has an empty prefix.
    var namespaces: [(prefix: String, namespace: String)] {
        var namespaces: [(String, String)] = []
        var index = 0
        while let attribute = unsafe list?[index], let value = unsafe list?[index + 1] {
            index += 2
            guard unsafe strncmp(attribute, "xmlns", 5) == 0 else { continue }
            let name = unsafe String(cString: attribute)
            guard name.utf8.count == 5 || name.hasPrefix("xmlns:") else { continue }
            namespaces.append((String(name.dropFirst(6)), unsafe String(cString: value)))
        }
        return namespaces
    }

    /// The value of an attribute without a prefix.
    subscript(name: String) -> String? {
        var index = 0
        while let attribute = unsafe list?[index], let value = unsafe list?[index + 1] {
            if unsafe strcmp(attribute, name) == 0 { return unsafe String(cString: value) }
            index += 2
        }
        return nil
    }

    /// Whether there are more than this many attributes.
    fileprivate func isLonger(than most: Int) -> Bool {
        var count = 0
        while count <= most, unsafe list?[count * 2] != nil { count += 1 }
        return count > most
    }
}

/// Reads XML piece by piece, and rejects what a file of hikes doesn't need: document types (and with them entities),
/// deep nesting, and markup so long that it must be an attack.
///
/// Supported encodings are expat's own, UTF-8, UTF-16, ISO-8859-1 and US-ASCII, and windows-1250 to windows-1258.
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
    private let receiver: any XMLReceiver
    private var problem: HikeFileError?
    private var depth = 0
    /// The depth of the element that is being skipped with its content.
    private var passedOver: Int?
    private var hearsText = false
    private var fed = 0
    private var namespaces = XMLNamespaces()

    init(_ receiver: any XMLReceiver) throws(HikeFileError) {
        guard let parser = unsafe XML_ParserCreate(nil) else {
            throw HikeFileError("there is not enough memory to read it")
        }
        unsafe self.parser = parser
        self.receiver = receiver
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { unsafe ExpatParser.of($0)?.start($1, XMLAttributes(list: $2)) },
            { context, _ in unsafe ExpatParser.of(context)?.end() })
        unsafe XML_SetUnknownEncodingHandler(parser, { unsafe ExpatParser.describe($1, $2) }, nil)
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe ExpatParser.of(context)?.fail("a document type is declared, which no file of hikes needs")
        }
    }

    deinit {
        unsafe XML_ParserFree(parser)
    }

    /// Reads the next piece of the text, or its end.
    func read(_ bytes: [UInt8], isLast: Bool) throws(HikeFileError) {
        fed += bytes.count
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count),
                isLast ? 1 : 0)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else { throw HikeFileError(line: line, unsafe Self.words(for: parser)) }
        let understood = unsafe XML_GetCurrentByteIndex(parser)
        if !isLast, understood >= 0, fed - understood > Self.longestMarkup {
            throw HikeFileError(line: line, "a piece of markup is longer than \(Self.longestMarkup >> 20) MiB")
        }
    }

    /// The current line, starting at 1.
    var line: Int { unsafe Int(clamping: XML_GetCurrentLineNumber(parser)) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> ExpatParser? {
        unsafe context.map { unsafe Unmanaged<ExpatParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
        depth += 1
        guard problem == nil, let name = unsafe name else { return }
        guard depth <= Self.deepest else { return fail("it is nested more than \(Self.deepest) deep") }
        guard !attributes.isLonger(than: Self.mostAttributes) else {
            return fail("an element has more than \(Self.mostAttributes) attributes")
        }
        guard passedOver == nil else { return }
        namespaces.declare(attributes.namespaces, depth: depth)
        hear { () throws(HikeFileError) in
            let isWanted = try receiver.start(namespaces.resolve(unsafe String(cString: name)), attributes) { line }
            if !isWanted { passedOver = depth }
        }
    }

    private func end() {
        defer {
            namespaces.forget(depth: depth)
            depth -= 1
        }
        if let passedOver {
            if passedOver == depth { self.passedOver = nil }
            listenForText()
        } else {
            hear { () throws(HikeFileError) in try receiver.end() }
        }
    }

    private func text(_ characters: UnsafePointer<CChar>?, _ count: Int) {
        guard let characters = unsafe characters else { return }
        unsafe characters.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            hear { () throws(HikeFileError) in
                try unsafe receiver.text(UnsafeBufferPointer(start: bytes, count: count))
            }
        }
    }

    private func hear(_ body: () throws(HikeFileError) -> Void) {
        // Expat may report the end of an empty element after it was told to stop.
        guard problem == nil else { return }
        do throws(HikeFileError) { try body() } catch { fail(error.message) }
        listenForText()
    }

    /// Makes expat report text only where it is kept: it reports each line ending separately, which is expensive where
    /// the text isn't needed.
    private func listenForText() {
        let keepsText = receiver.keepsText && passedOver == nil
        guard keepsText != hearsText else { return }
        hearsText = keepsText
        if keepsText {
            unsafe XML_SetCharacterDataHandler(parser) { unsafe ExpatParser.of($0)?.text($1, Int($2)) }
        } else {
            unsafe XML_SetCharacterDataHandler(parser, nil)
        }
    }

    private func fail(_ message: String) {
        guard problem == nil else { return }
        problem = HikeFileError(line: line, message)
        unsafe XML_StopParser(parser, 0)
    }

    /// Describes to expat a character set that it doesn't support itself.
    private static func describe(_ name: UnsafePointer<CChar>?, _ encoding: UnsafeMutablePointer<XML_Encoding>?)
        -> Int32
    {
        guard let name = unsafe name, let encoding = unsafe encoding,
            let scalars = WindowsCodePage.scalars(named: unsafe String(cString: name))
        else { return Int32(XML_STATUS_ERROR.rawValue) }
        unsafe withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
            unsafe scalars.withUnsafeBytes {
                unsafe map.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(map.count)))
            }
        }
        unsafe (encoding.pointee.data, encoding.pointee.convert, encoding.pointee.release) = (nil, nil, nil)
        return Int32(XML_STATUS_OK.rawValue)
    }

    /// The reason for expat's rejection. It repeats none of the text.
    private static func words(for parser: OpaquePointer) -> String {
        let code = unsafe XML_GetErrorCode(parser)
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION,
            XML_ERROR_PARTIAL_CHAR:
            return "the text is not XML: it ends too early"
        case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
            return "the encoding is not one of UTF-8, UTF-16, ISO-8859-1, US-ASCII and windows-1250 to 1258"
        case XML_ERROR_UNDEFINED_ENTITY:
            return "an entity is used that XML does not have"
        case XML_ERROR_NO_MEMORY:
            return "there is not enough memory to read it"
        default:
            return "the text is not XML: \(unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "broken")"
        }
    }
}
