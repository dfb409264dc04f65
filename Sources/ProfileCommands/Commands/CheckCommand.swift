internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile check`: verifies the store.
enum CheckCommand: ProfileCommand {
    private static let all = Option(
        flag: "all",
        help: "Also check every record of the other accounts that are unlocked. Without --account, any unlocked one "
            + "serves.")

    static let declaration = Command(
        "check", abstract: "Verify the store, and show the result of each check.",
        discussion: [
            "Checks the file, the gate, whether a newer store was seen here, and every record of the "
                + "account; of other accounts in a file, what can be checked without their secrets, and with --all also "
                + "their records, if they are unlocked. It changes nothing: "
                + "'profile repair' does that. Exits with 18 if anything fails, or was set aside because it does not open."
        ],
        group: "Copies", options: [all],
        examples: [Example("profile check", "After a crash, or before a backup is thrown away.")])

    static func run(_ call: CommandCall) throws {
        let access = (call.isSet(all) ? call.access.ofAnyAccount : call.access).tolerant
        let store = try access.store()
        let checks = try store.check(includingOthers: call.isSet(all))
        // With --all it may be any of several.
        let isNamed = access.settings.account != nil || !checks.contains { $0.otherAccount != nil }
        let own = isNamed ? nil : store.gate.account.description
        let results = try checks.map { check in
            try (call.isSet(all) ? Self.result(ofUnlocked: check, access, among: checks) : nil)
                ?? CheckResult(check, of: own)
        }
        try call.reporter.answer(
            CheckAnswer(results),
            text: results.flatMap { $0.lines(depth: call.colorDepth, width: call.proseColumns) })
        let failed = results.filter { !$0.passes }
        guard failed.isEmpty else {
            throw UserError(
                .damaged,
                "the store fails \(failed.count.counted("check")): "
                    + failed.map(\.subject).joined(separator: "; "),
                hint: hint(for: failed))
        }
    }

    /// Checks the records of another account whose form is right; `nil` if it isn't unlocked, so that they can't be
    /// opened.
    private static func result(
        ofUnlocked other: StoreCheck, _ access: CommandSession, among checks: [StoreCheck]
    ) throws -> CheckResult? {
        guard other.isOK, let id = other.otherAccount, let account = try? AccountID(id) else { return nil }
        let gate = try Gate(at: access.settings.location, account: account, configuration: access.configuration)
        // A gate that is damaged isn't unlocked.
        guard let store = try? gate.resume(extending: false, refusingOlder: false) else { return nil }
        // The checks before the gate's are of the whole store.
        do {
            let own = try store.check().drop { $0.name != StoreCheck.gate }.filter { $0.otherAccount == nil }
            return CheckResult(of: other, own, notedAlready: Set(checks.compactMap(\.note)))
        } catch let error as StoreError where error.code == .locked {
            // It was locked meanwhile.
            return nil
        }
    }

    /// The hint for the failed checks. The account that was checked comes before others, which only their own secrets
    /// can repair.
    private static func hint(for failed: [CheckResult]) -> CommandText {
        if failed.allSatisfy({ $0.remedy == .acceptOlder }) {
            return "Put the newer one back, or accept this one with: \(command: failed[0].command ?? "")"
        }
        let own = failed.filter { $0.account == nil }
        let first = own.max { ($0.remedy ?? .repair) < ($1.remedy ?? .repair) }
        let way = (first ?? failed.first { $0.remedy != nil })?.way
        return "Nothing was changed. Restore a backup of it\(way.map { ", or \($0)" as CommandText } ?? ".")"
    }
}

/// What mends a store that fails a check, the last one first: a repair requires a store that isn't older, and a gate that
/// opens.
private enum Remedy: Comparable {
    case repair, acceptOlder, recover
}

/// A check, or all checks of another account, as they are shown.
private struct CheckResult {
    let name: String
    let subject: String
    /// Whether there is nothing to repair or to restore.
    let passes: Bool
    let message: String
    /// The other account that was checked; `nil` for the checks of the store and of the open account.
    let account: String?
    /// The account that a command must name; `nil` for the one that the command line names, or the only one.
    let accountToName: String?
    /// How its owner mends what failed; `nil` if no command can.
    let remedy: Remedy?

    /// - Parameter own: the open account, if a command must name it.
    init(_ check: StoreCheck, of own: String?) {
        (name, subject, account) = (check.name, check.subject, check.otherAccount)
        accountToName = account ?? own
        (passes, message, remedy) = (check.passes, check.message, check.remedy)
    }

    /// Sums up the checks of another account.
    init(of other: StoreCheck, _ checks: [StoreCheck], notedAlready: Set<StoreCheck.Note>) {
        let failed = checks.filter { !$0.passes }
        let noted = checks.filter { $0.passes && !($0.note.map(notedAlready.contains) ?? true) }
        (name, subject, account, passes) = (other.name, other.subject, other.otherAccount, failed.isEmpty)
        accountToName = account
        let intact = failed.isEmpty ? ["its gate is intact, and all its records are what was written last"] : []
        message = "\(subject): \((intact + (failed + noted).map(\.message)).joined(separator: "; "))"
        remedy = failed.compactMap(\.remedy).max()
    }

    var command: String? {
        let command =
            switch remedy {
            case .acceptOlder: "restore --accept-older"
            case .repair: "repair"
            case .recover: "recover"
            case nil: nil as String?
            }
        return command.map { $0 + (accountToName.map { " --account \($0)" } ?? "") }
    }

    var way: CommandText? {
        guard let command else { return nil }
        return switch (remedy, account) {
        case (.acceptOlder, _): "accept this one with: \(command: command)"
        case (.recover, let id?): "set up the gate of '\(id)' again with its recovery code: \(command: command)"
        case (.recover, nil): "set up the gate again with your recovery code: \(command: command)"
        case (_, let id?): "repair '\(id)' with its secrets: \(command: command)"
        case (_, nil): "repair it with: \(command: command)"
        }
    }

    /// "ok    the profile is …", or "FAIL  the draft is …", wrapped where it is long.
    func lines(depth: ColorDepth, width: Int) -> [String] {
        let verdict =
            passes
            ? StyledLine("ok    ", CellStyle(foreground: Color(0x2E9E5B)))
            : StyledLine("FAIL  ", CellStyle(foreground: Color(0xD0342C), isBold: true))
        return message.terminalSafe.wordWrapped(to: width - verdict.cells).enumerated().map { index, line in
            ((index == 0 ? verdict : StyledLine("      ")) + StyledLine(line)).text(depth: depth)
        }
    }
}

private struct CheckAnswer: Encodable {
    var schema = JSONAnswer.schema
    let checks: [Entry]

    struct Entry: Encodable {
        let name: String
        let ok: Bool
        let detail: String
    }

    init(_ results: [CheckResult]) {
        checks = results.map { Entry(name: $0.name, ok: $0.passes, detail: $0.message) }
    }
}

extension StoreCheck {
    fileprivate var passes: Bool { isOK && !notesLoss }

    fileprivate var remedy: Remedy? {
        if passes { return nil }
        guard case .form(let finding) = problem else {
            return name == Self.generation ? .acceptOlder : name == Self.gate ? .recover : .repair
        }
        return switch finding {
        case .accountID: nil
        case .noGate, .gateEpoch, .gateMAC, .gateSeal, .gateStages, .gateParameters: .recover
        case .noManifest, .manifest, .noRecord, .record, .fingerprint: .repair
        }
    }
}
