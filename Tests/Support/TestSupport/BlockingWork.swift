internal import Glibc

/// Runs work that blocks on a thread of its own. Dispatch runs about as many threads as there are processors, and other
/// tests can keep them all busy for longer than the work's other side waits.
public func detachThread(_ work: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        if let pointer = unsafe pointer { unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
    }
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, start, Unmanaged.passRetained(Work(work)).toOpaque())
    precondition(status == 0, "a thread can't be created")
    pthread_detach(thread)
}
