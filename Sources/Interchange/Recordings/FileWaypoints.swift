internal import ProfileModel

/// The waypoints of a file, until the hikes that they belong to are known. A hike has those near its track; the file's
/// last one also those that are near no other.
struct FileWaypoints {
    private var free: [(waypoint: Waypoint, isTaken: Bool)] = []
    /// The waypoints of a file that this program wrote, which name their hikes.
    private var named: [Int: [Waypoint]] = [:]
    private var count = 0
    private var size = 0

    /// Further ones are left out.
    private static let most = (count: 100_000, size: 32 << 20)
    /// The margin in degrees, about a kilometre.
    private static let margin = 0.01

    /// - Parameter hike: the id that a file of ours gives the hike.
    mutating func append(_ waypoint: Waypoint, of hike: Int? = nil) {
        count += 1
        size += waypoint.name.utf8.count + waypoint.description.utf8.count + waypoint.symbol.utf8.count
        guard count <= Self.most.count, size <= Self.most.size else { return }
        if let hike { named[hike, default: []].append(waypoint) } else { free.append((waypoint, false)) }
    }

    /// The waypoints of a track whose hike is complete.
    ///
    /// - Parameter isLast: whether no track follows in the file.
    mutating func take(for track: RecordedTrack, isLast: Bool = false) -> [Waypoint] {
        if let id = track.supplement?.id { return named.removeValue(forKey: id) ?? [] }
        // What names a hike that isn't in the file belongs to the last one.
        let left = isLast ? named.sorted { $0.key < $1.key }.flatMap(\.value) : []
        guard !free.isEmpty else { return left }
        let bounds = track.bounds
        var found: [Waypoint] = []
        for index in free.indices {
            let position = free[index].waypoint.position
            let isNear = bounds.map { bounds in
                (bounds.south - Self.margin...bounds.north + Self.margin).contains(position.latitude)
                    && (bounds.west - Self.margin...bounds.east + Self.margin).contains(position.longitude)
            }
            guard isNear ?? false || isLast && !free[index].isTaken else { continue }
            free[index].isTaken = true
            found.append(free[index].waypoint)
        }
        return found + left
    }
}
