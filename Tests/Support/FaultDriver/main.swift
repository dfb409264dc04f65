import Durability
import Glibc
import ProfileKit

// A process whose files `FaultLayer` watches:
//
//     FaultDriver record FOLDER                     runs a story, noting the situation after each step
//     FaultDriver faults STEP FOLDER                repeats a step, each time with its n-th change of a file failing
//     FaultDriver read-faults STEP FOLDER           the same, with its n-th reading or opening of a file failing
//     FaultDriver faults-unrenewed STEP FOLDER      a control: as if the device secret weren't renewed
//     FaultDriver faults-swallowed edit FOLDER      a control: as if the edit always reported success
//
// It prints violated promises, one per line, and finally the number of runs.

let arguments = CommandLine.arguments
guard let layer = FaultLayer() else { fatalError("FaultLayer is not loaded") }
switch (arguments.dropFirst().first, arguments.count) {
case ("record", 3):
    let scene = Scene(folder: arguments[2])
    var situation = try Step.begin(in: scene)
    layer.note(situation.line)
    let story: [Step] = [
        .edit, .fail, .fail, .unlock, .edit, .fail, .change, .edit, .fail, .fail, .fail, .recover, .edit, .fail,
        .renewRecoveryCode, .fail, .edit, .change, .edit, .unlock,
    ]
    for (number, step) in story.enumerated() {
        situation = try step.run(in: scene, from: situation, number: number + 1)
        layer.note(situation.line)
    }
    // A store that stays open: its commits are only in the log until it is closed.
    let store = try scene.gate().unlockBlocking(with: Secret(situation.passcode))
    situation.failures = 0
    for number in 1...4 {
        try store.edit { $0.username = "open \(number)" }
        situation.username = "open \(number)"
        layer.note(situation.line)
    }
    store.close()
    print("done")
case ("faults", 4), ("read-faults", 4), ("faults-unrenewed", 4), ("faults-swallowed", 4):
    guard let step = Step(rawValue: arguments[2]) else { fatalError("there is no step \(arguments[2])") }
    let run = FaultRun(
        step: step, folder: arguments[3], layer: layer,
        operations: arguments[1].hasPrefix("read") ? .reads : .changes,
        control: arguments[1].split(separator: "-").last.flatMap { FaultRun.Control(rawValue: String($0)) })
    try run.run()
default: fatalError("usage: see above")
}
