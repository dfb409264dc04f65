internal import Sealing
internal import SystemKit

// The gate's view of a session row. An account has one row for each place that keeps a session's key where other
// processes can't read it.
extension SessionRow {
    init(id: [UInt8], deadline: BootInstant, idleLimit: Duration) {
        self.init(
            id: id, boot: deadline.boot, deadlineNanoseconds: deadline.sinceBoot.nanoseconds,
            idleNanoseconds: idleLimit.nanoseconds, envelope: [])
    }

    /// When the session ends, however much it is used.
    var deadline: BootInstant {
        get { BootInstant(boot: boot, sinceBoot: .nanoseconds(deadlineNanoseconds)) }
        set { (boot, deadlineNanoseconds) = (newValue.boot, newValue.sinceBoot.nanoseconds) }
    }

    /// How long the session may go unused.
    var idleLimit: Duration { .nanoseconds(idleNanoseconds) }

    /// What the envelope is bound to: the store, every field of the row, and the gate's mark. Once the account was
    /// locked or a secret changed, a row therefore opens nothing, even if it is put back while its key still exists
    /// somewhere.
    func context(in scope: AccountScope, mark: GateMark) -> [UInt8] {
        var context = scope.purpose("session.v2")
        context.append(lengthPrefixed: scope.store.bytes)
        context.append(lengthPrefixed: scope.instance.bytes)
        context.append(lengthPrefixed: scope.accountBytes)
        context.append(lengthPrefixed: id)
        context.append(littleEndian: mark.epoch)
        context.append(littleEndian: mark.lock)
        context.append(lengthPrefixed: boot)
        context.append(littleEndian: deadlineNanoseconds)
        context.append(littleEndian: idleNanoseconds)
        return context
    }
}
