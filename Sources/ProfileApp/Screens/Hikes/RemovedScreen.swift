internal import ProfileKit
internal import ProfileRendering

/// The removed hikes, which can be restored or purged.
struct RemovedScreen: Screen {
    var window = Window()
    private(set) var list = ChoiceList<HikeHeader>()
    private let settings: AppSettings
    /// Whether the list is being read.
    private var isReading = false

    private var units: Units { settings.presentation.units }

    init(settings: AppSettings) { self.settings = settings }

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
            return [.say(Toast("Restored", change, undo: .hikes(.remove(change.ids)), at: now))] + begin(at: now)
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
        list.show(
            hikes.value.sorted(by: .date), below: DamageText(hikes.damaged, settings: settings), by: \.id, in: size)
    }

    var title: String { "Removed hikes" }
    var note: String { list.count == 0 ? "" : "\(list.count)" }

    var bindings: [KeyBinding<Self>] {
        let hasHikes = list.count > 0
        return [
            .back(.escape), KeyBinding("restore", .enter, when: hasHikes) { $0.restore() },
            KeyBinding("purge", "P", when: hasHikes) { $0.askToPurge() }, .moves("choose", when: hasHikes), .help(),
            KeyBinding("restore", "r", in: .help, when: hasHikes) { $0.restore() }, .back("q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        _ = list.update(event, in: size)
        return []
    }

    private func restore() -> [Effect] { list.chosen.map { [.request(.hikes(.restore([$0.id])))] } ?? [] }

    private mutating func askToPurge() -> [Effect] {
        guard let hike = list.chosen else { return [] }
        let alert = Alert(
            title: "Purge", of: hike.name,
            text: "The hike and its recording are deleted for good. This can't be undone.",
            buttons: ["Back", "Purge"], focused: 0)
        return ask(alert, confirmed: [.request(.hikes(.purge(hike)))])
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        list.draw(on: &canvas, empty: "No removed hikes.") { hike, width in
            HikeRow(hike: hike, isOpen: nil, units: units).line(width: width)
        }
    }
}
