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
        try call.access.store().backup(to: file)
        try call.reporter.answer(FileAnswer(file: file), text: [])
        call.reporter.remark("Backed up and verified. Bring it back with: profile restore")
    }
}

/// `profile restore`: a backup where no store is.
enum RestoreCommand: ProfileCommand {
    static let declaration = Command(
        "restore", abstract: "Put a backup where no store is.",
        discussion: [
            "Needs no unlock. The backup is verified before it gets the store's name; a store that is there is never "
                + "overwritten."
        ],
        group: "Copies", positionals: [Positional("FILE", help: "A backup.", completion: .file)],
        examples: [Example("profile restore ~/safe/profile.backup", "On a new machine, profile recover follows.")])

    static func run(_ call: CommandCall) throws {
        try Gate.restore(call.invocation.positionals[0], to: call.settings.storePath)
        try call.reporter.answer(FileAnswer(file: call.settings.storePath), text: [])
        // Failures can be read only with the device secret that the account was made with.
        let opensHere = try call.access.gates().allSatisfy { try $0.status.failures != nil }
        call.reporter.remark(
            opensHere
                ? "Restored. Unlock it with: profile unlock"
                : "Restored. This machine does not have its device secret: bring it back with: profile recover")
    }
}
