/// The SQL table of a kind of records.
///
/// The tables of format 1 have names and columns of their own; every further kind lies in the table `record`.
public struct RecordTable: Hashable, Sendable {
    public let name: String
    /// The column that bears a record's number.
    let number: String
    /// The column that bears its revision; `nil` where that is the number.
    let revision: String?
    let fingerprint: String?
    /// The columns of the boxes, in the order of the kind's parts.
    let boxes: [String]
    /// The columns of the readable text and of its MAC.
    let readable: [String]
    /// Whether rows of several kinds lie in it.
    let isShared: Bool

    public init(
        _ name: String, number: String, revision: String? = nil, fingerprint: String? = nil,
        boxes: [String] = ["record"], readable: [String] = []
    ) {
        (self.name, self.number, self.revision, isShared) = (name, number, revision, false)
        (self.fingerprint, self.boxes, self.readable) = (fingerprint, boxes, readable)
    }

    /// The table of all kinds that have none of their own.
    private init(shared name: String) {
        (self.name, number, revision, isShared) = (name, "number", "revision", true)
        (fingerprint, boxes, readable) = ("fingerprint", ["head", "body"], ["readable", "mac"])
    }

    package static let shared = RecordTable(shared: "record")

    package static let sharedStatement = """
        CREATE TABLE record (
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            number INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            fingerprint BLOB,
            head BLOB NOT NULL,
            body BLOB,
            readable TEXT,
            mac BLOB,
            PRIMARY KEY (account, kind, number),
            UNIQUE (account, kind, fingerprint)
        ) STRICT
        """
}

extension [String] {
    /// The texts with a separator between them.
    ///
    /// `joined` does the same through generic types, which each process makes anew: that takes longer than to read a
    /// store's head.
    func listed(by separator: String) -> String {
        guard var text = first else { return "" }
        for part in dropFirst() { text += separator + part }
        return text
    }
}
