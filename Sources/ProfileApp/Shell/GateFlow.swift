internal import ProfileKit
internal import ProfileRendering
internal import Sealing

struct GateFlow: Sendable {
    enum Effect: Sendable {
        case app(AppEffect)
        case enter
    }
    let settings: AppSettings
    var facts: AccountFacts?
    var input = HiddenInput(placeholder: "passcode")
    var message = ""

    init(_ accounts: [AccountFacts], settings: AppSettings) {
        self.settings = settings
        facts = accounts.first
    }
    func begin(at now: Moment) -> [Effect] {
        facts.map { [.app(.work(.enter(account: $0.account.description)))] } ?? []
    }
    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(.enter):
            defer { input = HiddenInput(placeholder: "passcode") }
            return [.app(.work(.open(SharedSecret(input.typed.secret()))))]
        case .key(.escape): return [.app(.leave(.cancelled))]
        default: _ = input.update(event)
        }
        return []
    }
    mutating func take(_ outcome: Outcome, at now: Moment) -> [Effect] {
        switch outcome {
        case .refused(let error, _):
            message = error.message + " " + error.hint
            return [.app(.ring)]
        case .door(let facts): self.facts = facts
        default: break
        }
        return []
    }
    mutating func opened(_ opening: Opening, at now: Moment) -> [Effect] { [.enter] }
    mutating func close(at now: Moment) -> [Effect] { [] }
    func nextTick(after now: Moment) -> Moment? { nil }
    func draw(on canvas: inout Canvas, at now: Moment) {
        canvas.write("Locked 🔒 \(facts?.account.description ?? "")", column: 2, row: 1)
        canvas.write(message, column: 2, row: 3)
        input.draw(on: &canvas, column: 2, row: 5, width: 20, isFocused: true)
    }
}
