/// What can be given to a program to read: text or bytes.
public protocol InputBytes: Sendable {
    var inputBytes: [UInt8] { get }
}

extension String: InputBytes {
    public var inputBytes: [UInt8] { Array(utf8) }
}

extension [UInt8]: InputBytes {
    public var inputBytes: [UInt8] { self }
}
