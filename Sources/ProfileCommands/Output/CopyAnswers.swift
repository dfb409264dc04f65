internal import ProfileKit
internal import ProfileRendering

/// The JSON answers about copies of the data, and about the store's health.

struct FileAnswer: Encodable {
    var schema = JSONAnswer.schema
    /// The file that was written.
    let file: String
}

struct ContentImportAnswer: Encodable {
    var schema = JSONAnswer.schema
    let revision: Int
    let changes: [ChangeAnswer]
    /// The number of imported hikes.
    let hikes: Int
}

struct CheckAnswer: Encodable {
    var schema = JSONAnswer.schema
    let checks: [Entry]

    struct Entry: Encodable {
        let name: String
        let ok: Bool
        @OrNull var detail: String?
    }

    init(_ checks: [StoreCheck]) {
        self.checks = checks.map { Entry(name: $0.name, ok: $0.isOK, detail: $0.words) }
    }
}
