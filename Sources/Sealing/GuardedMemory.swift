internal import CSodium

/// Memory from libsodium that is fenced by guard pages, excluded from core dumps, and wiped when it is freed. It is
/// locked against swapping if the process's limit on locked memory allows it.
enum GuardedMemory {
    /// Allocates memory filled with zeros.
    ///
    /// - Parameter count: the number of bytes; a negative count is treated as 0.
    /// - Throws: ``SealingError/outOfMemory`` if the system refuses it because of a limit on the process's memory or
    ///   mappings.
    static func take(_ count: Int) throws(SealingError) -> UnsafeMutableRawBufferPointer {
        Sodium.ready
        let count = max(count, 0)
        // Even an empty allocation needs an address to free.
        guard let start = unsafe sodium_malloc(max(count, 1)) else { throw .outOfMemory }
        unsafe sodium_memzero(start, max(count, 1))
        return unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    /// Makes memory read-only until it is freed.
    ///
    /// - Returns: the bytes at its start that are in use.
    /// - Throws: ``SealingError/outOfMemory`` if the system refuses the change, which may require splitting a mapping.
    static func close(
        _ memory: UnsafeMutableRawBufferPointer, filled count: Int
    ) throws(SealingError) -> UnsafeMutableRawBufferPointer {
        guard unsafe sodium_mprotect_readonly(memory.baseAddress!) == 0 else { throw .outOfMemory }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<min(max(count, 0), memory.count)])
    }
}
