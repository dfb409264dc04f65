import Sealing
import Testing

@testable import ProfileKit
@testable import SealedStore

extension Home {
    /// Stores a hike as version 0.1.0 did, which checked less. A session must be open.
    func storeLikeFirstVersion(_ hike: Hike) throws {
        let store = try store()
        try store.opened.write { transaction in
            let stored = StoredHike(
                hike: hike, contentDigest: [UInt8](repeating: 1, count: 32), recording: nil)
            try SealedCollection<StoredHike>().put(stored, number: hike.id, in: &transaction)
            try HikeLedger().refresh(in: &transaction)
        }
        store.close()
    }

    /// Replaces a recorded hike's figures by some that earlier rules might have computed. A session must be open.
    func ageFigures(ofHike id: Int) throws {
        let store = try store()
        let hikes = SealedCollection<StoredHike>()
        try store.opened.write { transaction in
            var stored = try #require(try hikes.element(id, in: &transaction))
            (stored.figureRules, stored.hike.distance) = (HikeStatistics.rules - 1, 99)
            try hikes.put(stored, number: id, in: &transaction)
            try HikeLedger().refresh(in: &transaction)
        }
        store.close()
    }
}
