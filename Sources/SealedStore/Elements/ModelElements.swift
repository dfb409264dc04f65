/// The elements of a model.
enum ModelElements<Model: ElementModel>: LoggedElements {
    static func contains(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        try transaction.contains(Model.self, number)
    }

    static func isInTrash(_ number: Int, in transaction: inout RecordTransaction) throws -> Bool {
        try Model.trash.contains(number, in: &transaction)
    }

    static func element(_ number: Int, in transaction: inout RecordTransaction) throws -> Tagged<Model> {
        try transaction.value(Model.self, number)
    }

    static func value(of element: Tagged<Model>) -> Tagged<Model> { element }

    static func publish(
        _ value: Tagged<Model>, replacing element: Tagged<Model>, as number: Int,
        in transaction: inout RecordTransaction
    ) throws {
        try transaction.publish(value, replacing: element, as: number, isHistorical: true)
    }

    static func remove(_ number: Int, in transaction: inout RecordTransaction) throws {
        try transaction.remove(Model.self, number)
    }

    static func restore(_ number: Int, in transaction: inout RecordTransaction) throws {
        try transaction.restore(Model.self, number)
    }
}
