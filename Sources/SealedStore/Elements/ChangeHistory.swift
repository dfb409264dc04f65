/// What a history does with the elements of one collection.
public struct ChangeHistory: Sendable {
    /// Whether there is an element with a number, intact or not.
    let contains: @Sendable (Int, inout RecordTransaction) throws -> Bool
    /// Whether a removed one waits under a number.
    let isInTrash: @Sendable (Int, inout RecordTransaction) throws -> Bool
    /// The changes of fields that some tags had.
    let fieldChanges: @Sendable ([ElementChanges.TagChange]) -> [FieldChange]
    /// Takes back the change of one element, and returns the names of the fields that stay, usually because they were
    /// changed again; `nil` stands for the element itself.
    let takeBack: @Sendable (ElementChanges.Item, inout RecordTransaction) throws -> [String?]

    package init<Elements: LoggedElements>(_ elements: Elements.Type) {
        contains = { try elements.contains($0, in: &$1) }
        isInTrash = { try elements.isInTrash($0, in: &$1) }
        fieldChanges = { elements.fieldChanges($0) }
        takeBack = { try elements.takeBack($0, in: &$1) }
    }
}

/// The operations by which changes of elements are taken back. Each notes what it does in the log.
package protocol LoggedElements: SendableMetatype {
    associatedtype Model: FieldModel
    associatedtype Element

    /// The names of fields that keep their values, since they name what the log doesn't have, such as the file that a hike
    /// was imported from.
    static var lastingFields: Set<String> { get }

    static func contains(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool
    static func isInTrash(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool

    /// - Throws: ``StoreError`` with `notFound` if there is no such element.
    static func element(_ number: Int, in transaction: inout RecordTransaction) throws -> Element

    /// The fields of an element.
    static func value(of element: Element) -> Tagged<Model>

    /// Keeps fields consistent that depend on each other: if one was changed since and stays, the others stay with it, such
    /// as a start time with its date.
    ///
    /// - Parameters:
    ///   - names: the fields that were changed since.
    ///   - stored: the element as it is.
    ///   - value: what the undo would make of it.
    /// - Returns: the names of further fields that the undo was about, and that stay.
    static func settle(_ names: Set<String>, of stored: Tagged<Model>, in value: inout Tagged<Model>) -> [String]

    /// Writes fields that an element had at an earlier time.
    static func publish(
        _ value: Tagged<Model>, replacing element: Element, as number: Int, in transaction: inout RecordTransaction
    ) throws

    static func remove(_ number: Int, in transaction: inout RecordTransaction) throws
    /// - Throws: ``StoreError`` with `notFound` or `exists` for one that can't be restored.
    static func restore(_ number: Int, in transaction: inout RecordTransaction) throws
}

extension LoggedElements {
    package static var lastingFields: Set<String> { [] }

    package static func settle(
        _ names: Set<String>, of stored: Tagged<Model>, in value: inout Tagged<Model>
    ) -> [String] { [] }

    fileprivate static func fieldChanges(_ tags: [ElementChanges.TagChange]) -> [FieldChange] {
        var (from, to) = (Tagged(Model()), Tagged(Model()))
        for tag in tags {
            from.set(tag.before, ofTag: tag.tag)
            to.set(tag.after, ofTag: tag.tag)
        }
        return to.model.changes(since: from.model)
    }

    fileprivate static func takeBack(
        _ item: ElementChanges.Item, in transaction: inout RecordTransaction
    ) throws -> [String?] {
        let isThere = try contains(item.number, in: &transaction)
        switch item.change {
        case .added, .restored:
            if isThere { try remove(item.number, in: &transaction) }
            return isThere ? [] : [nil]
        case .removed:
            do {
                try restore(item.number, in: &transaction)
                return []
            } catch let error as StoreError where [.notFound, .exists].contains(error.code) {
                return [nil]
            }
        case .edited(let tags):
            guard isThere else { return [nil] }
            let element = try element(item.number, in: &transaction)
            let before = value(of: element)
            var (base, mine, after) = (before, before, before)
            var lasting: [String] = []
            for tag in tags {
                let name = Model.fields.first { $0.tag == tag.tag }?.name
                if let name, lastingFields.contains(name) {
                    lasting.append(name)
                    continue
                }
                base.set(tag.after, ofTag: tag.tag)
                mine.set(tag.before, ofTag: tag.tag)
                // A field that this program doesn't know has no name.
                guard name == nil else { continue }
                if before.form(ofTag: tag.tag) == tag.after { after.set(tag.before, ofTag: tag.tag) }
            }
            let merge = Merge(base: base.model, mine: mine.model, theirs: before.model)
            var changedSince = merge.conflicts.map(\.field)
            after.model = merge.model
            changedSince += settle(Set(changedSince), of: before, in: &after)
            guard !after.tagChanges(since: before).isEmpty else { return changedSince + lasting }
            do {
                try publish(after, replacing: element, as: item.number, in: &transaction)
            } catch let error as StoreError where error.code == .exists {
                // Its earlier content is another element's now.
                return [nil]
            }
            return changedSince + lasting
        }
    }
}
