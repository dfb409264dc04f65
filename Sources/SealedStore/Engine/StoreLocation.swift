/// Opens or creates the store at a ``StoreLocation``.
package protocol EngineOpener: Sendable {
    /// The store's name in errors: see ``RecordEngine/name``.
    var name: String { get }

    /// The store's file; `nil` if it isn't a file.
    var file: String? { get }

    /// This location, independent of the current directory.
    func fromRoot() throws -> any EngineOpener

    /// - Throws: ``StoreError`` with `noStore` if there is none.
    func open(_ schema: EngineSchema) throws -> any RecordEngine

    /// Opens a store of the current format that can't be written, for reading alone.
    func openForReading(_ schema: EngineSchema) throws -> any RecordEngine

    /// Opens the store, creating an empty one if there is none. Any number of processes may do this concurrently: one
    /// creates the store, and all open the same one.
    func create(_ schema: EngineSchema) throws -> any RecordEngine

    /// Creates the store as a copy of another one, with its id and instance.
    ///
    /// - Throws: ``StoreError`` with `exists` if there is a store already, leaving nothing behind.
    func receive(_ source: any RecordEngine, _ schema: EngineSchema) throws
}

extension EngineOpener {
    package var file: String? { nil }

    package func fromRoot() throws -> any EngineOpener { self }

    package func openForReading(_ schema: EngineSchema) throws -> any RecordEngine {
        throw EngineError(.readOnly, "it can only be opened for writing")
    }

    package func receive(_ source: any RecordEngine, _ schema: EngineSchema) throws {
        throw EngineError(.readOnly, "nothing can be restored to it")
    }
}

/// The location of a store: a file, unless another engine provides its own. A string literal names a file.
///
///     let gate = try SealedGate<TravelStore>(at: "papers.sealed")
public struct StoreLocation: Sendable, ExpressibleByStringInterpolation {
    package let opener: any EngineOpener

    /// Creates the location of an engine's store.
    package init(_ opener: any EngineOpener) {
        self.opener = opener
    }

    /// Creates the location of a file, as ``file(_:)`` does.
    public init(stringLiteral path: String) {
        self = .file(path)
    }

    /// The store's name in errors: an absolute path, or a URL without user and password.
    public var name: String { opener.name }

    /// The path of the store's file; `nil` if the store isn't a file.
    public var filePath: String? { opener.file }
}
