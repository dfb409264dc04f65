internal import Sealing

/// The random name of a store, made with it: it tells stores apart wherever their files are moved.
struct StoreID: Hashable, Sendable {
    /// 16 bytes.
    let bytes: [UInt8]

    static let length = 16

    static func random() -> StoreID { StoreID(bytes: RandomBytes.make(length)) }

    /// Lower-case hexadecimal, as the state folder is named.
    var hexadecimal: String { bytes.hexadecimal }
}

extension [UInt8] {
    var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
