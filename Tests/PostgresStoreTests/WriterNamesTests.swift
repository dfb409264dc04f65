import Testing

@testable import PostgresStore

@Suite struct `The names of an account's last writers` {
    @Test func `have eight bytes each, and the newest eight names are kept`() {
        #expect(WriterNames.random().count == 8)
        let names = (1...9).map { [UInt8](repeating: $0, count: 8) }
        let all = names.reduce(WriterNames([])) { $0.adding($1) }
        #expect(all.bytes == names.dropFirst().reversed().flatMap { $0 })
    }

    @Test func `show whether a transaction was committed, or that too many have followed`() {
        let names = (1...9).map { [UInt8](repeating: $0, count: 8) }
        let before = WriterNames([]).adding(names[0])
        #expect(before.adding(names[1]).holds(names[1], after: before) == true)
        #expect(before.adding(names[2]).holds(names[1], after: before) == false)
        let later = names.dropFirst().reduce(before) { $0.adding($1) }
        #expect(later.holds([UInt8](repeating: 99, count: 8), after: before) == nil)
        #expect(WriterNames([]).holds(names[1], after: WriterNames([])) == false)
    }
}
