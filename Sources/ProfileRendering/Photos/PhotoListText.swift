public import ProfileKit

/// A photo with its number and where on the track it was taken.
public struct PlacedPhoto: Hashable, Sendable {
    public let number: Int
    public let photo: Photo
    /// `nil` if that isn't known.
    public let placement: PhotoPlacement?

    public init(_ photo: Numbered<Photo>, placement: PhotoPlacement?) {
        (number, self.photo, self.placement) = (photo.number, photo.model, placement)
    }
}

extension PlacedPhoto {
    /// "3  IMG_0042.jpg  4,032×3,024, 3.4 MB, 22 April 2026 08:40, at 4.2 km".
    public func text(units: Units) -> String {
        let taken = photo.time.map { "\($0.day.spelled) \($0.clockTime)" }
        let details = [
            "\(photo.width.grouped)×\(photo.height.grouped)", "\(max(photo.size >> 10, 1).grouped) KiB", taken,
            placement.map { "at \(units.distance(kilometres: $0.distance))" },
        ]
        return "\(number)  \(photo.name.terminalSafe)  \(details.compactMap(\.self).joined(separator: ", "))"
    }
}
