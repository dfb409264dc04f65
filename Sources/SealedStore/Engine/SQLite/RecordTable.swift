/// The SQL table that holds a kind of record.
///
/// The tables of format 1 have their own names and columns; every later kind is in the table `record`.
package struct RecordTable: Hashable, Sendable {
    let name: String
    /// The column of a record's number.
    let number: String
    /// The column of its revision; `nil` if that equals the number.
    let revision: String?
    let fingerprint: String?
    /// The columns of the boxes, in the order of the kind's parts.
    let boxes: [String]
    /// The columns of the readable text and of its MAC.
    let readable: [String]
    /// Whether it holds rows of several kinds.
    let isShared: Bool

    package init(
        _ name: String, number: String, revision: String? = nil, fingerprint: String? = nil,
        boxes: [String] = ["record"], readable: [String] = []
    ) {
        (self.name, self.number, self.revision, isShared) = (name, number, revision, false)
        (self.fingerprint, self.boxes, self.readable) = (fingerprint, boxes, readable)
    }

    /// The table of all kinds without their own.
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
    /// Concatenates the strings with a separator.
    ///
    /// `joined` does the same through generic types that each process instantiates at run time, which takes longer than
    /// reading a store's head.
    func listed(by separator: String) -> String {
        guard var text = first else { return "" }
        for part in dropFirst() { text += separator + part }
        return text
    }
}
