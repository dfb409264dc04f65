// Records whose kinds this program's schema lacks, because a later version added them or this one dropped them. The
// format of the tables doesn't tell. A program reads and writes its own kinds, and keeps the others as they are. What
// can't keep them is refused.

extension RecordTransaction {
    /// The kinds that the manifest names besides the given ones. Without the manifest, none are known.
    ///
    /// Their parts aren't known, so their rows can be counted, but not compared with the inventory.
    func otherKinds(than kinds: [RecordKind]) -> [RecordKind] {
        guard !isUnverified else { return [] }
        let known = Set(kinds.map(\.name))
        func others(_ names: some Sequence<String>, _ form: RecordKind.Form) -> [RecordKind] {
            names.filter { !known.contains($0) }.sorted().compactMap { RecordKind(named: $0, form) }
        }
        return others(manifest.singletons.keys, .singleton) + others(manifest.logs.keys, .log)
            + others(manifest.directories.keys, .collection)
    }

    /// Refuses an operation after which the records of other kinds couldn't be opened.
    ///
    /// - Throws: ``StoreError`` with `newerStore`.
    func refuseOtherKinds(than kinds: [RecordKind]) throws(StoreError) {
        let others = otherKinds(than: kinds)
        guard others.isEmpty else { throw StoreError(.recordsOfOtherKinds(others.map(\.name))) }
    }

    /// Compares the records with the manifest, as ``countRecords(of:)`` does, and looks for rows of kinds that the
    /// manifest doesn't name.
    ///
    /// - Throws: ``CheckFinding`` for the first difference.
    func compareWithManifest(_ kinds: [RecordKind]) throws {
        let others = otherKinds(than: kinds)
        let count = try countRecords(of: kinds)
        let found = try others.reduce(count.found) { try $0 + backend.count($1, of: account) }
        guard count.written == found else { throw CheckFinding.recordCount(written: count.written, found: found) }
        guard count.areSame || !others.isEmpty else { throw CheckFinding.recordsDiffer }
        let strays = try backend.countStrays(besides: (kinds + others).withPages, of: account)
        guard strays == 0 else { throw CheckFinding.strayRecords(strays) }
    }
}
