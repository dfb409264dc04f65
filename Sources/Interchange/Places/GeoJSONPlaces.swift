internal import FoundationEssentials
public import ProfileModel

/// Places as GeoJSON (RFC 7946): a feature with a `Point` for each. Their values are properties named as in
/// `profile place list --json`; what other programs call `title`, `desc` or `type` is read too.
public enum GeoJSONPlaces {
    /// The text of a file, which reads back as equal places.
    ///
    /// - Throws: `EncodingError` for a number that JSON can't hold.
    public static func encoded(_ places: [Place]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let features = try places.map { String(decoding: try encoder.encode(Feature($0)), as: UTF8.self) }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    }

    static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [Place] {
        var splitter = JSONSplitter(.members(lists: ["features"], others: ["type", "geometry", "properties"]))
        var places: [Place] = []
        for part in try splitter.read(bytes) {
            // A member of the whole text.
            if case .member? = part.path.first, part.path.count == 1 { continue }
            guard !part.path.isEmpty else { throw HikeFileError(.notOfFormat(.hikes(.geojson))) }
            do {
                places += try JSONDecoder().decode(Feature.self, from: Data(part.bytes)).places()
            } catch let error as DecodingError {
                throw HikeFileError(error, in: part)
            } catch let error as HikeFileError {
                throw HikeFileError(error.reason, at: [.member("geometry")], in: part)
            } catch {
                throw HikeFileError(.unreadable, at: [], in: part)
            }
        }
        guard try splitter.finish() == nil else { throw HikeFileError(.notOfFormat(.hikes(.geojson))) }
        return places
    }

    private struct Feature: Codable {
        var type = "Feature"
        var geometry: Geometry?
        var properties: Properties?

        struct Geometry: Codable {
            let type: String
            /// `nil` for any other geometry than points.
            let coordinates: [[Double]]?

            private enum CodingKeys: String, CodingKey {
                case type, coordinates
            }

            init(_ position: TrackPosition) {
                (type, coordinates) = ("Point", [[position.longitude, position.latitude]])
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                type = try container.decode(String.self, forKey: .type)
                switch type {
                case "Point": coordinates = [try container.decode([Double].self, forKey: .coordinates)]
                case "MultiPoint": coordinates = try container.decode([[Double]].self, forKey: .coordinates)
                default: coordinates = nil
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(type, forKey: .type)
                try container.encode(coordinates?.first ?? [], forKey: .coordinates)
            }
        }

        struct Properties: Codable {
            var name: String?
            var category: String?
            var radius: Double?
            var notes: String?
            var favourite: Bool?
            var featured: Bool?
            var `private`: Double?
            /// Metres east and north by which the private area is moved.
            var shift: [Double]?

            private enum CodingKeys: String, CodingKey {
                case name, category, radius, notes, favourite, featured, `private`, shift
            }

            private enum Other: String, CodingKey {
                case title, description, desc, type
            }

            init(_ place: Place) {
                (name, category, radius) = (place.name, place.category, place.radius)
                (notes, favourite, featured) = (place.notes, place.isFavourite, place.isFeatured)
                (self.private, shift) = (place.privateRadius, place.privateShift.map { [$0.east, $0.north] })
            }

            /// A value of another type is passed over.
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let other = try decoder.container(keyedBy: Other.self)
                func text(_ key: CodingKeys, _ others: Other...) -> String? {
                    (try? container.decode(String.self, forKey: key))
                        ?? others.lazy.compactMap { try? other.decode(String.self, forKey: $0) }.first
                }
                name = text(.name, .title)
                category = text(.category, .type)
                notes = text(.notes, .description, .desc)
                radius = try? container.decode(Double.self, forKey: .radius)
                favourite = try? container.decode(Bool.self, forKey: .favourite)
                featured = try? container.decode(Bool.self, forKey: .featured)
                self.private = try? container.decode(Double.self, forKey: .private)
                shift = try? container.decode([Double].self, forKey: .shift)
            }
        }

        init(_ place: Place) { (geometry, properties) = (Geometry(place.position), Properties(place)) }

        func places() throws(HikeFileError) -> [Place] {
            var places: [Place] = []
            for position in geometry?.coordinates ?? [] {
                var place = try Place(
                    imported: properties?.name ?? "", latitude: position.dropFirst().first, longitude: position.first,
                    notes: properties?.notes ?? "", category: properties?.category ?? "")
                if let radius = properties?.radius { place.radius = radius }
                place.isFavourite = properties?.favourite ?? false
                place.isFeatured = properties?.featured ?? false
                place.privateRadius = properties?.private
                if let shift = properties?.shift, shift.count == 2, shift.allSatisfy({ abs($0) <= 10_000 }) {
                    place.privateShift = PrivateShift(east: shift[0], north: shift[1])
                }
                places.append(place)
            }
            return places
        }
    }
}
