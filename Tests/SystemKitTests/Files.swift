import Glibc

/// The mode bits of the item at a path, without following links; -1 when there is none.
func mode(of path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_mode & 0o7777) : -1
}

func exists(_ path: String) -> Bool { mode(of: path) >= 0 }

func inode(of path: String) -> UInt {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt(status.st_ino) : 0
}

/// The names in a folder, sorted.
func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
}

/// Makes a regular file without the code under test.
func plant(_ text: String, at path: String) throws(PlantFailed) {
    guard let file = fopen(path, "w") else { throw PlantFailed() }
    defer { fclose(file) }
    guard fputs(text, file) >= 0 else { throw PlantFailed() }
}

struct PlantFailed: Error {}
