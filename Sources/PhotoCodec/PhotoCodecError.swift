/// The reason why a photo can't be decoded or encoded.
public enum PhotoCodecError: Error, Hashable, Sendable {
    /// The bytes aren't a photo of the format, or are damaged.
    case malformed
    /// The photo has colours, or a subsampling of them, that aren't supported, such as those for print.
    case unsupported
    /// The photo has more than ``Pixels/maximumCount`` pixels.
    case tooLarge
    case outOfMemory
}
