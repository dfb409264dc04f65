internal import PhotoCodec
public import ProfileModel

/// A photo's file by its format, cut into parts.
enum PhotoFormat {
    case jpeg(JPEGParts)
    case png(PNGParts)

    /// - Throws: ``PhotoProblem`` with `unrecognized` or `damaged`.
    init(_ file: [UInt8]) throws(PhotoProblem) {
        if file.starts(with: JPEGParts.signature) {
            guard let parts = JPEGParts(file) else { throw .damaged }
            self = .jpeg(parts)
        } else if file.starts(with: PNGParts.signature) {
            guard let parts = PNGParts(file) else { throw .damaged }
            self = .png(parts)
        } else {
            throw .unrecognized
        }
    }
}

/// The reason why a file isn't taken as a photo.
public enum PhotoProblem: Error, Hashable, Sendable {
    /// The file is neither JPEG nor PNG.
    case unrecognized
    /// The file has more than 16 MiB.
    case tooLong
    /// The photo has more than 100 megapixels.
    case tooManyPixels
    /// The photo has colours for print, or a subsampling that isn't supported.
    case unsupportedColors
    /// The file is cut or damaged.
    case damaged
    case outOfMemory
}

extension ImportedPhoto {
    /// The pixels of the longer side of a preview.
    public static let previewSide = 1280
    private static let previewQuality = 80

    /// Reads a JPEG or PNG file. The photo is decoded for its preview, so that none is kept that can't be shown.
    ///
    /// - Throws: ``PhotoProblem``.
    public init(name: String, reading file: [UInt8]) throws(PhotoProblem) {
        guard file.count <= Self.maximumSize else { throw .tooLong }
        let metadata: PhotoMetadata
        let size: (width: Int, height: Int)
        let preview: [UInt8]
        let format = try PhotoFormat(file)
        do throws(PhotoCodecError) {
            let pixels: Pixels
            switch format {
            case .jpeg(let parts):
                metadata = parts.metadata
                size = try JPEGCodec.size(of: file)
                pixels = try JPEGCodec.decode(file, fitting: Self.previewSide)
            case .png(let parts):
                metadata = parts.metadata
                size = try PNGCodec.size(of: file)
                pixels = try PNGCodec.decode(file, fitting: Self.previewSide)
            }
            preview = try JPEGCodec.encode(pixels.upright(from: metadata.orientation), quality: Self.previewQuality)
        } catch {
            throw PhotoProblem(error)
        }
        let isTurned = metadata.orientation >= 5
        self.init(
            name: name, file: file, preview: preview, width: isTurned ? size.height : size.width,
            height: isTurned ? size.width : size.height, metadata: metadata)
    }

    /// A photo's file without what was written about it: time, position, camera, programs, smaller pictures, and what
    /// follows its end. The picture isn't encoded anew; its orientation and its colours stay.
    ///
    /// - Throws: ``PhotoProblem`` if it isn't a photo.
    public static func withoutMetadata(_ file: [UInt8]) throws(PhotoProblem) -> [UInt8] {
        switch try PhotoFormat(file) {
        case .jpeg(let parts): parts.withoutMetadata
        case .png(let parts): parts.withoutMetadata
        }
    }
}

extension PhotoProblem {
    fileprivate init(_ error: PhotoCodecError) {
        self =
            switch error {
            case .malformed: .damaged
            case .unsupported: .unsupportedColors
            case .tooLarge: .tooManyPixels
            case .outOfMemory: .outOfMemory
            }
    }
}
