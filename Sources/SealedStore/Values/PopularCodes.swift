internal import Sealing

/// Why a secret is among the first that an attacker would try.
public enum PopularCode: String, Hashable, Sendable {
    /// A block of up to three symbols, repeated.
    case repeats
    /// The code counts up or down.
    case runs
    /// The code looks like a year.
    case year
    /// The code is among the most common ones.
    case listed
}

/// Codes that many people choose and that an attacker would try first. They are refused when a code is set, never when
/// one is tried.
enum PopularCodes {
    /// Why a secret is too popular; `nil` if it isn't.
    static func reason(against secret: borrowing Secret, format: CodeFormat) -> PopularCode? {
        // Only the digits count; the letter after them doesn't.
        let symbols = if case .symbols(let digits, _) = format.content { digits } else { secret.count }
        return secret.withBytes { bytes in
            if repeats(bytes, symbols) { return .repeats }
            if runs(bytes, symbols) { return .runs }
            if symbols == 4, isYear(bytes) { return .year }
            return isListed(bytes, symbols) ? .listed : nil
        }
    }

    /// A repeated block of one, two or three symbols: 1111, 121212, 123123.
    private static func repeats(_ bytes: Span<UInt8>, _ count: Int) -> Bool {
        (1...3).contains { block in
            count > block && count.isMultiple(of: block)
                && (block..<count).allSatisfy { bytes[$0] == bytes[$0 - block] }
        }
    }

    /// Each symbol is one more, or one less, than the one before; 0 follows 9.
    private static func runs(_ bytes: Span<UInt8>, _ count: Int) -> Bool {
        func steps(by step: UInt8) -> Bool {
            (1..<max(count, 1)).allSatisfy { index in
                let (one, next) = (bytes[index - 1], bytes[index])
                if next == one &+ step { return true }
                let (first, last) = (UInt8(ascii: "0"), UInt8(ascii: "9"))
                return step == 1 ? (one, next) == (last, first) : (one, next) == (first, last)
            }
        }
        return count > 1 && (steps(by: 1) || steps(by: .max))
    }

    /// 1900 to 2099.
    private static func isYear(_ bytes: Span<UInt8>) -> Bool {
        let century = (bytes[0], bytes[1])
        return century == (UInt8(ascii: "1"), UInt8(ascii: "9")) || century == (UInt8(ascii: "2"), UInt8(ascii: "0"))
    }

    private static func isListed(_ bytes: Span<UInt8>, _ count: Int) -> Bool {
        listed.contains { entry in
            let entry = entry.utf8
            return entry.count == count
                && zip(entry, 0..<count).allSatisfy { byte, index in byte == lowercased(bytes[index]) }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The most frequent entries in published counts of leaked codes and passwords that no rule above covers.
    static let listed = [
        "1004", "1122", "1221", "1342", "2468", "2580", "0852", "1357", "1379", "1397", "1478", "1590",
        "2112", "2211", "3141", "4200", "5150", "5683", "7410", "8520", "0007", "1236", "1245",
        "112233", "332211", "123321", "654123", "147258", "258369", "147852", "159357", "159753", "102030", "010203",
        "142536", "789456", "246810", "314159", "271828", "112358", "100000", "123654",
        "password", "password1", "passw0rd", "qwertyui", "qwertyuiop", "qwerty123", "1q2w3e4r", "1qaz2wsx", "iloveyou",
        "sunshine", "princess", "football", "baseball", "superman", "starwars", "trustno1", "letmein1", "welcome1",
        "abcd1234", "abc12345", "computer", "michelle", "jennifer", "whatever", "internet", "asdfghjk", "asdfghjkl",
    ]
}

extension CodeFormat {
    /// Checks a new secret: its shape, and that it isn't among the first that an attacker would try.
    ///
    /// - Throws: ``FieldProblem`` with the reason, which reveals nothing else about the secret.
    public func checkAsNew(_ secret: borrowing Secret) throws(FieldProblem) {
        try check(secret)
        if let reason = PopularCodes.reason(against: secret, format: self) {
            throw FieldProblem(noun, .unpopular(reason))
        }
    }
}
