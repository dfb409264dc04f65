internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile repair`: repairs a damaged store.
enum RepairCommand: ProfileCommand {
    private static let dryRun = Option(flag: "dry-run", help: "Say what it would do, and change nothing.")
    private static let yes = Option(
        flag: "yes",
        help: "Don't ask: keep outdated records and records that were set aside, and forget the copies whose files are "
            + "missing.")

    static let declaration = Command(
        "repair", abstract: "Make a damaged store whole again.",
        discussion: [
            "Always asks for the current secrets, even with a session open. The store's file is first "
                + "copied beside it, as STORE.damaged.",
            "What does not open is dropped and listed. A profile that does not open comes back from the newest commit that "
                + "opens, or from what the draft began with. Totals, badges, lists and figures of recordings are "
                + "recomputed. 'profile check' passes afterwards.",
            "Outdated records open, but are not the ones written last: most likely someone put them back. They are kept if "
                + "you say so on the terminal or with --yes, and dropped otherwise.",
            "Records that a recovery or a new recovery code has set aside are listed too. What opens of them is brought back "
                + "if you say so in the same way.",
            "For each restored copy, this machine keeps a device secret and a count of attempts. Where a copy's file is gone, "
                + "they are removed if you say so; a copy on a disk that is not connected looks gone too, and would then "
                + "need its recovery code.",
            "If you have a backup from before the damage, 'profile restore' brings back more.",
        ],
        group: "Copies", options: [dryRun, yes],
        examples: [
            Example("profile repair --dry-run", "What would be lost."),
            Example("profile repair", "Asks for the passcode, and before keeping what was put back."),
        ])

    static func run(_ call: CommandCall) throws {
        let access = call.access
        let gate = try access.gate()
        guard access.secrets.canSupply else { throw access.secrets.missingCurrent }
        let store = try access.unlock(gate)
        let preview = try store.repairPreview()
        let path = call.settings.storeName
        guard preview.isNeeded else {
            if !call.isSet(dryRun) { try renewFigures(of: store, call) }
            let forgotten = try forgetMissingCopies(of: store, call)
            try call.reporter.answer(
                RepairAnswer(preview, keepsOutdated: false, forgotten), text: forgotten.map(\.line))
            return call.reporter.notice("\(path) is whole: there is nothing to repair.")
        }
        if call.isSet(dryRun) {
            try call.reporter.answer(
                RepairAnswer(preview, keepsOutdated: true, []),
                text: lines(preview, keepsOutdated: call.isSet(yes) ? true : nil, isPreview: true))
            _ = try forgetMissingCopies(of: store, call)
            return call.reporter.notice("Nothing was changed.")
        }
        let keeps = try preview.opening.isEmpty || call.isSet(yes) || isAgreed(toKeep: preview, call)
        let repair = try store.repair(keepingOutdated: keeps)
        let forgotten = try forgetMissingCopies(of: store, call)
        try call.reporter.answer(
            RepairAnswer(repair, keepsOutdated: keeps, forgotten),
            text: lines(repair, keepsOutdated: keeps, isPreview: false) + forgotten.map(\.line))
        try renewFigures(of: store, call)
        if let copy = repair.copy { call.reporter.notice("The damaged original was saved as \(copy).") }
    }

    /// Recomputes figures of earlier rules: like the summary, they are derived data.
    private static func renewFigures(of store: ProfileStore, _ call: CommandCall) throws {
        if let notice = RenewalNotice(try store.renewFigures()) { call.reporter.notice(notice.text) }
    }

    /// Removes what is kept for copies whose files are gone, if that is agreed to.
    ///
    /// - Returns: the copies.
    private static func forgetMissingCopies(of store: ProfileStore, _ call: CommandCall) throws -> [MissingCopy] {
        let missing = try store.missingCopies()
        guard !missing.isEmpty else { return [] }
        if !call.isSet(yes) || call.isSet(dryRun) {
            let paths = missing.map(\.path).joined(separator: ", ")
            guard !call.isSet(dryRun), let person = call.person else {
                call.reporter.notice(
                    "The files of these copies are missing; --yes removes what is kept for them: \(paths)")
                return []
            }
            person.tell("The files of these copies are missing: \(paths).".terminalSafe)
            person.tell("Without what is kept for them here, they open with their recovery codes alone.")
            guard try person.agrees(to: "Remove it? (yes/no) ") else { return [] }
        }
        try store.forget(missing)
        return missing
    }

    /// The replacement for a lost profile.
    private static func profile(of repair: StoreRepair, isPreview: Bool) -> String {
        let name = Profile.kinds.document.name
        if repair.recreated.contains(name) {
            return "no commit of it opens, so \(isPreview ? "it would be" : "it is now") a new one"
        }
        return "revision \(repair.revisions[name] ?? 0) \(isPreview ? "would be" : "was") restored"
    }

    private static func isAgreed(toKeep repair: StoreRepair, _ call: CommandCall) throws -> Bool {
        guard let person = call.person else { return false }
        if !repair.outdated.isEmpty {
            person.tell("These open, but are outdated: \(repair.outdated.listed).")
        }
        if !repair.setAside.isEmpty { person.tell("These were set aside, and open: \(repair.setAside.listed).") }
        return try person.agrees(to: "Keep them? (yes/no) ")
    }

    /// - Parameter keepsOutdated: `nil` where it is undecided.
    private static func lines(_ repair: StoreRepair, keepsOutdated: Bool?, isPreview: Bool) -> [String] {
        var lines = repair.lost.map { part in
            "lost  \(part.name)" + (part == .profile ? " as it was; \(profile(of: repair, isPreview: isPreview))" : "")
        }
        lines += repair.outdated.map { part in
            switch keepsOutdated {
            case true?: "kept  \(part.name), which is outdated"
            case false?: "lost  \(part.name), which was outdated"
            case nil: "open  \(part.name) is outdated: it is kept only if you say so"
            }
        }
        lines += repair.setAside.map { part in
            switch keepsOutdated {
            case true?: "kept  \(part.name), which was set aside"
            case false?: "lost  \(part.name), which was set aside"
            case nil: "open  \(part.name) was set aside: it is brought back only if you say so"
            }
        }
        lines += repair.unverifiable.map { part in
            switch part {
            case .manifest: "kept  everything that opens; the list of records itself was damaged"
            case .record(Profile.kinds.history.name, nil):
                "kept  the revisions before it as found; nothing tells whether they are those written last"
            default: "kept  \(part.name) as found: their list did not open"
            }
        }
        return lines.isEmpty ? ["Nothing is lost: what is damaged can be recomputed."] : lines
    }
}

extension StoreRepair {
    /// The parts that open, and are kept only on request.
    fileprivate var opening: [DamagedPart] { outdated + setAside }
}

/// The answer of `repair` under `--json`.
private struct RepairAnswer: Encodable {
    var schema = JSONAnswer.schema
    let lost: [String]
    let kept: [String]
    /// The parts of which nothing was left, so that they were created again.
    let fresh: [String]
    @OrNull var copy: String?
    /// The folders of what was kept for missing copies, which were removed.
    let forgotten: [String]

    init(_ repair: StoreRepair, keepsOutdated: Bool, _ copies: [MissingCopy]) {
        forgotten = copies.map(\.folder)
        let outdated = repair.opening.map(\.name)
        lost = repair.lost.map(\.name) + (keepsOutdated ? [] : outdated)
        // Parts that can't be compared with what was written last are kept as found.
        kept = (keepsOutdated ? outdated : []) + repair.unverifiable.map(\.name)
        fresh = repair.recreated.map { DamagedPart.record(kind: $0, number: nil).name }
        copy = repair.copy
    }
}

extension MissingCopy {
    fileprivate var line: String { "gone  what was kept for the copy at \(path)".terminalSafe }
}
