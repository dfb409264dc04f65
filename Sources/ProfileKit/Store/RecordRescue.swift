internal import ProfileModel
internal import SQLiteKit
internal import SealedStore
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
    } catch SealingError.authenticationFailed, SealingError.malformed {
        return nil
    } catch is MalformedRecord {
        return nil
    }
}

extension StoreFile {
    /// Puts all records of an account under another key, inside the caller's transaction.
    ///
    /// What doesn't open is kept aside. What can be worked out from the rest is: the profile from the newest commit that
    /// opens, the summary from the hikes.
    ///
    /// - Parameters:
    ///   - card: for the card's MACs.
    ///   - lastSeen: the generation last seen, which the new one comes after.
    ///   - now: in seconds since 1970.
    /// - Returns: the generation from then on, and the parts that don't open or aren't what was written last.
    func reseal(
        from old: RecordSealer, to new: RecordSealer, card: CardAuthentication, lastSeen: Int, at now: Int
    ) throws -> (generation: Int, damaged: [DamagedPart]) {
        let resealing = Resealing(kinds: ProfileSchema.kinds, collections: ProfileSchema.collections)
        let (mark, damaged) = try resealing.reseal(
            try recordsOfAnyInstance(old, .salvaging), to: new, instance: instance.bytes, lastSeen: lastSeen,
            readable: { kind, number, payload in
                // What is sealed is the card as its owner set it; what stands readable may be anyone's.
                kind == ProfileSchema.emergency
                    ? card.readable(String(decoding: payload, as: UTF8.self), number: number) : nil
            },
            completing: { records, damaged in
                if !damaged.isEmpty { try DocumentRecords<Profile>().mend(fallback: nil, at: now, in: &records) }
                try HikeLedger().refresh(in: &records)
                try records.renew(card)
            })
        return (mark.generation, damaged)
    }
}
