import Glibc

/// A program running in the background, through pipes.
///
/// Its pipes are served only while ``nextLine(timeout:)`` or ``wait(timeout:)`` runs. In between, a program can write
/// 64 KiB to each of its outputs before it has to wait, as in any pipeline.
///
/// It is killed when the last reference goes away, so keep one: `withExtendedLifetime` or a final ``wait(timeout:)``.
public final class RunningProgram {
    private let exchange: Exchange
    private let input: Sink
    private let output: Source
    private let errors: Source
    private var lineStart = 0

    init(
        _ program: Program, arguments: [String], input: (any InputBytes)?, descriptors: [Int32: any InputBytes]
    ) throws(ScenarioError) {
        guard descriptors.keys.allSatisfy({ (3...255).contains($0) }) else {
            throw .misuse("only descriptors 3 to 255 can be given something to read")
        }
        let (outputEnd, childOutput) = try Descriptor.pipe()
        let (errorEnd, childErrors) = try Descriptor.pipe()
        var childEnds: [Int32: Descriptor] = [1: childOutput, 2: childErrors]
        var sinks: [Sink] = []
        for (number, content) in descriptors.merging([0: input ?? ""], uniquingKeysWith: { old, _ in old }) {
            let (childEnd, ourEnd) = try Descriptor.pipe()
            try ourEnd.makeNonBlocking()
            childEnds[number] = childEnd
            let sink = Sink(ourEnd)
            sink.append(content.inputBytes)
            if number != 0 || input != nil { sink.closeWhenEmpty() }
            // Standard input comes first, to be found below.
            sinks.insert(sink, at: number == 0 ? 0 : sinks.endIndex)
        }
        try outputEnd.makeNonBlocking()
        try errorEnd.makeNonBlocking()
        self.input = sinks[0]
        output = Source(outputEnd)
        errors = Source(errorEnd)
        let child = try program.launch(arguments, wiring: .descriptors(childEnds))
        exchange = Exchange(child, sources: [output, errors], sinks: sinks, isTerminal: false)
    }

    public var processIdentifier: Int32 { exchange.child.identifier }

    /// Adds to a standard input that was left open. What the pipe has no room for is passed on by later calls.
    public func send(_ more: any InputBytes) throws(ScenarioError) {
        guard input.descriptor.number >= 0 else { throw .misuse("standard input is closed") }
        input.append(more.inputBytes)
        try input.send()
    }

    /// Ends the standard input, after everything that was sent.
    public func closeInput() {
        input.closeWhenEmpty()
    }

    /// The next line of standard output, without its line feed; nil after the last one.
    ///
    /// A last line without a line feed is returned as well.
    public func nextLine(timeout: Duration = .seconds(60)) throws(ScenarioError) -> String? {
        var lineEnd: Int?
        var searched = lineStart
        let came = try exchange.advance(until: Deadline(after: timeout)) {
            lineEnd = output.end(of: [UInt8(ascii: "\n")], from: searched)
            searched = output.bytes.count
            return lineEnd != nil || output.isAtEnd
        }
        guard came else { throw timedOut(waitingFor: "a line", after: timeout) }
        let next = lineEnd ?? output.bytes.count
        guard next > lineStart else { return nil }
        let line = output.bytes[lineStart..<(lineEnd.map { $0 - 1 } ?? next)]
        lineStart = next
        return String(decoding: line, as: UTF8.self)
    }

    /// Sends a signal to the program; nothing once it is known to have ended.
    public func signal(_ number: Int32) {
        exchange.child.signal(number)
    }

    /// Sends SIGKILL, as ``signal(_:)`` does. What the program wrote until then can still be read.
    public func kill() {
        signal(SIGKILL)
    }

    /// Ends the standard input and waits for the program to end.
    ///
    /// - Throws: ``ScenarioError/timedOut(waitingFor:after:seen:)``; the program then still runs.
    @discardableResult
    public func wait(timeout: Duration = .seconds(60)) throws(ScenarioError) -> Finished {
        closeInput()
        _ = try exchange.advance(until: Deadline(after: timeout)) { exchange.isOver }
        guard let ending = exchange.child.ending else {
            throw timedOut(waitingFor: "the program to end", after: timeout)
        }
        return Finished(ending, output: output.bytes, errors: errors.bytes)
    }

    private func timedOut(waitingFor awaited: String, after timeout: Duration) -> ScenarioError {
        let heading = errors.bytes.isEmpty ? "" : "\nerrors:\n"
        let seen = output.text.showingControls + heading + errors.text.showingControls
        return .timedOut(waitingFor: awaited, after: timeout, seen: seen)
    }
}
