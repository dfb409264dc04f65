internal import ProfileKit
internal import ProfileRendering

/// The photos of a hike, one at a time.
struct PhotosScreen: Screen {
    var window = Window()
    private var hike: HikeHeader
    /// The photos; `nil` until they are read.
    private(set) var photos: [PlacedPhoto]?
    private(set) var index = 0
    private var picture = PhotoLoader()
    private var damage: DamageText?
    private var failure: String?
    private let settings: AppSettings

    init(_ hike: HikeHeader, settings: AppSettings) { (self.hike, self.settings) = (hike, settings) }

    private var chosen: PlacedPhoto? { photos.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.places(.readPhotos(hike: hike.id)))] }

    mutating func resume(at now: Moment) -> [Effect] {
        picture.forget()
        return begin(at: now)
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        hike = content.index.hikes.first { $0.id == hike.id } ?? hike
        return begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .photos(let found):
            let same = found.value.firstIndex { $0.number == chosen?.number }
            (photos, failure, damage) = (found.value, nil, DamageText(found.damaged, settings: settings))
            index = same ?? max(min(index, found.value.count - 1), 0)
        case .photo(let canvas, let drawn):
            failure = nil
            picture.show(canvas, of: drawn)
        case .failed(let error):
            failure = error.code == .notFound ? error.messageAboutHike : error.sentences
            picture.forget()
            return []
        default: break
        }
        return request()
    }

    /// Requests the picture of the photo that is shown.
    private mutating func request() -> [Effect] { picture.request(wanted) }

    private var wanted: PhotoLoader.Picture? {
        chosen.map { chosen in
            let photo = Numbered(number: chosen.number, model: chosen.photo)
            return PhotoLoader.Picture(photo: photo, size: area.size, depth: settings.presentation.depth)
        }
    }

    // MARK: Input

    var title: String { "Photos" }
    var note: String { photos.map { $0.isEmpty ? "" : "\(index + 1) of \($0.count)" } ?? "" }

    var bindings: [KeyBinding<Self>] {
        let count = photos?.count ?? 0
        return [
            .back(.escape),
            KeyBinding("next photo", .left, .right, also: [.up, .down, "k", "j"], as: "←→", when: count > 1) {
                screen, key, _ in screen.step(by: [.left, .up, "k"].contains(key) ? -1 : 1)
            }, .help(), .back("q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized = event { return request() }
        return []
    }

    private mutating func step(by steps: Int) -> [Effect] {
        index = max(0, min(index + steps, (photos?.count ?? 0) - 1))
        failure = nil
        return request()
    }

    // MARK: Drawing

    /// Where the photo is drawn, below its name.
    private var area: CellRectangle {
        CellRectangle(column: 2, row: 4, columns: max(size.columns - 4, 1), rows: max(size.rows - 6, 1))
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let width = max(size.columns - 4, 1)
        canvas.write(hike.name.terminalSafe.fitted(to: width), column: 2, row: 1, style: .title)
        if let failure {
            return canvas.write(lines: failure.wrapped(to: width).prefix(4), column: 2, row: 2, style: .danger)
        }
        guard let chosen else {
            let text =
                photos == nil ? "…" : "No photos. In a shell: \(settings.commandLine(Self.commandToAdd(hike.id)))"
            canvas.write(
                lines: damage?.lines(width: width) ?? text.wrapped(to: width), column: 2, row: 2,
                style: damage == nil ? .faint : .danger)
            return
        }
        let lines = damage?.lines(width: width).prefix(1).map { $0 } ?? []
        canvas.write(chosen.text(units: settings.presentation.units).fitted(to: width), column: 2, row: 2)
        canvas.write(lines: lines, column: 2, row: 3, style: .danger)
        guard let drawn = picture.canvas, picture.shows(chosen.number) else {
            let text =
                picture.canShow(wanted?.photo) && settings.presentation.depth > .none ? "…" : "It can't be drawn."
            canvas.write(text, column: 2, row: 4, style: .faint)
            return
        }
        canvas.draw(drawn, column: area.origin.column + (width - drawn.size.columns) / 2, row: area.origin.row)
    }

    private static func commandToAdd(_ id: Int) -> String { "hike photo add \(id) FILE" }
}
