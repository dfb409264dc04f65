internal import ProfileKit
internal import StoreMessages

private typealias KindName = ProfileStore.KindName

extension StoreError {
    /// The problem in a sentence, in the terms of profiles and hikes.
    var profileMessage: String { reason.profileMessage(of: store ?? "the store") ?? message }
}

extension StoreError.Reason {
    /// The message for reasons for which a profile store has terms of its own; `nil` for others.
    fileprivate func profileMessage(of name: String) -> String? {
        switch self {
        case .ofAnotherApplication, .damaged(.notAStore): "\(name) is not a profile store"
        case .damaged(.foreignTables): "\(name) is damaged: its tables are not those of a profile store"
        case .damaged(.readableText(let account, .outdated)):
            "\(name) is damaged: the emergency card of account '\(account)' is not the one that was set last"
        case .damaged(.readableText(let account, .tamperedWith)):
            "\(name) is damaged: the emergency card of account '\(account)' was tampered with"
        case .damaged(.check(let check, let finding)):
            "\(name) is damaged: \(StoreCheck.message(for: finding, in: check))"
        case .damagedParts(let parts): "\(name) is damaged: cannot open \(parts.listed)"
        case .locked: "the profile is locked"
        case .throttled(let wait): "too many failed attempts: wait \(wait.inWords)"
        case .invalid(let problems): problems.map(\.statement).joined(separator: "; ")
        case .noRecord(KindName.emergencyCard, _): "there is no emergency card"
        case .noRecord(KindName.removedHike, let id?): "there is no removed hike \(id)"
        case .noRecord(KindName.place, nil): "there is no place of that name"
        case .noRecord(KindName.photo, let number?): "there is no photo \(number) of this hike"
        case .contentDiffers(KindName.removedHike, let number): "hike \(number) was removed, with other content"
        case .recordExists(KindName.removedHike, let number):
            "hike \(number) is among the removed hikes, and in the file too"
        case .noSessionStorage(let refusals):
            "a session cannot be kept: " + refusals.map { StoreError($0).profileMessage }.joined(separator: "; ")
        default: nil
        }
    }
}
