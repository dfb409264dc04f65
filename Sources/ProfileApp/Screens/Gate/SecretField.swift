internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// A field for a secret: circles and a keypad for a code, a hidden text field for a phrase.
///
/// A secret is handed over once. After that the field accepts no input until ``wipe()`` or ``refuse(at:)`` is called
/// with the result. The typed secret is also wiped after ten seconds without a key. Copies of a field share it.
protocol SecretField: Sendable {
    /// Whether any text can be typed, question marks included.
    var isText: Bool { get }
    var typed: TypedSecret { get }
    var state: SecretFieldState { get set }

    /// Handles an event.
    ///
    /// - Parameter area: the area in which the field is drawn.
    mutating func update(_ event: Event, at now: Moment, in area: CellRectangle) -> SecretFieldAnswer
    /// Resets the field itself, once the typed secret is wiped.
    mutating func clear()
    func draw(_ header: PanelHeader, on canvas: inout Canvas, in area: CellRectangle, at now: Moment)
    /// The field's next frame or timeout.
    func nextOwnTick(after now: Moment) -> Moment?
}

/// The result of an event.
enum SecretFieldAnswer: Sendable {
    case nothing
    /// The input was refused; the bell is to ring.
    case refused
    /// The secret is complete, and must be checked once.
    case completed(TypedSecret)
    case cancelled
    case emergency
    case forgot
}

/// The state that all secret fields share.
struct SecretFieldState: Sendable {
    let motion: Motion
    let forgotLabel: String
    let hasEmergencyKey: Bool
    /// Whether there is a padlock above it, if there is room: on the lock screen.
    var hasPadlock: Bool { hasEmergencyKey }
    /// Whether to show the key *Forgot passcode?*.
    var offersRecovery = false
    /// Whether ^F leads to the recovery, before a first wrong try as well.
    let canRecover: Bool
    /// Whether symbols are accepted now; keys that lead elsewhere always are.
    var isAccepting = true
    /// Whether the secret is being checked.
    var isHandedOver = false
    var shake: Shake?
    /// The animation of the circles after a right secret.
    var wave: GreenWave?
    var lastTyped: Moment?

    /// The time without a key after which the typed secret is wiped.
    static let idleLimit: Duration = .seconds(10)

    var isOpen: Bool { isAccepting && !isHandedOver }
}

extension SecretField {
    /// The number of typed symbols.
    var typedCount: Int { typed.count }

    /// The effect of Escape now: it clears what is typed before it leaves.
    func escapeLabel(_ leave: String) -> String { state.isOpen && typedCount > 0 ? "clear" : leave }

    /// Records that the typed secret changed.
    mutating func didType(at now: Moment) {
        state.shake = nil
        state.lastTyped = typedCount > 0 ? now : nil
    }

    /// Wipes the typed secret silently.
    mutating func wipe() {
        typed.wipe()
        (state.lastTyped, state.isHandedOver) = (nil, false)
        clear()
    }

    /// Wipes the typed secret, and shakes the circles.
    mutating func refuse(at now: Moment) {
        wipe()
        if state.motion == .full { state.shake = Shake(at: now) }
    }

    /// - Returns: whether a typed secret was wiped now because of its age.
    mutating func wipeIfIdle(at now: Moment) -> Bool {
        guard !state.isHandedOver, let last = state.lastTyped, now >= last + SecretFieldState.idleLimit else {
            return false
        }
        wipe()
        return true
    }

    func nextTick(after now: Moment) -> Moment? {
        let wiping = state.isHandedOver ? nil : state.lastTyped.map { $0 + SecretFieldState.idleLimit }
        return [state.shake?.nextTick(after: now), wiping, nextOwnTick(after: now)].compactMap(\.self).min()
    }
}

extension KeyBinding {
    /// Moves through a field.
    ///
    /// - Parameter keys: the names of the keys that move through a keypad.
    static func moves(in field: any SecretField, named keys: String) -> KeyBinding {
        field.isText ? KeyBinding("move", .tab) : KeyBinding("keypad", as: keys)
    }
}

extension CodeFormat {
    /// Creates the field for a secret of this format.
    ///
    /// - Parameters:
    ///   - order: the order of a keypad's keys.
    ///   - canRecover: whether ^F leads to the recovery.
    ///   - confirmLabel: what the button beside a text field reads.
    func field(
        order: KeyOrder = .ordered, hasEmergencyKey: Bool = false, canRecover: Bool = false,
        confirmLabel: String = "Unlock", motion: Motion
    ) -> any SecretField {
        let state = SecretFieldState(
            motion: motion, forgotLabel: symbolCount == nil ? "Forgot \(noun)?" : "Forgot passcode?",
            hasEmergencyKey: hasEmergencyKey, canRecover: canRecover)
        return CodeField(format: self, order: order, state: state)
            ?? PhraseField(confirmLabel: confirmLabel, state: state) as any SecretField
    }
}

/// The shake of a refusal: three swings to and fro in half a second.
struct Shake: Hashable, Sendable {
    private let movement: Movement
    static let length: Duration = .milliseconds(500)
    private static let swings = 3.0

    init(at now: Moment) {
        movement = Movement(start: now, length: Self.length)
    }

    /// How many cells the circles are off their place: `5·sin(2πn)` points of a phone's screen after n swings, with
    /// five points taken as two cells.
    func offset(at now: Moment) -> Int {
        let swings = Self.swings * movement.progress(at: now)
        let points = 5 * sin(2 * .pi * swings)
        return Int((points * 2 / 5).rounded())
    }

    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }
}

/// The animation of a right code: its circles turn green one after the other from the left.
struct GreenWave: Hashable, Sendable {
    private let movement: Movement

    /// Begins the motion, which ends when the padlock begins to open.
    init(at now: Moment) {
        movement = Movement(start: now, length: Padlock.length * 3 / 10)
    }

    /// How many of the circles are green.
    func count(of circles: Int, at now: Moment) -> Int {
        Int((movement.progress(at: now) * Double(circles)).rounded(.up))
    }
}
