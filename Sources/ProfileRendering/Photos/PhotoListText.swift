public import ProfileKit

extension PlacedPhoto {
    /// "3  IMG_0042.jpg  4,032×3,024, 3.4 MB, 22 April 2026 08:40, at 4.2 km".
    public func text(units: Units) -> String {
        let details =
            ["\(photo.width.grouped)×\(photo.height.grouped)", "\(max(photo.size >> 10, 1).grouped) KiB"]
            + origin(units: units)
        return "\(number)  \(photo.name.terminalSafe)  \(details.joined(separator: ", "))"
    }

    /// When and where on the track it was taken, as far as that is known.
    func origin(units: Units) -> [String] {
        [
            photo.time.map { "\($0.day.spelled) \($0.clockTime)" },
            placement.map { "at \(units.distance(kilometres: $0.distance))" },
        ].compactMap(\.self)
    }
}
