import Glibc
import ProfileKit
import TestSupport
import Testing

@Suite(
    .reliability(
        "R13", "the built program counts each failed attempt once, and none that was malformed or got no memory",
        figure: "other clocks and boot IDs, a kill during the check, too little memory")
) struct `Failed attempts` {
    @Test func `exit with 11 and are counted, and after the fifth nothing is tried, not even the right code`() throws {
        let home = try Home.withStore()
        for failures in 1...5 {
            let wrong = try home.unlock("111112")
            #expect(wrong.exitCode == 11)
            #expect(try home.json("status").failures == .number(Double(failures)))
        }
        let right = try home.unlock()
        #expect(right.exitCode == 12)
        let refused = try home.run("unlock", "--passcode-stdin", "--json", input: "739158\n")
        let error = try #require(try JSONValue(refused.errors).error)
        #expect(error.name == "throttled")
        #expect(error.code == 12)
        guard case .number(let seconds) = error.retryAfter else { return #expect(Bool(false), "\(error)") }
        #expect((1...60).contains(seconds))
        // Answers as `show --no-input` does, which tries nothing.
        #expect(try home.run("status", "--check").exitCode == 10)
        #expect(try home.json("status").failures == 5)
    }

    /// The attempts before it are made by the library on an earlier clock, more than a day apart.
    @Test(arguments: [6, 9, 13])
    func `exit with 11 beyond the fifth too, once the lockout has ended`(count: Int) throws {
        let home = try Home.withStore()
        for number in 1..<count {
            var configuration = Gate.Configuration(environment: home.program.environment)
            configuration.clock = EarlierClock(by: .seconds((count - number) * 25 * 3600))
            let gate = try Gate(at: home.location, configuration: configuration)
            #expect(throws: StoreError.self) { try gate.unlock(with: Secret("111112")).close() }
        }
        let wrong = try home.unlock("111112")
        #expect(wrong.exitCode == 11, "\(wrong)")
        #expect(try home.json("status").failures == .number(Double(count)))
        #expect(try home.unlock().exitCode == 12)
    }

    @Test(arguments: [["-UrT", "--boottime", "8640000"], ["-Urm"]])
    func `are not forgotten in a namespace with another clock or another boot ID`(options: [String]) throws {
        let home = try Home.withStore()
        for _ in 1...5 { #expect(try home.unlock("111112").exitCode == 11) }
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        let isPossible = try shell.run("-c", "unshare \(options.joined(separator: " ")) true").exitCode == 0
        if !isPossible { try Test.cancel("the kernel allows no such namespace here") }
        let bind =
            options == ["-Urm"] ? "mount --bind /proc/sys/kernel/random/uuid /proc/sys/kernel/random/boot_id && " : ""
        let inside = try shell.run(
            "-c",
            "unshare \(options.joined(separator: " ")) sh -c '\(bind)echo 739158 | \(home.program.path) unlock --passcode-stdin'"
        )
        #expect(inside.exitCode == 12, "\(inside)")
    }

    @Test(arguments: ["73915", "7391580", "abcdef", "73915x", ""])
    func `do not include malformed secrets, which exit with 15`(passcode: String) throws {
        let home = try Home.withStore()
        let refused = try home.unlock(passcode)
        #expect(refused.exitCode == 15)
        #expect(try home.json("status").failures == 0)
    }

    @Test func `are counted before the check, so that a kill undoes none`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "moderate", input: "739158\n")
        try #require(made.exitCode == 0)
        let code = try home.write("111112\n", to: "code")
        var ends: [Int32?] = []
        // Deriving the key takes long at this cost; the attempt is counted on the disk before that starts. On a busy
        // machine, the first kill may come too late.
        while ends.count < 4, ends.last != SIGKILL {
            let before = try home.gateState
            let checking = try home.program.start("unlock", "--passcode-file", code)
            try waitUntil { try home.gateState != before }
            checking.kill()
            ends.append(try checking.wait().signal)
            #expect(try home.json("status").failures == .number(Double(ends.count)))
        }
        #expect(ends.last == SIGKILL)
    }

    @Test(.aboutLimits) func `do not include attempts that were refused memory`() throws {
        let home = try Home()
        _ = try home.run("init", "--passcode-stdin", "--kdf", "moderate", input: "739158\n")
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        let refused = try shell.run(
            "-c", "ulimit -v 250000; echo 111112 | \(home.program.path) unlock --passcode-stdin --json")
        #expect(refused.exitCode == 1, "\(refused)")
        #expect(refused.errors.contains("not enough memory"))
        #expect(try home.json("status").failures == 0)
    }

    @Test func `are reported after the next unlock`() throws {
        let home = try Home.withStore()
        _ = try home.unlock("111112")
        _ = try home.unlock("111112")
        let unlocked = try home.unlock()
        #expect(unlocked.errors.contains("2 attempts failed before this one"))
    }

    @Test func `never show the code in an error`() throws {
        let home = try Home.withStore()
        for code in ["111112", "1111z2"] {
            let refused = try home.unlock(code)
            #expect(!(refused.output + refused.errors).contains(code))
        }
    }
}

/// This machine's clock, some time ago.
private struct EarlierClock: MachineClock {
    let ago: Duration

    init(by ago: Duration) { self.ago = ago }

    var bootInstant: BootInstant { SystemClock().bootInstant.advanced(by: .zero - ago) }
    var wallTime: WallTime {
        WallTime(secondsSince1970: SystemClock().wallTime.secondsSince1970 - Int(ago.components.seconds))
    }
}
