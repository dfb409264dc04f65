import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import ProfileSupport
import TestSupport
import Testing

/// R21: files made to use up memory and time. The program refuses each with its place, soon, in bounded memory, and
/// stores nothing of it.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A bloated file` {
    /// A file, as a command for the shell that writes it to its output.
    struct Bloated: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: String
        /// A part of the refusal.
        let refusal: String
        var asProfile = false
        /// In milliseconds of a processor. The bound for an optimized program is a second.
        var limit = 1000
    }

    private static let start = #"printf '<gpx xmlns="http://www.topografix.com/GPX/1/1">\n<trk><trkseg>\n'"#
    /// The beginning of an endless file; the reader ends the rest.
    private static func gibibyte(_ piece: String) -> String { "yes '\(piece)' | head -c 1073741824" }

    static let files: [Bloated] = [
        Bloated(
            testDescription: "a stream of 1 GiB of spaces",
            command: "\(start); head -c 1073741824 /dev/zero | tr '\\0' ' '", refusal: ":3: the file is longer than"),
        Bloated(
            testDescription: "a stream of 1 GiB of points",
            command: "\(start); \(gibibyte(#"<trkpt lat="1" lon="1"/>"#))", refusal: ":500003: there are more than",
            // 500,000 points are read, which takes a debug build longer.
            limit: 5000),
        Bloated(
            testDescription: "a stream of 1 GiB of tracks",
            command: "\(start); \(gibibyte(#"</trkseg></trk><trk><trkseg><trkpt lat="1" lon="1"/>"#))",
            // 10,000 hikes are made before the refusal.
            refusal: ":10004: there are more than", limit: 20_000),
        Bloated(
            testDescription: "1 GiB of one markup", command: "\(start); printf '<a b=\"'; \(gibibyte("x"))",
            refusal: "longer than 1 MiB"),
        Bloated(
            testDescription: "1 GiB in 1 MiB of gzip",
            command: """
                \(start) | gzip; head -c 1048576 /dev/zero | tr '\\0' ' ' | gzip -9 > spaces.gz; \
                i=0; while [ $i -lt 64 ]; do \
                echo "spaces.gz spaces.gz spaces.gz spaces.gz spaces.gz spaces.gz spaces.gz spaces.gz"; i=$((i + 1)); \
                done | xargs cat
                """, refusal: "unpacks to more than 256 MiB", limit: 2000),
        Bloated(
            testDescription: "gzip in gzip, a thousand times",
            command: "\(start) > a; i=0; while [ $i -lt 50 ]; do gzip -c a > b; mv b a; i=$((i + 1)); done; cat a",
            refusal: "not a GPX"),
        Bloated(
            testDescription: "elements 100,000 deep", command: "\(start); yes '<a>' | head -n 100000",
            refusal: ":100: it is nested more than 100 deep"),
        Bloated(
            testDescription: "200,000 attributes",
            command: "\(start); printf '<a'; seq -f ' a%.0f=\"\"' 200000; echo '>'", refusal: "1 MiB"),
        Bloated(
            testDescription: "entities that expand a billion times",
            command: """
                echo '<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a0 "ha">'; i=1; while [ $i -lt 12 ]; do \
                p=$((i - 1)); echo "<!ENTITY a$i '&a$p;&a$p;&a$p;&a$p;&a$p;&a$p;&a$p;&a$p;&a$p;&a$p;'>"; i=$((i + 1)); \
                done; echo ']><gpx><trk><name>&a11;</name></trk></gpx>'
                """, refusal: ":1: a document type is declared"),
        Bloated(
            testDescription: "JSON lists 100,000 deep", command: "yes '[' | head -n 100000",
            refusal: "it is nested more than 512 deep"),
        Bloated(
            testDescription: "JSON objects 100,000 deep", command: "printf '['; yes '{\"a\":' | head -n 100000",
            refusal: "it is nested more than 512 deep"),
        Bloated(
            testDescription: "an export of JSON 100,000 deep", command: "yes '{\"profile\":' | head -n 100000",
            refusal: "it is nested more than 512 deep", asProfile: true),
        Bloated(
            testDescription: "1 GiB of a JSON text",
            command: "printf '[{\"name\":\"'; head -c 1073741824 /dev/zero | tr '\\0' x",
            // 64 MiB are scanned, which takes a debug build 6 s. Copying them for each piece would take 5 s.
            refusal: "MiB", limit: 10_000),
    ]

    /// A store with a hike and a live session, and what it contains.
    private final class Target {
        let temporary: TemporaryStore
        let content: StoreContent
        let program: Program

        init() throws {
            temporary = try TemporaryStore()
            let configuration = TemporaryStore.configuration(folder: temporary.folder, clock: SystemClock())
            let store = try Gate(at: .file(temporary.gate.path), configuration: configuration)
                .unlock(with: Secret(TemporaryStore.passcode))
            try store.addHike(HikeHeader(id: 1, name: "Elk Ridge", distance: 4.5))
            try store.beginSession()
            content = try store.content
            program = Program(
                path: "/bin/sh",
                environment: [
                    "HOME": temporary.folder, "PROFILE_STORE": temporary.gate.path, "PATH": "/usr/bin:/bin",
                    "XDG_RUNTIME_DIR": temporary.folder,
                ], workingDirectory: temporary.folder)
        }

        /// Imports what a command writes.
        ///
        /// - Returns: also the peak of the program's memory, in kilobytes, and its processor time, in milliseconds.
        func load(_ command: String, asProfile: Bool) throws -> (run: Finished, kilobytes: Int, milliseconds: Int) {
            let layer = "LD_PRELOAD=\(Program.built("libFaultLayer.so")) FAULT_MEMORY=figures"
            let verb = asProfile ? "import --replace" : "hike import"
            let run = try program.run(
                "-c", "{ \(command)\n} 2>/dev/null | env \(layer) \(Program.built("profile")) \(verb) -",
                timeout: .seconds(120))
            let figures = FileManager.default.contents(atPath: "\(temporary.folder)/figures") ?? Data()
            let numbers = String(decoding: figures, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
            try #require(numbers.count == 2, "\(run)")
            return (run, numbers[0], numbers[1])
        }
    }

    @Test func `is refused with its place, soon and in bounded memory, and the store is unchanged`() throws {
        let target = try Target()
        var (most, slowest) = ((0, ""), (0, ""))
        let isPlain = dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
        for file in Self.files {
            let (run, kilobytes, milliseconds) = try target.load(file.command, asProfile: file.asProfile)
            #expect(run.exitCode == 15, "\(file.testDescription): \(run)")
            #expect(run.errors.contains(file.refusal), "\(file.testDescription): \(run)")
            if kilobytes > most.0 { most = (kilobytes, file.testDescription) }
            if milliseconds > slowest.0 { slowest = (milliseconds, file.testDescription) }
            // A program with a sanitizer needs several times as much of both.
            if isPlain {
                #expect(kilobytes < 200 << 10, "\(file.testDescription)")
                #expect(milliseconds < file.limit * ReliabilityFigure.timeAllowance, "\(file.testDescription)")
            }
        }
        #expect(try target.temporary.unlock().content == target.content)
        ReliabilityFigure.record(
            "R21", "the program refuses a bloated file soon, and nothing is stored",
            figure: "\(Self.files.count) files, most of a processor's time \(slowest.0) ms (\(slowest.1)), "
                + "most memory \(most.0 >> 10) MiB (\(most.1)), in a debug build")
    }

    /// An archive of empty files.
    private static func archive(of count: Int) -> [UInt8] {
        var (members, list): ([UInt8], [UInt8]) = ([], [])
        members.reserveCapacity(count * 40)
        list.reserveCapacity(count * 56)
        func append(_ number: Int, _ size: Int, to bytes: inout [UInt8]) {
            for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (byte * 8))) }
        }
        let nothing = [UInt8](repeating: 0, count: 18)
        for number in 0..<count {
            let start = members.count
            let digits = String(number)
            let name = Array((String(repeating: "0", count: 6 - digits.utf8.count) + digits + ".gpx").utf8)
            // Version, flags, method, time, sum and sizes; then the lengths of the name and of what follows it.
            members += [0x50, 0x4B, 3, 4, 20, 0, 0, 0] + nothing + [10, 0, 0, 0] + name
            list += [0x50, 0x4B, 1, 2, 20, 0, 20, 0, 0, 0] + nothing + [10, 0] + nothing[..<12]
            append(start, 4, to: &list)
            list += name
        }
        let end = members.count + list.count
        var bytes = members + list
        // The end in its long form, its place, and its short form.
        bytes += [0x50, 0x4B, 6, 6, 44, 0, 0, 0, 0, 0, 0, 0, 45, 0, 45, 0] + nothing[..<8]
        for number in [count, count, list.count, members.count] { append(number, 8, to: &bytes) }
        bytes += [0x50, 0x4B, 6, 7] + nothing[..<4]
        append(end, 8, to: &bytes)
        bytes += [1, 0, 0, 0, 0x50, 0x4B, 5, 6, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 12) + [0, 0]
        return bytes
    }

    @Test func `that is an archive is refused when it has a hundred thousand and one files`() throws {
        let target = try Target()
        let path = "\(target.temporary.folder)/files.zip"
        try Data(Self.archive(of: 100_001)).write(to: URL(filePath: path))
        let layer = "LD_PRELOAD=\(Program.built("libFaultLayer.so")) FAULT_MEMORY=figures"
        let run = try target.program.run(
            "-c", "env \(layer) \(Program.built("profile")) hike import files.zip", timeout: .seconds(120))
        #expect(run.exitCode == 15)
        #expect(run.errors.contains("there are more than 100,000 members"), "\(run.errors.prefix(300))")
    }
}
