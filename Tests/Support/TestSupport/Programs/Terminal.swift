import Glibc

/// A program on a pseudo-terminal, with the user's keyboard and screen.
///
/// The program's output arrives as at a terminal: lines end in `\r\n`, and typed text is echoed unless the program
/// switches that off. Output is received while one of the waiting methods or ``send(_:timeout:)`` runs.
///
/// The program is killed when the last reference goes away.
public final class Terminal {
    private let device: PseudoTerminal
    private let exchange: Exchange
    private let keyboard: Sink
    private let screen: Source
    /// Where in the output the last `expect` ended.
    private var mark = 0
    private var shown: ScreenPicture
    private var shownCount = 0

    init(_ program: Program, arguments: [String], rows: Int, columns: Int) throws(ScenarioError) {
        device = try PseudoTerminal(rows: rows, columns: columns)
        shown = ScreenPicture(rows: rows, columns: columns)
        keyboard = Sink(device.descriptor)
        screen = Source(device.descriptor)
        settingsBefore = device.settings
        let child = try program.launch(arguments, wiring: .terminal(device.name))
        exchange = Exchange(child, sources: [screen], sinks: [keyboard], isTerminal: true)
    }

    public var processIdentifier: Int32 { exchange.child.identifier }

    /// All output received so far.
    public var transcript: String { screen.text }

    /// What a person sees now.
    public var picture: ScreenPicture {
        shown.feed(screen.bytes[shownCount...])
        shownCount = screen.bytes.count
        return shown
    }

    /// The terminal's settings, to compare: nil once it is closed.
    public var settings: [UInt8]? { device.settings }
    /// Those from before the program was started, which may change them at any moment.
    public let settingsBefore: [UInt8]?

    /// Waits until all texts are on the screen, and another one isn't.
    ///
    /// A screen may arrive in parts, so all its texts are waited for together.
    ///
    /// - Returns: the screen.
    @discardableResult
    public func see(
        _ texts: String..., without absent: String? = nil, timeout: Duration = .seconds(60)
    ) throws(ScenarioError) -> ScreenPicture {
        let purpose = "“\(texts.joined(separator: "”, “"))” on the screen"
        return try see(purpose, timeout: timeout) { picture in
            texts.allSatisfy(picture.text.contains) && !(absent.map(picture.text.contains) ?? false)
        }
    }

    /// Waits until the screen is as it should be.
    @discardableResult
    public func see(
        _ purpose: String, timeout: Duration = .seconds(60), _ condition: (ScreenPicture) -> Bool
    ) throws(ScenarioError) -> ScreenPicture {
        // What has arrived meanwhile: the last picture may have been looked at when half of it was drawn.
        try exchange.round(until: Deadline(after: .zero))
        let came = try exchange.advance(until: Deadline(after: timeout)) {
            condition(self.picture) || (screen.isAtEnd && exchange.child.ending != nil)
        }
        let picture = self.picture
        if condition(picture) { return picture }
        guard came else { throw .timedOut(waitingFor: purpose, after: timeout, seen: picture.text) }
        let how = exchange.child.ending?.description ?? "the terminal was closed"
        throw .ended(waitingFor: purpose, how: how, seen: picture.text)
    }

    /// Waits until the screen was as it should be at some moment, however short: the output is looked at piece by
    /// piece.
    public func seePassing(
        _ purpose: String, timeout: Duration = .seconds(60), _ condition: (ScreenPicture) -> Bool
    ) throws(ScenarioError) {
        var isFound = condition(shown)
        let came = try exchange.advance(until: Deadline(after: timeout)) {
            while !isFound, shownCount < screen.bytes.count {
                let end = min(shownCount + 32, screen.bytes.count)
                shown.feed(screen.bytes[shownCount..<end])
                shownCount = end
                isFound = condition(shown)
            }
            return isFound || (screen.isAtEnd && exchange.child.ending != nil)
        }
        if isFound { return }
        guard came else { throw .timedOut(waitingFor: purpose, after: timeout, seen: picture.text) }
        let how = exchange.child.ending?.description ?? "the terminal was closed"
        throw .ended(waitingFor: purpose, how: how, seen: picture.text)
    }

    /// Whether the terminal shows what is typed; false as well once it is closed.
    public var echoes: Bool { device.echoes }

