internal import ProfileKit
internal import ProfileRendering

/// Reports what the app's editor published, after its screen has disappeared.
struct EditorOutcome {
    private let call: CommandCall
    /// The revision before editing; `nil` if the store was locked.
    private let revision: Int?
    private let hadDraft: Bool
    /// In seconds since 1970.
    private let begin: Int

    init(_ call: CommandCall) {
        self.call = call
        let store = try? call.access.gate().resume(extending: false)
        revision = try? store?.committed.revision
        hadDraft = (try? store?.savedDraft) != nil
        begin = call.context.clock.secondsSince1970
    }

    /// Prints the commits since then, or that there are none. If the profile was locked meanwhile, prints nothing.
    func tell() throws {
        guard let store = try? call.access.gate().resume(extending: false),
            let newest = try? store.committed.revision
        else { return }
        let count = max(newest - (revision ?? newest - 10), 1)
        let commits = try store.readableHistory(limit: count).value.filter { commit in
            revision.map { commit.revision > $0 } ?? (commit.revision > 1 && commit.at >= begin)
        }
        for commit in commits.reversed() {
            for change in commit.changes { call.context.output.write(line: change.text.terminalSafe) }
        }
        if let last = commits.first {
            call.reporter.remark("Committed as revision \(last.revision).")
        } else if (try? store.savedDraft) != nil {
            call.reporter.remark("Nothing was published. The draft is kept: profile commit, or profile discard")
        } else {
            call.reporter.remark(hadDraft ? "The draft was discarded." : "Nothing changed.")
        }
    }
}
