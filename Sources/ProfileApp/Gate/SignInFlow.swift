internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The sign-in as one flow: workspace, ID and password, the second code on its sheet, "Signed in".
///
/// How the app uses it: it draws after each event before it carries out the effects. ``Effect/findWorkspace(_:)`` is
/// answered by ``workspaceFound(at:)`` or ``workspaceMissing(_:)``; ``Effect/checkPassword(id:password:)`` by
/// ``passwordAccepted(next:at:)``, or for an account without a second stage by leaving this screen for the lock screen;
/// ``Effect/checkCode(_:)`` by ``codeAccepted(failures:at:)``; both also by the refusals. Refusals go to the step
/// that asked. An answer to a check that was given up (``Effect/forgetCheck``, ``Effect/leave``) is not to be given.
struct SignInFlow: Screen {
    enum Effect: Sendable {
        case ring
        case findWorkspace(String)
        /// An empty password is for an account that has none.
        case checkPassword(id: String, password: TypedSecret)
        case checkCode(TypedSecret)
        /// The step was left while, or after, something was checked: the door behind the password is closed again.
        case forgetCheck
        case recover(id: String)
        /// Cancel at the first step: the app ends with exit code 130.
        case leave
        /// On to the summary.
        case proceed
    }

    private enum Step: Hashable { case workspace, credentials, code, signedIn }

    private let motion: Motion
    private let random: RandomWords
    private let hasWorkspaceStep: Bool
    private var size: CellSize
    private var step: Step
    private(set) var workspace: WorkspaceScreen
    private(set) var credentials: CredentialsScreen
    private(set) var sheet: CodeSheet?
    private var signedIn: SignedInScreen
    private var slide: (slide: Slide, from: Step)?

