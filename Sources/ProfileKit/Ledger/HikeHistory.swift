internal import ProfileModel
public import SealedStore

// Hikes as a collection with a history: what is noted in the log, and how it is taken back.

extension StoredHike: LoggedCollection {
    public static let collection = ElementKinds(
        elements: kind,
        removed: RecordKind("hike.removed", .collection, parts: ["hike.removed.header", "hike.removed.body"]))

    public static var changeHistory: ChangeHistory { ChangeHistory(HikeLedger.self) }
    public static var isLogged: Bool { true }
    public static var storedTypes: [any CollectionElement.Type] {
        [StoredHike.self, RemovedHike.self, attachmentType]
    }
}

extension HikeLedger: LoggedElements {
    static var lastingFields: Set<String> { ["original"] }

    static func contains(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        try HikeLedger().hikes.contains(number, in: &transaction)
    }

    static func isInTrash(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        try HikeLedger().removed.contains(number, in: &transaction)
    }

    static func element(_ number: Int, in transaction: inout RecordTransaction) throws -> StoredHike {
        guard let found = try HikeLedger().hikes.element(number, in: &transaction) else {
            throw StoreError.noHike(number)
        }
        return found
    }

    static func value(of element: StoredHike) -> Tagged<HikeHeader> { element.value }

    static func settle(
        _ names: Set<String>, of stored: Tagged<HikeHeader>, in value: inout Tagged<HikeHeader>
    ) -> [String] {
        // A trim decides all figures, so if it stays, everything does.
        if names.contains("trim") { value = stored }
        return value.model.settle(names, of: stored.model)
    }

    static func publish(
        _ value: Tagged<HikeHeader>, replacing element: StoredHike, as number: Int,
        in transaction: inout RecordTransaction
    ) throws {
        var stored = element
        stored.value = value
        // Both sides' tags may be one too many, or the same in another case.
        if stored.value.model.tags != element.value.model.tags { stored.value.model.cleanTags() }
        stored.follow(element.value.model)
        let problems = ImportedHike(sourceID: number, hike: stored.hike).problems(wasStored: true)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        try HikeLedger().put(stored, replacing: element, as: number, in: &transaction)
    }

    static func remove(_ number: Int, in transaction: inout RecordTransaction) throws {
        _ = try HikeLedger().trash.remove(number, in: &transaction)
    }

    static func restore(_ number: Int, in transaction: inout RecordTransaction) throws {
        try HikeLedger().trash.restore(number, in: &transaction)
    }
}

extension HikeLedger {
    /// Changes a hike's values, if that breaks no rules. The caller refreshes the summary.
    ///
    /// - Returns: the rules that it would break.
    func edit(
        _ id: Int, today: Day, in transaction: inout RecordTransaction, _ body: (inout HikeHeader) throws -> Void
    ) throws -> [FieldProblem] {
        let before = try Self.element(id, in: &transaction)
        let old = before.value.model
        var stored = before
        try body(&stored.value.model)
        stored.value.model.id = id
        stored.value.model.followEdit(from: old)
        guard stored.value.model != old else { return [] }
        stored.follow(old)
        let problems =
            stored.value.model.problems(replacing: old, today: today)
            + ImportedHike(sourceID: id, hike: stored.hike).problems(wasStored: true)
        guard problems.isEmpty else { return problems }
        try put(stored, replacing: before, as: id, in: &transaction)
        return []
    }

