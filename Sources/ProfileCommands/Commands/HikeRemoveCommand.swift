internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike remove`: moves hikes to the removed ones.
enum HikeRemoveCommand: ProfileCommand {
    static let declaration = Command(
        "remove", abstract: "Remove hikes.",
        discussion: [
            "Totals, badges and exports follow at once; a badge that the other hikes do not earn is lost. "
                + "Removed hikes are kept, sealed, until they are restored or purged. A damaged hike cannot be "
                + "kept: it is lost. Before several hikes are removed, you are asked on a terminal; elsewhere that needs "
                + "--yes."
        ],
        options: HikeFilterOptions.all + [HikeChangeOptions.yes],
        positionals: [HikeFilterOptions.ids("The hikes' ids, and ranges such as 9-12.")],
        examples: [
            Example("profile hike remove 1001", "See it with: profile hike list --removed"),
            Example("profile hike remove 1001 1002 --yes", "Both of them, or none."),
            Example("profile hike remove --import last", "What the last import brought."),
        ])

    static func run(_ call: CommandCall) throws {
        let filter = try call.hikeFilter()
        guard filter.isFilter else {
            throw UsageError(message: "no hikes were named", hint: "Name their ids, or select them with options.")
        }
        let store = try call.access.store()
        guard let ids = try call.hikesToChange(filter, of: store, to: "remove") else {
            return try call.reporter.answer(HikeIDsAnswer(hikes: []), text: [])
        }
        let change = try store.removeHikes(ids)
        try call.reporter.answer(
            HikeIDsAnswer(hikes: change.ids, lost: change.lost.isEmpty ? nil : change.lost),
            text: change.ids.map { "Hike \($0) was removed." })
        for id in change.lost { call.reporter.notice("Hike \(id) was damaged. It is lost and cannot be restored.") }
        call.reporter.notice(badgesOf: change)
    }
}

/// `profile hike restore`: restores removed hikes.
enum HikeRestoreCommand: ProfileCommand {
    static let declaration = Command(
        "restore", abstract: "Restore removed hikes.",
        discussion: ["They are as they were, and count towards totals and badges again."],
        positionals: [
            Positional(
                "ID", help: "The hikes' ids, as hike list --removed shows them.", arity: .atLeastOne,
                completion: .program(CompletionKind.removedHikes))
        ],
        examples: [Example("profile hike restore 1001", "It is back.")])

    static func run(_ call: CommandCall) throws {
        let change = try call.access.store().restoreHikes(try call.hikeIDs())
        try call.reporter.answer(
            HikeIDsAnswer(hikes: change.ids), text: change.ids.map { "Hike \($0) was restored." })
        call.reporter.notice(badgesOf: change)
    }
}

/// `profile hike purge`: deletes removed hikes permanently.
enum HikePurgeCommand: ProfileCommand {
    private static let yes = Option(flag: "yes", help: "Don't ask.")

    static let declaration = Command(
        "purge", abstract: "Delete removed hikes permanently.",
        discussion: [
            "Asks first on a terminal, and needs --yes elsewhere. A purged hike cannot be restored. Without an ID, removed "
                + "photos are purged too."
        ],
        options: [yes],
        positionals: [
            Positional(
                "ID", help: "Which removed hikes (default: all).", arity: .any,
                completion: .program(CompletionKind.removedHikes))
        ],
        examples: [
            Example("profile hike purge", "All removed hikes."),
            Example("profile hike purge 1001 --yes", "In a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let ids = try call.hikeIDs()
        let store = try call.access.store()
        // Only the hikes asked about are purged, not those removed by others in the meantime.
        let removed = try store.removedHikeIDs
        if let other = ids.first(where: { !removed.contains($0) }) { throw StoreError.noRemovedHike(other) }
        let waiting = ids.isEmpty ? removed : ids
        let photos = ids.isEmpty ? try store.removedPhotoNumbers : []
        guard !waiting.isEmpty || !photos.isEmpty else {
            try call.reporter.answer(HikeIDsAnswer(hikes: []), text: [])
            return call.reporter.notice("There are no removed hikes\(ids.isEmpty ? " or photos" : "").")
        }
        if !call.isSet(yes) {
            guard let prompt = call.person else {
                throw UsageError(message: "purging needs confirmation", hint: "Confirm with --yes.")
            }
            let isOne = waiting.count + photos.count == 1
            let hikes = waiting.count == 1 ? "removed hike \(waiting[0])" : "\(waiting.count) removed hikes"
            let what = [
                waiting.isEmpty ? nil : hikes, photos.isEmpty ? nil : photos.count.counted("removed photo"),
            ].compactMap(\.self).joined(separator: " and ")
            guard
                try prompt.agrees(to: "Purge \(what)? Nothing brings \(isOne ? "it" : "them") back. (yes/no) ")
            else {
                call.reporter.notice("Nothing was purged.")
                return try call.reporter.answer(HikeIDsAnswer(hikes: []), text: [])
            }
        }
        let purged = try store.purgeHikes(waiting, photos: photos)
        try call.reporter.answer(
            HikeIDsAnswer(hikes: purged),
            text: purged.map { "Hike \($0) was purged." })
        if !photos.isEmpty {
            let was = photos.count == 1 ? "was" : "were"
            call.reporter.notice("\(photos.count.counted("removed photo")) \(was) purged.")
        }
    }
}
