import FoundationEssentials

/// Recordings of other projects, kept beside the package and not in it: tests that use them skip where they are not.
struct SharedData {
    let bytes: [UInt8]

    /// `nil` when the file is not there.
    init?(_ name: String) {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        guard let content = FileManager.default.contents(atPath: "\(root)/../shared/data/\(name)") else { return nil }
        bytes = Array(content)
    }

    static let landmarks = SharedData("landmarks-hikeData.json")
}
