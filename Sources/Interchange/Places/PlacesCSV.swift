internal import ProfileModel

/// Places as comma-separated values: a row of headings, among them `name`, `latitude` and `longitude`, then a row for each
/// place. The headings `lat`, `lon`, `lng` and `title` are accepted too. Other columns are named as in
/// `profile place list --json`.
enum PlacesCSV {
    private enum Column: String {
        case name, latitude, longitude, category, notes, radius, favourite, featured

        init?(heading: String) {
            switch heading.lowercased() {
            case "title": self = .name
            case "lat": self = .latitude
            case "lon", "lng", "long": self = .longitude
            case "type": self = .category
            case "description", "desc": self = .notes
            case "favorite": self = .favourite
            case let heading: self.init(rawValue: heading)
            }
        }
    }

    static func read(_ bytes: [UInt8]) throws(HikeFileError) -> [Place] {
        let table = CSVRows(bytes)
        let rows = table.rows
        let columns = (rows.first ?? []).map { Column(heading: $0.inOneLine) }
        guard columns.contains(.latitude), columns.contains(.longitude) else { throw HikeFileError(.noPlaces) }
        if let row = table.notUTF8 { throw HikeFileError(.notUTF8, line: row) }
        var places: [Place] = []
        for (index, row) in rows.enumerated().dropFirst() where row.contains(where: { !$0.isEmpty }) {
            func text(_ column: Column) -> String {
                zip(columns, row).first { $0.0 == column }?.1 ?? ""
            }
            func number(_ column: Column) -> Double? { Double(decimal: text(column).inOneLine) }
            do throws(HikeFileError) {
                var place = try Place(
                    imported: text(.name), latitude: number(.latitude), longitude: number(.longitude),
                    notes: text(.notes), category: text(.category))
                if let radius = number(.radius) { place.radius = radius }
                place.isFavourite = isOn(text(.favourite))
                place.isFeatured = isOn(text(.featured))
                places.append(place)
            } catch {
                // A text with line feeds makes this the row's number rather than the line's.
                throw HikeFileError(error.reason, line: index + 1)
            }
        }
        return places
    }

    private static func isOn(_ text: String) -> Bool { ["on", "true", "yes", "1"].contains(text.lowercased()) }
}
