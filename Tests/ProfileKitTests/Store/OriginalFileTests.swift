import ProfileKitTesting
import ProfileSupport
import Testing

@testable import ProfileKit
@testable import Sealing

/// Files that hikes were imported from, kept beside them.
@Suite(.temporaryStore) struct `Original files` {
    private func hike(_ number: Int, isOwnExport: Bool = false) -> ImportedHike {
        var header = HikeHeader(id: 0, name: "Walk \(number)", distance: Double(number))
        header.source = "GPX"
        var hike = ImportedHike(sourceID: nil, hike: Hike(header: header))
        hike.isOwnExport = isOwnExport
        return hike
    }

    /// A file whose packed form has twice its bytes.
    private func file(_ content: [UInt8], name: String = "walk.gpx") -> ImportedFile {
        ImportedFile(name: name, format: "gpx") { body in
            try body(content)
        } packed: { body in
            try body(content)
            try body(content)
        }
    }

    private func add(
        _ hikes: [ImportedHike], _ file: ImportedFile, to store: ProfileStore
    ) throws -> HikeImportResult {
        try store.importHikes(keeping: file) { add in for hike in hikes { try add(hike) } }
    }

    private func content(_ number: Int, of store: ProfileStore) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try store.readOriginal(number) { bytes += $0 }
        return bytes
    }

    private func pieces(_ store: ProfileStore) throws -> Int {
        try store.opened.read { try SealedCollection<OriginalPiece>().count(in: &$0) }
    }

    @Test func `are kept once for all their hikes, and go with the last of them`() throws {
        let store = try TemporaryStore.current.unlock()
        let large = [UInt8](repeating: 7, count: 1_500_000)
        try #expect(add([hike(1), hike(2)], file(large), to: store).imported == [1, 2])
        try #expect(add([hike(3)], file([1, 2], name: "other.gpx"), to: store).imported == [3])
        let original = try #require(try store.original(ofHike: 2))
        #expect(original.file.name == "walk.gpx" && original.file.size == large.count && original.file.pieces == 3)
        #expect(try store.original(ofHike: 1)?.number == original.number)
        #expect(try content(original.number, of: store) == large + large)
        #expect(try store.check().allSatisfy(\.isOK))
        // The same file again, with a hike that is new.
        try #expect(add([hike(1), hike(4)], file(large), to: store).imported == [4])
        #expect(try store.original(ofHike: 4)?.number == original.number && pieces(store) == 4)
        // It waits with removed hikes, and is there when they are restored.
        try store.removeHikes([1, 2, 4])
        try store.purgeHikes([1, 4])
        try store.restoreHikes([2])
        #expect(try content(try #require(try store.original(ofHike: 2)).number, of: store) == large + large)
        try store.removeHikes([2, 3])
        try store.purgeHikes([2])
        #expect(try pieces(store) == 1)
        try store.purgeHikes()
        #expect(try pieces(store) == 0 && store.check().allSatisfy(\.isOK))
    }

    @Test func `come to hikes that are known without one, and not for a file of this program`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([hike(1), hike(2)])
        #expect(try store.original(ofHike: 1) == nil)
        try #expect(add([hike(1)], file([1, 2, 3]), to: store).imported == [])
        #expect(try store.original(ofHike: 1)?.file.size == 3 && store.original(ofHike: 2) == nil)
        #expect(try store.check().allSatisfy(\.isOK))
        try #expect(add([hike(3, isOwnExport: true)], file([4]), to: store).imported == [3])
        #expect(try store.original(ofHike: 3) == nil && pieces(store) == 1)
        // Hikes that have a file keep it, and another one isn't kept for nothing.
        try #expect(add([hike(1)], file([9, 9]), to: store).imported == [])
        #expect(try store.original(ofHike: 1)?.file.size == 3 && pieces(store) == 1)
    }

    @Test func `that are too large are not kept, and that is said`() throws {
        let store = try TemporaryStore.current.unlock()
        let large = [UInt8](repeating: 0, count: 17 << 20)
        let file = ImportedFile(name: "a", format: "gpx") { body in
            for _ in 0..<2 { try body(large) }
        } packed: { body in
            for _ in 0..<2 { try body(large) }
        }
        let result = try add([hike(1)], file, to: store)
        #expect(result.imported == [1] && result.isTooLargeToKeep)
        #expect(try store.original(ofHike: 1) == nil && pieces(store) == 0)
    }

    @Test func `go with all content, and come back with it`() throws {
        let store = try TemporaryStore.current.unlock()
        try #expect(add([hike(1)], file([UInt8](repeating: 3, count: 900_000)), to: store).imported == [1])
        try #expect(add([hike(2)], file([5]), to: store).imported == [2])
        let (hikes, found) = try exported(store)
        #expect(found.map(\.index) == [0, 1, 0] && found.allSatisfy(\.isValid))
        let before = try content(1, of: store)
        try restore(hikes, found, into: store)
        #expect(try content(try #require(try store.original(ofHike: 1)).number, of: store) == before)
        #expect(try store.original(ofHike: 2)?.file.size == 1 && store.check().allSatisfy(\.isOK))
        #expect(throws: StoreError.self) { try restore([], found + found, into: store) }
    }

    @Test func `of removed hikes stay beside those of restored content, whatever its numbers`() throws {
        let store = try TemporaryStore.current.unlock()
        try #expect(add([hike(1)], file([1]), to: store).imported == [1])
        try #expect(add([hike(2)], file([UInt8](repeating: 2, count: 900_000)), to: store).imported == [2])
        let all = try exported(store)
        try store.removeHikes([1, 2])
        try store.purgeHikes([1])
        // Another archive's hike 3, whose file has the numbers of the removed hike's.
        var coming = Hike(header: HikeHeader(id: 3, name: "Other", distance: 3))
        coming.header.original = 2
        let piece = OriginalPiece(
            file: 2, index: 0,
            description: OriginalFile(
                name: "other.gpx", format: "gpx", size: 1, digest: [UInt8](repeating: 9, count: 32), pieces: 1),
            bytes: [9])
        try restore([(coming, nil)], [piece], into: store)
        try #expect(content(2, of: store) == [9] && store.original(ofHike: 3)?.file.name == "other.gpx")
        try store.restoreHikes([2])
        let file = try #require(try store.original(ofHike: 2))
        try #expect(file.number != 2 && content(file.number, of: store).count == 1_800_000)
        #expect(try pieces(store) == 3 && store.check().allSatisfy(\.isOK))
        // The removed hike's own archive: its file is the same, and is kept once, under its number there.
        try store.removeHike(2)
        try restore(all.hikes.filter { $0.0.id == 1 }, all.pieces, into: store)
        try store.restoreHikes([2])
        try #expect(store.original(ofHike: 2)?.number == 2 && content(2, of: store).count == 1_800_000)
        #expect(try pieces(store) == 3)
    }

    @Test func `stay when a replacing import is undone, and when an own export replaces a hike`() throws {
        let store = try TemporaryStore.current.unlock()
        func landmark(_ name: String, isOwnExport: Bool = false) -> ImportedHike {
            var hike = ImportedHike(
                sourceID: 7, hike: Hike(header: HikeHeader(id: 7, name: name, distance: 3, source: "Landmarks")))
            hike.isOwnExport = isOwnExport
            return hike
        }
        func replace(_ hike: ImportedHike, _ file: ImportedFile) throws {
            _ = try store.importHikes(replacing: true, keeping: file) { add in try add(hike) }
        }
        try replace(landmark("Old"), file([1]))
        let first = try store.original(ofHike: 7)
        try replace(landmark("Edited", isOwnExport: true), file([2]))
        #expect(try store.hike(7).name == "Edited" && store.original(ofHike: 7)?.number == first?.number)
        #expect(try store.undoHikes().remaining == [])
        try replace(landmark("New"), file([3]))
        let second = try store.original(ofHike: 7)
        #expect(second != nil && second?.number != first?.number)
        let undone = try store.undoHikes()
        #expect(undone.remaining.map(\.field) == ["original"] && undone.remaining.map(\.number) == [7])
        #expect(try store.hike(7).name == "Old" && store.original(ofHike: 7)?.number == second?.number)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `that do not come with their hikes are not named by them`() throws {
        let store = try TemporaryStore.current.unlock()
        try #expect(add([hike(1)], file([1]), to: store).imported == [1])
        let all = try exported(store)
        try restore(all.hikes, [], into: store)
        #expect(try store.hikes.map(\.original) == [nil] && pieces(store) == 0)
        // So the file is kept when it is imported again.
        try #expect(add([hike(1)], file([1]), to: store).skipped.count == 1)
        try #expect(store.original(ofHike: 1)?.file.size == 1)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    /// A piece that is the whole of a file.
    private func piece(_ number: Int, of content: [UInt8], claiming other: [UInt8]? = nil) -> OriginalPiece {
        let digest = RunningDigest()
        digest.add(other ?? content)
        return OriginalPiece(
            file: number, index: 0,
            description: OriginalFile(
                name: "other.gpx", format: "gpx", size: content.count, digest: digest.finish(), pieces: 1),
            bytes: content + content)
    }

    private func coming(_ id: Int, naming file: Int) -> (Hike, HikeSource?) {
        var header = HikeHeader(id: id, name: "Other \(id)", distance: Double(id))
        header.original = file
        return (Hike(header: header), nil)
    }

    /// What the files of hikes have, each of which is restored.
    private func restored(_ ids: [Int], in store: ProfileStore) throws -> [[UInt8]?] {
        try store.restoreHikes(ids)
        return try ids.map { id in try store.original(ofHike: id).map { try content($0.number, of: store) } }
    }

    @Test func `of removed hikes are told apart from restored ones that have their numbers and their content`() throws {
        let store = try TemporaryStore.current.unlock()
        for id in 1...3 { try #expect(add([hike(id)], file([UInt8(id)]), to: store).imported == [id]) }
        try store.removeHikes([1, 2, 3])
        // The first one's file under the number of the third one's.
        try restore([coming(9, naming: 3)], [piece(3, of: [1])], into: store)
        #expect(try restored([1, 2, 3], in: store) == [[1, 1], [2, 2], [3, 3]])
        #expect(try pieces(store) == 3 && store.check().allSatisfy(\.isOK))
    }

    @Test func `of removed hikes do not give way to a file that only claims to be the same`() throws {
        let store = try TemporaryStore.current.unlock()
        try #expect(add([hike(1)], file([1]), to: store).imported == [1])
        try store.removeHike(1)
        try restore([coming(9, naming: 1)], [piece(1, of: [7], claiming: [1])], into: store)
        #expect(try restored([1], in: store) == [[1, 1]] && pieces(store) == 1)
        #expect(try store.original(ofHike: 9) == nil && store.check().allSatisfy(\.isOK))
    }

    @Test func `that are gone are not replaced by restored ones of their numbers`() throws {
        let store = try TemporaryStore.current.unlock()
        try #expect(add([hike(1)], file([1]), to: store).imported == [1])
        try store.removeHike(1)
        try store.opened.write { try SealedCollection<OriginalPiece>().removeAll(in: &$0) }
        try restore([coming(9, naming: 1)], [piece(1, of: [7])], into: store)
        #expect(try restored([1], in: store) == [nil] && store.original(ofHike: 9)?.number == 1)
    }

    @Test func `with numbers that leave none for later ones are refused`() throws {
        let store = try TemporaryStore.current.unlock()
        let most = ImportedHike.maximumID
        let beyond = OriginalPiece(file: .max, index: 1, description: nil, bytes: [7])
        for piece in [piece(most, of: [7]), beyond] {
            #expect(code { try restore([coming(9, naming: most)], [piece], into: store) } == .invalidValue)
        }
    }

    private func exported(_ store: ProfileStore) throws -> (hikes: [(Hike, HikeSource?)], pieces: [OriginalPiece]) {
        var found: (hikes: [(Hike, HikeSource?)], pieces: [OriginalPiece]) = ([], [])
        _ = try store.readContent(exact: true, includesFiles: true) { _ in
            true
        } hike: {
            found.hikes.append(($0, $1))
        } file: {
            found.pieces.append($0)
        }
        return found
    }

    private func restore(
        _ hikes: [(Hike, HikeSource?)], _ pieces: [OriginalPiece], into store: ProfileStore
    ) throws {
        let profile = try store.committed.profile
        try store.restore(
            replacing: true,
            from: { add in
                for (hike, source) in hikes { try add(.hike(hike, source)) }
                for piece in pieces { try add(.piece(piece)) }
                return profile
            })
    }
}
