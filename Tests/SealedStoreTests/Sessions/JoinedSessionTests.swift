import FoundationEssentials
import SealedStoreTesting
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// R31: an unlock joins the session from every place for keys; a lock ends all; no other process loses access.
@Suite(
    .temporaryStore,
    .reliability(
        "R31", "an unlock joins a live session, and a lock ends it for all",
        figure: "every place for keys",
        control: "one row per account: others lose their access")
) struct `An unlock during a live session` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var clock: ManualClock { temporary.clock }
    private var gate: Gate { temporary.gate }

    /// Places for keys that can't see each other, such as those of a cron job, a container and a terminal.
    private enum Place: String, CaseIterable {
        case keyring, file, container, cron
    }

    /// The account's gate as a process in that place opens it.
    private func gate(in place: Place) throws -> Gate {
        var configuration = gate.configuration
        configuration.sessionStorage = place == .keyring ? .keyring : .file
        if place == .container || place == .cron {
            let folder = "\(temporary.folder)/\(place.rawValue)"
            if !FileManager.default.fileExists(atPath: folder) { try makeFolder(folder) }
            configuration.runtimeFolder = folder
        }
        return try Gate(at: .file(gate.path), configuration: configuration)
    }

    /// Without a keyring, as in many containers, the other places are still tested.
    private func places() throws -> [Place] {
        var places = Place.allCases
        do {
            let gate = try gate(in: .keyring)
            try gate.unlock(with: Secret(TemporaryStore.passcode)).beginSession()
            try gate.lock()
        } catch let error as StoreError where error.code == .io {
            places.removeFirst()
        }
        return places
    }

    private func unlock(_ gate: Gate, lasting: Duration? = nil, idle: Duration? = nil) throws -> TripStore {
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        try store.beginSession(duration: lasting, idleLimit: idle)
        return store
    }

    private func rows() throws -> Int {
        try connection().first("SELECT count(*) FROM session") { try $0.integer(0) } ?? 0
    }

    private func connection() throws -> Connection {
        try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func isOpen(_ store: TripStore) -> Bool {
        code { _ = try store.document } == nil
    }

    @Test func `joins it from every session place, ends no one's access, and a lock anywhere ends all`() throws {
        let places = try places()
        for locker in places {
            var open: [TripStore] = []
            for place in places + places.reversed() {
                let gate = try gate(in: place)
                open.append(try unlock(gate))
                open.append(try #require(try gate.resume(), "\(place)"))
                #expect(open.allSatisfy(isOpen), "after an unlock in \(place)")
            }
            #expect(try rows() == places.count, "one for each place")
            #expect(try gate(in: locker).lock())
            #expect(!open.contains(where: isOpen), "locked from \(locker)")
            for place in places { #expect(try gate(in: place).resume() == nil, "\(place)") }
            #expect(try rows() == 0)
        }
    }

    @Test func `would end others' access if there were one row per account`() throws {
        let first = try unlock(gate(in: .file))
        let second = try unlock(gate(in: .container))
        #expect(isOpen(first) && isOpen(second))
        // What a table with one row per account would have done.
        let id = try #require(second.session?.id)
        try connection().run("DELETE FROM session WHERE id <> ?", .blob(id))
        #expect(!isOpen(first) && isOpen(second))
    }

    @Test func `extends both of its limits, also for processes that had it before`() throws {
        let first = try unlock(gate)
        clock.advance(by: .seconds(800))
        let second = try unlock(gate)
        #expect(first.session?.id == second.session?.id)
        clock.advance(by: .seconds(800))
        #expect(isOpen(first), "the idle limit runs from the second unlock")
        for _ in 1...7 {
            try second.extendSession()
            clock.advance(by: .seconds(800))
        }
        // 7,200 seconds after the first unlock.
        #expect(isOpen(first) && isOpen(second), "the absolute limit runs from the second unlock")
        clock.advance(by: .seconds(800))
        #expect(!isOpen(first) && !isOpen(second))
        #expect(try gate.resume() == nil)
    }

    @Test func `never shortens it unasked`() throws {
        let long = try unlock(gate, lasting: .seconds(8 * 3600), idle: .seconds(2 * 3600))
        _ = try unlock(gate)
        clock.advance(by: .seconds(2 * 3600 - 1))
        #expect(isOpen(long))
        _ = try unlock(gate)
        clock.advance(by: .seconds(2 * 3600 - 1))
        #expect(isOpen(long))
    }

    @Test(arguments: [(lasting: Duration.seconds(60), idle: Duration?.none), (.seconds(7200), .seconds(60))])
    func `shortens it when that is asked for`(lasting: Duration, idle: Duration?) throws {
        let first = try unlock(gate, lasting: .seconds(8 * 3600), idle: .seconds(2 * 3600))
        let second = try unlock(gate, lasting: lasting, idle: idle)
        clock.advance(by: .seconds(59))
        #expect(isOpen(first) && isOpen(second))
        clock.advance(by: .seconds(1))
        #expect(!isOpen(first) && !isOpen(second))
        #expect(try gate.resume() == nil)
    }

    @Test func `keeps a limit when only the other one is given`() throws {
        let first = try unlock(gate, lasting: .seconds(8 * 3600), idle: .seconds(2 * 3600))
        _ = try unlock(gate, idle: .seconds(3600))
        #expect(first.session != nil)
        clock.advance(by: .seconds(3599))
        #expect(try gate.resume() != nil)
        clock.advance(by: .seconds(3599))
        #expect(try gate.resume() != nil, "the absolute limit is still that of the first")
    }

    @Test func `removes what expired sessions left`() throws {
        for _ in 1...3 {
            _ = try unlock(gate)
            clock.advance(by: .seconds(900))
        }
        _ = try unlock(gate)
        #expect(try rows() == 1)
        #expect(try contents(of: temporary.folder).count { $0.hasPrefix("trips-") } == 1)
        clock.reboot(sinceBoot: .seconds(1_000_000))
        _ = try unlock(gate)
        #expect(try rows() == 1)
    }

    @Test func `leaves a session unchanged whose key it can't read`() throws {
        _ = try unlock(gate(in: .container))
        clock.advance(by: .seconds(1000))
        _ = try unlock(gate)
        #expect(try rows() == 2, "whether that one was used meanwhile isn't known here")
        clock.advance(by: .seconds(6200))
        _ = try unlock(gate)
        #expect(try rows() == 1, "its absolute limit is over")
    }

    @Test func `starts none with a store that was locked after it was opened`() throws {
        let store = try temporary.unlock()
        try gate.lock()
        #expect(code { try store.beginSession() } == .locked)
        #expect(try rows() == 0)
        #expect(try contents(of: temporary.folder).allSatisfy { !$0.hasPrefix("trips-") })
    }

    @Test func `is watched until its new end`() throws {
        let watched = try unlock(gate, lasting: .seconds(100))
        let before = try #require(watched.session?.deadline)
        _ = try unlock(gate)
        _ = try watched.document
        let after = try #require(watched.session?.deadline)
        #expect(before.duration(to: after) == .seconds(7100))
    }
}
