internal import CPostgres

/// libpq, opened when a server is named first: no other program pays for it and for what it brings along.
@safe struct ClientLibrary: @unchecked Sendable {
    // Unchecked because of the pointers: they are to functions, which libpq lets any thread call, each with a connection
    // of its own.
    let functions: profile_pq

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
