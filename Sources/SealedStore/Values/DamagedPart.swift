/// A part of an account's data that doesn't open, or isn't what was written last.
public enum DamagedPart: Hashable, Sendable {
    /// The list of all records. Without it, it isn't known whether the rest is complete and up to date.
    case manifest
    /// A record: identified by its kind for a singleton, and also by its number for a log or a collection.
    case record(kind: String, number: Int?)
    /// One box, by the name of its part, of a record whose first box opens.
    case part(String, number: Int)
    /// The directory of a collection, or all of its records.
    case collection(String)
}

/// Damaged parts, each once, in the order in which they were found.
struct DamagedParts: Hashable, Sendable {
    private(set) var inOrder: [DamagedPart] = []
    private var all: Set<DamagedPart> = []

    mutating func add(_ part: DamagedPart) {
        if all.insert(part).inserted { inOrder.append(part) }
    }

    func contains(_ part: DamagedPart) -> Bool { all.contains(part) }
}
