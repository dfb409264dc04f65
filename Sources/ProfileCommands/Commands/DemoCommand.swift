internal import CommandParsing
internal import FoundationEssentials
internal import Glibc
internal import Interchange
internal import ProfileApp
internal import ProfileKit
internal import SampleData
internal import SystemKit

/// `profile demo`: the product in a minute, on a temporary store.
///
/// It runs the real commands on a real store in a temporary folder; the user's own files aren't touched.
enum DemoCommand: ProfileCommand {
    static let declaration = Command(
        "demo", abstract: "Try it on a throw-away store with sample hikes.", group: "Help",
        examples: [Example("profile demo", "Unlock, show, list places, edit, show.")])

    private static let passcode = "739158"

    static func run(_ call: CommandCall) throws {
        guard !call.settings.isJSON else {
            throw UsageError(
                message: "demo shows commands with their answers, which are no single JSON object",
                hint: "Leave --json out.")
        }
        let folder = try TemporaryFolder(environment: call.context.environment)
        defer { folder.remove() }
        // A signal would leave the folder behind, so it ends the demo between two steps.
        try Interruption.waking(try EventCounter()) { try show(in: folder, call) }
    }

    private static func show(in folder: TemporaryFolder, _ call: CommandCall) throws {
        let store = "\(folder.path)/demo.profile"
        let context = context(in: folder, of: store, call)
        try makeStore(store, Gate.Configuration(environment: context.environment))
        try folder.write("\(passcode)\n", to: "passcode")
        say("A profile, sealed in \(store), with the passcode \(passcode).", call)
        let steps = [
            (["unlock"], unseen: ["--passcode-file", "\(folder.path)/passcode"]), (["show"], []),
            (["place", "list", "--category", "Mountains"], []), (["edit", "--season", "spring"], []), (["show"], []),
        ]
        for (arguments, unseen) in steps where !Interruption.isPending {
            try step(arguments, with: unseen, context, call)
        }
        guard !Interruption.isPending else { return }
        var ending = AppEnding.left
        if AppEntry.isPossible(call), !AppEntry.isPlain(call) {
            // The session is open, so the app starts on its home screen.
            ending = try AppEntry.show(CommandCall(try parse([]), context: context), isDemo: true).ending
        } else {
            try step(["lock"], context, call)
        }
        folder.remove()
        say("The demo store was removed. Create your own with: profile init", call)
        try AppEntry.finish(ending)
    }

    /// The surroundings of the demo's commands: everything that they write is in the folder.
    private static func context(in folder: TemporaryFolder, of store: String, _ call: CommandCall) -> CommandContext {
        var context = call.context
        // Keeps sessions, device secrets and the store in the folder.
        context.environment = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path,
            "PROFILE_SESSION": "file", "TZ": call.context.environment["TZ"] ?? "",
            "LANG": call.context.environment["LANG"] ?? "",
        ]
        // The terminal stays the same.
        for name in ["TERM", "COLORTERM", "NO_COLOR", "PROFILE_REDUCE_MOTION"] {
            context.environment[name] = call.context.environment[name]
        }
        context.prompt = nil
        // Set in the environment rather than as an option, which hints would repeat.
        context.environment["PROFILE_STORE"] = store
        return context
    }

    private static func makeStore(_ store: String, _ configuration: Gate.Configuration) throws {
        var configuration = configuration
        configuration.cost = .interactive
        let account = try NewAccount(passcode: Secret(passcode)).named("g_kumar")
        let (gate, _) = try Gate.create(account, at: .file(store), configuration: configuration)
        let hikes = try LandmarksFormat.read(SampleData.hikes)
        let open = try gate.unlock(with: Secret(passcode))
        try open.importHikes(hikes)
        try open.importPlaces(try PlaceFile.read(SampleData.places))
        try open.setEmergencyCard(try EmergencyCard("This is the demo. Its passcode is \(passcode)."))
    }

    private static func step(
        _ arguments: [String], with unseen: [String] = [], _ context: CommandContext,
        _ call: CommandCall
    ) throws {
        say("\n$ profile \(arguments.joined(separator: " "))", call)
        let invocation = try parse(unseen + arguments)
        guard let command = CommandTable.command(at: invocation.path) else { return }
        try command.run(try CommandCall(invocation, context: context))
        context.output.flush()
    }

    private static func parse(_ arguments: [String]) throws -> Invocation {
        try ArgumentParser(root: CommandTable.root).parse(arguments)
    }

    private static func say(_ text: String, _ call: CommandCall) {
        call.context.output.write(line: text)
        call.context.output.flush()
    }
}
