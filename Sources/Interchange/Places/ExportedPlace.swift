internal import ProfileKit
internal import ProfileModel

/// A place in an export of everything: with the values of `profile place list --json`, its notes, and the shift of its
/// private area, which has to stay the same.
struct ExportedPlace: Codable {
    let id: Int
    let name: String
    let latitude: Double
    let longitude: Double
    let radius: Double
    let category: String
    let notes: String
    let favourite: Bool
    let featured: Bool
    let `private`: Double?
    /// Metres east and north.
    let shift: [Double]?

    init(_ numbered: NumberedPlace) {
        let place = numbered.place
        (id, name, radius, category, notes) = (numbered.id, place.name, place.radius, place.category, place.notes)
        (latitude, longitude) = (place.position.latitude, place.position.longitude)
        (favourite, featured) = (place.isFavourite, place.isFeatured)
        (self.private, shift) = (place.privateRadius, place.privateShift.map { [$0.east, $0.north] })
    }

    /// The place; its rules are checked when it is stored.
    var place: NumberedPlace {
        var place = Place(
            name: name, position: TrackPosition(latitude: latitude, longitude: longitude), radius: radius,
            category: category)
        (place.notes, place.isFavourite, place.isFeatured, place.privateRadius) = (
            notes, favourite, featured, self.private
        )
        if let shift, shift.count == 2 { place.privateShift = PrivateShift(east: shift[0], north: shift[1]) }
        return NumberedPlace(id: id, place: place)
    }
}
