import Testing

@testable import PostgresKit

/// Only to hosts of this machine is anything sent without a verified certificate.
@Suite struct `A server's hosts` {
    @Test(arguments: [
        ("", ""), ("localhost", ""), ("/run", ""), ("@socket", ""), ("127.0.0.2", ""), ("::1", ""),
        ("localhost,/run", ""), ("db", "127.0.0.1"), ("db,", "127.0.0.1,"), ("db,localhost", "::1,"), ("", "127.0.0.1"),
    ])
    func `are this machine if each of them is`(hosts: String, addresses: String) {
        #expect(ServerAddress.areLocal(hosts: hosts, addresses: addresses))
    }

    @Test(arguments: [
        ("db", ""), ("128.0.0.1", ""), ("/run,db", ""), ("localhost", "10.0.0.1"), ("", "10.0.0.1"),
        // An empty address leaves its place to the name there.
        ("db,localhost", ",127.0.0.1"), ("localhost,db", "127.0.0.1,"), ("db", ","),
    ])
    func `are another machine if one of them is`(hosts: String, addresses: String) {
        #expect(!ServerAddress.areLocal(hosts: hosts, addresses: addresses))
    }
}
