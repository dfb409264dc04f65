import Glibc
import SystemKit
import Testing

/// Containers often refuse the keyring; then there is nothing to test here.
private let keyringIsThere: Bool = {
    let name = "profile-test:\(UInt64.random(in: .min ... .max))"
    defer { try? KernelKeyring().remove(name) }
    return (try? [UInt8(1)].withUnsafeBytes { try KernelKeyring().set(name, to: $0, timeout: .seconds(60)) }) != nil
}()

@Suite(.enabled(if: keyringIsThere, "the kernel refuses its keyring here"))
struct `The kernel's keyring`: ~Copyable {
    private let name = "profile-test:\(UInt64.random(in: .min ... .max))"

    deinit { try? KernelKeyring().remove(name) }

    private func set(_ payload: [UInt8], timeout: Duration = .seconds(60)) throws {
        try payload.withUnsafeBytes { bytes in try KernelKeyring().set(name, to: bytes, timeout: timeout) }
    }

    /// The payload that fits the buffer, and the count that the kernel reports.
    private func read(room: Int = 64) throws -> (payload: [UInt8], count: Int)? {
        var buffer = [UInt8](repeating: 0, count: room)
        let count = try buffer.withUnsafeMutableBytes { bytes in try KernelKeyring().read(name, into: bytes) }
        return count.map { (Array(buffer.prefix($0)), $0) }
    }

    @Test func `reports a missing key without an error`() throws {
        #expect(try read() == nil)
        try KernelKeyring().remove(name)
    }

    @Test func `stores, replaces and removes a payload`() throws {
        try set([1, 2, 3])
        #expect(try read()?.payload == [1, 2, 3])
        try set([9, 0, 9, 0])
        #expect(try read()?.payload == [9, 0, 9, 0])
        try KernelKeyring().remove(name)
        #expect(try read() == nil)
        try KernelKeyring().remove(name)
    }

    @Test func `accepts a removed key again`() throws {
        try set([1])
        try KernelKeyring().remove(name)
        try set([2])
        #expect(try read()?.payload == [2])
    }

    @Test func `distinguishes names`() throws {
        try set([1])
        var buffer = [UInt8](repeating: 0, count: 8)
        let other = try buffer.withUnsafeMutableBytes { bytes in try KernelKeyring().read(name + "x", into: bytes) }
        #expect(other == nil)
    }

    @Test func `reports the full size for a buffer that is too small`() throws {
        try set([1, 2, 3, 4, 5])
        let read = try #require(try read(room: 2))
        #expect(read.count == 5)
    }

    @Test func `finds the key from another thread with its own thread keyring`() async throws {
        try set([7])
        let name = name
        try await onThread {
            var buffer = [UInt8](repeating: 0, count: 8)
            let count = try buffer.withUnsafeMutableBytes { bytes in try KernelKeyring().read(name, into: bytes) }
            #expect(count == 1 && buffer[0] == 7)
        }
    }

    /// `/proc/keys` shows a key's remaining time, or `perm`, and its rights: `3f3f0000`.
    @Test func `lets a key expire, also after it was replaced, and gives others no rights to it`() throws {
        // The kernel rounds down, so that a tick later an hour is 59 minutes.
        for (seconds, shown) in [(3600, ["1h", "59m"]), (7200, ["2h", "1h"])] {
            try set([1], timeout: .seconds(seconds))
            let file = try #require(fopen("/proc/keys", "r"))
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            var mine: [[Substring]] = []
            while fgets(&line, 512, file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                let columns = text.split(separator: " ")
                if text.contains(name), columns.count > 4, !columns[1].contains("R") { mine.append(columns) }
            }
            #expect(!mine.isEmpty)
            #expect(mine.allSatisfy { shown.contains(String($0[3])) && $0[4] == "3f3f0000" }, "\(mine)")
        }
    }

    @Test func `refuses an empty payload`() throws {
        #expect(throws: SystemError.self) { try set([]) }
        #expect(try read() == nil)
    }
}
