internal import ProfileKit
internal import ProfileRendering

/// The hikes that were removed and wait to be restored, or to be gone for good.
struct RemovedScreen: Screen {
    /// `nil` until they were read.
    private(set) var hikes: [HikeHeader]?
    private var list = ListPane()
    private var question: (hike: HikeHeader, alert: Alert)?
    private var help: HelpSheet?
    private(set) var size: CellSize
    private let units: Units

    init(units: Units, size: CellSize) {
        (self.units, self.size) = (units, size)
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.readRemovedHikes)] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] { begin(at: now) }

    mutating func take(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .removedHikes(let hikes):
            loaded(hikes)
            return []
        case .hikesChanged(let change):
            let text = ["Restored", Toast.words(for: change)].compactMap(\.self).joined(separator: " · ")
            let undo = change.ids.first.map { Request.removeHike($0) }
            return [.say(Toast(text, undo: undo, at: now))] + begin(at: now)
        case .purged: return [.say(Toast("Gone for good", at: now))] + begin(at: now)
        default: return alert(about: reply)
        }
    }

    mutating func loaded(_ hikes: [HikeHeader]) {
        self.hikes = hikes.sorted(by: .date)
        list.select(list.selected, of: hikes.count, height: listHeight)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if var sheet = help {
            help = sheet.update(event, in: size) ? sheet : nil
            return []
        }
        if var asked = question {
            let answer = asked.alert.update(event, in: size.aboveKeyLine)
            question = answer == nil ? asked : nil
            return answer == 1 ? [.request(.purgeHike(asked.hike.id))] : []
        }
        switch keys.translated(event, in: size) {
        case .key(let key): return press(key)
        case .click(let point):
            if let row = list.row(at: point, of: count, in: part) { list.select(row, of: count, height: listHeight) }
        case .resized, .paste, .tick: break
        }
        return []
    }

    private mutating func press(_ key: Key) -> [Effect] {
        if list.press(key, of: count, height: listHeight) { return [] }
        switch key {
        case .enter, .character("r"): return chosen.map { [.request(.restoreHike($0.id))] } ?? []
        case .character("x"), .delete:
            question = chosen.map { hike in
                let alert = Alert(
                    title: "Purge “\(hike.name.terminalSafe)”?",
                    text: "It is gone for good then, with what was recorded. This can't be undone.",
                    buttons: ["Back", "Purge"], focused: 0)
                return (hike, alert)
            }
        case .character("?"), .help: help = HelpSheet("Removed hikes", keys.items)
        case .escape, .character("q"): return [.close]
        default: break
        }
        return []
    }

    private var count: Int { hikes?.count ?? 0 }
    private var chosen: HikeHeader? {
        hikes.flatMap { $0.indices.contains(list.selected) ? $0[list.selected] : nil }
    }

    // MARK: Drawing

    private var keys: KeyLine {
        let own: [KeyLine.Item] =
            count == 0
            ? []
            : [.init(.enter, "restore"), .init(.character("x"), "purge"), .init(keys: "↑↓", "choose")]
        return KeyLine([.init(.escape, "back")] + own + [.init(.character("?"), "help")])
    }

    private var listHeight: Int { max(1, size.rows - 3) }
    private var part: CellRectangle {
        CellRectangle(column: 1, row: 2, columns: max(size.columns - 1, 1), rows: listHeight)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let hikes = hikes ?? []
        if self.hikes == nil {
            canvas.write("…", column: 2, row: 2, style: .faint)
        } else if hikes.isEmpty {
            canvas.write("Nothing was removed.", column: 2, row: 2)
        }
        list.draw(on: &canvas, in: part, of: hikes.count) { row, width in
            HikeRow(hike: hikes[row], isOpen: nil, units: units).line(width: width)
        }
        ScreenFrame(title: "Removed hikes", note: count == 0 ? "" : "\(count)", keys: keys).draw(on: &canvas)
        question?.alert.draw(on: &canvas, in: canvas.size.aboveKeyLine)
        help?.draw(on: &canvas)
    }
}
