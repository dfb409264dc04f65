// The benchmarks, which use other parts of this module, are built without the testing library.
#if canImport(Testing)
    public import Testing

    /// A row of the reliability programme whose figure is the cases that a suite is made of.
    ///
    ///     @Suite(.reliability("R13", "…", figure: "…")) struct `The lockout ladder` { … }
    ///
    /// The row is recorded when the tests have ended. A failure of one of them fails the command that prints the table.
    public struct ReliabilityRow: SuiteTrait, TestScoping {
        fileprivate let row: String
        fileprivate let claim: String
        fileprivate let figure: String
        fileprivate let control: String

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            try await function()
            ReliabilityFigure.record(row, claim, figure: figure, control: control)
        }
    }

    extension Trait where Self == ReliabilityRow {
        /// - Parameters:
        ///   - row: the row's id, such as R7.
        ///   - claim: the promise.
        ///   - figure: the cases that are tried.
        ///   - control: the test of a broken variant, which has to be detected.
        public static func reliability(
            _ row: String, _ claim: String, figure: String, control: String = "–"
        ) -> ReliabilityRow {
            ReliabilityRow(row: row, claim: claim, figure: figure, control: control)
        }
    }
#endif
