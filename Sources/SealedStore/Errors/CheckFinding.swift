/// A problem found by a check, as data.
public indirect enum CheckFinding: Error, Hashable, Sendable {
    // The engine.
    /// The file's header doesn't identify it as such a store.
    case header
    /// The file has another format version.
    case format(Int)
    /// The file has other tables.
    case tables
    /// The file's structure is damaged, in the engine's words.
    case structure([String])
    /// A problem in the engine's words (``EngineError/detail``).
    case engine(String)

    // The gate.
    case gateTamperedWith
    case refused(StoreError.Reason)

    // The records.
    case outOfMemory
    case recordDoesNotOpen
    case recordMalformed
    /// These parts are outdated.
    case parts([DamagedPart])
    case noRevisions
    /// The last revision differs from the committed value.
    case lastRevisionDiffers
    /// A derived record isn't what the others yield.
    case derivedDiffers(kind: String)
    /// The readable text differs from the one that was set.
    case readableTextDiffers
    case recordCount(written: Int, found: Int)
    /// A record differs from the one that was written.
    case recordsDiffer
    /// There are records of kinds that such a store doesn't have.
    case strayRecords(Int)
    /// The store is older than the last one seen here.
    case older
    /// The store is another copy than the one last used at this path here.
    case otherInstance

    // An account without its keys.
    case form(FormFinding)

    /// A form that is invalid, whatever the keys are.
    public enum FormFinding: Hashable, Sendable {
        case accountID, noGate, gateEpoch, gateMAC, gateSeal, noManifest, manifest
        case gateStages, gateParameters
        case noRecord(kind: String)
        case record(kind: String, number: Int)
        case fingerprint(kind: String, number: Int)
    }
}
