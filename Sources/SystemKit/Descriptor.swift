internal import Glibc

/// An open file, closed at the end of the value's lifetime.
public struct Descriptor: ~Copyable, Sendable {
    package let number: Int32
    package let path: String

    /// Opens a file. The descriptor isn't inherited by child processes, and the path's last component must not be a
    /// symbolic link.
    init(opening path: String, flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
        let number = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        guard number >= 0 else { throw SystemError(.open, path) }
        self.number = number
        self.path = path
    }

    /// Takes ownership of an open descriptor.
    init(taking number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        close(number)
    }

    /// Reads up to `count` bytes at an offset; fewer only at the end of the file.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let outcome = unsafe bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(SystemError) in unsafe try read(into: buffer, at: offset) }
        }
        bytes.removeLast(count - (try outcome.get()))
        return bytes
    }

    /// Reads directly into memory, for example a secret's; fewer bytes only at the end of the file.
    ///
    /// - Returns: the number of bytes read.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let step = unsafe pread(number, buffer.baseAddress! + filled, buffer.count - filled, off_t(offset + filled))
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else { throw SystemError(.read, path) }
            if step == 0 { break }
            filled += step
        }
        return filled
    }

    /// Writes all bytes at an offset.
    public func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) { try write(bytes.span, at: offset) }

    /// Writes all the bytes, without copying them.
    public func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let step = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(number, buffer.baseAddress! + written, bytes.count - written, off_t(offset + written))
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { throw SystemError(.write, path) }
            written += step
        }
    }

    /// Returns once the file's content is on disk.
    public func sync() throws(SystemError) {
        guard fsync(number) == 0 else { throw SystemError(.sync, path) }
    }

    /// Waits for the lock and holds it until this descriptor is closed.
    ///
    /// Every holder marks the file when it takes the lock, so the timeout applies to each holder separately: any number
    /// of them may follow one another, but a single stopped process doesn't block others forever.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for one holder.
    ///   - isGivenUp: called between attempts, which are at most 20 ms apart.
    /// - Returns: whether the lock was taken; `false` if one holder kept it for all that time, or the wait was given
    ///   up.
    public func lockExclusively(
        within patience: Duration, orUntil isGivenUp: () -> Bool = { false }
    ) throws(SystemError) -> Bool {
        let clock = ContinuousClock()
        var turn = try holderMark()
        var end = clock.now.advanced(by: patience)
        var notice: ContinuousClock.Instant? = clock.now.advanced(by: .seconds(1))
        while try !tryToLockExclusively() {
            let current = try holderMark()
            if current != turn { (turn, end) = (current, clock.now.advanced(by: patience)) }
            guard clock.now < end, !isGivenUp() else { return false }
            if let time = notice, clock.now >= time {
                notice = nil
                LongWait.announce()
            }
            usleep(.random(in: 1_000...20_000))
        }
        // If marking the file is refused, waiters in a long queue time out sooner.
        _ = futimens(number, nil)
        return true
    }

    /// A value that changes with each holder of the lock.
    private func holderMark() throws(SystemError) -> [Int] {
        let time = try status().st_mtim
        return [Int(time.tv_sec), Int(time.tv_nsec)]
    }

    /// Takes the lock if it is free.
    ///
    /// - Returns: whether it was taken.
    public func tryToLockExclusively() throws(SystemError) -> Bool {
        if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError(.lock, path) }
        return false
    }

    /// Identifies the open file, which may have lost its name.
    public var identity: FileIdentity {
        get throws(SystemError) { FileIdentity(try status()) }
    }

    func status() throws(SystemError) -> stat {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw SystemError(.examine, path) }
        return status
    }
}
