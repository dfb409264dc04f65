/// The headers that an import opened, so that the next file of a batch needn't open them all again.
///
/// A header counts as opened as long as its sealed box is the same, byte for byte: what the box holds was authenticated
/// for its place then. It holds data in the open, so it is kept no longer than a batch.
public struct OpenedHeaders {
    var headers: [Int: (box: [UInt8], header: HikeHeader)] = [:]

    public init() {}
}
