internal import CCurses
internal import Glibc
internal import ProfileRendering

/// The terminal while the app has it: shows canvases through ncurses, and reads input events.
///
/// Only one may exist at a time, since ncurses keeps its state in global variables.
@safe final class TerminalScreen {
    /// The descriptor that input is read from.
    let descriptor: Int32
    private let screen: OpaquePointer
    private let streams: [UnsafeMutablePointer<FILE>]
    private let modes: TerminalModes
    /// The terminal's settings from before the app.
    private let settings: termios
    private(set) var palette: TerminalPalette
    private var decoder: KeyDecoder
    /// The terminal's content; `nil` if everything must be redrawn.
    private var shown: Canvas?
    /// ncurses' attributes and colour pairs for the styles used so far.
    private var looks: [CellStyle: (attributes: UInt32, pair: Int32)] = [:]
    private let environment: [String: String]
    /// Whether the terminal is in the app's state.
    private var isTaken = true
    /// The theme that the user has chosen. `auto` follows the terminal's background.
    private var setting: ThemeSetting
    /// The substitutes of the Linux console; `nil` on other terminals.
    private let font: ConsoleFont?

    /// Takes over the terminal. ``claimSize()`` must have been called.
    ///
    /// - Parameters:
    ///   - depth: the colour depth to use, if the terminal supports it.
    ///   - environment: for `TERM`, `COLORTERM` and `COLORFGBG`.
    /// - Throws: ``TerminalRefusal`` if ncurses can't use the terminal.
    init(
        depth: ColorDepth, theme: ThemeSetting = .auto, environment: [String: String]
    ) throws(TerminalRefusal) {
        Self.setLocale()
        let name = TerminalPalette.terminalName(depth: depth, environment: environment)
        guard let input = unsafe fdopen(dup(STDIN_FILENO), "r"), let output = unsafe fdopen(dup(STDOUT_FILENO), "w")
        else { throw TerminalRefusal(name: name) }
        var settings = termios()
        unsafe tcgetattr(STDIN_FILENO, &settings)
        let made =
            unsafe newterm(name, output, input)
            ?? TerminalPalette.substitute(for: name).flatMap { unsafe newterm($0, output, input) }
        guard let made = unsafe made else {
            unsafe fclose(input)
            unsafe fclose(output)
            throw TerminalRefusal(name: name)
        }
        unsafe (screen, streams) = (made, [input, output])
        descriptor = STDIN_FILENO
        // Every key reaches the app: Ctrl-S is Done, and doesn't stop the output.
        raw()
        noecho()
        nonl()
        curs_set(0)
        palette = TerminalPalette(depth: depth)
        palette.theme = TerminalBackground.theme(theme, environment: environment)
        (self.environment, setting) = (environment, theme)
        font = ConsoleFont(environment)
        modes = TerminalModes()
        decoder = modes.decoder
        self.settings = settings
        modes.begin()
        CrashRestoration.install(on: STDOUT_FILENO, settings: settings, bytes: modes.resetBytes)
        adoptSize()
        queryBackground()
    }

    /// Restores the terminal as it was before the app, unless this has been done: it may be another program's by now.
    func restore() {
        guard isTaken else { return }
        isTaken = false
        modes.end()
        endwin()
        // What was typed and not read may be a secret, or the terminal's answer to a query: the shell would run it.
        tcflush(descriptor, TCIFLUSH)
        modes.leaveNothing()
        CrashRestoration.remove()
    }

    deinit {
        unsafe delscreen(screen)
        for index in unsafe streams.indices { unsafe fclose(streams[index]) }
    }

    /// Takes over the terminal again after ``restore()``, or after another program used it.
    func resume() {
        isTaken = true
        CrashRestoration.install(on: STDOUT_FILENO, settings: settings, bytes: modes.resetBytes)
        modes.begin()
        shown = nil
        adoptSize()
    }

    /// Whether the shell has given this process the terminal, or there is no shell that could.
    var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    /// The limit on the size, since a terminal may claim any: larger than real screens, and small enough for ncurses.
    private static let largest = CellSize(columns: 1000, rows: 400)

    /// Puts the limited size into the environment, from which ncurses takes it when it opens the terminal. Otherwise it
    /// would allocate memory for whatever size the terminal claims.
    ///
    /// Must be called while no other thread may be reading the environment, as libpq does for each connection. That is
    /// why this is never undone; programs are started with the environment from before.
    static func claimSize() {
        let size = claimedSize
        for (name, count) in [("LINES", size.rows), ("COLUMNS", size.columns)] {
            unsafe setenv(name, String(count), 1)
        }
    }

