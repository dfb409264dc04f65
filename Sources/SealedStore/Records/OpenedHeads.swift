/// An account's heads with the manifest opened, with which each transaction begins.
struct OpenedHeads: Sendable {
    let heads: AccountHeads
    /// A failure if there is no valid manifest.
    let manifest: Result<Manifest, any Error>
    /// The directory pages that were opened with this manifest.
    let pages = CachedPages()

    /// - Parameter instance: as for ``Manifest/init(opening:of:sealer:)``.
    init(_ heads: AccountHeads, of instance: [UInt8]?, sealer: RecordSealer) {
        self.heads = heads
        manifest = Result { try Manifest(opening: heads.manifest, of: instance, sealer: sealer) }
    }

    var hasManifest: Bool {
        guard case .success = manifest else { return false }
        return true
    }

    /// Heads that this process has just sealed.
    init(_ heads: AccountHeads, _ manifest: Manifest) {
        (self.heads, self.manifest) = (heads, .success(manifest))
    }
}

/// The heads in a state of the store. As long as that doesn't change, they needn't be read and opened again.
struct CachedHeads: Sendable {
    let moment: RecordMoment
    let opened: OpenedHeads
}
