internal import ProfileKit
internal import ProfileRendering

/// Imports hikes from files: asks for any number of paths, with completion, then shows the progress and the report.
struct ImportScreen: Screen {
    enum Phase: Hashable, Sendable {
        case choosing
        case reading(ImportProgress, isStopping: Bool)
        /// A lock cut the import off; it goes on after the unlock.
        case waiting
        case done(ImportReport)
    }

    /// A path that was added to the list.
    struct Listed: Hashable, Sendable {
        enum Finding: Hashable, Sendable {
            case unknown, readable
            case problem(String)
        }

        let path: String
        var finding = Finding.unknown
    }

    var window = Window()
    private(set) var paths: [Listed] = []
    private(set) var input = PathInput(placeholder: "file, folder or archive")
    private(set) var phase = Phase.choosing
    private var list = ListPane()
    private var stop = StopFlag()
    /// The hikes imported before a lock ended the import.
    private var earlier = ImportReport()
    /// Whether the import reported that it runs, so that it will report its end too.
    private var isRunning = false
    private var isLocked = false

    /// Whether the import that is reported brought new hikes.
    var hasImported: Bool { if case .done(let report) = phase { !report.imported.isEmpty } else { false } }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .completions(let found, let path): input.completed(path, with: found)
        case .found(let path, let problem): return found(path, problem)
        case .importing(let progress): advanced(progress)
        case .imported(let report): return ended(report) + offerUndo(at: now)
        case .failed(let error): return ended(ImportReport(refused: [error.message]))
        default: break
        }
        return []
    }

    mutating func conceal(at now: Moment) -> [Effect] {
        isLocked = true
        return []
    }

    /// A lock cuts an import off. The hikes imported until then are stored, and the rest follows now.
    mutating func resume(at now: Moment) -> [Effect] {
        isLocked = false
        switch phase {
        case .waiting: return read()
        case .reading where !isRunning: return read()
        // Its report is still to come.
        case .choosing, .reading, .done: return []
        }
    }

    /// Marks a path as readable, or with its problem.
    private mutating func found(_ path: String, _ problem: String?) -> [Effect] {
        guard let index = paths.firstIndex(where: { $0.path == path }) else { return [] }
        paths[index].finding = problem.map { .problem($0) } ?? .readable
        return problem == nil ? [] : [.ring]
    }

    mutating func advanced(_ progress: ImportProgress) {
        isRunning = true
        if case .reading(_, let isStopping) = phase { phase = .reading(progress, isStopping: isStopping) }
    }

    mutating func ended(_ report: ImportReport) -> [Effect] {
        let whole = earlier.followed(by: report)
        guard !report.isCutOffByLock || stop.isSet else {
            (earlier, phase) = (whole, .waiting)
            return isLocked ? [] : read()
        }
        phase = .done(whole)
        list = ListPane()
        return []
    }

    /// Says how many hikes were imported, and offers to remove them again.
    private func offerUndo(at now: Moment) -> [Effect] {
        guard case .done(let report) = phase, !report.imported.isEmpty else { return [] }
        let text = "\(report.imported.count.counted("hike")) imported"
        return [.say(Toast(text, undo: .hikes(.remove(report.imported)), at: now))]
    }

    // MARK: Input

    var takesText: Bool { if case .done = phase { false } else { true } }
    var isWorking: Bool { if case .reading = phase { true } else { false } }

    var title: String { "Import hikes" }

    var bindings: [KeyBinding<Self>] {
        switch phase {
        case .choosing:
            // On an empty line, Enter does the same as ^S.
            [
                KeyBinding(input.isEmpty && !paths.isEmpty ? "import" : "add", .enter) { $0.addOrStart() },
                KeyBinding("import", .control("s"), in: input.isEmpty ? .none : .line) { $0.addAndStart() },
                KeyBinding("complete", .tab) { $0.input.complete() },
                KeyBinding("", .down, in: .none, when: input.isChoosing) { $0.input.choose(after: 1) },
                KeyBinding("", .backTab, .up, in: .none, when: input.isChoosing) { $0.input.choose(after: -1) },
                .back(.escape), .help(inText: true), KeyBinding("on an empty line: remove the last path", .backspace),
            ] + KeyBinding.editing()
        case .reading, .waiting: [KeyBinding("stop", .escape) { $0.stopReading() }, .help(inText: true)]
        case .done: [.back(.escape), .moves("scroll"), .help(inText: true), .back("q", in: .help)]
        }
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch phase {
        case .choosing: return choose(event)
        case .done(let report):
            if case .key(let key) = event { _ = list.press(key, of: lines(of: report).count, height: listHeight) }
        case .reading, .waiting: break
        }
        return []
    }

    private mutating func stopReading() -> [Effect] {
        guard case .reading(let progress, isStopping: false) = phase else { return [] }
        phase = .reading(progress, isStopping: true)
        stop.set()
        return []
    }

    private mutating func addOrStart() -> [Effect] { input.isEmpty ? start() : addTyped() }

    private mutating func addAndStart() -> [Effect] {
        if !input.isEmpty { _ = addTyped() }
        return start()
    }

    private mutating func choose(_ event: Event) -> [Effect] {
        switch event {
        case .key(.backspace) where input.isEmpty:
            if !paths.isEmpty { paths.removeLast() }
        case .paste(let text):
            let dropped = DroppedPaths(text)
            guard dropped.paths.count > 1 || dropped.isEscaped && input.isEmpty else { return type(event) }
            return add(dropped)
        case .key, .click, .resized, .tick: return type(event)
        }
        return []
    }

    private mutating func type(_ event: Event) -> [Effect] {
        input.update(event)
        return input.hasRefused ? [.ring] : []
    }

    private mutating func addTyped() -> [Effect] {
        let typed = DroppedPaths(input.text)
        input = PathInput(placeholder: input.placeholder)
        return add(typed)
    }

    private mutating func add(_ added: DroppedPaths) -> [Effect] {
        added.paths.flatMap { path -> [Effect] in
            guard !paths.contains(where: { $0.path == path }) else { return [] }
            paths.append(Listed(path: path))
            return [.request(.files(.find(path: path)))]
        }
    }

    private mutating func start() -> [Effect] {
        guard !paths.isEmpty else { return [] }
        earlier = ImportReport()
        return read()
    }

    private mutating func read() -> [Effect] {
        phase = .reading(ImportProgress(done: 0, total: 0, file: ""), isStopping: false)
        (stop, isRunning) = (StopFlag(), false)
        return [.request(.files(.importHikes(paths.map(\.path), stop)))]
    }

    // MARK: Drawing

    private var listHeight: Int { max(1, size.rows - 6) }

    func render(on canvas: inout Canvas, at now: Moment) {
        switch phase {
        case .choosing: drawChoice(on: &canvas)
        case .reading(let progress, let isStopping): draw(progress, isStopping: isStopping, on: &canvas)
        case .waiting: break
        case .done(let report): draw(report, on: &canvas)
        }
    }

    private func drawChoice(on canvas: inout Canvas) {
        let width = max(size.columns - 4, 1)
        let kinds = "GPX, FIT, TCX or JSON files, .gz and .zip archives, or folders of them:"
        canvas.write(lines: kinds.wrapped(to: width).prefix(2), column: 2, row: 2, style: .faint)
        var row = 4
        for listed in paths.suffix(max(size.rows - 9, 0)) {
            let (mark, style, problem): (String, CellStyle, String) =
                switch listed.finding {
                case .unknown: ("·", .faint, "")
                case .readable: ("✓", .good, "")
                case .problem(let problem): ("✗", .danger, " · \(problem)")
                }
            canvas.write(mark, column: 2, row: row, style: style)
            let room = max(width - 2, 1)
            let path = listed.path.terminalSafe
            let shown = path.cells + problem.cells > room ? path.fitted(to: max(room - problem.cells, 8)) : path
            let end = canvas.write(shown, column: 4, row: row)
            canvas.write(problem, column: end, row: row, style: .danger)
            row += 1
        }
        canvas.write("›", column: 2, row: row, style: .accent)
        input.draw(
            on: &canvas,
            in: CellRectangle(column: 4, row: row, columns: max(width - 2, 4), rows: max(size.rows - row - 1, 1)))
    }

    private func draw(_ progress: ImportProgress, isStopping: Bool, on canvas: inout Canvas) {
        let width = max(min(size.columns - 4, 60), 8)
        let fraction = progress.total == 0 ? 0 : Double(progress.done) / Double(progress.total)
        let count =
            progress.total == 0 ? "Looking…" : "\(progress.done.figure) of \(progress.total.counted("file"))"
        canvas.write(isStopping ? "Stopping after this file…" : count, column: 2, row: 2, style: .bold)
        canvas.cursor = CellPoint(column: 2, row: 2)
        canvas.write(
            ProgressLine(fraction: fraction, width: width).text, column: 2, row: 4,
            style: CellStyle(foreground: Palette.accent)
        )
        canvas.write(progress.file.fitted(to: max(size.columns - 4, 1)), column: 2, row: 6, style: .faint)
    }

    /// The report's lines, wrapped to the window.
    private func lines(of report: ImportReport) -> [(text: String, isRefusal: Bool)] {
        report.lines.enumerated().flatMap { index, line in
            line.wordWrapped(to: max(size.columns - 4, 1), indent: 2).map { ($0, index < report.refused.count) }
        }
    }

    private func draw(_ report: ImportReport, on canvas: inout Canvas) {
        let width = max(size.columns - 4, 1)
        canvas.write(
            report.summary.fitted(to: width), column: 2, row: 2,
            style: report.imported.isEmpty ? .title : .good)
        canvas.cursor = CellPoint(column: 2, row: 2)
        let lines = lines(of: report)
        for (line, row) in list.rows(of: lines.count, height: listHeight).enumerated() {
            canvas.write(
                lines[row].text, column: 2, row: 4 + line, style: lines[row].isRefusal ? .danger : .faint)
            if row == list.selected { canvas.cursor = CellPoint(column: 2, row: 4 + line) }
        }
        ScrollBar(
            top: list.rows(of: lines.count, height: listHeight).lowerBound, height: listHeight, total: lines.count
        ).draw(on: &canvas, row: 4)
    }
}
