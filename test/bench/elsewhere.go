package bench

import "lapkeep/internal/cli"

// byTests is a goal that tests show and this command does not measure.
func byTests(what, goal, tests string) cli.Measurement {
	return cli.Measurement{What: what, Goal: goal, Result: "by tests", Unmeasured: true, Note: tests}
}

// accuracy is the goals of agreement with devices.
func accuracy() []cli.Measurement {
	const oracle = "test/oracle "
	return []cli.Measurement{
		byTests("normalized power against the device", "within 0.56 W", oracle+"TestNormalizedPowerIsTheDevices"),
		byTests("TSS against the device", "within 0.15 or 0.2 %", oracle+"TestTSSIsTheDevices"),
		byTests("laps against the device", "as good as the reference rule", oracle+"TestLapPowerIsTheDevices"),
	}
}

// promises is the goals that hold or do not, without a number.
func promises() []cli.Measurement {
	return []cli.Measurement{
		byTests("MCP conformance, both revisions", "every required scenario", "internal/mcpserver TestDialogues; make clients"),
		byTests("bad files, fuzzed inputs", "no crash, no hang, a clear line", "internal/recording, make fuzz"),
		byTests("kill at any moment", "nothing acknowledged is lost", "internal/app TestKilledImports (make kill)"),
	}
}
