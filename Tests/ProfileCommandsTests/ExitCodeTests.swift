import ProfileKit
import Testing

@testable import ProfileCommands

@Suite struct ExitCodeTests {
    /// The contract's table, which is never renumbered.
    private static let contract: [(Int32, String)] = [
        (0, "ok"), (1, "failure"), (10, "locked"), (11, "wrong-passcode"), (12, "throttled"), (13, "no-store"),
        (14, "exists"), (15, "invalid-value"), (16, "conflict"), (17, "not-found"), (18, "damaged"),
        (19, "newer-store"), (20, "busy"), (21, "io"), (22, "no-device-secret"), (23, "unreachable"), (64, "usage"),
        (130, "interrupted"),
    ]

    @Test func `numbers and names are the contract's`() {
        #expect(ExitCode.allCases.map(\.rawValue) == Self.contract.map(\.0))
        #expect(ExitCode.allCases.map(\.name) == Self.contract.map(\.1))
    }

    @Test func `each code says when it is used, in words of its own`() {
        #expect(Set(ExitCode.allCases.map(\.meaning)).count == ExitCode.allCases.count)
        #expect(ExitCode.allCases.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.contains("\n") })
    }

    @Test(
        arguments: [
            (ProfileError.Code.failure, 1), (.locked, 10), (.wrongPasscode, 11), (.throttled, 12), (.noStore, 13),
            (.exists, 14), (.invalidValue, 15), (.conflict, 16), (.notFound, 17), (.damaged, 18), (.newerStore, 19),
            (.busy, 20), (.io, 21), (.noDeviceSecret, 22),
        ] as [(ProfileError.Code, Int32)])
    func `each code of the library leads to the exit code of the same name`(code: ProfileError.Code, number: Int32) {
        #expect(ExitCode(code).rawValue == number)
        #expect(ExitCode(code).name == code.description)
    }
}
