import FoundationEssentials
import Glibc
import ProfileModel
import ProfileRendering
import TestSupport
import Testing

@testable import Interchange

@Suite struct `Packed recordings` {
    private static let gpx = Array(GPXText.whole.utf8)

    private func hikes(_ bytes: [UInt8], fileName: String = "", pieces: Int = 1 << 20) throws -> [ImportedHike] {
        let reader = HikeFileReader(fileName: fileName)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            try reader.read(Array(bytes[start..<min(bytes.count, start + pieces)]))
        }
        return try reader.finish()
    }

    private func problem(_ bytes: [UInt8]) -> HikeFileError? {
        do {
            _ = try hikes(bytes)
            return nil
        } catch {
            return error as? HikeFileError
        }
    }

    /// Lends an archive of these bytes.
    private func withArchive<Result>(
        _ bytes: [UInt8], maximumMemberCount: Int = ZipArchive.maximumMemberCount, _ body: (ZipArchive) throws -> Result
    ) throws -> Result {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let descriptor = fileno(file)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        return try body(try ZipArchive(descriptor: descriptor, maximumMemberCount: maximumMemberCount))
    }

    @Test(arguments: [1, 7, 4096, 1 << 20]) func `are read in pieces of any size`(size: Int) throws {
        let plain = try hikes(Self.gpx)
        let packed = PackedBytes.gzip(Self.gpx)
        #expect(try hikes(packed, pieces: size) == plain)
        let half = Self.gpx.count / 2
        let members = PackedBytes.gzip(Array(Self.gpx[..<half])) + PackedBytes.gzip(Array(Self.gpx[half...]))
        #expect(try hikes(members + [UInt8](repeating: 0, count: 512), pieces: size) == plain)
        #expect(try hikes(FITBytes.walk().file(), pieces: size).count == 1)
        #expect(try hikes(PackedBytes.gzip(FITBytes.walk().file()), pieces: size).count == 1)
    }

    @Test func `are refused when they are cut short or changed`() throws {
        let plain = try hikes(Self.gpx)
        let packed = PackedBytes.gzip(Self.gpx)
        for end in 0..<packed.count { #expect(problem(Array(packed[..<end])) != nil, "\(end)") }
        for place in 10..<packed.count {
            var changed = packed
            changed[place] ^= 0x10
            // A few bits only pad the last byte of the stream.
            if problem(changed) == nil { #expect(try hikes(changed) == plain, "\(place)") }
        }
        #expect(problem(packed + [1, 2, 3])?.message == "the gzip archive is damaged")
    }

    @Test func `are refused when they are packed within each other`() {
        #expect(problem(PackedBytes.gzip(PackedBytes.gzip(Self.gpx)))?.message.contains("not a GPX") == true)
    }

    @Test func `are refused early when they unpack to more than the limit`() throws {
        let reader = try GzipReader(limit: 1 << 20)
        var handed = 0
        #expect(throws: HikeFileError(.exceeds(.unpackedSize(1 << 20)))) {
            try reader.read(PackedBytes.gzip([UInt8](repeating: 0x20, count: 64 << 20))) { handed += $0.count }
        }
        #expect(handed <= 1 << 20)
        #expect(HikeFileReader.maximumUnpackedSize == 256 << 20)
    }

    @Test func `are separate files in a zip archive`() throws {
        var stored = PackedBytes.Member("b/walk.fit", FITBytes.walk().file())
        stored.isStored = true
        let members = [
            PackedBytes.Member("a.gpx", Self.gpx), stored,
            PackedBytes.Member("c.tcx.gz", PackedBytes.gzip(Array(TCXFormatText.activity.utf8))),
            PackedBytes.Member("notes.txt", [1]), PackedBytes.Member("folder.gpx/", []),
            PackedBytes.Member("__MACOSX/a.gpx", Self.gpx), PackedBytes.Member(".hidden.gpx", Self.gpx),
            PackedBytes.Member("broken.gpx", Array("<gpx>".utf8)),
        ]
        try withArchive(PackedBytes.zip(members)) { archive in
            #expect(archive.members.map(\.name) == ["a.gpx", "b/walk.fit", "c.tcx.gz", "broken.gpx"])
            // The members can be read in any order.
            #expect(try archive.hikes(of: archive.members[2]).map(\.hike.name) == ["c"])
            #expect(try archive.hikes(of: archive.members[1]).map(\.hike.name) == ["walk"])
            #expect(throws: HikeFileError.self) { try archive.hikes(of: archive.members[3]) }
            let plain = try hikes(Self.gpx, fileName: "a")
            #expect(try archive.hikes(of: archive.members[0]) == plain)
        }
    }

    @Test func `are only regular files in a zip archive`() throws {
        func named(_ name: String, _ mode: Int) -> PackedBytes.Member {
            var member = PackedBytes.Member(name, Self.gpx)
            member.mode = mode
            return member
        }
        let members = [
            named("link.gpx", 0o120777), named("pipe.gpx", 0o010600), named("file.gpx", 0o100644),
            named("bare.gpx", 0o600),
        ]
        try withArchive(PackedBytes.zip(members)) { archive in
            #expect(archive.members.map(\.name) == ["file.gpx", "bare.gpx"])
        }
    }

    @Test func `are read from an archive within another, in which further ones are named`() throws {
        let inner = PackedBytes.zip([PackedBytes.Member("in.gpx", Self.gpx), PackedBytes.Member("deep.zip", [])])
        let members = ["a.gpx", "more/b.ZIP", "more/.c.zip", "__MACOSX/d.zip"].map {
            PackedBytes.Member($0, $0.hasSuffix("ZIP") ? inner : Self.gpx)
        }
        try withArchive(PackedBytes.zip(members)) { archive in
            #expect(archive.members.map(\.name) == ["a.gpx"])
            #expect(archive.archives.map(\.name) == ["more/b.ZIP"])
            let within = try archive.archive(in: archive.archives[0])
            #expect(within.members.map(\.name) == ["in.gpx"] && within.archives.map(\.name) == ["deep.zip"])
            #expect(try within.hikes(of: within.members[0]) == hikes(Self.gpx, fileName: "in"))
            #expect(throws: HikeFileError(.damaged(.zip))) { try within.archive(in: within.archives[0]) }
        }
    }

    @Test func `are read with names that are not UTF-8`() throws {
        var member = PackedBytes.Member("", Self.gpx)
        member.name = [0xFF, 0xE4] + Array(".gpx".utf8)
        try withArchive(PackedBytes.zip([member])) { archive in
            #expect(archive.members.map(\.name) == ["\u{A0}Σ.gpx"])
            let hikes = try archive.hikes(of: archive.members[0])
            #expect(hikes.count == 1)
        }
    }

    @Test func `have names in the archive's own encoding, in UTF-8, or with the backslashes of Windows`() throws {
        var (old, utf8, marked, windows, unix) = (
            PackedBytes.Member("", Self.gpx), PackedBytes.Member("Größe.gpx", Self.gpx),
            PackedBytes.Member("", Self.gpx), PackedBytes.Member("2026\\May\\walk.gpx", Self.gpx),
            PackedBytes.Member("a/b\\c.gpx", Self.gpx)
        )
        old.name = Array("Gr".utf8) + [0x94, 0xE1] + Array("e.gpx".utf8)
        marked.name = Array("Gr".utf8) + [0x94] + Array("e.gpx".utf8)
        (marked.flags, utf8.flags, unix.mode) = (0x800, 0x800, 0o100644)
        let members = [old, utf8, marked, windows, unix]
        try withArchive(PackedBytes.zip(members)) { archive in
            #expect(
                archive.members.map(\.name) == [
                    "Größe.gpx", "Größe.gpx", "Gr\u{FFFD}e.gpx", "2026/May/walk.gpx", "a/b\\c.gpx",
                ])
        }
    }

    @Test func `are refused when they are damaged, encrypted or misdeclared, and the others are read`() throws {
        var (sum, size, secret) = (
            PackedBytes.Member("sum.gpx", Self.gpx), PackedBytes.Member("size.gpx", Self.gpx),
            PackedBytes.Member("secret.gpx", Self.gpx)
        )
        (sum.statedSum, size.statedSize, secret.flags) = (1, 10, 1)
        try withArchive(PackedBytes.zip([sum, size, secret, PackedBytes.Member("good.gpx", Self.gpx)])) { archive in
            for member in archive.members.prefix(3) {
                #expect(throws: HikeFileError.self, "\(member.name)") { try archive.hikes(of: member) }
            }
            let good = try archive.hikes(of: archive.members[3])
            #expect(good.count == 1)
        }
    }

    @Test func `have the titles and types of Strava's table, wherever it stands in the archive`() throws {
        let table = """
            \u{FEFF}Aktivitäts-ID,Datum,Name,Typ,Beschreibung,Zeit,Strecke,Leistung,Pendeln,Ausrüstung,Dateiname
            1,x,"Over the ""Ridge"", twice",Ride,"Rain,
            then sun",60,5,9,false,Old bike,activities/1.gpx
            2,x,,,,60,5,9,false,,activities/2.gpx.gz\r
            3,x,Gone,Hike,,60,5,9,false,,
            """
        let files = [
            PackedBytes.Member("export/activities/1.gpx", Self.gpx),
            PackedBytes.Member("export/activities/2.gpx.gz", PackedBytes.gzip(Self.gpx)),
        ]
        let list = PackedBytes.Member("export/activities.csv", Array(table.utf8))
        for members in [[list] + files, files + [list]] {
            try withArchive(PackedBytes.zip(members)) { archive in
                #expect(archive.members.count == 2)
                let plain = try hikes(Self.gpx, fileName: "2")
                let named = try #require(try archive.hikes(of: archive.members[0]).first)
                #expect(named.hike.name == "Over the \"Ridge\", twice" && named.hike.activity == .cycling)
                #expect(named.hike.notes == "Rain,\nthen sun" && named.hike.tags == ["Old bike"])
                // It is known again when the file comes alone.
                #expect(named.nameInSource == plain[0].hike.name)
                #expect(try archive.hikes(of: archive.members[1]) == plain)
            }
        }
    }

    @Test func `have the activities of Health's table, and are read without it when it can't be unpacked`() throws {
        let table = """
            <!DOCTYPE HealthData [<!ELEMENT HealthData ANY>]>
            <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeCycling"><WorkoutRoute>
            <FileReference path="/workout-routes/1.gpx"/></WorkoutRoute></Workout></HealthData>
            """
        let route = PackedBytes.Member("apple_health_export/workout-routes/1.gpx", Self.gpx)
        let whole = PackedBytes.Member("apple_health_export/export.xml", Array(table.utf8))
        var (sum, secret) = (whole, whole)
        (sum.statedSum, secret.flags) = (1, 1)
        // What was unpacked before the damage is used.
        for (list, activity) in [(whole, Activity.cycling), (sum, .cycling), (secret, .hiking)] {
            try withArchive(PackedBytes.zip([route, list])) { archive in
                #expect(archive.members.count == 1)
                let hikes = try archive.hikes(of: archive.members[0])
                #expect(hikes.map(\.hike.activity) == [activity])
            }
        }
    }

    @Test(arguments: [
        ("settings.json", "{\"a\": 1}", true), ("list.JSON", "[{\"activityId\": 7}]", true),
        ("list.json", "[5]", true), ("walk.gpx", "<gpx version='1.1'/>", true), ("walk.gpx", "{\"a\": 1}", false),
        ("hikes.json", "[{\"id\": 1, \"name\": \"A\", ", false), ("walk.gpx", "<gpx><trk>", false),
    ])
    func `have other content than activities, or are damaged`(name: String, content: String, isOther: Bool) {
        #expect(problem(Array(content.utf8))?.isOtherContent(ofFile: name) == isOther)
    }

    @Test func `without an activity are told from damaged ones`() {
        var settings = FITBytes()
        settings.add(0, [(0, .enumeration(2))])
        #expect(problem(settings.file())?.isOtherContent(ofFile: "1.fit") == true)
        #expect(problem(settings.file(sum: 1))?.isOtherContent(ofFile: "1.fit") == false)
    }

    @Test func `are refused as such when packed by another method than deflate`() throws {
        var (bzip2, lzma) = (PackedBytes.Member("a.gpx", Self.gpx), PackedBytes.Member("b.gpx", Self.gpx))
        (bzip2.statedMethod, lzma.statedMethod) = (12, 14)
        try withArchive(PackedBytes.zip([bzip2, lzma])) { archive in
            for member in archive.members {
                #expect(
                    throws: HikeFileError(.unknownCompression)
                ) { try archive.hikes(of: member) }
            }
        }
    }

    @Test func `are limited in number in a zip archive`() throws {
        let members = (0..<11).map { PackedBytes.Member("\($0).gpx", Self.gpx) }
        #expect(throws: HikeFileError(.exceeds(.members(10)))) {
            try withArchive(PackedBytes.zip(members), maximumMemberCount: 10) { _ in }
        }
        #expect(ZipArchive.maximumMemberCount == 100_000)
    }

    @Test func `are refused when they overlap`() throws {
        // A hundred entries of the directory point to the same bytes.
        let one = PackedBytes.zip([PackedBytes.Member("a.gpx", Self.gpx)])
        let packed = 30 + 5 + PackedBytes.deflated(Self.gpx).count
        let entry = one[packed..<one.count - 22]
        let list = (0..<100).flatMap { _ in entry }
        let end =
            [0x50, 0x4B, 5, 6] + PackedBytes.little(0, 4) + PackedBytes.little(100, 2) + PackedBytes.little(100, 2)
            + PackedBytes.little(list.count, 4) + PackedBytes.little(packed, 4) + PackedBytes.little(0, 2)
        #expect(throws: HikeFileError(.damaged(.zipDirectory))) {
            try withArchive(Array(one[..<packed]) + list + end) { _ in }
        }
    }

    @Test(arguments: [Int.max, .max - 1, 1 << 40, -1])
    func `are refused when their sizes add up to more than any number`(size: Int) throws {
        var huge = PackedBytes.Member("b.gpx", Self.gpx)
        huge.statedPackedSize = size
        for members in [[PackedBytes.Member("a.gpx", Self.gpx), huge], [huge, huge]] {
            #expect(throws: HikeFileError(.damaged(.zipDirectory))) {
                try withArchive(PackedBytes.zip(members)) { _ in }
            }
        }
        // Not every version of minizip reads such sizes.
        let stated = UInt64(bitPattern: Int64(size))
        #expect(ZipArchive.sum(1, stated, within: 1000) == nil && ZipArchive.sum(1000, stated, within: 1000) == nil)
        #expect(ZipArchive.sum(400, UInt64(600), within: 1000) == 1000)
    }

    @Test func `are refused or read unchanged when their zip archive is cut at any byte`() throws {
        let bytes = PackedBytes.zip([
            PackedBytes.Member("a.gpx", Self.gpx), PackedBytes.Member("b.fit", FITBytes.walk().file()),
        ])
        let whole = try withArchive(bytes) { archive in try archive.members.map { try archive.hikes(of: $0) } }
        for end in 0..<bytes.count {
            do {
                let read = try withArchive(Array(bytes[..<end])) { archive in
                    try archive.members.map { try archive.hikes(of: $0) }
                }
                // Only zeros of the record at the end are missing.
                #expect(read == whole && end > bytes.count - 22, "\(end)")
            } catch {
                #expect(error is HikeFileError)
            }
        }
    }

    @Test(arguments: 0..<4) func `never trap in a zip archive with a few bytes changed`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let bytes = PackedBytes.zip([
            PackedBytes.Member("a.gpx", Self.gpx), PackedBytes.Member("b.fit", FITBytes.walk().file()),
        ])
        for _ in 0..<150 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &source) {
                // Half of the changes are in the directory, which is at the end.
                let first = Bool.random(using: &source) ? bytes.count - 140 : 0
                changed[Int.random(in: first..<bytes.count, using: &source)] = UInt8.random(in: 0...255, using: &source)
            }
            do {
                try withArchive(changed) { archive in
                    for member in archive.members {
                        do {
                            _ = try archive.hikes(of: member)
                        } catch {
                            #expect(error is HikeFileError, "\(error)")
                        }
                    }
                }
            } catch {
                #expect(error is HikeFileError, "\(error)")
            }
        }
    }

    @Test func `are recognized as archives only by their first bytes`() {
        #expect(ZipArchive.isArchive(beginning: PackedBytes.zip([])))
        #expect(ZipArchive.isArchive(beginning: PackedBytes.zip([PackedBytes.Member("a", [])])))
        #expect(!ZipArchive.isArchive(beginning: Self.gpx) && !ZipArchive.isArchive(beginning: []))
        #expect(throws: HikeFileError.self) { try ZipArchive(descriptor: -1) }
    }
}

private enum TCXFormatText {
    static let activity = `Recordings in TCX`.file(`Recordings in TCX`.activity())
}
