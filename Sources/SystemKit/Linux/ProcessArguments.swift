internal import Glibc

/// The command line with which the process was started.
public enum ProcessArguments {
    /// The words as bytes, with the program's name first. They need not be UTF-8.
    ///
    /// Swift's `CommandLine` reads them from /proc, and finds none where that isn't mounted.
    public static var all: [[UInt8]] {
        guard let words = unsafe words else { return [] }
        return (0..<Int(unsafe count)).compactMap { index in
            unsafe words[index].map { word in
                unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
            }
        }
    }
}

private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

// Written once, before `main` begins.
nonisolated(unsafe) private var count: Int32 = 0
nonisolated(unsafe) private var words: Words?

private func keepArguments(_ argumentCount: Int32, _ arguments: Words?, _ environment: Words?) {
    unsafe (count, words) = (argumentCount, arguments)
}

/// The C library calls each function of this section before `main`, with the arguments of `main`.
@section(".init_array") @used
nonisolated(unsafe) private let keeper: @convention(c) (Int32, Words?, Words?) -> Void = unsafe keepArguments
