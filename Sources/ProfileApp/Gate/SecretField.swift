internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// Where a secret is typed: circles and a keypad for a code, a hidden field for a phrase.
///
/// A secret is handed over once. The field takes nothing more then until it is told what came of it by ``wipe()`` or
/// ``refuse(at:)``. What is typed is wiped after ten seconds without a key, too. Copies share what is typed.
protocol SecretField: Sendable {
    var typed: TypedSecret { get }
    var state: SecretFieldState { get set }
    /// What the keys are called that lead through it.
    var movingKeys: KeyLine.Item { get }

    /// Takes in an event.
    ///
    /// - Parameter part: the part of the screen that the field is drawn in.
    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> SecretFieldAnswer
    /// What was typed is gone: the field shows none of it.
    mutating func clear()
    func draw(_ header: PanelHeader, on canvas: inout Canvas, in part: CellRectangle, at now: Moment)
    /// When something that only this field has moves next.
    func nextOwnTick(after now: Moment) -> Moment?
}

/// What became of an event that a field took in.
enum SecretFieldAnswer: Sendable {
    case nothing
    /// What was typed isn't taken, which is to be heard.
    case refused
    /// The secret is all there: it is to be checked, once.
    case completed(TypedSecret)
    case cancelled
    case emergency
    case forgot
}

/// What every field for a secret has.
struct SecretFieldState: Sendable {
    let motion: Motion
    let forgotLabel: String
    let hasEmergencyKey: Bool
    /// Whether a padlock stands above it, where there is room: on the lock screen.
    var hasPadlock: Bool { hasEmergencyKey }
    /// Whether the key *Forgot passcode?* is there.
    var offersRecovery = false
    /// Whether symbols are taken now; the keys that lead elsewhere always are.
    var isAccepting = true
    /// Whether the secret was handed over to be checked.
    var isHandedOver = false
    var shake: Shake?
    /// Runs through the circles once what was typed was right.
    var wave: GreenWave?
    var lastTyped: Moment?

    /// After how long without a key what is typed is wiped.
    static let idleLimit: Duration = .seconds(10)

    var isOpen: Bool { isAccepting && !isHandedOver }
}

extension SecretField {
    /// How many symbols are typed.
    var typedCount: Int { typed.count }

    /// Notes that something was typed or taken away.
    mutating func didType(at now: Moment) {
        state.shake = nil
        state.lastTyped = typedCount > 0 ? now : nil
    }

    /// Takes what was typed away, without a word.
    mutating func wipe() {
        typed.wipe()
        (state.lastTyped, state.isHandedOver) = (nil, false)
        clear()
    }

    /// The same with a shake.
    mutating func refuse(at now: Moment) {
        wipe()
        if state.motion == .full { state.shake = Shake(at: now) }
    }

    /// - Returns: whether something was typed so long ago that it was wiped now.
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

extension CodeFormat {
    /// The field that a secret of this format is typed into.
    ///
    /// - Parameters:
    ///   - order: the order of a keypad's keys.
    ///   - confirmLabel: what the button beside a text field reads.
    func field(
        order: KeyOrder = .ordered, hasEmergencyKey: Bool = false, confirmLabel: String = "Unlock", motion: Motion
    ) -> any SecretField {
        let state = SecretFieldState(
            motion: motion, forgotLabel: symbolCount == nil ? "Forgot \(noun)?" : "Forgot passcode?",
            hasEmergencyKey: hasEmergencyKey)
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

    /// How many cells the circles stand from their place: `5·sin(2πn)`, n being the swings so far, with five points
    /// of a phone's screen taken as two cells.
    func offset(at now: Moment) -> Int {
        let swings = Self.swings * movement.progress(at: now)
        let points = 5 * sin(2 * .pi * swings)
        return Int((points * 2 / 5).rounded())
    }

    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }
}
