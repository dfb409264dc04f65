public import ProfileModel
public import SealedStore

/// A photo with its number and where on the track it was taken.
public struct PlacedPhoto: Hashable, Sendable {
    public let number: Int
    public let photo: Photo
    /// Where on the track it was taken; `nil` if that isn't known.
    public let placement: PhotoPlacement?

    public init(_ photo: Numbered<Photo>, placement: PhotoPlacement?) {
        (number, self.photo, self.placement) = (photo.number, photo.model, placement)
    }
}
