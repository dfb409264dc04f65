import Foundation
import ProfileKit

// Times what a program does most with an open store: since.sh builds it with the library as it is and as it was, so it
// uses only what both have. The argument is an empty folder. Each line has a name and microseconds.

let passcode = "739158"

func time(_ name: String, _ count: Int, _ body: (Int) throws -> Void) rethrows {
    let start = ContinuousClock.now
    for number in 1...count { try body(number) }
    print(name, (ContinuousClock.now - start) / .microseconds(count))
}

func run(_ store: ProfileStore) throws {
    try time("add a hike", 500) { number in
        let day = Day(year: 2020 + number % 5, month: 1 + number % 12, day: 1 + number % 28)
        _ = try store.addHike(HikeHeader(id: 0, name: "Hike \(number)", distance: 5000, date: day))
    }
    try time("read the profile", 20_000) { _ in _ = try store.committed }
    try time("edit the profile", 2000) { number in try store.edit { $0.username = "name \(number)" } }
    try time("draft, save and commit", 1000) { number in
        var draft = try store.draft()
        draft.username = "drafted \(number)"
        try store.save(&draft)
        try store.commit(draft)
    }
    try time("read a hike", 5000) { number in _ = try store.hike(1 + number % 500) }
}

do {
    let gate = try await Gate.openOrCreate(
        at: "\(CommandLine.arguments[1])/store", passcode: Secret(passcode)
    ) { _ in }
    try run(try await gate.unlock(with: Secret(passcode)))
} catch {
    print(error)
    exit(1)
}
