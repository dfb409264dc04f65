import FoundationEssentials

/// A picture or text that is stored in the folder `Goldens` beside the test that compares with it.
///
/// With `PROFILE_RECORD_GOLDENS=1` in the environment, tests record what they drew instead; review the difference
/// before committing it.
public struct GoldenFile {
    private let url: URL

    public init(_ name: String, test: String = #filePath) {
        url = URL(filePath: test).deletingLastPathComponent().appending(path: "Goldens/\(name)")
    }

    /// The first difference between a text and the file, compared byte by byte; `nil` when there is none.
    public func difference(from text: String) throws -> String? {
        if ProcessInfo.processInfo.environment["PROFILE_RECORD_GOLDENS"] == "1" {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return nil
        }
        guard let kept = try? Data(contentsOf: url) else {
            return "\(url.path) is not there. To make it: PROFILE_RECORD_GOLDENS=1 swift test"
        }
        guard Array(kept) != Array(text.utf8) else { return nil }
        let (old, new) = (String(decoding: kept, as: UTF8.self).lines, text.lines)
        let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
        func spelled(_ lines: [Substring]) -> String { line < lines.count ? "\"\(lines[line])\"" : "the end" }
        return "\(url.path):\(line + 1): was \(spelled(old)), is \(spelled(new))"
    }
}

extension String {
    fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
