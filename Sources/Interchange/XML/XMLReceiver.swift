/// Receives the events of an XML reader, in the order of the text.
///
/// Its errors only say what is wrong; the reader adds the line.
protocol XMLReceiver: AnyObject {
    /// - Parameters:
    ///   - name: resolves the element's name.
    ///   - line: computes the current line.
    /// - Returns: what to report of the element's content.
    func start(_ element: XMLStart, name: () -> XMLName, line: () -> Int) throws(HikeFileError) -> XMLInterest
    func end() throws(HikeFileError)
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(HikeFileError)
}

/// Which events within an element a receiver needs.
enum XMLInterest {
    /// None, not even its end.
    case none
    case elements
    case elementsAndText
}
