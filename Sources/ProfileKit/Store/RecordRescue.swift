internal import ProfileModel
internal import SealedStore
internal import SQLiteKit
internal import Sealing

/// What a body reads; `nil` when it comes upon something damaged. Other errors, such as the disk's, are passed on.
func whatOpens<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch let error as SQLiteError where error.isDamage {
        return nil
    } catch let error as EngineError where error.code == .damaged {
        return nil
    } catch let error as StoreError where error.code == .damaged {
        return nil
    } catch is SealingError, is MalformedRecord {
        return nil
    }
}

extension StoreFile {
    /// Puts all records of an account under another key, inside the caller's transaction.
    ///
    /// What doesn't open is kept aside. What can be worked out from the rest is: the profile from the newest commit that
    /// opens, the summary from the hikes.
    ///
    /// - Parameter card: for the card's MAC.
    /// - Returns: the parts that don't open, or aren't what was written last; empty when all of it was whole.
    func reseal(from old: RecordSealer, to new: RecordSealer, card: CardAuthentication) throws -> [DamagedPart] {
        let resealing = Resealing(kinds: ProfileSchema.kinds, collections: [StoredHike.self])
        // Of a store that was restored where no device secret is, the manifest names the instance that it was made from.
        let records = try RecordTransaction(
            in: backend, sealer: old, kinds: ProfileSchema.kinds, instance: nil, access: .salvaging)
        return try resealing.reseal(
            records, to: new, instance: instance.bytes,
            aside: { _, _ in },
            readable: { kind, number, payload in
                guard kind == ProfileSchema.emergency, let text = String(validating: payload, as: UTF8.self) else {
                    return nil
                }
                return card.readable(text, number: number)
            },
            completing: { records, damaged in
                if damaged.contains(.record(kind: Profile.kinds.document.name, number: nil)) {
                    try DocumentRecords<Profile>().rescue(in: &records)
                }
                try HikeLedger().refresh(in: &records)
            })
    }
}
