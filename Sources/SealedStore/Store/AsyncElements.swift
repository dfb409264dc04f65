// The asynchronous forms for documents and elements by their models. Each does what the blocking one of the same name
// does.

extension GatedStore {
    /// Changes the committed value of a document.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func edit<Model: DocumentModel>(
        _ type: Model.Type, _ body: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Commit<Model> {
        try await opened.offloading(.writing) { try self.edit(type, body) }
    }

    /// The elements of a model in their order, without the fields in their bodies.
    ///
    /// - Throws: what the blocking form does.
    public func elements<Model: ElementModel>(
        _ type: Model.Type, keys: ClosedRange<Int> = .min ... .max, newestFirst: Bool = false, limit: Int? = nil,
        where isIncluded: @escaping @Sendable (Model) throws -> Bool = { _ in true }
    ) async throws -> [Numbered<Model>] {
        try await opened.offloading(.reading) {
            try self.elements(type, keys: keys, newestFirst: newestFirst, limit: limit, where: isIncluded)
        }
    }

    /// Adds an element, and returns its number.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func add<Model: ElementModel>(_ model: Model) async throws -> Int {
        try await opened.offloading(.writing) { try self.add(model) }
    }

    /// Changes an element.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func edit<Model: ElementModel>(
        _ type: Model.Type, _ number: Int, _ body: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> [FieldChange] {
        try await opened.offloading(.writing) { try self.edit(type, number, body) }
    }

    /// Takes back a change of elements.
    ///
    /// - Throws: what the blocking form does.
    @discardableResult
    public func undoElements(_ number: Int? = nil) async throws -> UndoneChange {
        try await opened.offloading(.writing) { try self.undoElements(number) }
    }
}