    /// The terminal's size, up to the limit; 80 × 24 if it is unknown.
    var size: CellSize { Self.claimedSize }

    private static var claimedSize: CellSize {
        var window = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return CellSize(columns: 80, rows: 24)
        }
        return CellSize(
            columns: min(Int(window.ws_col), largest.columns), rows: min(Int(window.ws_row), largest.rows))
    }

    /// Passes the terminal's size to ncurses. Everything is redrawn.
    func adoptSize() {
        resizeterm(Int32(clamping: size.rows), Int32(clamping: size.columns))
        unsafe clearok(profile_window(), true)
        shown = nil
    }

    func ring() { beep() }

    // MARK: The theme

    /// Switches to another theme.
    func use(_ setting: ThemeSetting) {
        self.setting = setting
        adopt(TerminalBackground.theme(setting, environment: environment))
        followBackground()
        queryBackground()
    }

    private var awaitsBackground: Bool { queriesBackground && decoder.background == nil }

    private var queriesBackground: Bool {
        setting == .auto && palette.depth > .none && TerminalBackground.canBeQueried(environment)
    }

    private func queryBackground() {
        guard awaitsBackground else { return }
        unsafe profile_write(TerminalBackground.query)
    }

    /// Adopts the theme for the terminal's background, if that is known by now. It may become known at any time, so
    /// what is shown then is redrawn.
    private func followBackground() {
        guard queriesBackground, let background = decoder.background else { return }
        adopt(Theme(on: background))
    }

    private func adopt(_ theme: Theme) {
        guard theme != palette.theme else { return }
        palette.theme = theme
        looks = [:]
        shown = nil
    }

    // MARK: Drawing

    /// Shows a canvas. Only what changed of a row is passed to ncurses, which sends only the cells that differ.
    func show(_ canvas: Canvas) {
        let before = shown?.size == canvas.size ? shown : nil
        if before == nil { unsafe werase(profile_window()) }
        var words: [(row: Int, column: Int, cells: ArraySlice<Canvas.Cell>)] = []
        for row in 0..<canvas.size.rows {
            let (new, old) = (canvas.row(row), before?.row(row))
            let changes = old.map { new.changes(since: $0) } ?? new.indices
            guard !changes.isEmpty else { continue }
            let uneven = new.unevenWords
            guard !uneven.isEmpty || old?.unevenWords.isEmpty == false else {
                draw(new[changes], row: row, column: changes.lowerBound - new.startIndex)
                continue
            }
            // Nobody knows which cells the terminal has filled.
            unsafe wredrawln(profile_window(), Int32(clamping: row), 1)
            draw(new.blanking(uneven), row: row)
            words += uneven.map { (row, $0.lowerBound - new.startIndex, new[$0]) }
        }
        shown = canvas
        if !words.isEmpty { draw(words) }
        showCursor(canvas.cursor)
        unsafe wrefresh(profile_window())
    }

    /// Draws words that terminals give different widths, each by itself, and then places the cursor where ncurses takes
    /// it to be, so that everything else stays in its cells.
    private func draw(_ words: [(row: Int, column: Int, cells: ArraySlice<Canvas.Cell>)]) {
        unsafe wrefresh(profile_window())
        for word in words {
            draw(word.cells, row: word.row, column: word.column)
            let end = min(word.column + word.cells.count, size.columns - 1)
            unsafe wmove(profile_window(), Int32(clamping: word.row), Int32(clamping: end))
            unsafe wrefresh(profile_window())
            unsafe profile_write("\u{1B}[\(word.row + 1);\(end + 1)H")
        }
    }

    /// Moves the terminal's cursor to the focus, since input methods and screen readers follow it.
    private func showCursor(_ point: CellPoint?) {
        curs_set(point == nil ? 0 : 1)
        guard let point else { return }
        unsafe wmove(profile_window(), Int32(clamping: point.row), Int32(clamping: point.column))
    }

    /// Draws cells of a row, from a column on.
    private func draw(_ cells: ArraySlice<Canvas.Cell>, row: Int, column first: Int = 0) {
        for (index, cell) in zip(cells.indices, cells) {
            guard let character = cell.character else { continue }
            let column = first + index - cells.startIndex
            let isWide = index + 1 < cells.endIndex && cells[index + 1].character == nil
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

    // Keys are read without ncurses, which returns an unknown sequence as Escape and typed characters, and loses
    // characters whose bytes arrive in two reads.

    /// The input events since the last call. Must be called only while the descriptor is readable, as it blocks
    /// otherwise.
    func events(at now: Moment) -> [Event] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return [] }
        let before = decoder.background
        defer { if decoder.background != before { followBackground() } }
        return decoder.decode(bytes[..<count], at: now)
    }

    /// When to call ``expiredEvents(at:)``; `nil` unless the last bytes are incomplete.
    var inputDeadline: Moment? { decoder.deadline }

    /// The events for incomplete bytes that nothing followed in time.
    func expiredEvents(at now: Moment) -> [Event] { decoder.expire(at: now) }

    /// Sets the locale for characters, with UTF-8 in any case: current terminals use nothing else.
    private static func setLocale() {
        unsafe setlocale(LC_CTYPE, "")
        let codeset = unsafe String(cString: nl_langinfo(nl_item(CODESET)))
        if codeset != "UTF-8" { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
    }
}

