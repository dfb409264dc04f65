/// A place on a map, such as a summit, a lake or a hut. A hike whose track comes within its radius visits it.
public struct Place: Hashable, Sendable {
    public var name = ""
    public var position = TrackPosition(latitude: 0, longitude: 0)
    /// Metres around the position in which a track visits the place.
    public var radius = Self.defaultRadius
    /// One of ``categories`` or any other word; empty for none.
    public var category = ""
    /// The notes, as plain text; empty in lists.
    public var notes = ""
    public var isFavourite = false
    /// Whether it is shown first.
    public var isFeatured = false
    /// Metres around the position that no output contains; `nil` for a place that isn't private.
    public var privateRadius: Double?
    /// Where the area that is cut out lies: see ``PrivateAreas``. It stays the same for the life of the place.
    public var privateShift: PrivateShift?

    public init() {}

    public init(name: String, position: TrackPosition, radius: Double = Self.defaultRadius, category: String = "") {
        (self.name, self.position, self.radius, self.category) = (name, position, radius, category)
    }

    /// The categories that are suggested.
    public static let categories = ["Lakes", "Rivers", "Mountains", "Huts"]
    /// The radius, in metres, of a place for which none is given.
    public static let defaultRadius = 250.0

    /// The area in which a track visits the place.
    public var area: CircularArea { CircularArea(center: position, radius: radius) }
}

/// A place with its id.
public struct NumberedPlace: Hashable, Sendable, Identifiable {
    public let id: Int
    public var place: Place

    public init(id: Int, place: Place) {
        (self.id, self.place) = (id, place)
    }
}

extension TrackPosition {
    /// Reads "46.53,7.96": degrees north and east.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.trimmingSpaces)
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard isOnEarth else { return nil }
    }

    /// Whether the degrees are in range.
    public var isOnEarth: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }

    /// Metres to another position, accurate for some hundred kilometres.
    public func distance(to other: TrackPosition) -> Double {
        Plane(around: self).place(other).squaredDistance(to: PlanePlace(x: 0, y: 0)).squareRoot()
    }
}

extension StringProtocol {
    /// The text without the spaces at its ends.
    package var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
