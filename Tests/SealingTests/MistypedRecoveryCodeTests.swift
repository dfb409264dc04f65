import Sealing
import Testing

@Suite struct `A recovery code that is mistyped` {
    private func mistake(_ typed: [UInt8]) -> RecoveryCode.Malformed? {
        do {
            _ = try RecoveryCode(reading: Secret(typed))
            return nil
        } catch {
            return error as? RecoveryCode.Malformed
        }
    }

    private func mistake(_ typed: String) -> RecoveryCode.Malformed? { mistake(Array(typed.utf8)) }

    @Test(arguments: Codes.known)
    func `any one symbol replaced by another is noticed`(known: Codes.Known) {
        let code = Array(known.code.utf8)
        for place in code.indices {
            for symbol in Codes.alphabet where symbol != code[place] {
                var typed = code
                typed[place] = symbol
                #expect(mistake(typed) == .check, "\(Character(Unicode.Scalar(symbol))) in place \(place)")
            }
        }
    }

    @Test(arguments: Codes.known)
    func `any two different neighbours swapped are noticed`(known: Codes.Known) {
        let code = Array(known.code.utf8)
        for place in code.indices.dropLast() where code[place] != code[place + 1] {
            var typed = code
            typed.swapAt(place, place + 1)
            #expect(mistake(typed) == .check, "places \(place) and \(place + 1)")
        }
    }

    @Test func `the same holds for random codes`() throws {
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
    func `the halves exchanged are another code, which has another key`(known: Codes.Known) throws {
        let exchanged = String(known.code.suffix(14) + known.code.prefix(14))
        let key = try RecoveryCode(reading: Secret(exchanged)).key(for: Array("store".utf8))
        #expect(key.bytes.hexadecimal != known.key)
    }

    @Test func `symbols that are missing or too many are a matter of length`() {
        let code = Codes.known[0].code
        for count in 0..<28 { #expect(mistake(String(code.prefix(count))) == .length) }
        for extra in ["0", "W", "0000-0000"] { #expect(mistake(code + extra) == .length) }
        #expect(mistake(String(repeating: "0", count: 100_000)) == .length)
        #expect(mistake(String(repeating: "-", count: 100_000)) == .length)
    }

    @Test(arguments: ["U", "u", "*", "~", "$", "=", "!", "_", ".", "\0", "\t", "é", "０", "🥾", "\u{7F}"])
    func `a foreign symbol is named as such, wherever it stands`(symbol: String) {
        let code = Codes.known[0].code
        for place in [0, 1, 13, 14, 27] {
            #expect(mistake(String(code.prefix(place)) + symbol + code.dropFirst(place + 1)) == .symbol)
        }
        #expect(mistake(symbol) == .symbol)
    }
}