extension ArraySlice<Canvas.Cell> {
    /// The range of a row from its first to its last cell that changed, with whole wide characters: replacing half of
    /// one would erase the other half. Empty if the row is the same.
    func changes(since old: ArraySlice<Canvas.Cell>) -> Range<Int> {
        let offset = old.startIndex - startIndex
        guard var first = indices.first(where: { self[$0] != old[$0 + offset] }) else { return startIndex..<startIndex }
        var end = (indices.last { self[$0] != old[$0 + offset] } ?? first) + 1
        func isHalf(_ index: Int) -> Bool { self[index].character == nil || old[index + offset].character == nil }
        while first > startIndex, isHalf(first) { first -= 1 }
        while end < endIndex, isHalf(end) { end += 1 }
        return first..<end
    }
}

extension ArraySlice<Canvas.Cell> {
    /// The words with vowel signs that some terminals give cells of their own and others, such as kitty, don't, or with
    /// letters that some of them join.
    fileprivate var unevenWords: [Range<Int>] {
        guard contains(where: \.isUneven) else { return [] }
        return split { $0.character == " " }.filter { $0.contains(where: \.isUneven) }.map(\.indices)
    }

    /// The row with spaces in place of words.
    fileprivate func blanking(_ words: [Range<Int>]) -> ArraySlice<Canvas.Cell> {
        var row = self
        for index in words.joined() { row[index].character = " " }
        return row
    }
}

extension Canvas.Cell {
    fileprivate var isUneven: Bool { character.map { $0.unicodeScalars.contains(where: \.isUneven) } ?? false }
}

extension Unicode.Scalar {
    /// Whether it is a spacing mark, or joins letters, in a script of South or Southeast Asia.
    fileprivate var isUneven: Bool {
        switch value {
        case 0x900...0x1CFF, 0xA800...0xABFF, 0x11000...0x11FFF:
            properties.generalCategory == .spacingMark || properties.canonicalCombiningClass == .virama
        default: false
        }
    }
}

/// ncurses doesn't know a terminal of this name, or can't move its cursor.
struct TerminalRefusal: Error {
    let name: String
}

/// A character in the form that ncurses can place in a cell: one scalar of known width, and zero-width marks.
struct CursesGlyph: Hashable {
    /// Never empty, and at most as many as ncurses stores in a cell.
    let scalars: [Int32]
    /// The width according to the C library, which ncurses goes by.
    let cells: Int

    /// CCHARW_MAX of ncurses.
    private static let maximumCount = 5

    private static let wideTwins: [Character: Character] = ["⛰️": "🗻", "☃️": "⛄"]

    /// Where the C library's width of a character differs from the canvas's, a terminal may follow either. So the
    /// variation selector that turns a narrow symbol into an emoji is dropped, and of joined emoji only the first is
    /// kept. Without it, many fonts have no picture of the symbol: the app's own are replaced by wide ones.
    ///
    /// - Parameter cells: the number of cells that the canvas reserved.
    init(_ character: Character, cells: Int) {
        var scalars: [Int32] = []
        var width = 0
        let character = cells == 2 ? Self.wideTwins[character] ?? character : character
        for scalar in character.unicodeScalars {
            let own = Int(wcwidth(Int32(bitPattern: scalar.value)))
            if scalars.isEmpty {
                guard own > 0, own <= cells else { break }
                width = own
            } else if own != 0 || scalar == "\u{FE0F}" || scalar == "\u{200D}" {
                continue
            } else if scalars.count == Self.maximumCount {
                break
            }
            scalars.append(Int32(bitPattern: scalar.value))
        }
        self.scalars = scalars.isEmpty ? [0x3F] : scalars
        self.cells = max(width, 1)
    }
}
