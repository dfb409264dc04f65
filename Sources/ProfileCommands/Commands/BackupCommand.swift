internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile backup`: a verified copy of the store.
enum BackupCommand: ProfileCommand {
    private static let damaged = Option(
        flag: "damaged", help: "Back up a damaged store too, and say what is damaged.")

    private static let all = Option(
        flag: "all",
        help: "On a server too, back up all accounts of the store, as a file's backup does. Without --account, any "
            + "unlocked one serves.")

    static let declaration = Command(
        "backup", abstract: "Create a verified copy of the store.",
        discussion: [
            "The copy is sealed like the store. It contains drafts, but no sessions, and all accounts of a file, or this "
                + "account of a server. "
                + "Other programs may keep writing meanwhile: the copy shows a single moment. An existing file is "
                + "never overwritten.",
            "Before the copy gets its name, every record of this account in it is opened. Records of other accounts need "
                + "their own secrets, so only their form is checked. A damaged store is refused, unless --damaged is "
                + "given: then the copy is made, the damage is listed, and the exit code is 18.",
            "It opens with the passcode on this machine, which has the device secret, and elsewhere with the current "
                + "recovery code. Once the passcode or the recovery code is changed, only the recovery code of its time opens "
                + "it. Keep the copy and the code apart.",
        ],
        group: "Copies", options: [damaged, all],
        positionals: [Positional("FILE", help: "The file to create.", completion: .file)],
        examples: [Example("profile backup ~/safe/profile.backup", "It is verified before it gets its name.")])

    static func run(_ call: CommandCall) throws {
        let file = call.invocation.positionals[0]
        guard file != "-" else {
            throw UsageError(
                message: "a backup cannot go to stdout: it is verified as a file", hint: "Name the file to create.")
        }
        guard !file.isEmpty else { throw InvalidValue.emptyFileName }
        var access = call.isSet(damaged) ? call.access.tolerant : call.access
        if call.isSet(all) { access = access.ofAnyAccount }
        let checks = try access.store().backup(
            to: file, acceptingDamage: call.isSet(damaged), includingOthers: call.isSet(all))
        try call.reporter.answer(FileAnswer(file: file), text: [])
        for check in checks where check.isOK && check.note != nil { call.reporter.notice(check.message) }
        let failed = checks.filter { !$0.isOK }.map(\.message)
        guard failed.isEmpty else {
            throw UserError(
                .damaged, "the backup was made of a damaged store: \(failed.joined(separator: "; "))",
                hint: "Keep earlier backups. What opens can be read, and '\(command: "recover --damaged")' reseals it.")
        }
        let word = RepeatedOptions.quoted(file.hasPrefix("-") ? "./\(file)" : file)
        call.reporter.notice("Backed up and verified. Restore it with: \(command: "restore \(word)")")
    }
}
