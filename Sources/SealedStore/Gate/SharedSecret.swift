package import Sealing

/// A secret that several values share; it is wiped with the last of them.
package final class SharedSecret: Sendable {
    package let secret: Secret

    package init(_ secret: consuming Secret) {
        self.secret = secret
    }
}
