import FoundationEssentials
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

/// The code of the ``StoreError`` that a body throws; `nil` when it throws none.
func code(of body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? StoreError)?.code
    }
}

extension TemporaryStore {
    /// The ids of the store's accounts.
    var accounts: [AccountID] {
        get throws { try Gate.all(at: .file(gate.path), configuration: gate.configuration).map(\.account) }
    }

    /// The folder of the account's device secret and gate state.
    var stateFolder: String {
        get throws {
            let stores = "\(folder)/.local/state/profile"
            let store = "\(stores)/\(try #require(try contents(of: stores).first))"
            return "\(store)/\(try #require(try contents(of: store).first))/main"
        }
    }
}

extension ImportedHike {
    /// Hikes of 5 km with one observation each, whose names are their numbers.
    static func short(_ ids: ClosedRange<Int>) -> [ImportedHike] {
        ids.map { id in
            ImportedHike(
                sourceID: id,
                hike: Hike(
                    header: HikeHeader(id: id, name: "Hike \(id)", distance: 5),
                    observations: [HikeObservation(distanceFromStart: 1)]))
        }
    }
}

extension StoreError {
    /// The message as the program words it.
    var message: String { UserMessage(self).message }
}

extension StoreFormat {
    static let current = StoreFormat(of: ProfileSchema.schema.engineSchema)
}

extension SQLiteEngine {
    convenience init(opening path: String, format: StoreFormat = .current) throws {
        try self.init(opening: path, ProfileSchema.schema.engineSchema, format: format)
    }

    /// Queries the database directly.
    func ask<Result: Sendable>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try look { backend in try body(try #require(backend as? SQLiteBackend).connection) }
    }
}

// Changes to files as an attacker or an accident makes them.

func contents(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
}

func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
}

func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
}

func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
}

func copy(_ path: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: other)
}

func mode(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
}

/// A copy of the store that version 0.1.0 made, with its state folder.
final class FirstVersionStore {
    let folder: String
    let path: String
    let configuration: Gate.Configuration

    /// - Parameter version: 2 for a store that 0.2.0 made.
    init(version: Int = 1) throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/version-\(version)"
        ).path
        folder = FileManager.default.temporaryDirectory.path + "/profile-fixture-\(UUID().uuidString)"
        try copy(fixture, to: folder)
        path = "\(folder)/test.profile"
        var configuration = TemporaryStore.configuration(folder: folder, clock: ManualClock())
        configuration.stateFolder = "\(folder)/state"
        self.configuration = configuration
    }

    deinit { try? remove(folder) }

    /// Opens the file, which migrates it.
    var gate: Gate { get throws { try gate(at: path) } }

    func gate(at path: String) throws -> Gate { try Gate(at: .file(path), configuration: configuration) }

    func unlock(_ passcode: String = TemporaryStore.passcode) throws -> ProfileStore {
        try gate.unlock(with: Secret(passcode))
    }
}
