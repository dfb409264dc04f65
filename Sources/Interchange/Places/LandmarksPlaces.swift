internal import FoundationEssentials
internal import ProfileModel

/// The places of Apple's Landmarks tutorial, `landmarkData.json`: an array of landmarks. The park, the city and the state
/// become the last line of a place's notes.
enum LandmarksPlaces {
    private struct Landmark: Decodable {
        struct Coordinates: Decodable {
            let latitude: Double
            let longitude: Double
        }

        let name: String
        let coordinates: Coordinates
        let category: String?
        let description: String?
        let park: String?
        let city: String?
        let state: String?
        let isFavorite: Bool?
        let isFeatured: Bool?

        func place() throws(HikeFileError) -> Place {
            let region = [park, city, state].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
            var place = try Place(
                imported: name, latitude: coordinates.latitude, longitude: coordinates.longitude,
                notes: [description ?? "", region].filter { !$0.isEmpty }.joined(separator: "\n"),
                category: category ?? "")
            (place.isFavourite, place.isFeatured) = (isFavorite ?? false, isFeatured ?? false)
            return place
        }
    }

    static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [Place] {
        var splitter = JSONSplitter(.list)
        var parts = try splitter.read(bytes)
        if let rest = try splitter.finish() { parts.append(rest) }
        let decoder = JSONDecoder()
        var places: [Place] = []
        for part in parts {
            do {
                places.append(try decoder.decode(Landmark.self, from: Data(part.bytes)).place())
            } catch let error as DecodingError {
                throw HikeFileError(error, in: part)
            } catch let error as HikeFileError {
                throw HikeFileError(error.reason, at: [.member("coordinates")], in: part)
            } catch {
                throw HikeFileError(.unreadable, at: [], in: part)
            }
        }
        return places
    }
}
