public import ProfileModel
public import SealedStore

/// A goal as a field: its text is what is typed, kept and written in JSON.
extension Goal: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        guard let goal = Goal(text) else { throw FieldRule("goal") }
        self = goal
    }

    public var text: String { description }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .text(let text) = json else { throw .form }
        try self.init(parsing: text)
    }

    public var json: FieldJSON { .text(description) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let text = try reader.text()
        guard let goal = Goal(text), goal.description == text else { throw MalformedRecord() }
        self = goal
    }

    public func write(to writer: inout RecordWriter) { writer.append(description) }
}

extension Profile {
    /// Gives a goal that was set without a first day the day of its commit; one that was only set again keeps its own.
    public mutating func complete(replacing committed: Profile, at now: WallTime) {
        guard let goal, goal.since == nil else { return }
        let isSame = committed.goal.map { $0.kind == goal.kind && $0.target == goal.target } == true
        self.goal?.since = (isSame ? committed.goal?.since : nil) ?? Day(localTo: now)
    }
}
