internal import CCurses
internal import Glibc
internal import ProfileRendering

/// The terminal as a screen: ncurses draws on it, reads its keys, and gives it back.
///
/// There is one at a time, since ncurses keeps it in global variables.
@safe final class TerminalScreen {
    /// The terminal's descriptor, to wait for keys on.
    let descriptor: Int32
    private let screen: OpaquePointer
    private let streams: [UnsafeMutablePointer<FILE>]
    private let modes: TerminalModes
    /// The terminal's settings from before.
    private let settings: termios
    private(set) var palette: TerminalPalette
    private var decoder: KeyDecoder
    /// What stands on the terminal.
    private var shown: Canvas?
    /// What ncurses was told of each style.
    private var looks: [CellStyle: (attributes: UInt32, pair: Int32)] = [:]
    private let environment: [String: String]
    /// Which theme a person wants. `auto` follows what the terminal tells of its ground.
    private var setting: ThemeSetting
    /// The characters that the terminal's font has.
    private let font: ConsoleFont?

    /// Takes the terminal over.
    ///
    /// - Parameters:
    ///   - depth: the colours that may be used, if the terminal has them.
    ///   - environment: for `TERM`, `COLORTERM` and `COLORFGBG`.
    /// - Throws: ``TerminalRefusal`` when ncurses can't make anything of the terminal.
    init(
        depth: ColorDepth, theme: ThemeSetting = .auto, environment: [String: String]
    ) throws(TerminalRefusal) {
        Self.readLocale()
        let name = TerminalPalette.terminalName(depth: depth, environment: environment)
        guard let input = unsafe fdopen(dup(STDIN_FILENO), "r"), let output = unsafe fdopen(dup(STDOUT_FILENO), "w")
        else { throw TerminalRefusal(name: name) }
        var settings = termios()
        unsafe tcgetattr(STDIN_FILENO, &settings)
        guard let made = unsafe Self.withClaimedSize({ unsafe newterm(name, output, input) }) else {
            unsafe fclose(input)
            unsafe fclose(output)
            throw TerminalRefusal(name: name)
        }
        unsafe (screen, streams) = (made, [input, output])
        descriptor = STDIN_FILENO
        // Every key is the app's: Ctrl-S is Done, and stops no output.
        raw()
        noecho()
        nonl()
        curs_set(0)
        palette = TerminalPalette(depth: depth)
        palette.theme = TerminalGround.theme(theme, environment: environment)
        (self.environment, setting) = (environment, theme)
        font = ConsoleFont(environment)
        modes = TerminalModes()
        decoder = modes.decoder
        self.settings = settings
        modes.begin()
        CrashRestoration.install(on: STDOUT_FILENO, settings: settings, bytes: modes.resetBytes)
        adoptSize()
        askForGround()
    }

    /// Gives the terminal back as it was.
    func restore() {
        modes.end()
        // An answer that is still under way is not to be typed into a shell.
        if awaitsGround { tcflush(descriptor, TCIFLUSH) }
        endwin()
        CrashRestoration.remove()
    }

    deinit {
        unsafe delscreen(screen)
        for index in unsafe streams.indices { unsafe fclose(streams[index]) }
    }

    /// Takes the terminal again after ``restore()``, or after another program had it.
    func resume() {
        CrashRestoration.install(on: STDOUT_FILENO, settings: settings, bytes: modes.resetBytes)
        modes.begin()
        shown = nil
        adoptSize()
    }

    /// More than any screen shows, and less than ncurses can count: a terminal may claim any size.
    private static let largest = CellSize(columns: 1000, rows: 400)

    /// Opens the terminal with a size that ncurses can hold in memory: it would believe whatever the terminal says.
    private static func withClaimedSize<Result>(_ open: () -> Result) -> Result {
        let size = claimedSize
        let names = ["LINES", "COLUMNS"]
        let before = names.map { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
        for (name, count) in zip(names, [size.rows, size.columns]) { unsafe setenv(name, String(count), 1) }
        defer {
            for (name, value) in zip(names, before) {
                if let value { unsafe setenv(name, value, 1) } else { unsafe unsetenv(name) }
            }
        }
        return open()
    }

    /// The terminal's size in cells, as far as it is drawn on.
    var size: CellSize { Self.claimedSize }

    private static var claimedSize: CellSize {
        var window = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return CellSize(columns: 80, rows: 24)
        }
        return CellSize(
            columns: min(Int(window.ws_col), largest.columns), rows: min(Int(window.ws_row), largest.rows))
    }

