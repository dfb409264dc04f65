/// A store's file was moved, replaced or removed while it was open, so that what is written there is seen by nobody.
struct MovedStore: Error {
    let path: String
    /// Whether it was noticed behind a commit, which may stand in the file wherever that is.
    var followsCommit = false
}

extension ProfileError {
    /// The error that callers see; its cause is the ``MovedStore``.
    static func moved(_ store: MovedStore) -> ProfileError {
        guard !store.followsCommit else {
            return ProfileError(
                .failure, "\(store.path) was moved or removed during the change: whether that counts is not known",
                hint: "Look into the file where it is now: profile history --store PATH", cause: store)
        }
        return ProfileError(
            .io, "\(store.path) was moved or removed while it was open",
            hint: "Nothing was changed. Put it back, or name the file where it is now with --store.", cause: store)
    }

    /// Whether the store's file was moved, replaced or removed while it was open.
    public var isMovedStore: Bool { cause is MovedStore }
}