    /// The number of typed bytes that the program can read and hasn't read yet: without line editing, all that arrived.
    public var unreadInput: Int { Int(device.unreadInput) }

    /// Types text or bytes, and returns when the terminal has taken them. Enter is not added.
    public func send(_ input: any InputBytes, timeout: Duration = .seconds(60)) throws(ScenarioError) {
        let purpose = "room to send \(input.inputBytes.count) bytes"
        guard !screen.isAtEnd else { throw ended(waitingFor: purpose) }
        keyboard.append(input.inputBytes)
        let taken = try exchange.advance(until: Deadline(after: timeout)) { keyboard.isEmpty }
        guard taken else { throw timedOut(waitingFor: purpose, after: timeout) }
    }

    /// Presses one key.
    public func press(_ key: TerminalKey) throws(ScenarioError) {
        try send(key.bytes)
    }

    /// Waits until the output since the last `expect` contains a text.
    ///
    /// - Returns: That output, up to and including the text. The next `expect` continues after it.
    /// - Throws: ``ScenarioError/timedOut(waitingFor:after:seen:)``, or at once
    ///   ``ScenarioError/ended(waitingFor:how:seen:)`` when the program ended without writing the text.
    @discardableResult
    public func expect(_ text: String, timeout: Duration = .seconds(60)) throws(ScenarioError) -> String {
        let wanted = Array(text.utf8)
        let deadline = Deadline(after: timeout)
        var found: Int?
        var searched = mark
        let came = try exchange.advance(until: deadline) {
            found = screen.end(of: wanted, from: searched)
            searched = max(mark, screen.bytes.count - wanted.count + 1)
            return found != nil || screen.isAtEnd
        }
        let purpose = "“\(text.showingControls)”"
        guard came else { throw timedOut(waitingFor: purpose, after: timeout) }
        guard let found else {
            // The output ends shortly before the program does. Waiting for its end shows how it ended.
            _ = try exchange.advance(until: deadline) { exchange.child.ending != nil }
            throw ended(waitingFor: purpose)
        }
        defer { mark = found }
        return String(decoding: screen.bytes[mark..<found], as: UTF8.self)
    }

    /// Waits for the program to end.
    ///
    /// - Returns: How it ended, with the whole transcript as output.
    @discardableResult
    public func expectExit(timeout: Duration = .seconds(60)) throws(ScenarioError) -> Finished {
        _ = try exchange.advance(until: Deadline(after: timeout)) { exchange.isOver }
        guard let ending = exchange.child.ending else {
            throw timedOut(waitingFor: "the program to end", after: timeout)
        }
        return Finished(ending, output: screen.bytes, errors: [])
    }

    /// Waits for a condition that no text announces, such as echo being off. Output is received meanwhile.
    public func waitUntil(
        _ purpose: String = "a condition", timeout: Duration = .seconds(60), _ condition: (Terminal) -> Bool
    ) throws(ScenarioError) {
        let deadline = Deadline(after: timeout)
        while !condition(self) {
            guard !deadline.hasPassed else { throw timedOut(waitingFor: purpose, after: timeout) }
            // A change of terminal settings or of a file wakes nobody, so it must be polled for.
            try exchange.round(until: min(deadline, Deadline(after: .milliseconds(5))))
        }
    }

    /// Changes the size of the window. The program gets SIGWINCH.
    public func resize(rows: Int, columns: Int) throws(ScenarioError) {
        _ = picture
        shown.resize(rows: rows, columns: columns)
        try device.resize(rows: rows, columns: columns)
    }

    /// Sends a signal to the program; nothing once it is known to have ended.
    public func signal(_ number: Int32) {
        exchange.child.signal(number)
    }

    /// Hangs up, as a closed window does: the program gets SIGHUP and can neither read nor write any more.
    public func close() {
        screen.end()
        keyboard.abandon()
        device.descriptor.close()
    }

    private func timedOut(waitingFor purpose: String, after timeout: Duration) -> ScenarioError {
        .timedOut(waitingFor: purpose, after: timeout, seen: transcript.showingControls)
    }

    private func ended(waitingFor purpose: String) -> ScenarioError {
        let how = exchange.child.ending?.description ?? "the terminal was closed"
        return .ended(waitingFor: purpose, how: how, seen: transcript.showingControls)
    }
}
