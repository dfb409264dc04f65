internal import ProfileRendering

/// A stack of screens, of which the top one receives input.
///
/// It gives each screen its ``Window``, performs those effects of its screens that concern screens, and passes the others
/// on to the app.
struct ScreenStack: Sendable {
    private struct Layer: Sendable {
        let id: ScreenID
        var screen: any Screen
    }

    private let name: @Sendable (Int) -> ScreenID
    private let motion: Motion
    /// How many screens are beneath the topmost one whose `close` ends the app.
    private let floor: Int
    /// The ending reported when such a screen, or one beneath it, closes.
    private let ending: AppEnding
    private var layers: [Layer] = []
    private var size = CellSize(columns: 80, rows: 24)
    private var slide: (slide: Slide, from: [Layer])?
    private var lastNumber = 0

    /// - Parameter name: returns the identity of the screen with a number.
    init(
        named name: @escaping @Sendable (Int) -> ScreenID, motion: Motion, floor: Int = 0, ending: AppEnding
    ) {
        (self.name, self.motion, self.floor, self.ending) = (name, motion, floor, ending)
    }

    var isEmpty: Bool { layers.isEmpty }
    var top: (any Screen)? { layers.last?.screen }
    var bottom: (any Screen)? { layers.first?.screen }
    /// The top screen, from which the next request would come.
    var topID: ScreenID? { layers.last?.id }

    /// Starts over with some screens, of which the last is on top. Replies for the earlier ones are ignored.
    mutating func begin(with screens: any Screen..., at now: Moment) -> [Effect] { begin(with: screens, at: now) }

    mutating func begin(with screens: [any Screen], at now: Moment) -> [Effect] {
        (layers, slide) = ([], nil)
        let effects = screens.flatMap { show($0, at: now) }
        // Nobody has seen the screens beneath.
        slide = nil
        return effects
    }

    /// The title of the topmost screen with typed text that would be lost; `nil` if there is none.
    var unsavedTitle: String? { layers.last { $0.screen.hasUnsavedInput }?.screen.title }

    /// Asks a question over the top screen.
    mutating func ask(_ alert: Alert, confirmed: [Effect]) {
        if !layers.isEmpty { layers[layers.count - 1].screen.ask(alert, confirmed: confirmed) }
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if slide?.slide.isOver(at: now) == true { slide = nil }
        guard let top = layers.last else { return [] }
        if event.isSkipping, top.screen.isLeaving { return close(top.id, at: now) + update(event, at: now) }
        return changeLayer(layers.count - 1, at: now) { $0.update(event, at: now) }
    }

    /// Resizes every screen, so that each is right when it becomes visible. A larger window may need more content.
    mutating func resize(to size: CellSize, at now: Moment) -> [Effect] {
        self.size = size
        return changeAll(at: now) { $0.update(.resized(size), at: now) }
    }

    /// Passes a reply to the screen that asked, if it still exists.
    mutating func handle(_ reply: Reply, for id: ScreenID, at now: Moment) -> [Effect] {
        guard let index = layers.firstIndex(where: { $0.id == id }) else { return [] }
        return changeLayer(index, at: now) { $0.handle(reply, at: now) }
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        changeAll(at: now) { $0.refresh(content, at: now) }
    }

    mutating func resume(at now: Moment) -> [Effect] {
        changeAll(at: now) { $0.resume(at: now) }
    }

    mutating func conceal(at now: Moment) -> [Effect] {
        changeAll(at: now) { $0.conceal(at: now) }
    }

    // MARK: Screens

    private mutating func changeAll(at now: Moment, _ body: (inout any Screen) -> [Effect]) -> [Effect] {
        layers.map(\.id).flatMap { id in
            guard let index = layers.firstIndex(where: { $0.id == id }) else { return [Effect]() }
            return changeLayer(index, at: now, body)
        }
    }

    private mutating func changeLayer(
        _ index: Int, at now: Moment, _ body: (inout any Screen) -> [Effect]
    ) -> [Effect] {
        let id = layers[index].id
        return body(&layers[index].screen).flatMap { perform($0, of: id, at: now) }
    }

    private mutating func perform(_ effect: Effect, of id: ScreenID, at now: Moment) -> [Effect] {
        switch effect {
        case .request(let request, nil): return [.request(request, for: id)]
        case .show(let screen): return show(screen, at: now)
        case .replace(let screen):
            let before = layers
            if let index = layers.firstIndex(where: { $0.id == id }) { layers.removeSubrange(index...) }
            return show(screen, over: before, at: now)
        case .close: return close(id, at: now)
        case .showCommands: return show(CommandPalette(commands), at: now)
        case .run(let command):
            let closed = close(id, at: now)
            guard let index = layers.firstIndex(where: { $0.id == command.screen }) else { return closed }
            let above = index + 1 < layers.count ? close(layers[index + 1].id, at: now) : []
            return closed + above + changeLayer(index, at: now) { $0.run(command.item, at: now) }
        default: return [effect]
        }
    }

    /// The commands from the top down. A screen in which something is being typed or done isn't closed by those of the
    /// screens beneath it.
    private var commands: [Command] {
        var found: [Command] = []
        for layer in layers.reversed() {
            found += layer.screen.commands.map { Command(screen: layer.id, title: layer.screen.title, item: $0) }
            if layer.screen.takesText || layer.screen.isWorking || layer.screen.shownCode != nil { break }
        }
        return found
    }

    private mutating func show(_ screen: any Screen, over before: [Layer]? = nil, at now: Moment) -> [Effect] {
        slide(.forward, from: before ?? layers, where: screen.slides, at: now)
        lastNumber += 1
        layers.append(Layer(id: name(lastNumber), screen: screen))
        layers[layers.count - 1].screen.window.size = size
        return changeLayer(layers.count - 1, at: now) { $0.begin(at: now) }
    }

    /// Closes a screen, and what was shown above it.
    private mutating func close(_ id: ScreenID, at now: Moment) -> [Effect] {
        guard let index = layers.firstIndex(where: { $0.id == id }) else { return [] }
        // The last screen remains visible.
        guard index > floor else { return [.leave(ending)] }
        slide(.back, from: layers, where: layers[index].screen.slides, at: now)
        let closed = layers[index].screen
        layers.removeSubrange(index...)
        return changeLayer(index - 1, at: now) { $0.uncover(by: closed, at: now) }
    }

    private mutating func slide(
        _ direction: Slide.Direction, from before: [Layer], where slides: Bool, at now: Moment
    ) {
        slide = slides && motion == .full && !before.isEmpty ? (Slide(direction, at: now), before) : nil
    }

    // MARK: Time and picture

    func nextTick(after now: Moment) -> Moment? {
        [slide?.slide.nextTick(after: now), top?.nextTick(after: now)].compactMap(\.self).min()
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        guard let slide, !slide.slide.isOver(at: now) else {
            return Self.draw(layers, on: &canvas, at: now)
        }
        var (old, new) = (Canvas(size: canvas.size), Canvas(size: canvas.size))
        Self.draw(slide.from, on: &old, at: now)
        Self.draw(layers, on: &new, at: now)
        slide.slide.draw(from: old, to: new, on: &canvas, at: now)
    }

    private static func draw(_ layers: [Layer], on canvas: inout Canvas, at now: Moment) {
        let first = layers.lastIndex { !$0.screen.isOverlay } ?? 0
        for layer in layers.dropFirst(first) { layer.screen.draw(on: &canvas, at: now) }
    }
}
