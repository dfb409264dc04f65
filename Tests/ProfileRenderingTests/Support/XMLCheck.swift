import CExpat

/// Asks expat whether a text is well-formed XML.
enum XMLCheck {
    /// What is wrong, and in which line; `nil` for a well-formed text.
    static func problem(in text: String) -> String? {
        guard let parser = XML_ParserCreate("UTF-8") else { return "expat can't be had" }
        defer { XML_ParserFree(parser) }
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        guard XML_Parse(parser, bytes, Int32(bytes.count), 1) != XML_STATUS_OK else { return nil }
        let message = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
        return "line \(XML_GetCurrentLineNumber(parser)): \(message)"
    }
}
