internal import Interchange
internal import ProfileKit
internal import ProfileRendering
internal import SampleData

/// The first run on a terminal without screens: name, passcode, recovery code, first hikes. Nothing is created before
/// the user has typed a part of the recovery code.
struct PlainFirstRun {
    let call: CommandCall
    let person: any SecretPrompt

    func run() throws {
        person.tell(
            "There is no profile yet at \(call.settings.storePath.terminalSafe). Ctrl-C leaves without making one.")
        let username = try askName()
        let passcode = SharedSecret(try call.access.secrets.new(.sixDigits))
        let account = call.settings.account ?? .main
        try Gate.create(
            at: call.settings.place, account: account,
            secrets: Gate.Secrets(passcode: try passcode.secret.duplicate()), formats: [.sixDigits],
            username: username, configuration: call.access.configuration
        ) { code in
            try RecoverCommand.reveal(code, of: account, call)
            try prove(code)
        }
        let gate = try Gate(at: call.settings.place, account: account, configuration: call.access.configuration)
        let store = try gate.unlockBlocking(with: try passcode.secret.duplicate())
        try importHikes(into: store)
        try ShowCommand.show(store, call)
    }

    private func askName() throws -> String {
        let proposed = Profile.fresh(at: call.context.clock.secondsSince1970).username
        while true {
            let typed = try person.askOpenly("Your name [\(proposed.terminalSafe)]: ")
            let name = typed.isEmpty ? proposed : typed
            guard let rule = Profile.brokenRule(ofUsername: name) else { return name }
            person.tell("A name \(rule.words). Try again.")
        }
    }

    /// Asks for a group of the code until it is correct.
    private func prove(_ code: RecoveryCode) throws {
        let groups = code.description.split(separator: "-").map(String.init)
        let number = Int.random(in: 0..<groups.count)
        while try person.askOpenly("Type group \(number + 1) of \(groups.count) of the code: ").uppercased()
            != groups[number]
        {
            person.tell("That doesn't match. Try again.")
        }
    }

    private func importHikes(into store: ProfileStore) throws {
        while true {
            let typed = try person.askOpenly("Import hikes from (file or folder, 'samples', or Enter for none): ")
            if typed.isEmpty { return }
            if typed == "samples" {
                try store.importHikes(try LandmarksFormat.read(SampleData.hikes))
                return
            }
            var batch = HikeBatch(format: nil, isReplacing: false, keepsDuplicates: false)
            for file in HikeFile.all(named: [typed]) { try batch.add(file, to: store) { person.tell($0) } }
            for refusal in batch.refusals { person.tell(refusal.terminalSafe) }
            person.tell(batch.summary)
            if !batch.result.imported.isEmpty { return }
        }
    }
}
