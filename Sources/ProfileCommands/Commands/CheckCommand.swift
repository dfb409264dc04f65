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
            text: checks.flatMap { CheckWords.lines($0, depth: call.colorDepth, width: call.proseColumns) })
        let failed = checks.filter { !$0.isOK }.map(\.name)
        guard failed.isEmpty else {
            throw Complaint(
                .damaged,
                "the store fails \(failed.count == 1 ? "a check" : "\(failed.count) checks"): "
                    + failed.map(CheckWords.subject).joined(separator: "; "),
                hint: hint(for: failed))
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
