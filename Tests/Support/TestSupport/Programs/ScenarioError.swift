import Glibc

/// The reason why a scenario could not continue. The description is for the person who reads the failed test.
public enum ScenarioError: Error, Equatable {
    /// A system call failed with this `errno`.
    case systemCall(String, code: Int32)
    /// The program, or the folder to start it in, is missing or not usable.
    case cannotStart(String, in: String?, code: Int32)
    /// The test asked for something that makes no sense.
    case misuse(String)
    /// What was waited for didn't arrive in time. `seen` is all output so far, with control characters spelt out.
    case timedOut(waitingFor: String, after: Duration, seen: String)
    /// The program ended before what was waited for arrived. `seen` is all its output, likewise.
    case ended(waitingFor: String, how: String, seen: String)
}

extension ScenarioError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .systemCall(let name, let code):
            "\(name): \(Self.message(code))"
        case .cannotStart(let path, let folder, let code):
            "cannot start \(path)\(folder.map { " in \($0)" } ?? ""): \(Self.message(code))"
        case .misuse(let reason):
            reason
        case .timedOut(let awaited, let duration, let seen):
            "waited \(duration) for \(awaited); output so far:\n\(seen)"
        case .ended(let awaited, let how, let seen):
            "\(how) while waiting for \(awaited); its output:\n\(seen)"
        }
    }

    private static func message(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

extension String {
    /// The text with every control character spelt out, so that it is readable and can't affect the reader's terminal.
    ///
    /// Lines stay lines: a line feed is spelt out and also ends the line.
    var showingControls: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "\\n\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{1b}": result += "\\e"
            case _ where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
