internal import ProfileKit

/// An edit of many recorded hikes at once, and its undo.
struct BulkEdit {
    let workshop: Workshop
    let hikes = 3_000
    private let points = 4_000

    func rows() throws -> [Row] {
        let store = try LibraryStore.make(at: workshop.path("bulk")).store
        let filling = try seconds {
            try store.importHikes { add in for number in 1...hikes { try add(walk(number)) } }
        }
        let ids = try store.hikes.map(\.id)
        let edit = try seconds { try store.editHikes(ids) { $0.addTag("boots") } }
        let undo = try seconds { try store.undoHikes() }
        let recordings = "with recordings of \(points) points"
        return [
            Row(
                what: "edit of \(hikes) hikes \(recordings)", figure: edit, unit: .seconds, goal: .atMost(2),
                detail: "imported in \(duration(filling))"),
            Row(what: "undo of that edit", figure: undo, unit: .seconds, goal: .atMost(2)),
        ]
    }

    /// A walk of a point every 3 s, on a day of its own.
    private func walk(_ number: Int) -> ImportedHike {
        let start = 946_720_800 + Double(number * 86_400)
        let track = (0..<points).compactMap { (index: Int) -> TrackPoint? in
            let north = Double(index) * 3e-5 + Double((index * 7 + number) % 11) * 1e-6
            let east = Double((index * 13 + number) % 17) * 2e-6
            let time = Timestamp(secondsSince1970: start + Double(3 * index), utcOffset: 3600)
            return TrackPoint(
                latitude: 47 + north, longitude: 11 + east, elevation: Double(500 + (index / 40 + number) % 300),
                heartRate: Double(100 + (index / 9) % 40), time: time)
        }
        return ImportedHike(name: "Walk \(number)", source: "GPX", recording: Recording(segments: [track]))
    }
}
