public import ProfileKit

/// The expected state of a store after a step of a story: its secrets, its failures and its content.
public struct Situation: Hashable, Sendable {
    public var passcode: String
    public var recoveryCode: String
    /// Consecutive failed attempts.
    public var failures = 0
    public var username: String
    public var card: String
    /// The number of hikes.
    public var hikes = 0
    /// The username in the saved draft; empty if there is none.
    public var draft = ""
    /// Earlier passcodes and recovery codes, which must never open it again.
    public var retired: Set<String> = []

    public init(passcode: String, recoveryCode: String, username: String, card: String) {
        (self.passcode, self.recoveryCode) = (passcode, recoveryCode)
        (self.username, self.card) = (username, card)
    }

    /// The situation after a secret was replaced, which retires the old one.
    public func replacing(_ secret: WritableKeyPath<Situation, String>, by new: String) -> Situation {
        var next = self
        if new != self[keyPath: secret] { next.retired.insert(self[keyPath: secret]) }
        next[keyPath: secret] = new
        return next
    }

    public func with<Value>(_ part: WritableKeyPath<Situation, Value>, _ value: Value) -> Situation {
        var next = self
        next[keyPath: part] = value
        return next
    }
}

extension Situation {
    /// The situation as one line, for passing it to another process.
    public var line: String {
        ([passcode, recoveryCode, String(failures), username, card, String(hikes), draft] + retired.sorted())
            .joined(separator: "\t")
    }

    public init?(line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 7, let failures = Int(parts[2]), let hikes = Int(parts[5]) else { return nil }
        self.init(passcode: parts[0], recoveryCode: parts[1], username: parts[3], card: parts[4])
        (self.failures, self.hikes, draft) = (failures, hikes, parts[6])
        retired = Set(parts[7...])
    }
}

/// A home with one store in it.
public struct Scene: Sendable {
    public let folder: String
    public let clock = StoryClock()

    public init(folder: String) { self.folder = folder }

    public var path: String { "\(folder)/test.profile" }

    /// A backup from the beginning.
    public var backup: String { "\(folder)/kept.backup" }

    public var configuration: Gate.Configuration {
        var configuration = Gate.Configuration(environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder])
        // The lowest cost: there is no attacker in tests.
        configuration.cost = KeyDerivation.Cost(operations: 1, memory: KeyDerivation.Cost.leastMemory)
        configuration.sessionStorage = SessionStorage.none
        configuration.watchesStores = false
        configuration.clock = clock
        return configuration
    }

    /// The gate as a process that starts now opens it.
    public func gate() throws -> Gate { try Gate(at: .file(path), configuration: configuration) }
}
