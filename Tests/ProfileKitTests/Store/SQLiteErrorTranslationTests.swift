import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

@Suite struct `An error of SQLite's that a store passes on` {
    /// The extended codes of SQLite and what they are to people and scripts.
    static let kinds: [(Int32, ProfileError.Code)] = [
        (1, .failure), (5, .busy), (6, .busy), (7, .failure), (8, .io), (10, .io), (266, .io), (522, .io), (778, .io),
        (3082, .failure), (11, .damaged), (267, .damaged), (13, .io), (14, .io), (15, .busy), (17, .failure),
        (18, .failure), (19, .failure), (20, .failure), (21, .failure), (25, .failure), (26, .damaged),
    ]

    @Test(arguments: kinds) func `says damage only where the file is damaged`(code: Int32, expected: ProfileError.Code)
    {
        let error = StoreError.translated(EngineError(SQLiteError(code, "", sql: "SELECT")), at: "/store")
        #expect((error as? ProfileError)?.code == expected)
    }

    @Test(arguments: kinds) func `is no finding of a check, unless it is damage`(
        code: Int32, expected: ProfileError.Code
    ) {
        let found = Result { try StoreCheck("profile") { throw EngineError(SQLiteError(code, "words")) } }
        if expected == .damaged {
            #expect((try? found.get().problem) == .engine("words"))
        } else {
            #expect(throws: EngineError.self) { try found.get() }
        }
    }

    @Test(arguments: kinds) func `is not passed over as something that doesn't open`(
        code: Int32, expected: ProfileError.Code
    ) {
        let read = Result { try whatOpens { () throws -> Int in throw EngineError(SQLiteError(code, "")) } }
        if expected == .damaged {
            #expect((try? read.get()) == .some(nil))
        } else {
            #expect(throws: EngineError.self) { try read.get() }
        }
    }
}
