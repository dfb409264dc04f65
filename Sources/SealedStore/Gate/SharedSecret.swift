public import Sealing

/// A secret that several values share, such as what a view captures, which can't capture a `Secret`. It is wiped with the last
/// of them.
public final class SharedSecret: Sendable {
    public let secret: Secret

    public init(_ secret: consuming Secret) {
        self.secret = secret
    }
}
