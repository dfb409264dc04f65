// Two mistakes that a sanitizer must report, so that a run of the tests without a report means something: `thread`
// writes to one variable from two threads, `address` reads beyond the end of an allocation.
import Foundation

final class Counter: @unchecked Sendable {
    var count = 0
}

let counter = Counter()

switch CommandLine.arguments.dropFirst().first {
case "thread":
    let (begun, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
        Thread.detachNewThread {
            begun.signal()
            released.wait()
            for _ in 0..<20_000_000 { counter.count += 1 }
            ended.signal()
        }
    }
    // Both run before either counts, and count for long enough to overlap on a busy machine.
    for _ in 0..<2 { begun.wait() }
    for _ in 0..<2 { released.signal() }
    for _ in 0..<2 { ended.wait() }
case "address":
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    bytes.initialize(repeating: 1, count: 16)
    // The compiler doesn't know the offset; it would find the mistake itself.
    counter.count = Int(bytes[15 + CommandLine.arguments.count - 1])
    bytes.deallocate()
default:
    FileHandle.standardError.write(Data("usage: planted thread|address\n".utf8))
    exit(64)
}
print("not reported: \(counter.count)")
