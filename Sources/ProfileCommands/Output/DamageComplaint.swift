internal import ProfileKit
internal import ProfileRendering

extension CommandCall {
    /// Ends a reading command after its answer with the exit code for damage, if a part that it reads doesn't open.
    ///
    /// - Throws: ``Complaint``, naming each damaged part.
    func requireWhole(
        _ readable: Readable<some Sendable>, hint: String = "What opens was shown, and nothing was changed."
    ) throws {
        guard !readable.damaged.isEmpty else { return }
        let named = readable.damaged.prefix(10).map(\.words)
        let more = readable.damaged.count - named.count
        let parts = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        throw Complaint(
            .damaged, "\(settings.storePath) is damaged: cannot open \(parts)",
            hint: "\(hint) See all of it with: profile check. Repair it with: profile repair")
    }
}
