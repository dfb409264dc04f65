import Glibc

// Runs libFuzzer on one parser, the first argument. The others are libFuzzer's:
//
//     Fuzzing PARSER [-runs=N] [FOLDER…]
//
// `planted` is the control, a parser with a bug that a fuzzer must find. See Tests/Tools/Fuzzing/fuzz.sh.

/// The parser to run; set before libFuzzer starts, and never changed afterwards.
nonisolated(unsafe) private var target: ([UInt8]) -> Void = { _ in }

private func runPlanted(_ bytes: [UInt8]) {
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else { return }
    // Reads one byte past the end.
    precondition(bytes[2] != UInt8(ascii: "X") || bytes[Int(bytes[2]) - 85 + bytes.count - 3] == 0)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func fuzz(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

let names = FuzzedParser.allCases.map(\.rawValue) + ["planted"]
guard let name = CommandLine.arguments.dropFirst().first, names.contains(name) else {
    print(names.joined(separator: "\n"))
    exit(64)
}
if let parser = FuzzedParser(rawValue: name) {
    target = { parser.run($0) }
} else {
    target = runPlanted
}
// The parser's name is not an argument for libFuzzer.
var rest = CommandLine.argc - 1
let all = CommandLine.unsafeArgv
all[1] = all[0]
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = all + 1
exit(
    fuzz(&rest, &arguments) { bytes, count in
        target(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    })
