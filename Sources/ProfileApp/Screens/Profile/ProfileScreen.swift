internal import ProfileKit
internal import ProfileRendering

/// The profile: a sheet that slides up over the home screen and shows the summary, as `profile show` does, with the
/// badges' pictures in a row.
///
/// It draws over the canvas, so that the home screen is visible above it while it moves.
struct ProfileScreen: Screen {
    var window = Window()
    private(set) var summary: ProfileSummary
    private(set) var notice: DraftText?
    private(set) var scroll = ScrollPosition()
    /// The first visible badge.
    private(set) var firstBadge = 0
    private(set) var motion: SheetMotion

    private var today: Day
    private var content: Content
    private var editor = EditorOpening()
    /// The hike that was requested and hasn't arrived.
    private var requested: Int?
    private let settings: AppSettings

    /// - Parameters:
    ///   - drawn: badges that were already drawn, to be reused.
    ///   - now: when the sheet starts to slide up, unless motion is reduced.
    init(_ content: Content, settings: AppSettings, size: CellSize, drawn: BadgeStrip? = nil, at now: Moment) {
        summary = ProfileSummary(content, settings: settings, drawn: drawn, size: size)
        (window.size, today, self.settings, self.content) = (size, content.today, settings, content)
        notice = content.summary.draft?.notice(today: today)
        motion = SheetMotion(at: now, settings.presentation.motion)
    }

    var isOverlay: Bool { true }
    var isLeaving: Bool { motion.isClosing }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        // The hikes may have been replaced by others with the same ids.
        let isSame = content.index == self.content.index
        summary = ProfileSummary(
            content, settings: settings, drawn: summary.badges, recent: isSame ? summary.recent : nil, size: size)
        (today, self.content) = (content.today, content)
        if !isSame { requested = nil }
        notice = content.summary.draft?.notice(today: today)
        scrollBadges(by: 0)
        scrollLines(by: 0)
        return begin(at: now)
    }

    mutating func resume(at now: Moment) -> [Effect] {
        (editor, requested) = (EditorOpening(), nil)
        return request()
    }

    mutating func begin(at now: Moment) -> [Effect] { request() }

    /// Requests the latest hikes one after the other, so that the editor doesn't have to wait for all of them.
    private mutating func request() -> [Effect] {
        guard requested == nil, let id = summary.recent.missing(width: Self.contentWidth(in: size)) else { return [] }
        requested = id
        return [.request(.hikes(.load(id)))]
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike, _, _) where hike.id == requested: summary.recent.show(hike)
        case .noHike(let id, _) where id == requested: summary.recent.giveUp(id)
        case .hike, .noHike: return []
        default: return editor.handle(reply, today: today) ?? alert(about: reply)
        }
        requested = nil
        scrollLines(by: 0)
        return request()
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        guard motion.isClosing else { return dispatch(event, at: now) }
        if case .resized(let size) = event { window.size = size }
        return motion.hasLeft(at: now) ? [.close] : []
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(.up), .key("k"): scrollLines(by: -1)
        case .key(.down), .key("j"): scrollLines(by: 1)
        case .key(.wheelUp): scrollLines(by: -3)
        case .key(.wheelDown): scrollLines(by: 3)
        case .key(.pageUp): scrollLines(by: 1 - contentHeight)
        case .key(.pageDown), .key(" "): scrollLines(by: contentHeight - 1)
        case .key(.home): scrollLines(by: -lineCount)
        case .key(.end): scrollLines(by: lineCount)
        case .key(.left): scrollBadges(by: -1)
        case .key(.right): scrollBadges(by: 1)
        case .click(let point): return click(point)
        case .resized:
            summary.resize(to: size)
            scrollBadges(by: 0)
            scrollLines(by: 0)
            return request()
        case .key, .paste, .tick: break
        }
        return []
    }

    private mutating func close(at now: Moment) -> [Effect] {
        motion.close(at: now)
        return motion.hasLeft(at: now) ? [.close] : []
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        let arrows = summary.arrows(from: top(in: size), firstBadge: firstBadge, in: Self.area(in: size))
        if let places = arrows.target(at: point) { scrollBadges(by: places) }
        return []
    }

    private mutating func scrollLines(by lines: Int) {
        scroll.move(by: lines, height: contentHeight, of: lineCount)
    }

    private mutating func scrollBadges(by places: Int) {
        firstBadge = summary.badges.first(firstBadge, movedBy: places, width: Self.contentWidth(in: size))
    }

    private var lineCount: Int { summary.lineCount(in: Self.content(in: size)) }
    private var contentHeight: Int { Self.contentHeight(in: size) }

    private static func content(in size: CellSize) -> CellSize {
        CellSize(columns: contentWidth(in: size), rows: contentHeight(in: size))
    }

    /// The width between the margins.
    private static func contentWidth(in size: CellSize) -> Int { max(1, size.columns - 4) }
    /// The rows between the title and the key line.
    private static func contentHeight(in size: CellSize) -> Int { max(1, size.rows - 2) }

    var title: String { "Profile" }
    var note: String { notice == nil ? "" : "a draft is waiting" }

    var bindings: [KeyBinding<Self>] {
        let hasMoreLines = lineCount > contentHeight
        let hasMoreBadges = summary.badges.count > summary.badges.count(width: Self.contentWidth(in: size))
        // A narrow window has room for one of the two.
        let isShort = hasMoreLines && hasMoreBadges && size.columns < 60
        return [
            KeyBinding(notice == nil ? "edit" : "edit draft", "e") { $0.editor.open() },
            KeyBinding("close", .escape) { screen, _, now in screen.close(at: now) },
            KeyBinding("scroll", as: "↑↓←→", when: isShort), .moves("scroll", when: hasMoreLines && !isShort),
            KeyBinding("badges", as: "←→", when: hasMoreBadges && !isShort),
            KeyBinding("all badges", "b") { screen, _, now in
                [.show(BadgesScreen(screen.content, settings: screen.settings, size: screen.size, at: now))]
            },
            KeyBinding("history", "h") { [.show(HistoryScreen(settings: $0.settings, today: $0.today))] }, .help(),
            KeyBinding("back", "p", "q", in: .help) { screen, _, now in screen.close(at: now) },
        ]
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let offset = motion.offset(rows: canvas.size.rows, at: now)
        guard offset > 0 else { return drawWindow(on: &canvas, at: now) }
        var sheet = Canvas(size: canvas.size)
        drawWindow(on: &sheet, at: now)
        canvas.draw(sheet, column: 0, row: offset)
        canvas.cursor = sheet.cursor
    }

    /// The first visible line.
    private func top(in size: CellSize) -> Int {
        scroll.top(height: Self.contentHeight(in: size), of: summary.lineCount(in: Self.content(in: size)))
    }

    private static func area(in size: CellSize) -> CellRectangle {
        CellRectangle(column: 2, row: 1, columns: contentWidth(in: size), rows: contentHeight(in: size))
    }

    /// Draws the sheet in its final place.
    func render(on canvas: inout Canvas, at now: Moment) {
        canvas.fill(canvas.size.whole, style: .plain)
        let size = canvas.size
        let height = Self.contentHeight(in: size)
        let lines = summary.lineCount(in: Self.content(in: size))
        let top = top(in: size)
        summary.draw(from: top, firstBadge: firstBadge, on: &canvas, in: Self.area(in: size))
        canvas.cursor = Self.area(in: size).origin
        ScrollBar(top: top, height: height, total: lines).draw(on: &canvas, row: 1)
    }

    func nextTick(after now: Moment) -> Moment? { motion.nextTick(after: now) }
}
