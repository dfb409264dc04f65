internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// New secrets being set, stage by stage, each typed twice.
struct NewSecrets: Sendable {
    enum Outcome: Sendable {
        case nothing
        /// The bell is to ring: what was typed was refused.
        case refused
        case cancelled
        /// All are typed, in stage order.
        case complete([TypedSecret])
    }

    private let formats: [CodeFormat]
    private let order: KeyOrder
    private let motion: Motion
    private var confirmed: [TypedSecret] = []
    /// The current stage's secret as typed the first time; `nil` until then.
    private var first: TypedSecret?
    private(set) var field: any SecretField
    private var message = ""

    /// - Parameter formats: the stages' formats in order; at least one.
    init(formats: [CodeFormat], order: KeyOrder, motion: Motion) {
        self.formats = formats.isEmpty ? [.sixDigits] : formats
        (self.order, self.motion) = (order, motion)
        field = self.formats[0].field(order: order, confirmLabel: "Next", motion: motion)
    }

    /// The stage that is asked for.
    var stage: Int { min(confirmed.count, formats.count - 1) }
    var isRepeating: Bool { first != nil }

    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> Outcome {
        if field.wipeIfIdle(at: now) {
            message = "What was typed was wiped after \(SecretFieldState.idleLimit.inWords)."
        }
        switch field.update(event, at: now, in: part) {
        case .completed(let secret): return take(secret, at: now)
        case .cancelled:
            wipe()
            return .cancelled
        case .refused: return .refused
        case .nothing, .emergency, .forgot: return .nothing
        }
    }

    /// Goes back to a stage whose secret was refused: that one and those after it are typed again.
    mutating func reject(stage: Int, because message: String, at now: Moment) {
        for secret in confirmed.dropFirst(stage) { secret.wipe() }
        confirmed = Array(confirmed.prefix(max(stage, 0)))
        ask(at: now)
        field.refuse(at: now)
        self.message = message
    }

    mutating func wipe() {
        for secret in confirmed { secret.wipe() }
        confirmed = []
        first?.wipe()
        field.wipe()
        ask(at: .zero)
    }

    func nextTick(after now: Moment) -> Moment? { field.nextTick(after: now) }

    func draw(on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let format = formats[stage]
        var header = PanelHeader(icon: "🔑", title: (isRepeating ? "Repeat the new " : "New ") + format.noun)
        header.message = message
        if message.isEmpty, !isRepeating {
            header.message = format.shape.prefix(1).uppercased() + format.shape.dropFirst()
            header.style = .faint
        }
        field.draw(header, on: &canvas, in: part, at: now)
    }

    private mutating func take(_ secret: TypedSecret, at now: Moment) -> Outcome {
        let format = formats[stage]
        guard format.symbolCount != nil || (8...HiddenInput.limit).contains(secret.byteCount) else {
            field.refuse(at: now)
            message = "The \(format.noun) is \(format.shape)."
            return .refused
        }
        guard let first else {
            first = secret
            message = ""
            field = format.field(order: order, confirmLabel: "Next", motion: motion)
            return .nothing
        }
        guard first.equals(secret) else {
            first.wipe()
            ask(at: now)
            field.refuse(at: now)
            message = "The two are not the same."
            secret.wipe()
            return .refused
        }
        secret.wipe()
        confirmed.append(first)
        guard confirmed.count == formats.count else {
            ask(at: now)
            return .nothing
        }
        return .complete(confirmed)
    }

    /// Asks for the current stage's secret from the start.
    private mutating func ask(at now: Moment) {
        first = nil
        message = ""
        field = formats[stage].field(order: order, confirmLabel: "Next", motion: motion)
    }
}
