public import Interchange
internal import ProfileKit

extension PhotoProblem {
    /// The problem, worded to follow the file's name.
    public var message: String {
        switch self {
        case .unrecognized: "is neither JPEG nor PNG"
        case .tooLong: "is longer than \(ImportedPhoto.maximumSize >> 20) MiB"
        case .tooManyPixels: "has more than 100 megapixels"
        case .unsupportedColors: "has colours, or a sampling of them, that can't be read"
        case .damaged: "is cut or damaged"
        case .outOfMemory: "can't be decoded: there isn't enough memory"
        }
    }

    /// What to do about it.
    public var hint: String {
        switch self {
        case .unrecognized, .unsupportedColors: "Save it as JPEG with another program, such as ImageMagick."
        case .tooLong, .tooManyPixels: "Reduce it with another program, such as ImageMagick."
        case .damaged: "Copy it from the camera again."
        case .outOfMemory: "Close other programs and try again."
        }
    }
}
