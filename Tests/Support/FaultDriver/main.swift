import Durability
import Glibc
import ProfileKit

// A process whose files `FaultLayer` watches:
//
//     FaultDriver record FOLDER                     runs a story, noting the situation after each step
//     FaultDriver faults STEP FOLDER                repeats a step, each time with its n-th change of a file failing
//     FaultDriver read-faults STEP FOLDER           the same, with its n-th reading or opening of a file failing
//     FaultDriver memory-faults STEP FOLDER         the same, with its n-th request for memory failing, and with limits
//                                                   of SQLite's memory
//     FaultDriver KIND STEP FOLDER MOST             the same, with so many failures, spread evenly over the step
//     FaultDriver faults-unrenewed STEP FOLDER      a control: as if the device secret weren't renewed
//     FaultDriver faults-swallowed edit FOLDER      a control: as if the edit always reported success
//     FaultDriver read-faults-damaged read FOLDER   a control: what can't be read is called damaged
//     FaultDriver memory-faults-counted unlock FOLDER      a control: an attempt without memory is counted
//     FaultDriver memory-faults-misjudged unlock FOLDER    a control: it is taken for a wrong passcode
//
// It prints violated promises, one per line, and finally the number of runs.

let arguments = CommandLine.arguments
guard let layer = FaultLayer() else { fatalError("FaultLayer is not loaded") }
switch (arguments.dropFirst().first, arguments.count) {
case ("record"?, 3):
    let scene = Scene(folder: arguments[2])
    var situation = try Step.begin(in: scene)
    layer.note(situation.line)
    let story: [Step] = [
        .edit, .fail, .fail, .unlock, .importHikes, .fail, .change, .draft, .fail, .fail, .fail, .recover, .edit, .fail,
        .renewRecoveryCode, .fail, .commit, .change, .removeHike, .unlock,
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
case (let kind?, 4...5) where kind.split(separator: "-").contains("faults"):
    guard let step = Step(rawValue: arguments[2]) else { fatalError("there is no step \(arguments[2])") }
    let run = FaultRun(
        step: step, folder: arguments[3], layer: layer,
        operations: kind.hasPrefix("read") ? .reads : kind.hasPrefix("memory") ? .memory : .changes,
        most: arguments.count > 4 ? Int(arguments[4]) : nil,
        control: kind.split(separator: "-").last.flatMap { FaultRun.Control(rawValue: String($0)) })
    try run.run()
default: fatalError("usage: see above")
}
