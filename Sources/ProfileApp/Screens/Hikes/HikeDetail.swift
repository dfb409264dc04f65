internal import ProfileKit
internal import ProfileRendering

/// A hike's details as a screen shows them.
enum HikeDetail: Sendable {
    case loading
    case loaded(HikePage)
    case failed(String)
}

/// The details of the hike that a list shows. One hike is loaded at a time, so that scrolling through the list loads
/// only a few.
struct ShownDetail: Sendable {
    private(set) var detail = HikeDetail.loading
    /// The hike that the detail belongs to.
    private(set) var hike: Int?
    /// The hike that was requested and hasn't arrived.
    private var requested: Int?
    /// Whether the hike may have changed since it was read.
    private var isOutdated = false

    /// The page, once it is loaded.
    var page: HikePage? { if case .loaded(let page) = detail { page } else { nil } }

    /// Requests the hike to show, unless it is shown or another request is under way.
    ///
    /// - Parameter keepsLast: whether the last hike stays visible until this one arrives.
    mutating func request(_ id: Int?, keepsLast: Bool) -> [Effect] {
        guard let id, requested == nil, isOutdated || id != hike else { return [] }
        requested = id
        if !keepsLast, id != hike { detail = .loading }
        return [.request(.hikes(.load(id)))]
    }

    /// A requested hike has arrived.
    mutating func arrived(_ id: Int) {
        if id == requested { requested = nil }
    }

    mutating func show(_ detail: HikeDetail, of id: Int) {
        (self.detail, hike, isOutdated) = (detail, id, false)
    }

    /// Changes the page, such as its cursor.
    mutating func change(_ body: (inout HikePage) -> Void) {
        guard case .loaded(var page) = detail else { return }
        body(&page)
        detail = .loaded(page)
    }

    /// Makes the next request load the hike again, since it may have changed. Until it arrives, it is shown as it was.
    mutating func forget() { (isOutdated, requested) = (true, nil) }
}
