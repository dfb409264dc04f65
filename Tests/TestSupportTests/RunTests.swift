import Glibc
import TestSupport
import Testing

@Suite struct `Running a program through pipes` {
    @Test func `the exit code is reported`() throws {
        let finished = try shell.run("-c", "exit 7")
        #expect(finished.exitCode == 7)
        #expect(finished.signal == nil)
    }

    @Test func `the signal that ended it is reported`() throws {
        let finished = try shell.run("-c", "kill -TERM $$")
        #expect(finished.exitCode == nil)
        #expect(finished.signal == SIGTERM)
    }

    @Test func `standard input, output and errors are three streams`() throws {
        let finished = try shell.run("-c", "cat; echo bad >&2", input: "good")
        #expect(finished.output == "good")
        #expect(finished.errors == "bad\n")
    }

    @Test func `bytes that are not text are passed through`() throws {
        let bytes: [UInt8] = [0, 255, 10, 128]
        let finished = try shell.run("-c", "cat", input: bytes)
        #expect(finished.outputBytes == bytes)
        #expect(finished.output == "\0\u{fffd}\n\u{fffd}")
    }

    @Test func `additional descriptors can be read`() throws {
        let contents: [Int32: any InputBytes] = [3: "a", 4: "b", 9: [99] as [UInt8]]
        let finished = try shell.run("-c", "cat <&3; cat <&9; cat <&4", descriptors: contents)
        #expect(finished.output == "acb")
    }

    @Test func `descriptors 0 to 2 cannot be given twice`() {
        #expect(throws: ScenarioError.misuse("only descriptors 3 to 255 can be given something to read")) {
            _ = try shell.run("-c", "true", descriptors: [1: "a"])
        }
    }

    @Test func `no other descriptor is open in the program`() throws {
        // Not closed on exec, like a descriptor that a library opened carelessly.
        let careless = open("/dev/null", O_RDONLY)
        let high = fcntl(careless, F_DUPFD, 200)
        defer {
            close(careless)
            close(high)
        }
        let command = "for n in $(seq 0 300); do test ! -e /proc/$$/fd/$n || echo $n; done"
        #expect(try shell.run("-c", command, descriptors: [250: ""]).output == "0\n1\n2\n250\n")
    }

    @Test func `the program has no terminal`() throws {
        let finished = try shell.run("-c", "exec 2>/dev/null; (: </dev/tty) || exit 3")
        #expect(finished.exitCode == 3)
    }

    @Test func `the environment is exactly the given one`() throws {
        let env = Program(path: "/usr/bin/env", environment: ["A": "1", "B": "2"])
        let finished = try env.run(environment: ["B": "3"])
        // Under `make coverage` it also has where a program writes what it ran, and under `make sanitize` its options.
        let added = ["LLVM_PROFILE_FILE=", "ASAN_OPTIONS=", "TSAN_OPTIONS="]
        let given = finished.output.split(separator: "\n").filter { line in !added.contains { line.hasPrefix($0) } }
        #expect(Set(given) == ["A=1", "B=3"])
    }

    @Test func `the program starts in its working folder`() throws {
        let folder = try TemporaryFolder()
        let finished = try Program(path: "/bin/pwd", workingDirectory: folder.path).run()
        #expect(finished.output == folder.path + "\n")
    }

    @Test func `no signal is blocked or ignored`() throws {
        let finished = try Program(path: "/bin/cat").run("/proc/self/status")
        for field in ["SigBlk:\t", "SigIgn:\t"] {
            let line = try #require(finished.output.split(separator: "\n").first { $0.hasPrefix(field) })
            let signals = try #require(UInt64(line.dropFirst(field.count), radix: 16))
            // glibc itself ignores its internal signals 32 and 33 in the processes it spawns.
            #expect(signals & 0x7fff_ffff == 0)
        }
    }

    @Test func `a program that cannot be started is named with the reason`() {
        #expect {
            _ = try Program(path: "/no/such/program").run()
        } throws: { error in
            "\(error)" == "cannot start /no/such/program: No such file or directory"
        }
    }

    @Test func `an argument with a NUL is refused`() {
        #expect(throws: ScenarioError.misuse("an argument or environment variable holds a NUL")) {
            _ = try shell.run("-c", "true\0")
        }
    }
}

let shell = Program(path: "/bin/sh", environment: ["PATH": "/usr/bin:/bin"])
