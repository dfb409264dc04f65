internal import ProfileKit
internal import ProfileRendering

extension Reporter {
    /// Says what a change of secrets came upon after it counted, which is no reason to fail.
    func remark(_ remark: Gate.ChangeRemark) {
        switch remark {
        case .commitReportedFailure(let error):
            self.remark("The change counts, though the disk reported an error: \(WordedError(error).message)")
        case .stateFilesUnfinished(let error):
            self.remark(
                "The change counts. The next command finishes it beside the store: \(WordedError(error).message)")
        case .logNotEmptied(let error):
            self.remark(
                "The change counts. What it replaced stays in the store's log until the next command: \(WordedError(error).message)"
            )
        case .stateFilesNotRemoved(let error):
            self.remark(
                "The account is removed, but not all of its files beside the store: \(WordedError(error).message)")
        }
    }
}
