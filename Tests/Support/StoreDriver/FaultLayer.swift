import Glibc

/// The library `FaultLayer`, which must be preloaded with `LD_PRELOAD`.
@safe struct FaultLayer {
    /// What is counted, and can fail.
    enum Operations: UInt32 {
        case changes = 1
        case reads = 2
        case memory = 3
    }

    private let armFunction: @convention(c) (UInt32, Int, Int32, Int32) -> Void
    private let disarmFunction: @convention(c) () -> Int
    private let noteFunction: @convention(c) (UnsafePointer<CChar>) -> Void

    /// `nil` when it isn't loaded.
    init?() {
        // The preloaded library, not a copy that this program might be linked with.
        guard let arm = unsafe dlsym(nil, "fault_layer_arm"), let disarm = unsafe dlsym(nil, "fault_layer_disarm"),
            let note = unsafe dlsym(nil, "fault_layer_note")
        else { return nil }
        unsafe armFunction = unsafeBitCast(arm, to: (@convention(c) (UInt32, Int, Int32, Int32) -> Void).self)
        unsafe disarmFunction = unsafeBitCast(disarm, to: (@convention(c) () -> Int).self)
        unsafe noteFunction = unsafeBitCast(note, to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)
    }

    /// Counts the operations of a body, none of which fails.
    func counting(_ operations: Operations, _ body: () throws -> Void) rethrows -> Int {
        armFunction(operations.rawValue, 0, 0, 0)
        do {
            try body()
        } catch {
            _ = disarmFunction()
            throw error
        }
        return disarmFunction()
    }

    /// Runs a body whose n-th operation fails, and all later ones too if `lasting`.
    ///
    /// - Returns: whether there was an n-th operation.
    func failing(
        _ operations: Operations, at number: Int, with error: Int32, lasting: Bool, _ body: () -> Void
    ) -> Bool {
        armFunction(operations.rawValue, number, error, lasting ? 1 : 0)
        body()
        return disarmFunction() >= number
    }

    func note(_ text: String) {
        unsafe text.withCString { unsafe noteFunction($0) }
    }
}
