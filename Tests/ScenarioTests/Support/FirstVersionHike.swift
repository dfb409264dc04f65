import Sealing

@testable import ProfileKit

extension Home {
    /// Puts a hike into the store as version 0.1.0 did, which checked less of it. A session must be open.
    func storeLikeFirstVersion(_ hike: Hike) throws {
        let store = try store()
        try store.write { connection, sealer in
            try HikeTable.write(hike, contentDigest: [UInt8](repeating: 1, count: 32), into: connection, sealer: sealer)
            let goalDate = try ProfileTable.load(from: connection, sealer: sealer).profile.goalDate
            try HikeTable.refreshDigest(goalDate: goalDate, in: connection, sealer: sealer)
        }
        store.close()
    }
}
