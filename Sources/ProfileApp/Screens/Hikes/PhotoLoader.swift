internal import ProfileKit
internal import ProfileRendering

/// Loads the photo that a screen shows. The worker draws it, once for each size.
struct PhotoLoader: Sendable {
    /// What is drawn.
    struct Picture: Hashable, Sendable {
        let photo: Numbered<Photo>
        /// The cells that it has to fit into.
        let size: CellSize
        let depth: ColorDepth
    }

    /// The photo in cells; `nil` until it is drawn.
    private(set) var canvas: Canvas?
    /// The picture that was drawn last, or couldn't be.
    private var drawn: Picture?
    private var requested: Picture?

    /// Whether there is a photo that hasn't failed to be drawn.
    func canShow(_ photo: Numbered<Photo>?) -> Bool {
        photo != nil && !(drawn?.photo == photo && canvas == nil)
    }

    /// Whether the photo with a number is the one that is drawn.
    func shows(_ number: Int) -> Bool { drawn?.photo.number == number }

    /// Requests a picture, unless it was drawn or another request is under way.
    mutating func request(_ picture: Picture?) -> [Effect] {
        guard let picture, requested == nil, picture != drawn else { return [] }
        requested = picture
        if picture.photo != drawn?.photo { (canvas, drawn) = (nil, nil) }
        return [.request(.places(.drawPhoto(picture)))]
    }

    /// Takes a picture that was drawn.
    mutating func show(_ canvas: Canvas?, of picture: Picture) {
        if picture == requested { requested = nil }
        (self.canvas, drawn) = (canvas, picture)
    }

    /// Makes a request that wasn't answered again.
    mutating func forget() { requested = nil }
}
