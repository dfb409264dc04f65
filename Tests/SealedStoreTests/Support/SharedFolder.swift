import FoundationEssentials
import SQLiteKit
import Sealing

@testable import SealedStore

/// A store of a schema of a test's own, in a temporary folder, which is deleted with the last reference. Several
/// programs, each with its own schema, can open it.
final class SharedFolder: Sendable {
    let folder: String
    let configuration: GateConfiguration
    let passcode = "739158"

    var path: String { "\(folder)/store" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/own-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        var configuration = GateConfiguration(environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder])
        configuration.cost = KeyDerivation.Cost(operations: 1, memory: KeyDerivation.Cost.leastMemory)
        configuration.sessionStorage = .file
        configuration.watchesStores = false
        self.configuration = configuration
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @discardableResult
    func create<Store: GatedStore>(
        _ type: Store.Type, firstRecords: (@Sendable (inout RecordTransaction, WallTime) throws -> Void)? = nil
    ) throws -> (gate: SealedGate<Store>, recoveryCode: RecoveryCode) {
        var new = try NewAccount(passcode: Secret(passcode))
        new.firstRecords = firstRecords
        return try SealedGate<Store>.create(new, at: .file(path), configuration: configuration)
    }

    func gate<Store: GatedStore>(_ type: Store.Type) throws -> SealedGate<Store> {
        try SealedGate<Store>(at: .file(path), configuration: configuration)
    }

    func open<Store: GatedStore>(_ type: Store.Type) throws -> Store {
        try gate(type).unlock(with: Secret(passcode))
    }

    /// Changes the file as none of our programs does.
    func tamper(_ sql: String) throws {
        let connection = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }
}
