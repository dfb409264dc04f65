internal import ProfileKit
internal import ProfileRendering

/// Asks where the first hikes come from: at the end of the first run, and while there are none.
struct FirstHikesScreen: Screen {
    private enum Source: Hashable, Sendable, CaseIterable { case recordings, samples, none }

    var window = Window()
    private var list = ChoiceList(Source.allCases, headRows: 5)
    private var isReading = false

    var title: String { "Welcome" }
    var note: String { isReading ? "reading…" : "" }

    var bindings: [KeyBinding<Self>] {
        [
            KeyBinding("choose", .enter, also: [" "]) { $0.choose() }, .moves("move"),
            KeyBinding("start empty", .escape) { $0.close() }, .help(),
            KeyBinding("start empty", "q", in: .help) { $0.close() },
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        list.update(event, in: size) ? choose() : []
    }

    private func close() -> [Effect] { isReading ? [] : [.close] }

    private mutating func choose() -> [Effect] {
        guard !isReading else { return [] }
        switch list.chosen {
        case .recordings: return [.show(ImportScreen())]
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

    func render(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        canvas.writeCentred("🥾  Your profile is ready", row: 2, in: area, style: .title)
        canvas.writeCentred("Import your hikes, or look around.", row: 4, in: area, style: .faint)
        list.draw(on: &canvas) { source, width in
            let (name, about) = Self.texts(for: source)
            guard width > 32 + about.cells else { return StyledLine(" \(name)", .bold) }
            return StyledLine(" " + name.padding(to: 31), .bold) + StyledLine(about, .faint)
        }
    }

    private static func texts(for source: Source) -> (name: String, about: String) {
        switch source {
        case .recordings: ("Import a folder of recordings", "GPX, FIT, TCX, also .zip")
        case .samples: ("Try the sample hikes", "you can remove them later")
        case .none: ("Start empty", "import or add hikes later")
        }
    }
}
