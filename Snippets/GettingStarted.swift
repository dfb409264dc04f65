import ProfileKit

let (gate, recoveryCode) = try Gate.create(at: "hiker.profile", passcode: Secret("739158"))
print("Keep this: \(recoveryCode)")

let store = try await gate.unlock(with: Secret("739158"))
try store.edit { $0.seasonalPhoto = .spring }

var draft = try store.draft()                    // the saved draft, or a fresh one; writes nothing
draft.goalDate = Day(year: 2027, month: 5, day: 1)
try store.save(&draft)                           // sealed on disk, unseen by readers
try store.commit(draft)                          // one atomic publication

for try await profile in store.profiles { print(profile.username) }   // now, and after each commit
