internal import ProfileKit
internal import ProfileRendering

/// Asks where the first hikes come from: at the end of the first run, and while there are none.
struct FirstHikesScreen: Screen {
    private enum Source: Hashable, Sendable, CaseIterable { case recordings, samples, none }

    private var list: ChoiceList<Source>
    private var isReading = false

    init(size: CellSize) {
        list = ChoiceList(Source.allCases, size: size, headRows: 5)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        let answer = list.update(
            event, keys: Self.keys, further: [.init(.character("q"), "start empty")], title: "First hikes")
        guard !isReading else { return [] }
        switch answer {
        case .clicked, .key(.enter), .key(.character(" ")): return choose()
        case .key(.escape), .key(.character("q")): return [.close]
        case .nothing, .key, .confirmed: return []
        }
    }

    private mutating func choose() -> [Effect] {
        switch list.chosen {
        case .recordings: return [.show(ImportScreen(size: list.size))]
        case .samples:
            isReading = true
            return [.request(.files(.importSamples))]
        default: return [.close]
        }
    }

    /// Closes after an import that brought hikes; otherwise, the choice is still open.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        (closed as? ImportScreen)?.hasImported == true ? [.close] : []
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        isReading = false
        guard case .imported(let report) = reply else { return alert(about: reply) }
        return [.close, .say(Toast("\(report.imported.count.figure) sample hikes added", at: now))]
    }

    mutating func resume(at now: Moment) -> [Effect] {
        isReading = false
        return []
    }

    private static let keys = KeyLine(
        .init(.enter, "choose"), .init(keys: "↑↓", "move"), .init(.escape, "start empty"),
        .init(.character("?"), "help"))

    func draw(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        canvas.writeCentred("🥾  Your profile is ready", row: 2, in: area, style: .title)
        canvas.writeCentred("Import your hikes, or look around.", row: 4, in: area, style: .faint)
        let frame = ScreenFrame(title: "Welcome", note: isReading ? "reading…" : "", keys: Self.keys)
        list.draw(on: &canvas, frame: frame, empty: "") { source, width in
            let (name, about) = Self.words(for: source)
            guard width > 32 + about.cells else { return StyledLine(" \(name)", .bold) }
            return StyledLine(" " + name.padding(to: 31), .bold) + StyledLine(about, .faint)
        }
    }

    private static func words(for source: Source) -> (String, String) {
        switch source {
        case .recordings: ("Import a folder of recordings", "GPX, FIT, TCX, also .zip")
        case .samples: ("Try the sample hikes", "you can remove them later")
        case .none: ("Start empty", "import or add hikes later")
        }
    }
}
