internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile check`: verifies the store.
enum CheckCommand: ProfileCommand {
    private static let all = Option(
        flag: "all",
        help: "On a server too, check what can be checked of the other accounts. Without --account, any unlocked one "
            + "serves.")

    static let declaration = Command(
        "check", abstract: "Verify the store, and show the result of each check.",
        discussion: [
            "Checks the file, the gate, whether a newer store was seen here, and every record of the "
                + "account; of other accounts in a file, what can be checked without their secrets. It changes nothing: "
                + "'profile repair' does that. Exits with 18 if anything fails, or was set aside because it does not open."
        ],
        group: "Copies", options: [all],
        examples: [Example("profile check", "After a crash, or before a backup is thrown away.")])

    static func run(_ call: CommandCall) throws {
        let access = call.isSet(all) ? call.access.ofAnyAccount : call.access
        let checks = try access.tolerant.store().check(includingOthers: call.isSet(all))
        try call.reporter.answer(
            CheckAnswer(checks),
            text: checks.flatMap { $0.lines(depth: call.colorDepth, width: call.proseColumns) })
        let failed = checks.filter { !$0.passes }
        guard failed.isEmpty else {
            throw UserError(
                .damaged,
                "the store fails \(failed.count.counted("check")): "
                    + failed.map(\.subject).joined(separator: "; "),
                hint: hint(for: failed))
        }
    }

    /// The hint for the failed checks. The gate comes first, since a repair requires one that opens. The account that
    /// was checked comes before others, which only their own secrets can repair.
    private static func hint(for failed: [StoreCheck]) -> CommandText {
        if failed.map(\.name) == [StoreCheck.generation] {
            return "Put the newer one back, or accept this one with: \(command: "restore --accept-older")"
        }
        let own = failed.filter { $0.otherAccount == nil }
        let way: CommandText?
        if own.contains(where: { $0.name == StoreCheck.gate }) {
            way = "set up the gate again with your recovery code: \(command: "recover")"
        } else if !own.isEmpty {
            way = "repair it with: \(command: "repair")"
        } else {
            way = failed.lazy.compactMap(\.wayOfOtherAccount).first
        }
        return "Nothing was changed. Restore a backup of it\(way.map { ", or \($0)" as CommandText } ?? ".")"
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

    init(_ checks: [StoreCheck]) {
        self.checks = checks.map { Entry(name: $0.name, ok: $0.passes, detail: $0.message) }
    }
}

extension StoreCheck {
    /// Whether there is nothing to repair or to restore.
    fileprivate var passes: Bool { isOK && !notesLoss }

    /// How the owner of another account mends what failed; `nil` if no command can.
    fileprivate var wayOfOtherAccount: CommandText? {
        guard let id = otherAccount, case .form(let finding) = problem else { return nil }
        switch finding {
        case .accountID: return nil
        case .noGate, .gateEpoch, .gateMAC, .gateSeal, .gateStages, .gateParameters:
            return "set up the gate of '\(id)' again with its recovery code: \(command: "recover --account \(id)")"
        case .noManifest, .manifest, .noRecord, .record, .fingerprint:
            return "repair '\(id)' with its secrets: \(command: "repair --account \(id)")"
        }
    }

    /// "ok    the profile is …", or "FAIL  the draft is …", wrapped where it is long.
    fileprivate func lines(depth: ColorDepth, width: Int) -> [String] {
        let verdict =
            passes
            ? StyledLine("ok    ", CellStyle(foreground: Color(0x2E9E5B)))
            : StyledLine("FAIL  ", CellStyle(foreground: Color(0xD0342C), isBold: true))
        return message.terminalSafe.wordWrapped(to: width - verdict.cells).enumerated().map { index, line in
            ((index == 0 ? verdict : StyledLine("      ")) + StyledLine(line)).text(depth: depth)
        }
    }
}
