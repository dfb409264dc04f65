import FoundationEssentials
import SealedStoreTesting

@testable import SealedStore

/// The engines that need no server.
enum LocalEngine: CaseIterable {
    case memory, file

    /// A new store.
    func store(_ schema: EngineSchema) throws -> Store {
        switch self {
        case .memory: Store(MemoryEngine(schema), schema)
        case .file: try Store(inFileFor: schema)
        }
    }

    /// A store, removed with the last reference.
    final class Store {
        let engine: any RecordEngine
        private let schema: EngineSchema
        private let path: String?

        fileprivate init(_ engine: any RecordEngine, _ schema: EngineSchema) {
            (self.engine, self.schema, path) = (engine, schema, nil)
        }

        fileprivate init(inFileFor schema: EngineSchema) throws {
            let path = FileManager.default.temporaryDirectory.path + "/engine-\(UUID().uuidString)"
            engine = try StoreLocation.file(path).opener.create(schema)
            (self.schema, self.path) = (schema, path)
        }

        deinit {
            guard let path else { return }
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }

        /// The store as another process opens it; in memory, the same engine.
        func another() throws -> any RecordEngine {
            guard let path else { return engine }
            return try StoreLocation.file(path).opener.open(schema)
        }
    }
}
