internal import ProfileRendering
internal import Sealing

/// The second step of the sign-in: ID and password, with what is wrong between fields and buttons.
///
/// ``Effect/check(id:password:)`` is answered by ``unknownID()``, ``wrongPassword(_:triesLeft:retryAfter:at:)``,
/// ``throttled(until:at:)``, ``failed(_:hint:)`` or ``accepted()``. An empty password is for accounts that have none.
struct CredentialsScreen: Screen {
    enum Effect: Sendable {
        case ring
        /// To be checked; ``TypedSecret/secret()`` is to be taken at once.
        case check(id: String, password: TypedSecret)
        /// To the step before, or out where there is none. A check that runs is forgotten.
        case back
        /// The recovery code is to be asked for.
        case recover(id: String)
    }

    private enum Part: Hashable { case id, password, back, next, forgot }

    private(set) var id: TextInput
    private let password = HiddenInput()
    private var focus = FocusRing(Part.id, .password, .back, .next, .forgot)
    private var message = PanelHeader()
    private var waitEnd: Moment?
    private var isChecking = false
    private var offersRecovery = false
    private let backLabel: String
    private var size: CellSize

    /// - Parameters:
    ///   - id: what stands in the field to begin with.
    ///   - hasStepBefore: whether *Back* leads to the workspace, or out.
    init(id: String = "", hasStepBefore: Bool, size: CellSize) {
        self.id = TextInput(id, filter: .identifier, limit: 63)
        (backLabel, self.size) = (hasStepBefore ? "Back" : "Cancel", size)
        focusFirstEmpty()
    }

    /// Where the ID is known the password comes next: it must never be typed into a field that shows it.
    mutating func focusFirstEmpty() {
        focus.focus(id.isEmpty ? .id : .password)
    }

    /// How many characters the password has.
    var passwordCount: Int { password.typed.count }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        settle(at: now)
        let layout = FormLayout(fieldCount: 2, in: size)
        let event = keyLine.translated(event, in: size)
        if focus.update(event, skipping: unreachable) { return [] }
        switch event {
        case .key(.escape): return press(.back)
        case .key(.enter): return press(focus.current)
        case .key(.control("f")) where offersRecovery: return press(.forgot)
        case .key(.left) where isOnButton: _ = focus.update(.key(.backTab), skipping: unreachable)
        case .key(.right) where isOnButton: _ = focus.update(.key(.tab), skipping: unreachable)
        case .click(let point): return click(point, layout)
        default: return type(event) ? [] : [.ring]
        }
        return []
    }

    /// Says why it is shown.
    mutating func say(_ message: String) {
        show(message)
    }

    // MARK: Outcomes

    mutating func unknownID() -> [Effect] {
        show("There is no such ID.")
        focus.focus(.id)
        return [.ring]
    }

    /// The password was wrong, and is wiped.
    mutating func wrongPassword(
        _ message: String = "The password does not match.", triesLeft: Int? = nil, retryAfter: Duration = .zero,
        at now: Moment
    ) -> [Effect] {
        password.typed.wipe()
        show(message, PanelHeader.detail(triesLeft: triesLeft))
        offersRecovery = true
        focus.focus(.password)
        if retryAfter > .zero { waitEnd = now + retryAfter }
        return [.ring]
    }

    /// Nothing was tried, since a wait isn't over.
    mutating func throttled(until end: Moment, at now: Moment) -> [Effect] {
        show("")
        offersRecovery = true
        if end > now { waitEnd = end }
        return [.ring]
    }

    mutating func failed(_ message: String, hint: String = "") -> [Effect] {
        show(message, hint)
        return [.ring]
    }

    /// The password was right, and is wiped.
    mutating func accepted() {
        wipe()
        show("")
    }

    /// Wipes the password, when the sign-in is left.
    mutating func wipe() {
        password.typed.wipe()
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? {
        waitEnd.map { Countdown(end: $0).nextTick(after: now) }
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let layout = FormLayout(fieldCount: 2, in: canvas.size)
        layout.drawTitle("⛰️", "Sign in", on: &canvas)
        layout.drawLabel("ID", of: 0, on: &canvas)
        id.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(0), width: layout.width,
            isFocused: focus.current == .id)
        layout.drawLabel("Password", of: 1, on: &canvas)
        password.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(1), width: layout.width,
            isFocused: focus.current == .password)
        var header = message
        if isChecking { header = PanelHeader(message: "Checking…", style: .faint) }
        if let waitEnd, waitEnd > now {
            header.show(Countdown(end: waitEnd), at: now)
        }
        header.drawMessages(on: &canvas, row: layout.messageRow, in: layout.body)
        ButtonRow.draw(
            parts.map(button), on: &canvas, row: layout.buttonRow, in: layout.part,
            focused: parts.firstIndex(of: focus.current))
        keyLine.draw(on: &canvas)
    }

    private var keyLine: KeyLine {
        let items: [KeyLine.Item] = [.init(.escape, backLabel), .init(.enter, "Next"), .init(.tab, "Move")]
        return KeyLine(items + (offersRecovery ? [.init(.control("f"), "Forgot")] : []))
    }

    private var parts: [Part] { offersRecovery ? [.back, .next, .forgot] : [.back, .next] }
    private var isOnButton: Bool { parts.contains(focus.current) }
    private var canGoOn: Bool { !id.isEmpty && waitEnd == nil && !isChecking }

    private var unreachable: Set<Part> {
        var unreachable: Set<Part> = canGoOn ? [] : [.next]
        if !offersRecovery { unreachable.insert(.forgot) }
        return unreachable
    }

    private func button(_ part: Part) -> Button {
        switch part {
        case .back: Button(backLabel)
        case .forgot: Button("Forgot?")
        default: Button("Next", isEnabled: canGoOn)
        }
    }

    // MARK: Steps

    /// - Returns: whether the insertion was taken, if it was one.
    private mutating func type(_ event: Event) -> Bool {
        // What is being checked stays as it is.
        guard !isChecking else { return true }
        switch focus.current {
        case .id: return !id.update(event) || !id.hasRefused
        case .password:
            _ = password.update(event)
            return true
        default: return true
        }
    }

    private mutating func click(_ point: CellPoint, _ layout: FormLayout) -> [Effect] {
        if let hit = ButtonRow.index(at: point, of: parts.map(button), row: layout.buttonRow, in: layout.part) {
            return press(parts[hit])
        }
        if point.row == layout.fieldRow(0) {
            focus.focus(.id)
            id.click(column: point.column - layout.left, width: layout.width)
        } else if point.row == layout.fieldRow(1) {
            focus.focus(.password)
        }
        return []
    }

    private mutating func press(_ part: Part) -> [Effect] {
        switch part {
        case .id:
            if !id.isEmpty { focus.focus(.password) }
        case .back:
            isChecking = false
            return [.back]
        case .forgot:
            guard !id.isEmpty else {
                focus.focus(.id)
                return []
            }
            return [.recover(id: id.text)]
        case .password, .next:
            guard canGoOn else {
                if id.isEmpty { focus.focus(.id) }
                return []
            }
            isChecking = true
            message = PanelHeader()
            return [.check(id: id.text, password: password.typed)]
        }
        return []
    }

    private mutating func show(_ message: String, _ detail: String = "") {
        isChecking = false
        self.message = PanelHeader(message: message, detail: detail)
    }

    private mutating func settle(at now: Moment) {
        guard let waitEnd, now >= waitEnd else { return }
        self.waitEnd = nil
        message = PanelHeader()
    }
}
