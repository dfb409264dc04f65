import Sealing
import Testing

@Suite struct `Random bytes` {
    @Test(arguments: [1, 16, 24, 1000])
    func `they are as many as were asked for`(count: Int) {
        #expect(RandomBytes.make(count).count == count)
    }

    @Test func `they differ from call to call, in every place`() {
        let draws = (0..<64).map { _ in RandomBytes.make(16) }
        #expect(Set(draws).count == 64)
        for place in 0..<16 { #expect(Set(draws.map { $0[place] }).count > 1) }
    }
}
