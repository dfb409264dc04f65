internal import CSodium

/// Pages of libsodium's that are fenced, left out of core dumps, and wiped when they are given back. They are locked against
/// swapping where the process's limit on locked memory allows it.
enum GuardedMemory {
    /// Takes memory that is all zero.
    ///
    /// - Parameter count: how many bytes; a negative count is none.
    /// - Throws: ``SealingError/outOfMemory`` when the system refuses it: a limit on the process's memory or mappings.
    static func take(_ count: Int) throws(SealingError) -> UnsafeMutableRawBufferPointer {
        Sodium.ready
        let count = max(count, 0)
        // Even of no bytes there is an address to give back.
        guard let start = unsafe sodium_malloc(max(count, 1)) else { throw .outOfMemory }
        unsafe sodium_memzero(start, max(count, 1))
        return unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    /// Makes memory read-only for the rest of its life.
    ///
    /// - Returns: the bytes at its start that are in use.
    /// - Throws: ``SealingError/outOfMemory`` when the system refuses the change, since it may have to split a mapping.
    static func close(
        _ memory: UnsafeMutableRawBufferPointer, filled count: Int
    ) throws(SealingError) -> UnsafeMutableRawBufferPointer {
        guard unsafe sodium_mprotect_readonly(memory.baseAddress!) == 0 else { throw .outOfMemory }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<min(max(count, 0), memory.count)])
    }
}
