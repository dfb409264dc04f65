import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// The files of a home, in memory, from which any number of homes is made without running the program.
///
/// All of them have the same store, so a scenario with two stores makes the other with ``Home/withOtherStore()``.
struct HomeTemplate: Sendable {
    private struct Item {
        let path: String
        let mode: Int
        /// `nil` for a folder.
        let bytes: Data?
    }

    private let items: [Item]
    private let made = ContinuousClock.now

    init(of home: Home) throws {
        let manager = FileManager.default
        // A folder comes before what is in it.
        items = try manager.subpathsOfDirectory(atPath: home.path).sorted().map { path in
            let attributes = try manager.attributesOfItem(atPath: home.path(of: path))
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            return Item(
                path: path, mode: attributes[.posixPermissions] as? Int ?? 0o600,
                bytes: isFolder ? nil : try Data(contentsOf: URL(filePath: home.path(of: path))))
        }
    }

    /// Writes the files into an empty home.
    func fill(_ home: Home) throws {
        let manager = FileManager.default
        for item in items {
            let path = home.path(of: item.path)
            if let bytes = item.bytes {
                try bytes.write(to: URL(filePath: path))
            } else {
                try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            try manager.setAttributes([.posixPermissions: item.mode], ofItemAtPath: path)
        }
    }

    // MARK: Homes with a store

    private static let locked = Mutex<HomeTemplate?>(nil)
    private static let unlocked = Mutex<HomeTemplate?>(nil)

    /// A home with a store, locked.
    static func withLockedStore() throws -> HomeTemplate {
        try locked.withLock { template in
            if let template { return template }
            let home = try Home()
            try home.makeStore()
            let made = try HomeTemplate(of: home)
            template = made
            return made
        }
    }

    /// A home with a store and a session that began less than a minute ago, so that nearly all of its time is left.
    static func withUnlockedStore() throws -> HomeTemplate {
        let before = try withLockedStore()
        return try unlocked.withLock { template in
            if let template, ContinuousClock.now - template.made < .seconds(60) { return template }
            let home = try Home()
            try before.fill(home)
            try #require(try home.unlock().exitCode == 0)
            let made = try HomeTemplate(of: home)
            template = made
            return made
        }
    }
}
