internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile restore`: puts a backup where there is no store, or accepts an older store.
enum RestoreCommand: ProfileCommand {
    private static let acceptOlder = Option(
        flag: "accept-older",
        help: "Accept the store as it is, even though a newer one, or another copy, was seen here.")

    private static let noSecrets = Option(
        flag: "no-secrets", help: "Ask for no secrets; every account then needs profile recover.")

    static let declaration = Command(
        "restore", abstract: "Restore a backup where there is no store.",
        discussion: [
            "Works while locked. The backup is verified before it gets the name of the store; an "
                + "existing store is never overwritten. The restored store is independent: nothing done to it "
                + "affects the one that the backup was made from, and vice versa.",
            "On another machine, no secrets are asked for; run profile recover afterwards. If this machine still has the "
                + "device secret that the backup was made with, the secrets from the time of the backup are asked for, in "
                + "stage order, and a wrong one counts as a failed attempt at the original. The account then opens with "
                + "them. If you have forgotten them, restore with --no-secrets and then run profile recover.",
            "If there are several accounts, name yours with --account. The others are restored too, but "
                + "answer that their device secret is missing until their owners run profile recover.",
            "A store that is older than the last one seen is refused, since someone may have put it back; so is a "
                + "restored copy in the place of another one. If it was you, accept it with --accept-older and no file, "
                + "which asks for the secrets.",
        ],
        group: "Copies", options: [acceptOlder, noSecrets],
        positionals: [Positional("FILE", help: "A backup.", arity: .optional, completion: .file)],
        examples: [
            Example("profile restore ~/safe/profile.backup", "On a new machine, run profile recover next."),
            Example("profile restore --accept-older", "After putting an older file back on purpose."),
        ])

    static func run(_ call: CommandCall) throws {
        let file = call.invocation.positionals.first
        guard (file == nil) == call.isSet(acceptOlder), file != nil || !call.isSet(noSecrets) else {
            throw UsageError(
                message: "restore takes either a file or --accept-older",
                hint: "Name the backup, or accept the store that is there.")
        }
        guard let file else {
            let gate = try call.access.gate()
            let wasOlder = try gate.acceptOlder(current: try call.access.currentSecrets(of: gate))
            call.reporter.notice(
                wasOlder
                    ? "Accepted. Unlock it with: \(command: "unlock")"
                    : "There was nothing to accept: the store is the last one seen here, or newer.")
            return try call.reporter.answer(FileAnswer(file: call.settings.storeName), text: [])
        }
        guard !file.isEmpty else { throw InvalidValue.emptyFileName }
        let access = call.access
        let restored = try explainingDamage(of: call) {
            try Gate.restore(file, to: call.settings.location, configuration: access.configuration) { accounts in
                if let account = call.settings.account, !accounts.contains(where: { $0.id == account }) {
                    throw UserError(
                        .noStore, "the backup has no account '\(account)'",
                        hint:
                            "Nothing was restored. The backup has: \(accounts.map(\.id.description).joined(separator: ", "))"
                    )
                }
                guard accounts.contains(where: \.hasDeviceSecret), !call.isSet(noSecrets) else { return nil }
                return try access.secrets(ofBackup: accounts)
            }
        }
        try call.reporter.answer(FileAnswer(file: call.settings.storeName), text: [])
        call.reporter.notice(restored.opened == nil ? "Restored." : "Restored. Unlock it with: \(command: "unlock")")
        for account in restored.awaitingRecovery {
            call.reporter.notice(
                "'\(account)' has no device secret here. "
                    + "Open it with its recovery code: \(command: "recover --account \(account)")")
        }
        guard restored.damaged.isEmpty else {
            throw UserError(
                .damaged, "the restored store is damaged: \(restored.damaged.map(\.message).joined(separator: "; "))",
                hint:
                    "What opens can be read. Restore another backup elsewhere, or repair it with: \(command: "repair")")
        }
    }

    /// Replaces the usual hints, which would lead back here: for a damaged backup, to restoring one.
    private static func explainingDamage<Value>(of call: CommandCall, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as StoreError where error.code == .damaged {
            var userError = UserError(error)
            userError.hint = "Nothing was restored. Use another backup."
            throw userError
        } catch let error as StoreError where error.code == .exists {
            var userError = UserError(error)
            userError.hint =
                call.settings.isOnServer
                ? "It was left as it is. To restore to another place with --store, put ?workspace=NAME into the URL."
                : "It was left as it is. Move it away, or restore to another place with --store or --workspace."
            throw userError
        }
    }
}
