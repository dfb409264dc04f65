import Sealing

@testable import ProfileKit
@testable import SealedStore

extension Home {
    /// Puts a hike into the store as version 0.1.0 did, which checked less of it. A session must be open.
    func storeLikeFirstVersion(_ hike: Hike) throws {
        let store = try store()
        try store.write { transaction in
            let stored = StoredHike(
                hike: hike, contentDigest: [UInt8](repeating: 1, count: 32), recording: nil)
            try SealedCollection<StoredHike>().put(stored, number: hike.id, in: &transaction)
            try HikeLedger().refresh(in: &transaction)
        }
        store.close()
    }
}
