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
    private(set) var panel: SecretPanel
    private var message = ""

    /// - Parameter formats: the stages' formats in order; at least one.
    init(formats: [CodeFormat], order: KeyOrder, motion: Motion) {
        self.formats = formats.isEmpty ? [.sixDigits] : formats
        (self.order, self.motion) = (order, motion)
        panel = Self.panel(self.formats[0], order, motion)
    }

    private static func panel(_ format: CodeFormat, _ order: KeyOrder, _ motion: Motion) -> SecretPanel {
        SecretPanel(format: format, order: order, confirmLabel: "Next", motion: motion)
    }

    /// The stage that is asked for.
    var stage: Int { min(confirmed.count, formats.count - 1) }
    var isRepeating: Bool { first != nil }

    mutating func update(_ event: Event, at now: Moment, in part: CellRectangle) -> Outcome {
        switch panel.update(event, at: now, in: part) {
        case .completed(let secret): return take(secret, at: now)
        case .cancelled:
            wipe()
            return .cancelled
        case .nothing, .emergency, .forgot: return .nothing
        }
    }

    /// Goes back to a stage whose secret was refused: that one and those after it are typed again.
    mutating func reject(stage: Int, because message: String, at now: Moment) {
        for secret in confirmed.dropFirst(stage) { secret.wipe() }
        confirmed = Array(confirmed.prefix(max(stage, 0)))
        ask(at: now)
        panel.refuse(at: now)
        self.message = message
    }

    mutating func wipe() {
        for secret in confirmed { secret.wipe() }
        confirmed = []
        first?.wipe()
        panel.wipe()
        ask(at: .zero)
    }

    func nextTick(after now: Moment) -> Moment? { panel.nextTick(after: now) }

    func draw(on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let format = formats[stage]
        var header = PanelHeader(icon: "🔑", title: (isRepeating ? "Repeat the new " : "New ") + format.noun)
        header.message = message
        if message.isEmpty, !isRepeating {
            header.message = format.shape.prefix(1).uppercased() + format.shape.dropFirst()
            header.style = .faint
        }
        panel.draw(header, on: &canvas, in: part, at: now)
    }

    private mutating func take(_ secret: TypedSecret, at now: Moment) -> Outcome {
        let format = formats[stage]
        guard format.symbolCount != nil || (8...HiddenInput.limit).contains(secret.byteCount) else {
            panel.refuse(at: now)
            message = "The \(format.noun) is \(format.shape)."
            return .refused
        }
        guard let first else {
            first = secret
            message = ""
            panel = Self.panel(format, order, motion)
            return .nothing
        }
        guard first.equals(secret) else {
            first.wipe()
            ask(at: now)
            panel.refuse(at: now)
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
        panel = Self.panel(formats[stage], order, motion)
    }
}
