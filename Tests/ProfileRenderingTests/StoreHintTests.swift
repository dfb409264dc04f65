import ProfileKit
import ProfileRendering
import Testing

@Suite struct `The hint after a change of secrets that was not committed` {
    private func hint(_ code: EngineError.Code, codeWasShown: Bool = false) -> String {
        let reason = StoreError.Reason.changeFailed(code, recoveryCodeWasShown: codeWasShown, detail: "refused")
        return UserMessage(StoreError(reason, at: "a.db")).hint.text
    }

    @Test func `is about the server where that refused it, and else about the disk`() {
        #expect(
            hint(.server(.noRight))
                == "Nothing was changed. Have it granted by the server's operator: profile server sql")
        #expect(hint(.server(.readOnly)).hasPrefix("Nothing was changed. It may be a standby."))
        #expect(hint(.unreachable).hasPrefix("Nothing was changed. Check the network"))
        #expect(hint(.io) == "Nothing was changed. Check the disk and try again.")
    }

    @Test func `says of a recovery code that was shown that it is void, unless that is not known`() {
        #expect(
            hint(.server(.noRight), codeWasShown: true)
                == "Nothing was changed. The recovery code that was just shown is void: throw it away. "
                + "Have it granted by the server's operator: profile server sql")
        #expect(hint(.outcomeUnknown, codeWasShown: true).contains("Keep both recovery codes"))
    }
}
