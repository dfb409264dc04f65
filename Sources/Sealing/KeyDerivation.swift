internal import CSodium

/// Derives keys from secrets that people choose, with Argon2id, which makes each guess cost time and memory.
public enum KeyDerivation {
    /// The cost of one derivation. Costs are ordered by memory, then by passes.
    public struct Cost: Hashable, Comparable, Sendable {
        /// The number of passes over the memory.
        public let operations: Int
        /// The memory in bytes.
        public let memory: Int

        /// t = 2 over 64 MiB: about 0.1 s, for machines with little memory.
        public static let interactive = Cost(operations: 2, memory: 64 << 20)
        /// t = 3 over 256 MiB: the default.
        public static let moderate = Cost(operations: 3, memory: 256 << 20)
        /// t = 4 over 1 GiB: seconds, for long-lived archives.
        public static let sensitive = Cost(operations: 4, memory: 1 << 30)

        /// Creates a cost read from data; `nil` beyond what this program would ever have written, so that a crafted
        /// store can't exhaust memory or time.
        public init?(checkedOperations operations: Int, memory: Int) {
            guard (1...8).contains(operations), (Self.leastMemory...Self.sensitive.memory).contains(memory) else {
                return nil
            }
            self.init(operations: operations, memory: memory)
        }

        /// Creates any cost. A low cost is only for tests: it protects nothing.
        package init(operations: Int, memory: Int) {
            self.operations = operations
            self.memory = memory
        }

        /// The next lower cost, for machines that refuse the memory; `nil` for ``interactive`` and for custom costs.
        public var lower: Cost? {
            switch self {
            case .sensitive: .moderate
            case .moderate: .interactive
            default: nil
            }
        }

        public static func < (left: Cost, right: Cost) -> Bool {
            (left.memory, left.operations) < (right.memory, right.operations)
        }

        /// The minimum that Argon2id supports, in bytes.
        package static let leastMemory = 8192
    }

    /// The length of a salt, in bytes.
    public static let saltLength = Int(crypto_pwhash_SALTBYTES)

    /// Derives 32 bytes from a secret with Argon2id 1.3.
    ///
    /// - Parameter salt: ``saltLength`` random bytes, new for each secret that is set.
    /// - Throws: ``SealingError/outOfMemory`` if the system refuses the memory, which says nothing about the secret;
    ///   ``SealingError/malformed`` if the salt has the wrong length.
    public static func argon2id(
        _ secret: borrowing Secret, salt: [UInt8], cost: Cost
    ) throws(SealingError) -> Secret {
        guard salt.count == saltLength else { throw .malformed }
        return try unsafe secret.withUnsafeBytes { (input) throws(SealingError) in
            try unsafe Secret(capacity: SealedBox.keyLength) { (output) throws(SealingError) in
                let status = unsafe crypto_pwhash(
                    output.baseAddress!, UInt64(output.count), input.baseAddress!, UInt64(input.count), salt,
                    UInt64(cost.operations), cost.memory, crypto_pwhash_ALG_ARGON2ID13)
                guard status == 0 else { throw .outOfMemory }
                return output.count
            }
        }
    }
}
