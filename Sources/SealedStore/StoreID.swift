internal import Sealing

/// The random identifier of a store, generated when it is created. It identifies the store wherever its file is moved.
package struct StoreID: Hashable, Sendable {
    /// 16 bytes.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static let length = 16

    package static func random() -> StoreID { StoreID(bytes: RandomBytes.make(length)) }

    /// Lower-case hexadecimal, as in the name of the state folder.
    package var hexadecimal: String { bytes.hexadecimal }
}

extension [UInt8] {
    package var hexadecimal: String {
        reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }
}

/// Which of a store's copies a file is: made anew with the store and with each restore, so that copies go their own
/// ways. A file that was copied by other means is the same instance still.
package struct InstanceID: Hashable, Sendable {
    /// 16 random bytes; none for a store that came from format 1, which knew no instances.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static let unnamed = InstanceID(bytes: [])

    package static func random() -> InstanceID { InstanceID(bytes: RandomBytes.make(StoreID.length)) }

    package var isUnnamed: Bool { bytes.isEmpty }

    /// Lower-case hexadecimal, as the state folder is named.
    package var hexadecimal: String { bytes.hexadecimal }
}
