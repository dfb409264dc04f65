internal import ProfileKit
internal import ProfileRendering

/// A place with what the list of places doesn't tell of it.
struct PlaceDetail: Hashable, Sendable {
    /// The place with its notes.
    let entry: PlaceEntry
    /// The ids of the hikes that visited it, newest first.
    let hikes: [Int]
    /// `nil` if no hike is recorded.
    let nearest: NearestHike?
}

/// Loads the place that a screen shows. One is read at a time, and last the one at which the keys stop.
struct PlaceLoader: Sendable {
    /// The place that was read last.
    private(set) var found: PlaceDetail?
    /// Why it can't be read.
    private(set) var failure: String?
    /// The place to which ``found`` or ``failure`` belongs.
    private var read: Int?
    private var requested: Int?

    /// The place, unless it may have changed since it was read.
    var current: PlaceDetail? { found.flatMap { $0.entry.id == read ? $0 : nil } }

    /// The place, if it is the one with this id.
    func found(of id: Int?) -> PlaceDetail? { found.flatMap { $0.entry.id == id ? $0 : nil } }

    /// Requests a place, unless it was read or another request is under way.
    mutating func request(_ id: Int?) -> [Effect] {
        guard let id, requested == nil, id != read else { return [] }
        requested = id
        return [.request(.places(.load(id)))]
    }

    /// Takes the answer to a request.
    ///
    /// - Returns: whether the reply is one.
    mutating func handle(_ reply: Reply) -> Bool {
        switch reply {
        case .place(let detail): (found, failure, read) = (detail, nil, detail.entry.id)
        case .noPlace(let id, let error): (found, failure, read) = (nil, error.sentencesAboutPlace, id)
        default: return false
        }
        requested = nil
        return true
    }

    /// Makes the next request read the place again, since it may have changed. Until then it is shown as it was.
    mutating func forget() { (read, requested) = (nil, nil) }
}
