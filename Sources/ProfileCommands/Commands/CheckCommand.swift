internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile check`: verifies the store.
enum CheckCommand: ProfileCommand {
    static let declaration = Command(
        "check", abstract: "Verify the store, and show the result of each check.",
        discussion: [
            "Checks the file, the gate, whether a newer store was seen here, and every record of the "
                + "account; of other accounts, what can be checked without their secrets. It changes nothing: "
                + "'profile repair' does that. Exits with 18 if anything fails."
        ],
        group: "Copies", examples: [Example("profile check", "After a crash, or before a backup is thrown away.")])

    static func run(_ call: CommandCall) throws {
        let checks = try call.access.tolerant.store().check()
        try call.reporter.answer(
            CheckAnswer(checks),
            text: checks.flatMap { $0.lines(depth: call.colorDepth, width: call.proseColumns) })
        let failed = checks.filter { !$0.isOK }
        guard failed.isEmpty else {
            throw Complaint(
                .damaged,
                "the store fails \(failed.count == 1 ? "a check" : "\(failed.count) checks"): "
                    + failed.map(\.subject).joined(separator: "; "),
                hint: hint(for: failed.map(\.name)))
        }
    }

    /// The hint for the failed checks. The gate comes first, since a repair requires one that opens.
    private static func hint(for failed: [String]) -> String {
        if failed == [StoreCheck.generation] {
            return "Put the newer one back, or accept this one with: profile restore --accept-older"
        }
        let way =
            failed.contains(StoreCheck.gate)
            ? "set up the gate again with your recovery code: profile recover" : "repair it with: profile repair"
        return "Nothing was changed. Restore a backup of it, or \(way)"
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
        self.checks = checks.map { Entry(name: $0.name, ok: $0.isOK, detail: $0.words) }
    }
}

extension StoreCheck {
    /// "ok    the profile is …", or "FAIL  the draft is …", wrapped where it is long.
    fileprivate func lines(depth: ColorDepth, width: Int) -> [String] {
        let verdict =
            isOK
            ? StyledLine("ok    ", CellStyle(foreground: Color(0x2E9E5B)))
            : StyledLine("FAIL  ", CellStyle(foreground: Color(0xD0342C), isBold: true))
        return words.terminalSafe.wordWrapped(to: width - verdict.cells).enumerated().map { index, line in
            ((index == 0 ? verdict : StyledLine("      ")) + StyledLine(line)).text(depth: depth)
        }
    }
}
