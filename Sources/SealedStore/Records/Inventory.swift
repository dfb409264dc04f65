/// The number of an account's sealed records, and a sum over all of them.
///
/// Each row contributes a term, a MAC that identifies the row (``RecordSealer/term(of:_:)``), and the sum is taken
/// modulo 2²⁵⁶. It therefore doesn't depend on the order, and adding or removing a row costs one term, however many
/// rows there are. This is MSet-Add-Hash of Clarke, Devadas, van Dijk, Gassend and Suh ("Incremental Multiset Hash
/// Functions and Their Application to Memory Integrity Checking", 2003), with the sum sealed instead of blinded.
/// Without the key, neither the terms nor the sum are known, so another set of rows, assembled from earlier ones, has
/// the same sum only by chance: once in 2²⁵⁶. (If terms were known, an attacker could search for terms that add up to a
/// given sum; with exclusive or, linear algebra would suffice. A hash without a key would therefore not do.)
package struct Inventory: Hashable {
    package private(set) var count = 0
    /// Least significant word first.
    private var words: [UInt64] = [0, 0, 0, 0]

    /// The length in bytes of a term and of the sum.
    static let length = 32

    init() {}

    /// - Throws: ``MalformedRecord`` if the sum has the wrong length.
    init(count: Int, sum: [UInt8]) throws(MalformedRecord) {
        guard sum.count == Self.length else { throw MalformedRecord() }
        self.count = count
        words = (0..<4).map { Self.word($0, of: sum) }
    }

    var sum: [UInt8] {
        words.reduce(into: []) { bytes, word in
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
    }

    mutating func add(_ term: [UInt8]) {
        count &+= 1
        var carry: UInt64 = 0
        for index in 0..<4 {
            let (partial, first) = words[index].addingReportingOverflow(Self.word(index, of: term))
            let (total, second) = partial.addingReportingOverflow(carry)
            words[index] = total
            carry = first || second ? 1 : 0
        }
    }

    mutating func subtract(_ term: [UInt8]) {
        count &-= 1
        var borrow: UInt64 = 0
        for index in 0..<4 {
            let (partial, first) = words[index].subtractingReportingOverflow(Self.word(index, of: term))
            let (total, second) = partial.subtractingReportingOverflow(borrow)
            words[index] = total
            borrow = first || second ? 1 : 0
        }
    }

    /// One of the words of a term or sum; missing bytes count as 0.
    private static func word(_ index: Int, of bytes: [UInt8]) -> UInt64 {
        var word: UInt64 = 0
        for byte in stride(from: min(index * 8 + 8, bytes.count) - 1, through: index * 8, by: -1) {
            word = word << 8 | UInt64(bytes[byte])
        }
        return word
    }
}
