internal import ProfileKit
internal import ProfileRendering

extension SecretSetupScreen {
    func nextTick(after now: Moment) -> Moment? {
        let field = step == .current ? current.nextTick(after: now) : step == .new ? new.nextTick(after: now) : nil
        return [field, status.nextTick(after: now)].compactMap(\.self).min()
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        switch step {
        case .name: drawName(on: &canvas, at: now)
        case .oldCode: drawOldCode(on: &canvas, at: now)
        case .current:
            var shown = current
            if let text = status.waitText(at: now) { shown.say(text) }
            shown.draw(on: &canvas, in: area, at: now)
        case .new: new.draw(on: &canvas, in: area, at: now)
        case .revealing: newCode?.draw(on: &canvas)
        case .checking, .finishing:
            var row = max(area.size.rows / 2 - 1, 0)
            if case .recovery = purpose {
                row = drawCodeTitle(on: &canvas) + 3
            }
            let texts =
                isFirstRun
                ? ("Creating your keys…", "Encrypting your profile…") : ("Checking…", "Renewing the keys…")
            let text = step == .checking ? texts.0 : texts.1
            canvas.cursor = canvas.writeCentred(text, row: row, in: area, style: .faint)
        }
    }

    private func drawName(on canvas: inout Canvas, at now: Moment) {
        guard case .firstRun(let start) = purpose else { return }
        let layout = FormLayout(fieldCount: 1, in: canvas.size)
        layout.drawTitle("⛰️", title, on: &canvas)
        let place = "There is no profile yet at \(start.path.terminalSafe)."
        let room = max(layout.area.size.columns - 4, 1)
        canvas.writeCentred(
            place.cells > room ? "There is no profile yet." : place, row: layout.top + 1, in: layout.area, style: .faint
        )
        layout.drawLabel("What is your name?", of: 0, on: &canvas)
        name.draw(
            on: &canvas, column: layout.left, row: layout.fieldRow(0), width: layout.width,
            isFocused: focus.current == .field)
        layout.drawMessages(of: status.header(at: now), on: &canvas)
        drawButtons(on: &canvas)
    }

    private func drawOldCode(on canvas: inout Canvas, at now: Moment) {
        let area = canvas.size.aboveKeyLine
        let row = drawCodeTitle(on: &canvas)
        canvas.writeCentred("Type the code that you wrote down.", row: row + 1, in: area, style: .faint)
        let left = (canvas.size.columns - RecoveryCodeInput.cells) / 2
        oldCode.draw(on: &canvas, column: left, row: row + 3, isFocused: focus.current == .field)
        status.header(at: now).drawMessages(on: &canvas, row: row + 5, in: area)
        drawButtons(on: &canvas)
    }

    /// - Returns: the row of the title.
    private func drawCodeTitle(on canvas: inout Canvas) -> Int {
        let title = ["Recovery code", purpose.account?.distinction].compactMap(\.self).joined(separator: " · ")
        let row = codeTop(in: canvas.size)
        canvas.writeCentred("🔑  \(title)", row: row, in: canvas.size.aboveKeyLine, style: .title)
        return row
    }

    private func drawButtons(on canvas: inout Canvas) {
        ButtonRow.draw(
            buttons, on: &canvas, row: buttonRow(in: canvas.size), in: canvas.size.aboveKeyLine,
            focused: [Part.back, .next].firstIndex(of: focus.current))
    }

    var buttons: [Button] {
        [Button(isFirstRun ? "Leave" : "Back"), Button("Next", isEnabled: canGoOn)]
    }

    private func codeTop(in size: CellSize) -> Int { max((size.rows - 11) / 2, 0) }

    func buttonRow(in size: CellSize) -> Int {
        step == .name ? FormLayout(fieldCount: 1, in: size).buttonRow : codeTop(in: size) + 8
    }
}
