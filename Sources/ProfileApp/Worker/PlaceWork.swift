internal import ProfileKit
internal import ProfileRendering

/// The requests on places, and on the featured photo.
extension Worker.State {
    func answer(to request: PlaceRequest) throws -> Reply {
        let store = try openStore
        switch request {
        case .load(let id): return try place(id, in: store)
        case .drawPhoto(let picture):
            do {
                let preview = try store.photoPreview(picture.photo.number)
                let photo = PhotoPicture(of: picture.photo.model, preview: preview)
                return .photo(photo.canvas(fitting: picture.size, depth: picture.depth), of: picture)
            } catch let error as StoreError where [.damaged, .notFound].contains(error.code) {
                // The home is worth showing without it.
                return .photo(nil, of: picture)
            }
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
