import Dispatch
import Foundation
import SealedStoreTesting
import Synchronization
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `While secrets are changed` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }

    enum Use: CaseIterable {
        case check, backup, resume, status, readableText, stages

        var mayFindItLocked: Bool { [.check, .backup, .resume].contains(self) }
    }

    /// The rows, the device secret and the state of attempts change one after the other.
    @Test(arguments: Use.allCases) func `nothing is called damaged or of another store`(use: Use) throws {
        let (gate, folder) = (gate, temporary.folder)
        try temporary.unlock().setReadableText("A card")
        let problems = Mutex([String]())
        for round in 0..<12 {
            let codes =
                round.isMultiple(of: 2) ? [TemporaryStore.passcode, "640275"] : ["640275", TemporaryStore.passcode]
            let store = try gate.unlock(with: Secret(codes[0]))
            try store.beginSession()
            let isChanged = Atomic(false)
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                do {
                    guard number == 0 else {
                        defer { isChanged.store(true, ordering: .relaxed) }
                        return try gate.change(to: Secret(codes[1]), current: Gate.Secrets(passcode: Secret(codes[0])))
                    }
                    repeat {
                        if let problem = try Self.problem(of: use, gate, store, "\(folder)/\(UUID())") {
                            problems.withLock { $0.append(problem) }
                        }
                        // Repeated, these would keep the change waiting.
                    } while ![.check, .backup].contains(use) && !isChanged.load(ordering: .relaxed)
                } catch let error as StoreError where error.code == .locked && use.mayFindItLocked {
                } catch {
                    problems.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(problems.withLock { $0 }.isEmpty)
    }

    private static func problem(of use: Use, _ gate: Gate, _ store: TripStore, _ path: String) throws -> String? {
        switch use {
        case .check: return try store.check().first { !$0.isOK }.map { "\($0)" }
        case .backup: try store.backup(to: path)
        case .status: return try gate.status.problem.map { "\($0)" }
        case .readableText: return try gate.readableText() == "A card" ? nil : "another card"
        case .resume: _ = try gate.resume()
        case .stages: return try gate.stages() == [.sixDigits] ? nil : "other stages"
        }
        return nil
    }
}
