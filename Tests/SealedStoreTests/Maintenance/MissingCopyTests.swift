import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SealedStore
@testable import SystemKit

@Suite(.temporaryStore) struct `A copy whose file is gone` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `is named by the check, and removed only on request`() throws {
        let copies = try Copies(2)
        let folder = try copies.folder(of: copies.copy).path
        #expect(try temporary.unlock().check().contains { $0.name == "copies" } == false)
        try remove(copies.copy.path)
        let store = try temporary.unlock()
        let missing = [MissingCopy(path: copies.copy.path, folder: folder)]
        let check = try #require(try store.check().first { $0.name == "copies" })
        #expect(check.isOK && check.note == .missingCopies(missing))
        #expect(try store.missingCopies() == missing)
        #expect(try store.repair().isNeeded == false)
        #expect(try store.missingCopies() == missing)
        try store.forget(missing)
        #expect(PrivateFile.identity(of: folder) == nil)
        #expect(try store.missingCopies() == [])
        #expect(attempt(copies.gates[2], Copies.passcode) == nil)
    }

    @Test func `stays if its file has come back`() throws {
        let copies = try Copies(1)
        try move(copies.copy.path, to: "\(temporary.folder)/away")
        let store = try temporary.unlock()
        let missing = try store.missingCopies()
        #expect(missing.count == 1)
        try move("\(temporary.folder)/away", to: copies.copy.path)
        try store.forget(missing)
        #expect(attempt(copies.copy, Copies.passcode) == nil)
    }

    @Test func `leaves the attempts that were counted there to the others`() throws {
        let copies = try Copies(2)
        let store = try temporary.unlock()
        for _ in 1...3 { _ = attempt(copies.copy) }
        try remove(copies.copy.path)
        try store.forget(try store.missingCopies())
        for gate in [copies.original, copies.gates[2]] { #expect(try gate.status.failures == 3) }
    }

    @Test func `leaves them to copies with the same old secrets too`() throws {
        let copies = try Copies(2)
        try copies.original.change(to: Secret("820461"), current: secrets())
        for _ in 1...5 { _ = attempt(copies.copy) }
        try remove(copies.copy.path)
        let store = try temporary.gate.unlock(with: Secret("820461"))
        try store.forget(try store.missingCopies())
        #expect(try temporary.failures == 0)
        #expect(attempt(copies.gates[2], Copies.passcode) == .throttled)
    }
}
