import Sealing
import Testing

@testable import SealedStore

@Suite struct `The list of popular codes` {
    @Test(arguments: PopularCodes.listed) func `has no code that a rule refuses already`(code: String) throws {
        // In this format all bytes count, and four of them may be a year.
        #expect(PopularCodes.reason(against: try Secret(code), format: .passphrase) == .listed)
    }

    @Test func `names each code once`() {
        #expect(Set(PopularCodes.listed).count == PopularCodes.listed.count)
    }
}