    /// - Parameters:
    ///   - asksWorkspace: whether the store isn't named yet.
    ///   - id: the account, where it is known.
    ///   - random: shuffles the sheet's keypad.
    init(
        asksWorkspace: Bool, id: String = "", motion: Motion = .full, random: RandomWords = .system, size: CellSize
    ) {
        (self.motion, self.random, self.size) = (motion, random, size)
        hasWorkspaceStep = asksWorkspace
        step = asksWorkspace ? .workspace : .credentials
        workspace = WorkspaceScreen(size: size)
        credentials = CredentialsScreen(id: id, hasStepBefore: asksWorkspace, size: size)
        signedIn = SignedInScreen(failures: 0, size: size)
    }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        settle(at: now)
        if case .resized(let size) = event {
            self.size = size
            // All of them, so that each is right when it comes into sight.
            _ = workspace.update(event, at: now)
            _ = credentials.update(event, at: now)
            _ = signedIn.update(event, at: now)
            return []
        }
        switch step {
        case .workspace: return workspace.update(event, at: now).map(effect)
        case .credentials: return credentials.update(event, at: now).flatMap { effects(of: $0, at: now) }
        case .code: return updateSheet(event, at: now)
        case .signedIn:
            // What is typed while the sheet leaves is not for a screen that isn't seen yet.
            return sheet == nil ? signedIn.update(event, at: now).map { _ in .proceed } : []
        }
    }

    /// Says why it is shown.
    mutating func say(_ message: String) {
        credentials.say(message)
    }

    // MARK: Outcomes

    /// The workspace is there: on to ID and password.
    mutating func workspaceFound(at now: Moment) {
        guard step == .workspace else { return }
        workspace.found()
        credentials.focusFirstEmpty()
        go(to: .credentials, .forward, at: now)
    }

    mutating func workspaceMissing(_ message: String) -> [Effect] {
        workspace.missing(message).map(effect)
    }

    /// The password was right: the sheet for the second code comes up.
    mutating func passwordAccepted(next format: CodeFormat, at now: Moment) {
        guard step == .credentials else { return }
        credentials.accepted()
        sheet = CodeSheet(format: format, random: random, motion: motion, at: now)
        step = .code
    }

    mutating func unknownID() -> [Effect] {
        credentials.unknownID().flatMap { effects(of: $0, at: .zero) }
    }

    /// The password or the code was wrong.
    mutating func refused(
        _ message: String, triesLeft: Int?, retryAfter: Duration = .zero, at now: Moment
    ) -> [Effect] {
        if step == .code {
            sheet?.refused(message, triesLeft: triesLeft, retryAfter: retryAfter, at: now)
        } else {
            _ = credentials.wrongPassword(message, triesLeft: triesLeft, retryAfter: retryAfter, at: now)
        }
        return [.ring]
    }

    /// Nothing was tried, since a wait isn't over.
    mutating func throttled(until end: Moment, at now: Moment) -> [Effect] {
        if step == .code {
            sheet?.throttled(until: end, at: now)
        } else {
            _ = credentials.throttled(until: end, at: now)
        }
        return [.ring]
    }

    /// It could not be tried for another reason.
    mutating func failed(_ message: String, hint: String = "", at now: Moment) -> [Effect] {
        switch step {
        case .workspace: _ = workspace.missing(message)
        case .code: sheet?.failed(message, hint: hint)
        case .credentials, .signedIn: _ = credentials.failed(message, hint: hint)
        }
        return [.ring]
    }

    /// The second code was right: the sheet leaves, and "Signed in" shows.
    ///
    /// - Parameter failures: how many tries failed since the last unlock.
    mutating func codeAccepted(failures: Int, at now: Moment) {
        guard step == .code else { return }
        credentials.wipe()
        signedIn = SignedInScreen(failures: failures, size: size)
        sheet?.leave(at: now)
        step = .signedIn
        settle(at: now)
    }

    // MARK: Looks

    func nextTick(after now: Moment) -> Moment? {
        let own: Moment? =
            switch step {
            case .workspace, .code, .signedIn: nil
            case .credentials: credentials.nextTick(after: now)
            }
        return [slide?.slide.nextTick(after: now), sheet?.nextTick(after: now), own].compactMap(\.self).min()
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let current = picture(of: step, size: canvas.size, at: now)
        if let slide, !slide.slide.isOver(at: now) {
            let old = picture(of: slide.from, size: canvas.size, at: now)
            slide.slide.draw(from: old, to: current, on: &canvas, at: now)
        } else {
            canvas.draw(current, column: 0, row: 0)
        }
        if let sheet, !sheet.isGone(at: now) { sheet.draw(on: &canvas, at: now) }
    }

    private func picture(of step: Step, size: CellSize, at now: Moment) -> Canvas {
        var canvas = Canvas(size: size)
        switch step {
        case .workspace: workspace.draw(on: &canvas, at: now)
        case .credentials, .code: credentials.draw(on: &canvas, at: now)
        case .signedIn: signedIn.draw(on: &canvas, at: now)
        }
        return canvas
    }

    // MARK: Steps

    private mutating func updateSheet(_ event: Event, at now: Moment) -> [Effect] {
        switch sheet?.update(event, at: now, in: size) ?? .nothing {
        case .nothing, .emergency: return []
        case .check(let secret): return [.checkCode(secret)]
        case .recover: return [.recover(id: credentials.id.text)]
        case .cancelled:
            sheet?.leave(at: now)
            step = .credentials
            settle(at: now)
            return [.forgetCheck]
        }
    }

    private func effect(of effect: WorkspaceScreen.Effect) -> Effect {
        switch effect {
        case .next(let name): .findWorkspace(name)
        case .leave: .leave
        case .ring: .ring
        }
    }

    private mutating func effects(of effect: CredentialsScreen.Effect, at now: Moment) -> [Effect] {
        switch effect {
        case .ring: return [.ring]
        case .check(let id, let password): return [.checkPassword(id: id, password: password)]
        case .recover(let id): return [.recover(id: id)]
        case .back:
            guard hasWorkspaceStep else {
                credentials.wipe()
                return [.leave]
            }
            go(to: .workspace, .back, at: now)
            return [.forgetCheck]
        }
    }

    private mutating func go(to next: Step, _ direction: Slide.Direction, at now: Moment) {
        slide = motion == .full && next != step ? (Slide(direction, at: now), step) : nil
        step = next
    }

    /// Forgets what has come to rest.
    private mutating func settle(at now: Moment) {
        if slide?.slide.isOver(at: now) == true { slide = nil }
        if sheet?.isGone(at: now) == true { sheet = nil }
    }
}
