internal import ProfileKit
internal import ProfileRendering
internal import Sealing
internal import StoreMessages

/// Asks for the secrets of a gate's stages one after the other: for new ones twice each, for current ones once.
///
/// A new secret that is easy to guess is refused at once, with the reason.
struct StageSecrets: Sendable {
    enum Purpose: Hashable, Sendable { case new, current }

    enum Outcome: Sendable {
        case nothing
        /// The input was refused; the bell is to ring.
        case refused
        case cancelled
        /// All secrets, in the order of the stages.
        case complete([TypedSecret])
    }

    private let purpose: Purpose
    private let formats: [CodeFormat]
    private let order: KeyOrder
    private let motion: Motion
    private var confirmed: [TypedSecret] = []
    /// The stage's new secret as typed the first time; `nil` until then.
    private var first: TypedSecret?
    private(set) var field: any SecretField
    private var message = ""
    /// The current secrets, which a new one must differ from, once they are known.
    private var current: Gate.Secrets?

    /// - Parameter formats: the stages' formats in order; at least one.
    init(_ purpose: Purpose = .new, formats: [CodeFormat], order: KeyOrder, motion: Motion) {
        self.formats = formats.isEmpty ? [.sixDigits] : formats
        (self.purpose, self.order, self.motion) = (purpose, order, motion)
        field = self.formats[0].field(order: order, confirmLabel: "Next", motion: motion)
    }

    /// The stage whose secret is asked for.
    var stage: Int { min(confirmed.count, formats.count - 1) }
    var isRepeating: Bool { first != nil }

    /// The keys of a screen that asks for them, most of which are the field's.
    ///
    /// - Parameter leave: what Escape does.
    func keys<Owner>(leave: String) -> [KeyBinding<Owner>] {
        [
            KeyBinding(field.escapeLabel(leave), .escape), KeyBinding("delete", .backspace),
            .help(inText: field.isText), .moves(in: field, named: "←↑↓→"),
        ]
    }

    mutating func update(_ event: Event, at now: Moment, in area: CellRectangle) -> Outcome {
        if field.wipeIfIdle(at: now) {
            message = "What you typed was cleared after \(SecretFieldState.idleLimit.inWords)."
        }
        switch field.update(event, at: now, in: area) {
        case .completed(let secret): return advance(with: secret, at: now)
        case .cancelled:
            wipe()
            return .cancelled
        case .refused: return .refused
        case .nothing, .emergency, .forgot: return .nothing
        }
    }

    /// Returns to a stage whose secret was refused. That secret and those after it must be typed again.
    mutating func reject(stage: Int, because message: String, at now: Moment) {
        for secret in confirmed.dropFirst(stage) { secret.wipe() }
        confirmed = Array(confirmed.prefix(max(stage, 0)))
        ask()
        field.refuse(at: now)
        self.message = message
    }

    /// Sets the current secrets, from which the new ones must differ.
    mutating func setCurrent(_ secrets: Gate.Secrets) { current = secrets }

    /// Shows a message.
    mutating func say(_ text: String) { message = text }

    mutating func wipe() {
        for secret in confirmed { secret.wipe() }
        (confirmed, current) = ([], nil)
        first?.wipe()
        field.wipe()
        ask()
    }

    func nextTick(after now: Moment) -> Moment? { field.nextTick(after: now) }

    func draw(on canvas: inout Canvas, in area: CellRectangle, at now: Moment) {
        let kind = purpose == .current ? "Current " : isRepeating ? "Repeat the new " : "New "
        var header = PanelHeader(icon: "🔑", title: kind + format.noun)
        header.message = message
        if message.isEmpty, purpose == .new, !isRepeating {
            header.message = format.shape.capitalizedFirst
            header.style = .faint
        }
        field.draw(header, on: &canvas, in: area, at: now)
    }

    private mutating func advance(with secret: TypedSecret, at now: Moment) -> Outcome {
        if purpose == .current { return accept(secret) }
        guard let first else {
            if let problem = problem(with: secret) {
                field.refuse(at: now)
                message = problem
                return .refused
            }
            first = secret
            message = ""
            field = format.field(order: order, confirmLabel: "Next", motion: motion)
            return .nothing
        }
        guard first.equals(secret) else {
            first.wipe()
            ask()
            field.refuse(at: now)
            message = "They don't match. Try again."
            secret.wipe()
            return .refused
        }
        secret.wipe()
        return accept(first)
    }

    private var format: CodeFormat { formats[stage] }

    private mutating func accept(_ secret: TypedSecret) -> Outcome {
        confirmed.append(secret)
        guard confirmed.count == formats.count else {
            ask()
            return .nothing
        }
        return .complete(confirmed)
    }

    /// Why a secret can't be set; `nil` if it can.
    private func problem(with secret: TypedSecret) -> String? {
        do {
            try format.checkAsNew(secret.secret())
            try current?.refuseSame(secret.secret(), for: format)
            return nil
        } catch {
            let error = UserMessage(error)
            return error.code == .invalidValue
                ? error.message.sentence : error.sentences
        }
    }

    /// Asks for the secret of the stage from the start.
    private mutating func ask() {
        first = nil
        message = ""
        field = format.field(order: order, confirmLabel: "Next", motion: motion)
    }
}
