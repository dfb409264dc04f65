public import ProfileKit

private typealias KindName = ProfileStore.KindName
private typealias PartName = ProfileStore.PartName

extension DamagedPart {
    /// The name of the part in a sentence, without any of its values.
    public var name: String {
        switch self {
        case .manifest: "the list of records"
        case .record(KindName.profile, _): "the profile"
        case .record(KindName.draft, _): "the draft"
        case .record(KindName.summary, _): "the summary of hikes"
        case .record(KindName.emergencyCard, _): "the emergency card"
        case .record(KindName.history, let revision?): "revision \(revision)"
        case .record(KindName.history, nil): "the history"
        case .record(KindName.changes, _): "the history of hikes"
        case .record(KindName.hike, let id?): "hike \(id)"
        case .part(PartName.observations, let id): "the observations of hike \(id)"
        case .record(KindName.place, let id?): "place \(id)"
        case .collection(KindName.place): "the list of places"
        case .record(KindName.removedHike, let id?): "removed hike \(id)"
        case .record(KindName.photo, let number?): "photo \(number)"
        case .record(KindName.photoFile, _), .part(PartName.photoFile, _): "the file of a photo"
        case .collection(KindName.photo), .collection(KindName.photoFile): "the list of photos"
        case .part(PartName.removedBody, let id): "the observations and the recording of removed hike \(id)"
        case .collection(KindName.removedHike): "the list of removed hikes"
        case .record(KindName.original, _), .collection(KindName.original): "a file that hikes were imported from"
        case .part(_, let id): "the recording of hike \(id)"
        case .collection: "the list of hikes"
        case .record(let kind, _): "a record of the kind \(kind)"
        }
    }
}

extension [DamagedPart] {
    /// The names of the parts. A hike isn't named beside the part of it that doesn't open.
    public var names: [String] {
        let incomplete = Set(
            compactMap { part -> DamagedPart? in
                switch part {
                case .part(PartName.removedBody, let id): .record(kind: KindName.removedHike, number: id)
                case .part(PartName.photoFile, _): nil
                case .part(_, let id): .record(kind: KindName.hike, number: id)
                default: nil
                }
            })
        return filter { !incomplete.contains($0) }.map(\.name)
    }

    /// The names of the parts in a sentence.
    public var listed: String { names.joined(separator: ", ") }
}
