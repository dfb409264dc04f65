internal import CommandParsing
internal import ProfileKit

/// `profile backup`: a verified copy of the store.
enum BackupCommand: ProfileCommand {
    static let declaration = Command(
        "backup", abstract: "Make a verified copy of the store.",
        discussion: [
            "The copy is sealed as the store is. It holds all accounts and drafts, and no sessions. Others may write "
                + "meanwhile: it is as of one moment. A file that is there is never overwritten.",
            "It opens with the passcode where this machine's device secret is, and anywhere with the recovery code of "
                + "this day. Keep that apart from it.",
        ],
        group: "Copies", positionals: [Positional("FILE", help: "The file to make.", completion: .file)],
        examples: [Example("profile backup ~/safe/profile.backup", "Every seal is opened before it gets its name.")])

    static func run(_ call: CommandCall) throws {
        let file = call.invocation.positionals[0]
        guard file != "-" else {
            throw UsageError(
                message: "a backup cannot go to stdout: it is verified as a file", hint: "Name the file to make.")
        }
        try call.access.store().backup(to: file)
        try call.reporter.answer(FileAnswer(file: file), text: [])
        call.reporter.remark("Backed up and verified. Bring it back with: profile restore")
    }
}

/// `profile restore`: a backup where no store is.
enum RestoreCommand: ProfileCommand {
    private static let acceptOlder = Option(
        flag: "accept-older", help: "Accept the store as it is, though a newer one was seen here.")

    static let declaration = Command(
        "restore", abstract: "Put a backup where no store is.",
        discussion: [
            "Needs no unlock. The backup is verified before it gets the store's name; a store that is there is never "
                + "overwritten.",
            "A store that is older than the last one seen is refused, since someone may have put it back. If it was you, "
                + "accept it with --accept-older and no file, which asks for the secrets.",
        ],
        group: "Copies", options: [acceptOlder],
        positionals: [Positional("FILE", help: "A backup.", arity: .optional, completion: .file)],
        examples: [
            Example("profile restore ~/safe/profile.backup", "On a new machine, profile recover follows."),
            Example("profile restore --accept-older", "After putting an older file back on purpose."),
        ])

    static func run(_ call: CommandCall) throws {
        let file = call.invocation.positionals.first
        guard (file == nil) == call.isSet(acceptOlder) else {
            throw UsageError(
                message: "restore takes either a file or --accept-older",
                hint: "Name the backup, or accept the store that is there.")
        }
        guard let file else {
            let gate = try call.access.gate()
            try gate.acceptOlder(current: try call.access.currentSecrets(of: gate))
            call.reporter.remark("Accepted. Unlock it with: profile unlock")
            return try call.reporter.answer(FileAnswer(file: call.settings.storePath), text: [])
        }
        try Gate.restore(file, to: call.settings.storePath)
        try call.reporter.answer(FileAnswer(file: call.settings.storePath), text: [])
        // Failures can be read only with the device secret that the account was made with.
        let opensHere = try call.access.gates().allSatisfy { try $0.status.failures != nil }
        call.reporter.remark(
            opensHere
                ? "Restored. Unlock it with: profile unlock. If it is older than what this machine saw last, first: "
                    + "profile restore --accept-older"
                : "Restored. This machine does not have its device secret: bring it back with: profile recover")
    }
}
