internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile remind`: what is due.
enum RemindCommand: ProfileCommand {
    private static let notify = Option(flag: "notify", help: "Hand it to notify-send; say nothing when locked.")

    static let declaration = Command(
        "remind", abstract: "Print what is due, or show it as a desktop notification.",
        discussion: [
            "Due are: a goal date within \(Reminder.nearDays) days, a goal that is behind an even pace, a badge that is nearly "
                + "earned (80 %, or three of four seasons), a draft that is older than a day, and a backup when none was made "
                + "on this machine for \(Reminder.backupDays) days. It prints nothing while the profile's notifications are "
                + "off; turn them on with: profile edit --notifications on",
            "A notification names what is due, without dates and figures. With --notify it never asks for a passcode, and "
                + "doesn't extend a session. 'make install' installs a "
                + "timer that runs it daily, which is off until: systemctl --user enable --now profile-remind.timer",
        ],
        group: "The profile", options: [notify],
        examples: [
            Example("profile remind", "What is due today."),
            Example("profile remind --notify", "For a timer; exits with 10 when locked."),
        ])

    static var silencing: Option? { notify }

    static func run(_ call: CommandCall) throws {
        let store: ProfileStore
        if call.isSet(notify), !call.access.secrets.isGiven {
            guard let open = try call.access.gate().resume(extending: false) else { throw SilentExit(code: .locked) }
            store = open
        } else {
            store = try call.access.store()
        }
        let readable = try store.reminders
        let due = readable.value.map { reminder in
            ReminderAnswer.Entry(
                kind: reminder.kind,
                message: ReminderText(reminder, today: call.context.today, units: call.settings.units).text)
        }
        if !call.isSet(notify) {
            try call.reporter.answer(
                ReminderAnswer(reminders: due),
                text: due.flatMap { $0.message.wordWrapped(to: call.proseColumns, indent: 2) })
        } else if !due.isEmpty {
            try show(readable.value.map(\.title), call)
        }
        try call.requireWhole(readable)
    }

    /// Shows what is due without its values, which others could read in the arguments of notify-send.
    private static func show(_ titles: [String], _ call: CommandCall) throws {
        // Several badges may be nearly earned.
        let lines = titles.indices.filter { titles.firstIndex(of: titles[$0]) == $0 }.map { titles[$0] }
        let text = (lines + ["See: profile remind"]).joined(separator: "\n")
        let words = ["notify-send", "--app-name=profile", "profile", text]
        guard try Subprogram(words, environment: call.context.environment).wait() == 0 else {
            throw UserError(
                .failure, "notify-send failed", hint: "Check that a notification service is running in this session.")
        }
    }
}

private struct ReminderAnswer: Encodable {
    var schema = JSONAnswer.schema
    let reminders: [Entry]

    struct Entry: Encodable {
        let kind: String
        let message: String
    }
}

extension Reminder {
    /// What is due, without values.
    fileprivate var title: String {
        switch self {
        case .goalDate: "The goal date is near."
        case .behindPace: "You are behind the pace of your goal."
        case .badge: "A badge is nearly earned."
        case .draft: "A draft is waiting."
        case .backup(nil): "There is no backup yet."
        case .backup: "The last backup is old."
        }
    }

    fileprivate var kind: String {
        switch self {
        case .goalDate: "goal-date"
        case .behindPace: "pace"
        case .badge: "badge"
        case .draft: "draft"
        case .backup: "backup"
        }
    }
}
