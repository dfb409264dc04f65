internal import Glibc

/// Receives the events of an XML reader, in the order of the text.
///
/// Its errors only say what is wrong; the reader adds the line. Receivers are values: Swift checks each access to an
/// object's properties for conflicts at run time, of which there would be a dozen for each point of a recording.
protocol XMLReceiver {
    /// - Parameters:
    ///   - name: resolves the element's name.
    ///   - line: computes the current line.
    /// - Returns: what to report of the element's content.
    mutating func start(_ element: XMLStart, name: () -> XMLName, line: () -> Int) throws(HikeFileError) -> XMLInterest
    mutating func end() throws(HikeFileError)
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(HikeFileError)
}

/// Which events within an element a receiver needs.
enum XMLInterest {
    /// None, not even its end.
    case none
    case elements
    case elementsAndText
}

/// The start tag of an element. It is valid only until the receiver returns.
@safe struct XMLStart {
    private let name: UnsafePointer<CChar>
    private let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    /// Whether it declares any namespaces.
    let declaresNamespaces: Bool

    init(spelling name: UnsafePointer<CChar>, attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        unsafe (self.name, self.attributes) = (name, attributes)
        var (index, declares) = (0, false)
        while let attribute = unsafe attributes?[index] {
            index += 2
            if unsafe strncmp(attribute, "xmlns", 5) == 0 { declares = true }
        }
        declaresNamespaces = declares
    }

    /// The namespaces that it declares, by prefix; the default namespace has an empty prefix.
    var namespaces: [(prefix: String, namespace: String)] {
        var namespaces: [(String, String)] = []
        var index = 0
        while let attribute = unsafe attributes?[index], let value = unsafe attributes?[index + 1] {
            index += 2
            let name = unsafe String(cString: attribute)
            guard name == "xmlns" || name.hasPrefix("xmlns:") else { continue }
            namespaces.append((String(name.dropFirst(6)), unsafe String(cString: value)))
        }
        return namespaces
    }

    /// The name as it is written, with its prefix.
    var spelling: String { unsafe String(cString: name) }

    /// Whether the name is written like another, zero-terminated one.
    func isSpelled(_ other: UnsafePointer<CChar>) -> Bool { unsafe strcmp(name, other) == 0 }

    /// The bytes of the name, zero-terminated.
    var bytes: UnsafeBufferPointer<CChar> { unsafe UnsafeBufferPointer(start: name, count: strlen(name) + 1) }

    /// The value of an attribute without a prefix.
    subscript(name: String) -> String? {
        unsafe value(name).map { unsafe String(cString: $0) }
    }

    /// The value of an attribute without a prefix as a decimal number: NaN if it isn't one, `nil` without the
    /// attribute.
    func decimal(_ name: String) -> Double? {
        guard let value = unsafe value(name) else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: strlen(value))
        return unsafe Double(shortDecimal: bytes) ?? Double(decimal: String(cString: value).inOneLine) ?? .nan
    }

    func hasMoreAttributes(than most: Int) -> Bool {
        var count = 0
        while count <= most, unsafe attributes?[count * 2] != nil { count += 1 }
        return count > most
    }

    private func value(_ name: String) -> UnsafePointer<CChar>? {
        var index = 0
        while let attribute = unsafe attributes?[index], let value = unsafe attributes?[index + 1] {
            if unsafe strcmp(attribute, name) == 0 { return unsafe value }
            index += 2
        }
        return nil
    }
}
