internal import ProfileKit

// The JSON answers about places.

struct PlaceEntryAnswer: Encodable {
    let id: Int
    let name: String
    let latitude: Double
    let longitude: Double
    let radius: Double
    @OrNull var category: String?
    let favourite: Bool
    let featured: Bool
    @OrNull var `private`: Double?
    let visits: Int
    @OrNull var firstVisit: Day?
    @OrNull var lastVisit: Day?
    // Omitted in lists.
    var notes: String?
    var hikes: [Hike]?
    var nearestHike: OrNull<Nearest>?

    struct Hike: Encodable {
        let id: Int
        @OrNull var date: Day?
    }

    struct Nearest: Encodable {
        let id: Int
        let name: String
        /// Metres.
        let distance: Double
    }

    init(_ entry: PlaceEntry) {
        let place = entry.place
        (id, name, radius) = (entry.id, place.name, place.radius)
        (latitude, longitude) = (place.position.latitude, place.position.longitude)
        category = place.category.isEmpty ? nil : place.category
        (favourite, featured, self.private) = (place.isFavourite, place.isFeatured, place.privateRadius)
        (visits, firstVisit, lastVisit) = (entry.visits.count, entry.visits.first, entry.visits.last)
    }
}

struct PlaceListAnswer: Encodable {
    var schema = JSONAnswer.schema
    let places: [PlaceEntryAnswer]
}

struct PlaceAnswer: Encodable {
    var schema = JSONAnswer.schema
    let place: PlaceEntryAnswer
}

/// The places that a command removed.
struct PlaceIDsAnswer: Encodable {
    var schema = JSONAnswer.schema
    let places: [Int]
    /// The damaged ones, which can't be restored; omitted when there are none.
    var lost: [Int]?
}

struct PlaceImportAnswer: Encodable {
    var schema = JSONAnswer.schema
    let imported: Int
    let skipped: Int
    let places: [Int]
}
