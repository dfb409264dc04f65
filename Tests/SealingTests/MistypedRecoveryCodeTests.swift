import Sealing
import Testing

@Suite struct `A mistyped recovery code` {
    private func mistake(_ typed: [UInt8]) -> RecoveryCode.Malformed? {
        do {
            _ = try RecoveryCode(reading: Secret(typed))
            return nil
        } catch {
            return error as? RecoveryCode.Malformed
        }
    }

    private func mistake(_ typed: String) -> RecoveryCode.Malformed? { mistake(Array(typed.utf8)) }

    @Test(arguments: Codes.known) func `is detected when any single symbol is replaced`(known: Codes.Known) {
        let code = Array(known.code.utf8)
        for place in code.indices {
            for symbol in Codes.alphabet where symbol != code[place] {
                var typed = code
                typed[place] = symbol
                #expect(mistake(typed) == .check, "\(Character(Unicode.Scalar(symbol))) in place \(place)")
            }
        }
    }

    @Test(arguments: Codes.known) func `is detected when any two different neighbours are swapped`(known: Codes.Known) {
        let code = Array(known.code.utf8)
        for place in code.indices.dropLast() where code[place] != code[place + 1] {
            var typed = code
            typed.swapAt(place, place + 1)
            #expect(mistake(typed) == .check, "places \(place) and \(place + 1)")
        }
    }

    @Test func `is detected likewise for random codes`() throws {
        for _ in 0..<20 {
            let code = Array(try RecoveryCode.random().description.replacing("-", with: "").utf8)
            for place in code.indices {
                var typed = code
                typed[place] = Codes.alphabet.filter { $0 != code[place] }.randomElement() ?? 0
                #expect(mistake(typed) == .check)
            }
            for place in code.indices.dropLast() where code[place] != code[place + 1] {
                var typed = code
                typed.swapAt(place, place + 1)
                #expect(mistake(typed) == .check)
            }
        }
    }

    @Test(arguments: Codes.known)
    func `is another code with another key when its halves are exchanged`(known: Codes.Known) throws {
        let exchanged = String(known.code.suffix(14) + known.code.prefix(14))
        let key = try RecoveryCode(reading: Secret(exchanged)).key(for: Array("store".utf8))
        #expect(key.bytes.hexadecimal != known.key)
    }

    @Test func `is reported by its length when symbols are missing or extra`() {
        let code = Codes.known[0].code
        for count in 0..<28 { #expect(mistake(String(code.prefix(count))) == .length) }
        for extra in ["0", "W", "0000-0000"] { #expect(mistake(code + extra) == .length) }
        #expect(mistake(String(repeating: "0", count: 100_000)) == .length)
        #expect(mistake(String(repeating: "-", count: 100_000)) == .length)
    }

    @Test(arguments: ["U", "u", "*", "~", "$", "=", "!", "_", ".", "\0", "\t", "é", "０", "🥾", "\u{7F}"])
    func `is reported for a foreign symbol in any place`(symbol: String) {
        let code = Codes.known[0].code
        for place in [0, 1, 13, 14, 27] {
            #expect(mistake(String(code.prefix(place)) + symbol + code.dropFirst(place + 1)) == .symbol)
        }
        #expect(mistake(symbol) == .symbol)
    }
}
