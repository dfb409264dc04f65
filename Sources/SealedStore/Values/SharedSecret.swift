public import Sealing

/// A secret that several values share, for example a closure, which can't capture a noncopyable `Secret`. It is wiped
/// with the last reference.
public final class SharedSecret: Sendable {
    /// The secret itself.
    public let secret: Secret

    public init(_ secret: consuming Secret) {
        self.secret = secret
    }
}
