internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile emergency`: the card that is readable without a code.
enum EmergencyCommand: ProfileCommand {
    private static let set = Option("set", value: "TEXT", help: "Set the card's text.")
    private static let clear = Option(flag: "clear", help: "Remove the card.")

    static let declaration = Command(
        "emergency", abstract: "Show or set the card that is readable without a code.",
        discussion: [
            "Anyone who finds the machine can read it on the lock screen: whom to call, what you are "
                + "allergic to. It is the one part of your data in the store that is not sealed. Setting it "
                + "needs an unlock; a card that someone else has altered is not shown.",
            "The text is 1 to \(EmergencyCard.maximumLength) visible characters, on up to "
                + "\(EmergencyCard.maximumLineCount) lines.",
        ],
        group: "The gate", options: [set, clear],
        examples: [
            Example("profile emergency --set 'Allergic to penicillin'", "Asks for the passcode when locked."),
            Example("profile emergency", "Shows it, locked or not."),
        ])

    static func run(_ call: CommandCall) throws {
        guard call.value(of: set) == nil || !call.isSet(clear) else {
            throw UsageError(message: "--set and --clear exclude each other", hint: "Give only one of them.")
        }
        if let text = call.value(of: set) { return try make(EmergencyCard(text), call) }
        if call.isSet(clear) {
            try call.access.store().clearEmergencyCard()
            try call.reporter.answer(EmergencyAnswer(emergency: nil), text: [])
            return call.reporter.notice("The emergency card was removed.")
        }
        guard let card = try call.access.gate().emergencyCard else { throw StoreError.noEmergencyCard }
        try call.reporter.answer(
            EmergencyAnswer(emergency: card.description), text: card.lines.map(\.terminalSafe))
    }

    private static func make(_ card: EmergencyCard, _ call: CommandCall) throws {
        try call.access.store().setEmergencyCard(card)
        try call.reporter.answer(EmergencyAnswer(emergency: card.description), text: [])
        call.reporter.notice("Readable without the passcode by anyone who can read the store. Remove it with --clear.")
    }
}

struct EmergencyAnswer: Encodable {
    var schema = JSONAnswer.schema
    @OrNull var emergency: String?

    init(emergency: String?) {
        self.emergency = emergency
    }
}
