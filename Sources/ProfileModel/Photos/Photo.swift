/// A photo of a hike: what is known of it. Its file and its preview are kept beside it.
public struct Photo: Hashable, Sendable {
    /// The id of its hike.
    public var hike = 0
    /// The name of its file.
    public var name = ""
    /// The length of its file, in bytes.
    public var size = 0
    /// The width and height as displayed, in pixels.
    public var width = 0
    public var height = 0
    /// When it was taken; `nil` if that isn't known.
    public var time: Timestamp?
    /// Where it was taken, as the camera says; `nil` if it doesn't.
    public var position: TrackPosition?
    /// The day on which it was taken, else that of its hike; `nil` if neither is known.
    public var day: Day?
    /// Identifies its file, and its hike.
    package var digest: [UInt8]?

    public init() {}
}

/// A photo that is to be added to a hike.
public struct ImportedPhoto: Hashable, Sendable {
    /// The name of its file.
    public var name: String
    /// The photo's file: JPEG or PNG.
    public let file: [UInt8]
    /// The preview, upright: JPEG.
    public let preview: [UInt8]
    /// The width and height as displayed, in pixels.
    public let width: Int
    public let height: Int
    /// What the camera wrote into it.
    public let metadata: PhotoMetadata

    /// The maximum length of a file, in bytes.
    public static let maximumSize = 16 << 20

    public init(
        name: String, file: [UInt8], preview: [UInt8], width: Int, height: Int,
        metadata: PhotoMetadata = PhotoMetadata()
    ) {
        (self.name, self.file, self.preview) = (name, file, preview)
        (self.width, self.height, self.metadata) = (width, height, metadata)
    }
}
