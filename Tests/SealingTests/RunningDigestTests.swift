import Sealing
import Testing

@Suite struct `A running digest` {
    @Test(arguments: [[], [0], [1, 2, 3], [200, 0, 1000, 77]]) func `is that of the whole message`(sizes: [Int]) {
        let digest = RunningDigest()
        var message: [UInt8] = []
        for size in sizes {
            let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + size) }
            digest.add(piece)
            message += piece
        }
        #expect(digest.finish() == KeyedHash.digest(of: message))
    }
}
