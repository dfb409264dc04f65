import ScenarioSupport

let shell = Program(path: "/bin/sh", environment: ["PATH": "/usr/bin:/bin"])