    /// Shows a part of a hike's recording, with the figures of that part. The caller refreshes the summary.
    ///
    /// - Parameter part: returns the kilometres to show of the recording of a hike.
    func trim(
        _ id: Int, in transaction: inout RecordTransaction,
        to part: (Recording, HikeHeader) -> ClosedRange<Double>?
    ) throws {
        let before = try Self.element(id, in: &transaction)
        let record = FieldProblem.Record(StoredHike.kind.name, id)
        guard let packed = before.recording else {
            throw StoreError(.invalid([FieldProblem("trim", .recorded, of: record)]))
        }
        guard let recording = try? packed.recording else {
            let part = StoredHike.kind.parts[StoredHike.Part.recording.rawValue]
            throw StoreError(.damagedParts([.part(part, number: id)]))
        }
        guard let shown = part(recording, before.value.model) else {
            throw StoreError(.invalid([FieldProblem("trim", .stretch, of: record)]))
        }
        var stored = before
        stored.hike.trim = recording.isWhole(shown) ? nil : shown
        guard stored.hike.trim != before.hike.trim else { return }
        stored.hike.takeFigures(of: recording)
        stored.figureRules = HikeStatistics.rules
        try put(stored, replacing: before, as: id, in: &transaction)
    }

    /// Writes an existing hike, and notes the fields that changed.
    ///
    /// - Parameter isNoted: which fields are noted; all by default.
    func put(
        _ stored: StoredHike, replacing before: StoredHike, as number: Int, in transaction: inout RecordTransaction,
        noting isNoted: (String) -> Bool = { _ in true }
    ) throws {
        try hikes.put(stored, number: number, in: &transaction)
        noteEdit(of: number, from: before.value, to: stored.value, in: &transaction, where: isNoted)
    }

    func noteEdit(
        of number: Int, from before: Tagged<HikeHeader>, to after: Tagged<HikeHeader>,
        in transaction: inout RecordTransaction, where isNoted: (String) -> Bool = { _ in true }
    ) {
        let tags = after.tagChanges(since: before).filter { change in
            HikeHeader.fields.first { $0.tag == change.tag }.map { isNoted($0.name) } ?? true
        }
        if !tags.isEmpty { transaction.note(.edited(tags), of: number, in: StoredHike.kind) }
    }
}

extension HikeHeader {
    fileprivate mutating func settle(_ names: Set<String>, of stored: HikeHeader) -> [String] {
        var kept: [String] = []
        if let movingTime, let duration, movingTime > duration {
            if movingTime != stored.movingTime { kept.append("movingTime") }
            if duration != stored.duration { kept.append("duration") }
            (self.movingTime, self.duration) = (stored.movingTime, stored.duration)
        }
        // A figure that stays was entered, or is the device's, as before.
        let marks = Set(
            DeclaredFigure.allCases.filter { names.union(kept).contains($0.field) }.flatMap { [$0, $0.entered] }
                .compactMap(\.self))
        declared = declared.subtracting(marks).union(stored.declared.intersection(marks))
        // Entered figures have no moving distance, as after an edit.
        if !declared.isDisjoint(with: [.enteredDistance, .enteredMovingTime]), movingDistance != stored.movingDistance {
            movingDistance = nil
        }
        // If only one of the two were taken back, they would be on different days.
        let takesDate = date != stored.date
        guard takesDate != (startTime != stored.startTime), let start = localStart, start.day != date else {
            return kept
        }
        (date, startTime) = (stored.date, stored.startTime)
        return kept + [takesDate ? "date" : "startTime"]
    }
}

extension DeclaredFigure {
    /// The field whose value it is about.
    fileprivate var field: String { self == .timer ? DeclaredFigure.movingTime.rawValue : rawValue }
}

extension StoredHike {
    /// Lets the figures and the observations follow a change of the fields: a changed trim gives the recording's
    /// observations; and figures that are those of the recording are computed again by later rules, others never.
    mutating func follow(_ before: HikeHeader) {
        let header = value.model
        let isTrimmed = header.trim != before.trim
        guard isTrimmed || header.figures != before.figures || header.declared != before.declared else { return }
        figureRules = nil
        guard let recording = try? recording?.recording else { return }
        var computed = hike
        computed.takeFigures(of: recording)
        if isTrimmed { observations = computed.observations }
        if computed.header.figures == header.figures, computed.header.declared == header.declared {
            figureRules = HikeStatistics.rules
        }
    }
}
