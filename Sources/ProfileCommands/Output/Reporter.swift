internal import ProfileKit
internal import ProfileRendering

/// What a command says: data to stdout, remarks and errors to stderr.
struct Reporter {
    let context: CommandContext
    let isJSON: Bool
    let isQuiet: Bool
    /// What the commands that are named have to say of the store.
    var kept = KeptOptions()

    /// Data: the object under `--json`, else the lines.
    func answer(_ object: @autoclosure () throws -> some Encodable, text: @autoclosure () -> [String]) throws {
        if isJSON {
            context.output.write(line: try JSONAnswer.line(object()))
        } else {
            for line in text() { context.output.write(line: line) }
        }
    }

    /// Something worth knowing that is not the answer; nothing under `--quiet` and `--json`.
    func remark(_ text: String) {
        guard !isQuiet, !isJSON else { return }
        // On a terminal both come out in the order in which they were said.
        context.output.settle()
        // It may name a path, or another word of the user's.
        context.errors.write(line: kept.applied(to: text).terminalSafe)
        context.errors.flush()
    }

    /// An error, which is never kept quiet.
    func report(_ complaint: Complaint) {
        var complaint = complaint
        complaint.hint = kept.applied(to: complaint.hint)
        if isJSON, let line = try? JSONAnswer.line(ErrorAnswer(complaint)) {
            context.errors.write(line: line)
        } else {
            for message in complaint.messages { context.errors.write(line: "profile: \(message.terminalSafe)") }
            if !complaint.hint.isEmpty { context.errors.write(line: complaint.hint.terminalSafe) }
        }
        context.errors.flush()
    }
}
