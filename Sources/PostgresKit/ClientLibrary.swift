internal import CPostgres

/// libpq, loaded when a server is first named, so that no other program pays for it and its dependencies.
@safe public struct ClientLibrary: @unchecked Sendable {
    // Unchecked because of the pointers: they are pointers to functions, which libpq lets any thread call with its own
    // connection.
    let functions: profile_pq

    /// libpq's version, such as 150003 for 15.3; `nil` if it isn't installed.
    public static var version: Int? {
        (try? open()).map { Int($0.functions.libVersion()) }
    }

    /// - Throws: ``PostgresError`` with `libraryMissing`.
    static func open() throws(PostgresError) -> ClientLibrary { try shared.get() }

    private static let shared = open("libpq.so.5")

    static func open(_ file: String) -> Result<ClientLibrary, PostgresError> {
        var functions = profile_pq()
        guard let missing = unsafe profile_pq_load(&functions, file) else {
            return .success(ClientLibrary(functions: functions))
        }
        let name = unsafe String(cString: missing)
        let problem = name == file ? "\(file) is not installed" : "\(file) lacks \(name)"
        return .failure(PostgresError(.libraryMissing, problem))
    }
}
