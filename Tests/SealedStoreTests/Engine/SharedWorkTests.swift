import Dispatch
import Glibc
import Synchronization
import Testing

@testable import SealedStore

@Suite struct SharedWorkTests {
    private struct Failure: Error, Hashable { let part: Int }

    @Test(arguments: [0, 1, 10, 1000])
    func `the products are used once each, in the order of the parts`(limit: Int) throws {
        let work = SharedWork(limit: limit) { (part: Int) in part * part }
        var used: [Int] = []
        try work.run {
            for part in 0..<500 { try work.add(part, size: 1) }
        } use: {
            used.append($0)
        }
        #expect(used == (0..<500).map { $0 * $0 })
        #expect(work.products(of: Array(0..<500)) == used)
        #expect(work.products(of: []) == [])
    }

    /// The second thread keeps its first part until the caller has worked on five.
    @Test func `the caller works on other parts instead of waiting for the second thread`() throws {
        let (caller, worked) = (pthread_self(), DispatchSemaphore(value: 0))
        let isHeld = Atomic<Bool>(true)
        let work = SharedWork(limit: 10) { (part: Int) in
            let isCaller = pthread_equal(pthread_self(), caller) != 0
            if isCaller {
                worked.signal()
            } else if isHeld.exchange(false, ordering: .relaxed) {
                for _ in 1...5 { worked.wait() }
            }
            return isCaller
        }
        var used: [Bool] = []
        try work.run {
            for part in 0..<1000 { try work.add(part, size: 1) }
        } use: {
            used.append($0)
        }
        #expect(used.count == 1000 && used.count(where: \.self) >= 5)
    }

    @Test func `no more than the limit is waiting to be used`() throws {
        let waiting = Mutex(0)
        let work = SharedWork(limit: 100) { (part: Int) in part }
        var most = 0
        try work.run {
            for part in 0..<300 {
                let count = waiting.withLock { waiting in
                    waiting += 1
                    return waiting
                }
                most = max(most, count)
                try work.add(part, size: 30)
            }
        } use: { _ in
            waiting.withLock { $0 -= 1 }
        }
        #expect(most == 4)
    }

    @Test func `without a limit for waiting parts, each is used when it is added`() throws {
        let caller = pthread_self()
        let work = SharedWork(limit: 0) { (_: Int) in pthread_equal(pthread_self(), caller) != 0 }
        var count = 0
        try work.run {
            for part in 0..<20 {
                try work.add(part, size: 1)
                #expect(count == part + 1)
            }
        } use: { isCaller in
            #expect(isCaller)
            count += 1
        }
    }

    @Test(arguments: [1, 50, 1000])
    func `the first error in the order of the parts is thrown, and nothing after it is used`(limit: Int) {
        let work = SharedWork(limit: limit) { (part: Int) in part }
        var used: [Int] = []
        #expect(throws: Failure(part: 130)) {
            try work.run {
                for part in 0..<200 { try work.add(part, size: 1) }
                // The body's own error is of a later part.
                throw Failure(part: 200)
            } use: { part in
                if part >= 130 { throw Failure(part: part) }
                used.append(part)
            }
        }
        #expect(used == Array(0..<130))
    }

    @Test func `an error of the body is thrown after all that it had added was used`() {
        let work = SharedWork(limit: 1000) { (part: Int) in part }
        var used = 0
        #expect(throws: Failure(part: 200)) {
            try work.run {
                for part in 0..<200 { try work.add(part, size: 1) }
                throw Failure(part: 200)
            } use: { _ in
                used += 1
            }
        }
        #expect(used == 200)
    }

    @Test func `an error that the body ignores is thrown all the same`() {
        let work = SharedWork(limit: 2) { (part: Int) in part }
        var used = 0
        #expect(throws: Failure(part: 3)) {
            try work.run {
                for part in 0..<50 { try? work.add(part, size: 1) }
            } use: { part in
                if part == 3 { throw Failure(part: part) }
                used += 1
            }
        }
        #expect(used == 3)
    }

    @Test func `after an error, the second thread has ended its work`() {
        let working = Mutex(0)
        for _ in 0..<200 {
            let work = SharedWork(limit: 20) { (part: Int) in
                working.withLock { $0 += 1 }
                defer { working.withLock { $0 -= 1 } }
                return (0..<200).reduce(part, ^)
            }
            #expect(throws: Failure.self) {
                try work.run {
                    for part in 0..<50 { try work.add(part, size: 1) }
                } use: { _ in
                    throw Failure(part: 0)
                }
            }
            #expect(working.withLock { $0 } == 0)
        }
    }
}
