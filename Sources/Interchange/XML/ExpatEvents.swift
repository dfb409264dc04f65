internal import CExpat

/// Passes the events of expat on to a receiver.
///
/// It is a value in separate memory rather than a property of the parser's object, as receivers are (``XMLReceiver``).
@safe struct ExpatEvents {
    /// Why parsing was stopped.
    private(set) var problem: HikeFileError?
    private var isStopped = false
    private let parser: OpaquePointer
    private let receiver: UnsafeMutablePointer<any RecordingDocument>
    private var depth = 0
    private var namespaces = XMLNamespaces()
    /// One for each enclosing element, except those within a skipped one.
    private var interests: [XMLInterest] = []
    private var hearsText = false
    /// The number of lines before the text.
    var skippedLines = 0

    init(of parser: OpaquePointer, for receiver: UnsafeMutablePointer<any RecordingDocument>) {
        unsafe (self.parser, self.receiver) = (parser, receiver)
    }

    /// Runs a callback on the value that its context points to.
    static func lend(_ context: UnsafeMutableRawPointer?, _ body: (inout ExpatEvents) -> Void) {
        guard let context = unsafe context else { return }
        unsafe body(&context.assumingMemoryBound(to: ExpatEvents.self).pointee)
    }

    mutating func start(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        depth += 1
        guard !isStopped, let name = unsafe name else { return }
        guard depth <= ExpatParser.deepest else { return fail(.exceeds(.depth(ExpatParser.deepest))) }
        let element = unsafe XMLStart(spelling: name, attributes: attributes)
        guard !element.hasMoreAttributes(than: ExpatParser.mostAttributes) else {
            return fail(.exceeds(.attributes(ExpatParser.mostAttributes)))
        }
        guard interests.last != XMLInterest.none else { return }
        if element.declaresNamespaces { namespaces.declare(element.namespaces, depth: depth) }
        do throws(HikeFileError) {
            interests.append(
                try unsafe receiver.pointee.start(
                    element, name: { namespaces.resolve(element.spelling) }, line: { line }))
            listenForText()
        } catch {
            fail(error.reason)
        }
    }

    mutating func end() {
        defer {
            namespaces.forget(depth: depth)
            depth -= 1
        }
        // Expat may report the end of an empty element after it was told to stop.
        guard !isStopped, depth == interests.count, let interest = interests.popLast() else { return }
        do throws(HikeFileError) {
            if interest != .none { try unsafe receiver.pointee.end() }
            listenForText()
        } catch {
            fail(error.reason)
        }
    }

    private mutating func text(_ characters: UnsafePointer<CChar>?, _ count: Int) {
        guard !isStopped, let characters = unsafe characters else { return }
        do throws(HikeFileError) {
            try unsafe characters.withMemoryRebound(to: UInt8.self, capacity: count) { bytes throws(HikeFileError) in
                try unsafe receiver.pointee.text(UnsafeBufferPointer(start: bytes, count: count))
            }
        } catch {
            fail(error.reason)
        }
    }

    /// Makes expat report text only where it is kept: it reports each line ending separately, which is expensive where
    /// the text isn't needed.
    private mutating func listenForText() {
        let isKept = interests.last == .elementsAndText
        guard isKept != hearsText else { return }
        hearsText = isKept
        if isKept {
            unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
                unsafe ExpatEvents.lend(context) { unsafe $0.text(text, Int(count)) }
            }
        } else {
            unsafe XML_SetCharacterDataHandler(parser, nil)
        }
    }

    mutating func fail(_ reason: HikeFileError.Reason) {
        guard !isStopped else { return }
        (isStopped, problem) = (true, HikeFileError(reason, line: line))
        unsafe XML_StopParser(parser, 0)
    }

    /// The current line, starting at 1. Counting lines takes a pass over the text.
    var line: Int { unsafe skippedLines + Int(clamping: XML_GetCurrentLineNumber(parser)) }
}

/// An element's name: its local part, and the namespace of its prefix; empty without one.
struct XMLName {
    let local: String
    let namespace: String
}

/// The namespace declarations in scope at a place in a text.
private struct XMLNamespaces {
    private var declared: [(depth: Int, prefix: String, namespace: String)] = []

    /// An undeclared prefix gets a namespace that no declaration can name.
    private static let undeclared = "undeclared\n"

    mutating func declare(_ namespaces: [(prefix: String, namespace: String)], depth: Int) {
        for (prefix, namespace) in namespaces { declared.append((depth, prefix, namespace)) }
    }

    /// Removes the declarations of an element that ends.
    mutating func forget(depth: Int) {
        while let last = declared.last, last.depth >= depth { declared.removeLast() }
    }

    func resolve(_ name: String) -> XMLName {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return XMLName(local: name, namespace: namespace("") ?? "")
        }
        let prefix = String(name[..<colon])
        let local = String(name[name.utf8.index(after: colon)...])
        return XMLName(local: local, namespace: namespace(prefix) ?? Self.undeclared + prefix)
    }

    private func namespace(_ prefix: String) -> String? {
        declared.last { $0.prefix == prefix }?.namespace
    }
}
