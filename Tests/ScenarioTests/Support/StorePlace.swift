import Glibc
import TestSupport
import Testing

/// Where the scenarios keep their stores: in a file in the home, or on a server that the tests start. With `make
/// server` all of them run on a server, except those that are about files.
enum StorePlace {
    static let isServer = getenv("PROFILE_SCENARIOS").map { String(cString: $0) } == "server"

    /// The name of a store that doesn't exist yet.
    static func newStore(in folder: String) throws -> String {
        isServer ? try newStoreOnServer("story") : "\(folder)/test.profile"
    }

    static func newStoreOnServer(_ name: String) throws -> String {
        let server = try #require(PostgresServer.shared, "\(PostgresServer.reason)")
        return server.url(workspace: "\(name)-\(UInt32.random(in: 0 ... .max))")
    }
}

extension Trait where Self == ConditionTrait {
    /// For a scenario that is about the store's file or makes its own; it doesn't run with stores on a server.
    static var aboutFiles: Self { .disabled(if: StorePlace.isServer, "it is about a store's file") }
}