    /// Tells ncurses the terminal's size, after which everything is drawn anew.
    func adoptSize() {
        resizeterm(Int32(clamping: size.rows), Int32(clamping: size.columns))
        unsafe clearok(profile_window(), true)
        shown = nil
    }

    func ring() { beep() }

    // MARK: The theme

    /// Shows what is drawn through another theme.
    func use(_ setting: ThemeSetting) {
        self.setting = setting
        adopt(TerminalGround.theme(setting, environment: environment))
        followGround()
        askForGround()
    }

    private var awaitsGround: Bool { asksForGround && decoder.ground == nil }

    private var asksForGround: Bool {
        setting == .auto && palette.depth > .none && TerminalGround.mayBeAsked(environment)
    }

    private func askForGround() {
        guard awaitsGround else { return }
        unsafe profile_write(TerminalGround.question)
    }

    /// The answer comes when it comes: what is on the screen by then is shown anew.
    private func followGround() {
        guard asksForGround, let ground = decoder.ground else { return }
        adopt(Theme(on: ground))
    }

    private func adopt(_ theme: Theme) {
        guard theme != palette.theme else { return }
        palette.theme = theme
        looks = [:]
        shown = nil
    }

    // MARK: Drawing

    /// Shows a canvas: only cells that changed are given to ncurses, which sends only what differs.
    func show(_ canvas: Canvas) {
        let before = shown?.size == canvas.size ? shown : nil
        if before == nil { unsafe werase(profile_window()) }
        for row in 0..<canvas.size.rows {
            let (new, old) = (canvas.row(row), before?.row(row))
            if let old, old.elementsEqual(new) { continue }
            draw(new, row: row)
        }
        shown = canvas
        showCursor(canvas.cursor)
        unsafe wrefresh(profile_window())
    }

    /// The terminal's own cursor stands where text is typed: input methods and screen readers go by it.
    private func showCursor(_ point: CellPoint?) {
        curs_set(point == nil ? 0 : 1)
        guard let point else { return }
        unsafe wmove(profile_window(), Int32(clamping: point.row), Int32(clamping: point.column))
    }

    /// A row is drawn whole: a wide character that goes takes its neighbour along.
    private func draw(_ cells: ArraySlice<Canvas.Cell>, row: Int) {
        for (column, cell) in cells.enumerated() {
            guard let character = cell.character else { continue }
            let isWide = cells.dropFirst(column + 1).first.map { $0.character == nil } ?? false
            let glyph = CursesGlyph(font?.shown(character) ?? character, cells: isWide ? 2 : 1)
            put(glyph.scalars, column: column, row: row, style: cell.style)
            if isWide, glyph.cells == 1 { put([0x20], column: column + 1, row: row, style: cell.style) }
        }
    }

    private func put(_ scalars: [Int32], column: Int, row: Int, style: CellStyle) {
        let look = look(of: style)
        unsafe profile_put(
            Int32(clamping: row), Int32(clamping: column), scalars + [0], look.attributes, look.pair)
    }

    private func look(of style: CellStyle) -> (attributes: UInt32, pair: Int32) {
        if let known = looks[style] { return known }
        let look = (palette.attributes(of: style), palette.pair(for: style))
        looks[style] = look
        return look
    }

    // MARK: Reading

    // Keys are read without ncurses, which gives an unknown sequence as Escape and what follows it as typed, and loses
    // characters whose bytes arrive in two parts.

    /// What was typed, pasted and clicked since this was last asked. Only to be asked while the terminal is readable.
    func events(at now: Moment) -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return [] }
        let before = decoder.ground
        defer { if decoder.ground != before { followGround() } }
        return decoder.decode(bytes[..<count], at: now)
    }

    /// When ``expiredEvents(at:)`` is to be asked: it is not known yet what the last bytes are the beginning of.
    var inputDeadline: Moment? { decoder.deadline }

    /// What was typed, now that nothing followed it in time.
    func expiredEvents(at now: Moment) -> [Event] { decoder.expire(at: now) }

    /// Characters are read and written in UTF-8, whatever the locale says: terminals of today know nothing else.
    private static func readLocale() {
        unsafe setlocale(LC_CTYPE, "")
        let codeset = unsafe String(cString: nl_langinfo(nl_item(CODESET)))
        if codeset != "UTF-8" { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
    }
}

/// ncurses knows no terminal of this name, or it can't move the cursor.
struct TerminalRefusal: Error {
    let name: String
}
