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
    let palette: TerminalPalette
    private var decoder = KeyDecoder()
    /// What stands on the terminal.
    private var shown: Canvas?

    /// Takes the terminal over.
    ///
    /// - Parameters:
    ///   - depth: the colours that may be used, if the terminal has them.
    ///   - environment: for `TERM` and `COLORTERM`.
    /// - Throws: ``TerminalRefusal`` when ncurses can't make anything of the terminal.
    init(depth: ColorDepth, environment: [String: String]) throws(TerminalRefusal) {
        Self.readLocale()
        let name = TerminalPalette.terminalName(depth: depth, environment: environment)
        guard let input = unsafe fdopen(dup(STDIN_FILENO), "r"), let output = unsafe fdopen(dup(STDOUT_FILENO), "w")
        else { throw TerminalRefusal(name: name) }
        var settings = termios()
        unsafe tcgetattr(STDIN_FILENO, &settings)
        guard let made = unsafe newterm(name, output, input) else {
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
        unsafe keypad(profile_window(), true)
        unsafe nodelay(profile_window(), true)
        // A lone Escape is one when nothing follows it for this long.
        set_escdelay(25)
        curs_set(0)
        palette = TerminalPalette(depth: depth)
        modes = TerminalModes()
        self.settings = settings
        modes.begin()
        CrashRestoration.install(on: STDOUT_FILENO, settings: settings, bytes: modes.resetBytes)
    }

    /// Gives the terminal back as it was.
    func restore() {
        modes.end()
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

    /// The terminal's size in cells.
    var size: CellSize {
        var window = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return CellSize(columns: 80, rows: 24)
        }
        return CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Tells ncurses the terminal's size, after which everything is drawn anew.
    func adoptSize() {
        resizeterm(Int32(clamping: size.rows), Int32(clamping: size.columns))
        unsafe clearok(profile_window(), true)
        shown = nil
    }

    func ring() { beep() }

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
        unsafe wrefresh(profile_window())
    }

    /// A row is drawn whole: a wide character that goes takes its neighbour along.
    private func draw(_ cells: ArraySlice<Canvas.Cell>, row: Int) {
        for (column, cell) in cells.enumerated() {
            guard let character = cell.character else { continue }
            let isWide = cells.dropFirst(column + 1).first.map { $0.character == nil } ?? false
            let glyph = CursesGlyph(character, cells: isWide ? 2 : 1)
            put(glyph.scalars, column: column, row: row, style: cell.style)
            if isWide, glyph.cells == 1 { put([0x20], column: column + 1, row: row, style: cell.style) }
        }
    }

    private func put(_ scalars: [Int32], column: Int, row: Int, style: CellStyle) {
        unsafe profile_put(
            Int32(clamping: row), Int32(clamping: column), scalars + [0], palette.attributes(of: style),
            palette.pair(for: style))
    }

    // MARK: Reading

    /// What was typed, pasted and clicked since this was last asked.
    func events() -> [Event] {
        var events: [Event] = []
        var scalar = wint_t()
        while true {
            let kind = unsafe wget_wch(profile_window(), &scalar)
            guard kind != ERR else { break }
            if kind == OK {
                events += Unicode.Scalar(UInt32(scalar)).map { decoder.decode(.scalar($0)) } ?? []
            } else if scalar == KEY_MOUSE {
                events += decoder.flush() + click()
            } else {
                events += decoder.decode(.code(Int32(bitPattern: scalar)))
            }
        }
        return events + decoder.flush()
    }

    /// Whether the end of a paste is awaited, which a broken terminal may never send.
    var isPasting: Bool { decoder.isPasting }

    func endPaste() -> [Event] { decoder.endPaste() }

    private func click() -> [Event] {
        var mouse = MEVENT()
        guard unsafe getmouse(&mouse) == OK, mouse.bstate & mmask_t(profile_first_button) != 0 else { return [] }
        return [.click(CellPoint(column: Int(mouse.x), row: Int(mouse.y)))]
    }

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
