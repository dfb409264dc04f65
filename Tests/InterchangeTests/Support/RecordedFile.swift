import FoundationEssentials
import Interchange
import ProfileModel
import Testing

/// A file of `Tests/Recordings`, whose README says where each comes from.
struct RecordedFile {
    let name: String
    /// The bytes as stored, of packed files too.
    let bytes: [UInt8]

    init(_ name: String) throws {
        self.name = name
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        bytes = Array(try Data(contentsOf: tests.appending(path: "Recordings/\(name)")))
    }

    static var landmarks: RecordedFile { get throws { try RecordedFile("landmarks-shape.json") } }

    /// The hikes of the file, whatever its format; packed files are unpacked.
    var hikes: [Hike] {
        get throws {
            let reader = HikeFileReader(fileName: name)
            try reader.read(bytes)
            return try reader.finish().map(\.hike)
        }
    }
}
