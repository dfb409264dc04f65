import Glibc
import Interchange
import ProfileKit

struct NoFile: Error {}

/// The hikes of a file: a GPX, FIT or TCX recording, KML, GeoJSON, CSV or Landmarks JSON, each packed with gzip or not,
/// or a zip archive.
func hikes(in path: String) throws -> [ImportedHike] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw NoFile() }
    defer { close(file) }
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    func next() -> ArraySlice<UInt8> { piece[..<max(read(file, &piece, piece.count), 0)] }
    var bytes = next()
    if ZipArchive.isArchive(beginning: bytes) {
        let archive = try ZipArchive(descriptor: file)
        return try archive.members.flatMap { try archive.hikes(of: $0) }
    }
    // The file's name is the name of a hike that has none.
    let reader = HikeFileReader(fileName: path)
    while !bytes.isEmpty {
        try reader.read(Array(bytes))
        bytes = next()
    }
    return try reader.finish()
}

let gate = try await Gate.openOrCreate(at: "hiker.profile", passcode: Secret("739158")) { code in
    print("Keep this: \(code)")
}
let store = try gate.unlock(with: Secret("739158"))
for path in CommandLine.arguments.dropFirst() {
    do {
        let result = try store.importHikes(try hikes(in: path))
        print("\(path): \(result.imported.count) imported, \(result.skipped.count) skipped")
    } catch {
        print("\(path): \(error)")
    }
}
store.close()
