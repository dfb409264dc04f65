/// Finds the tracks that follow the same way as one track, in either direction.
///
/// Two tracks follow the same way if nine tenths of each are near the other.
public struct SameWay: Sendable {
    public enum Direction: Hashable, Sendable {
        case same, opposite
    }

    /// Metres between tracks that are near each other: receivers scatter, and paths are wide.
    public static let nearness = 60.0
    /// The part of each track that must be near the other.
    public static let leastShare = 0.9

    private let plane: Plane?
    private let places: [PlanePlace]
    private let grid: PlaceGrid

    public init(of track: SimplifiedTrack) {
        plane = track.segments.first?.first.map { Plane(around: $0) }
        places = plane.map { track.places(on: $0) } ?? []
        grid = PlaceGrid(places)
    }

    /// The direction in which a track follows the same way; `nil` if it doesn't.
    public func direction(of track: SimplifiedTrack) -> Direction? {
        guard let plane else { return nil }
        // A look at a few positions tells most other ways apart.
        guard let start = track.segments.first, let end = track.segments.last?.last,
            [start[0], start[start.count / 2], end].contains(where: { grid.nearest(to: plane.place($0)) != nil })
        else { return nil }
        let others = track.places(on: plane)
        let nearest = others.map(grid.nearest)
        guard Self.isEnough(nearest.lazy.compactMap(\.self).count, of: others.count) else { return nil }
        let other = PlaceGrid(others)
        guard Self.isEnough(places.lazy.filter { other.nearest(to: $0) != nil }.count, of: places.count) else {
            return nil
        }
        // Where both tracks run twice along a path, the nearest place may be on either run: most steps decide.
        let known = nearest.compactMap(\.self)
        let forward = zip(known, known.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).signum() }
        return forward >= 0 ? .same : .opposite
    }

    private static func isEnough(_ count: Int, of all: Int) -> Bool {
        all > 0 && Double(count) >= leastShare * Double(all)
    }
}

extension SimplifiedTrack {
    /// The places of the track on a plane, at most ``step`` apart within segments.
    func places(on plane: Plane) -> [PlanePlace] {
        segments.flatMap { segment in
            var places: [PlanePlace] = []
            for place in segment.map(plane.place) {
                if let last = places.last {
                    let parts = Int((last.squaredDistance(to: place).squareRoot() / Self.step).rounded(.up))
                    for part in stride(from: 1, to: min(parts, Self.mostParts), by: 1) {
                        let share = Double(part) / Double(parts)
                        places.append(
                            PlanePlace(x: last.x + (place.x - last.x) * share, y: last.y + (place.y - last.y) * share))
                    }
                }
                places.append(place)
            }
            return places
        }
    }

    /// The parts into which a step is divided at most: 250 km.
    private static let mostParts = 10_000
}

/// Places, to find those near another one quickly.
struct PlaceGrid {
    private struct Cell: Hashable {
        let column: Int
        let row: Int
    }

    private let places: [PlanePlace]
    private var cells: [Cell: [Int]] = [:]

    init(_ places: [PlanePlace]) {
        self.places = places
        for (index, place) in places.enumerated() { cells[Self.cell(of: place), default: []].append(index) }
    }

    private static func cell(of place: PlanePlace) -> Cell {
        Cell(
            column: Int((place.x / SameWay.nearness).rounded(.down)),
            row: Int((place.y / SameWay.nearness).rounded(.down)))
    }

    /// The index of the nearest place within ``SameWay/nearness``; `nil` if there is none.
    func nearest(to place: PlanePlace) -> Int? {
        let center = Self.cell(of: place)
        var best: (index: Int, distance: Double)?
        for column in center.column - 1...center.column + 1 {
            for row in center.row - 1...center.row + 1 {
                for index in cells[Cell(column: column, row: row)] ?? [] {
                    let distance = places[index].squaredDistance(to: place)
                    if distance < best?.distance ?? (SameWay.nearness * SameWay.nearness) { best = (index, distance) }
                }
            }
        }
        return best?.index
    }
}
