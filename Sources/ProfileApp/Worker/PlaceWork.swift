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
        let id: Int
        switch change {
        case .add(let place): id = try store.addPlace(place)
        case .edit(let edit):
            id = edit.id
            try store.editPlace(id) { try edit.apply(to: &$0) }
        case .remove(let removed):
            id = removed
            // A damaged place is lost.
            guard try store.removePlaces([id]).isEmpty else { return .placesChanged(change, takeBack: nil) }
        }
        return .placesChanged(change, takeBack: try lastChange(of: "place", id, in: store))
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
