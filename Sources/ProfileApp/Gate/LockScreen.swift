internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The lock screen of a gate with one stage.
///
/// How the app uses it: it draws the screen after each event *before* it carries out the effects, so that the last
/// circle is seen filled before the check starts. Each ``Effect/check(_:)`` is answered by exactly one of
/// ``accepted(at:)``, ``refused(_:triesLeft:retryAfter:at:)``, ``throttled(until:at:)`` and ``failed(_:hint:at:)``,
/// whose effects are carried out like those of an event. A screen that is shown again, after an automatic lock, is
/// made anew.
struct LockScreen: Screen {
    enum Effect: Sendable {
        /// The terminal's bell.
        case ring
        /// The secret is to be checked; ``TypedSecret/secret()`` is to be taken at once, for it is wiped with the verdict.
        case check(TypedSecret)
        /// Cancel: the app ends with exit code 130. A check that runs is forgotten.
        case leave
        /// The emergency card is to be read, and given to ``emergencyCard(_:)``.
        case showEmergencyCard
        /// The recovery code is to be asked for.
        case recover
        /// The padlock is open: on to the screen behind it.
        case opened
    }

    private let title: String
    private let account: String?
    private let motion: Motion
    private(set) var challenge: SecretChallenge
    private var size: CellSize
    private var card: EmergencyCard?
    private var padlock: Padlock?
    private var isOpened = false

    /// - Parameters:
    ///   - account: is shown where the store has several.
    ///   - order: ``KeyOrder/shuffled(_:)`` for an account that was made with `--shuffle`.
    ///   - size: the terminal's size.
    init(
        format: CodeFormat, account: String? = nil, order: KeyOrder = .ordered, motion: Motion = .full, size: CellSize
    ) {
        title = "Enter \(format.noun.prefix(1).uppercased() + format.noun.dropFirst())"
        (self.account, self.motion, self.size) = (account, motion, size)
        let panel = SecretPanel(format: format, order: order, hasEmergencyKey: true, motion: motion)
        challenge = SecretChallenge(format: format, panel: panel)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        guard !isOpened else { return [] }
        if let padlock { return isSkipping(event) || padlock.isOver(at: now) ? open() : [] }
        challenge.passTime(at: now)
        if var open = card {
            let isDone = open.update(EmergencyCard.keyLine.translated(event, in: size), in: size)
            card = isDone ? nil : open
            return []
        }
        switch challenge.update(keyLine.translated(event, in: size), at: now, in: size.aboveKeyLine) {
        case .nothing: return []
        case .check(let secret): return [.check(secret)]
        case .cancelled: return [.leave]
        case .emergency: return [.showEmergencyCard]
        case .recover: return [.recover]
        }
    }

    /// Says why it is shown.
    mutating func say(_ message: String) {
        challenge.say(message)
    }

    // MARK: Outcomes

    /// The secret was right: it is wiped, and the padlock opens.
    mutating func accepted(at now: Moment) -> [Effect] {
        challenge.wipe()
        card = nil
        guard motion == .full else { return open() }
        padlock = Padlock(openingAt: now)
        return []
    }

    /// The secret was wrong: it is wiped, the bell rings and the circles shake.
    ///
    /// - Parameters:
    ///   - message: says so, such as "The code does not match."
    ///   - triesLeft: how many more can be made before a wait.
    ///   - retryAfter: how long the next has to wait.
    mutating func refused(
        _ message: String, triesLeft: Int?, retryAfter: Duration = .zero, at now: Moment
    ) -> [Effect] {
        challenge.refused(message, triesLeft: triesLeft, retryAfter: retryAfter, at: now)
        return [.ring]
    }

    /// Nothing was tried, since a wait isn't over. Also for a screen that has just been made.
    mutating func throttled(until end: Moment, at now: Moment) -> [Effect] {
        challenge.throttled(until: end, at: now)
        return []
    }

    /// It could not be tried: an error of the store, or a secret of the wrong shape, which does not count.
    mutating func failed(_ message: String, hint: String = "", at now: Moment) -> [Effect] {
        challenge.failed(message, hint: hint)
        return [.ring]
    }

    /// What the emergency card says; `nil` when there is none.
    mutating func emergencyCard(_ text: String?) {
        card = EmergencyCard(text)
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? {
        if isOpened { return nil }
        return padlock.map { $0.nextTick(after: now) ?? now } ?? challenge.nextTick(after: now)
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        if let card { return card.draw(on: &canvas) }
        let part = canvas.size.aboveKeyLine
        if padlock != nil || isOpened {
            let picture = padlock?.picture(at: now) ?? Padlock.open
            let row = max(part.size.rows / 2 - 1, 0)
            canvas.writeCentred(picture, row: row, in: part)
            canvas.writeCentred("Unlocked", row: row + 2, in: part, style: .good)
            return
        }
        let title = account.map { "\(self.title) · \($0)" } ?? self.title
        challenge.draw(icon: Padlock.closed, title: title, on: &canvas, in: part, at: now)
        keyLine.draw(on: &canvas)
    }

    private var keyLine: KeyLine {
        if challenge.alert != nil {
            return KeyLine(.init(.escape, "Back"), .init(.enter, "Choose"), .init(.tab, "Move"))
        }
        var items: [KeyLine.Item] = [.init(.escape, "Cancel"), .init(.control("e"), "Emergency")]
        if challenge.panel.offersRecovery { items.append(.init(.control("f"), "Forgot")) }
        let moving: KeyLine.Item =
            challenge.panel.hasKeypad ? .init(keys: "←↑↓→ Enter", "Keypad") : .init(.tab, "Move")
        return KeyLine(items + [.init(.backspace, "Delete"), moving])
    }

    /// A key or a click doesn't wait for the padlock.
    private func isSkipping(_ event: Event) -> Bool {
        switch event {
        case .key, .click, .paste: true
        case .tick, .resized: false
        }
    }

    private mutating func open() -> [Effect] {
        isOpened = true
        return [.opened]
    }
}
