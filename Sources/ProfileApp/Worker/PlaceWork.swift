internal import ProfileKit
internal import ProfileRendering

/// The requests on places, and on photos.
extension Worker.State {
    func answer(to request: PlaceRequest) throws -> Reply {
        let store = try openStore
        switch request {
        case .load(let id): return try place(id, in: store)
        case .change(let change): return try carryOut(change, in: store)
        case .readPhotos(let hike): return .photos(try store.readablePlacedPhotos(ofHike: hike, exact: true))
        case .drawPhoto(let picture):
            do {
                let preview = try store.photoPreview(picture.photo.number)
                let photo = PhotoPicture(of: picture.photo.model, preview: preview)
                return .photo(photo.canvas(fitting: picture.size, depth: picture.depth), of: picture)
            } catch let error as StoreError where [.damaged, .notFound].contains(error.code) {
                // A screen is worth showing without it.
                return .photo(nil, of: picture)
            }
        }
    }

    private func carryOut(_ change: PlaceChange, in store: ProfileStore) throws -> Reply {
        do {
            let made = try logged(ProfileStore.KindName.place, change.id.map { [$0] }, in: store) {
                switch change {
                case .add(let place): return try store.addPlace(place)
                case .edit(let edit):
                    try store.editPlace(edit.id) { try edit.apply(to: &$0) }
                    return edit.id
                case .remove(let id, let place):
                    let stored = try store.placeEntry(id)?.place ?? place
                    guard stored == place else { throw UserMessage.changedMeanwhile(stored.name) }
                    try store.removePlaces([id])
                    return id
                }
            }
            return .placesChanged(change, id: made.result, takeBack: made.number)
        } catch let conflict as PlaceEdit.Conflict {
            return .placeChangedElsewhere(conflict.stored)
        }
    }

    private func place(_ id: Int, in store: ProfileStore) throws -> Reply {
        do {
            guard let entry = try store.placeEntry(id) else { throw StoreError.noPlace(id) }
            return .place(
                PlaceDetail(
                    entry: entry, hikes: try store.visits(ofPlace: id).map(\.hike),
                    nearest: try store.nearestHike(to: entry.place.position)))
        } catch let error as StoreError where error.code != .locked {
            return .noPlace(id, UserMessage(error))
        }
    }
}
