import ProfileKit

func keepProfile() async throws {
    let gate = try await Gate.openOrCreate(at: "hiker.profile", passcode: Secret("739158")) { recoveryCode in
        print("Keep this: \(recoveryCode)")
    }
    let store = try await gate.unlock(with: Secret("739158"))
    try await store.edit { $0.seasonalPhoto = .spring }

    var draft = try await store.draft()              // the saved draft, or a fresh one; writes nothing
    draft.goalDate = Day(year: 2027, month: 5, day: 1)
    try await store.save(&draft)                     // sealed on disk, unseen by readers
    try await store.commit(draft)                    // one atomic publication

    for try await profile in store.profiles { print(profile.username) }   // now, and after each commit
}

try await keepProfile()
