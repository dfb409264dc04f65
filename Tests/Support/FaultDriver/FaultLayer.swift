import Glibc

/// The library `FaultLayer`, which must be loaded before this program by `LD_PRELOAD`.
@safe struct FaultLayer {
    private let armFunction: @convention(c) (Int, Int32, Int32) -> Void
    private let disarmFunction: @convention(c) () -> Int
    private let noteFunction: @convention(c) (UnsafePointer<CChar>) -> Void

    /// `nil` when it isn't loaded.
    init?() {
        // Itself, not a copy that this program might have been linked with.
        guard let arm = unsafe dlsym(nil, "fault_layer_arm"), let disarm = unsafe dlsym(nil, "fault_layer_disarm"),
            let note = unsafe dlsym(nil, "fault_layer_note")
        else { return nil }
        unsafe armFunction = unsafeBitCast(arm, to: (@convention(c) (Int, Int32, Int32) -> Void).self)
        unsafe disarmFunction = unsafeBitCast(disarm, to: (@convention(c) () -> Int).self)
        unsafe noteFunction = unsafeBitCast(note, to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)
    }

    /// Runs a body whose n-th change of a file fails, and each one behind it too when `lasting`.
    ///
    /// - Returns: whether there was an n-th.
    func failing(at number: Int, with error: Int32, lasting: Bool, _ body: () -> Void) -> Bool {
        armFunction(number, error, lasting ? 1 : 0)
        body()
        return disarmFunction() >= number
    }

    func note(_ text: String) {
        unsafe text.withCString { unsafe noteFunction($0) }
    }
}
