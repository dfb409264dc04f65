internal import ProfileKit
internal import ProfileRendering

/// The removed hikes, which can be restored or purged.
struct RemovedScreen: Screen {
    private(set) var list: ChoiceList<HikeHeader>
    private let settings: AppSettings
    /// Whether the list is being read.
    private var isReading = false

    private var units: Units { settings.presentation.units }

    init(settings: AppSettings, size: CellSize) {
        self.settings = settings
        list = ChoiceList(size: size)
    }

    /// The hikes; `nil` until they are read.
    var hikes: [HikeHeader]? { list.items }

    mutating func begin(at now: Moment) -> [Effect] {
        isReading = true
        return [.request(.hikes(.readRemoved))]
    }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] { begin(at: now) }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .removedHikes(let hikes):
            isReading = false
            loaded(hikes)
            return []
        case .hikesChanged(let change):
            let text = ["Restored", Toast.words(for: change)].compactMap(\.self).joined(separator: " · ")
            let undo = change.ids.first.map { Request.hikes(.remove($0)) }
            return [.say(Toast(text, undo: undo, at: now))] + begin(at: now)
        case .purged: return [.say(Toast("Purged", at: now))] + begin(at: now)
        case .failed(let error):
            let wasReading = isReading
            isReading = false
            if error.code == .notFound {
                return [.say(Toast("It was restored or purged elsewhere", mark: "›", at: now))] + begin(at: now)
            }
            // A list that can't be read isn't read again at once.
            return alert(about: reply) + (wasReading ? [] : begin(at: now))
        default: return []
        }
    }

    mutating func loaded(_ hikes: Salvaged<[HikeHeader]>) {
        list.show(hikes.value.sorted(by: .date), below: DamageText(hikes.damaged, settings: settings), by: \.id)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch list.update(event, keys: keys, further: furtherKeys, title: "Removed hikes") {
        case .nothing, .clicked: return []
        case .confirmed(let hike): return [.request(.hikes(.purge(hike.id)))]
        case .key(let key): return press(key)
        }
    }

    private mutating func press(_ key: Key) -> [Effect] {
        switch key {
        case .enter, .character("r"): return list.chosen.map { [.request(.hikes(.restore($0.id)))] } ?? []
        case .character("P"):
            list.ask { hike in
                Alert(
                    title: "Purge", of: hike.name,
                    text: "The hike and its recording are deleted for good. This can't be undone.",
                    buttons: ["Back", "Purge"], focused: 0)
            }
        case .escape, .character("q"): return [.close]
        default: break
        }
        return []
    }

    private var keys: KeyLine {
        let own: [KeyLine.Item] =
            list.count == 0
            ? []
            : [.init(.enter, "restore"), .init(.character("P"), "purge"), .init(keys: "↑↓", "choose")]
        return KeyLine([.init(.escape, "back")] + own + [.init(.character("?"), "help")])
    }

    private var furtherKeys: [KeyLine.Item] {
        (list.count == 0 ? [] : [.init(.character("r"), "restore")]) + [.init(.character("q"), "back")]
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let frame = ScreenFrame(title: "Removed hikes", note: list.count == 0 ? "" : "\(list.count)", keys: keys)
        list.draw(on: &canvas, frame: frame, empty: "No removed hikes.") { hike, width in
            HikeRow(hike: hike, isOpen: nil, units: units).line(width: width)
        }
    }
}
