internal import Glibc

/// What an import and an export of a file need of memory that is far larger than what they may need.
struct LargeFile {
    let workshop: Workshop
    /// The file's size, about.
    let bytes: Int

    func rows() throws -> [Row] {
        let path = workshop.path("large.json")
        let size = try HikeFiles.writeLandmarks(bytes: bytes, to: path)
        defer { unsafe unlink(path) }
        let store = try workshop.store(named: "large")
        let imported = try store.command(["hike", "import", path]).peak()
        let exported = try store.command(["hike", "export", "--format", "landmarks"]).peak()
        return [("import", imported), ("export", exported)].map { name, peak in
            Row(
                what: "Landmarks JSON of \(size / 1_000_000) MB, peak memory of its \(name)", figure: peak,
                unit: .bytes,
                goal: .atMost(60e6))
        }
    }
}
