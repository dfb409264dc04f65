import FoundationEssentials

// Changes to files as an attacker or an accident makes them.

func contents(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
}

func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
}

func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
}

func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
}

func copy(_ path: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: other)
}

func move(_ path: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: other)
}

func makeFolder(_ path: String, mode: Int = 0o700) throws {
    try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
}

func mode(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
}
