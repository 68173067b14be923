package main

// byTests is a goal that tests show and bench does not measure.
func byTests(what, goal, tests string) measurement {
	return measurement{What: what, Goal: goal, Result: "by tests", Unmeasured: true, Note: tests}
}

// accuracy is the goals of agreement with devices.
func accuracy() []measurement {
	const oracle = "test/oracle "
	return []measurement{
		byTests("normalized power against the device", "within 0.56 W", oracle+"TestNormalizedPowerIsTheDevices"),
		byTests("TSS against the device", "within 0.15 or 0.2 %", oracle+"TestTSSIsTheDevices"),
		byTests("laps against the device", "as good as the reference rule", oracle+"TestLapPowerIsTheDevices"),
	}
}

// promises is the goals that hold or do not, without a number.
func promises() []measurement {
	return []measurement{
		byTests("MCP conformance, both revisions", "every required scenario", "internal/faces/mcp TestDialogues; make clients"),
		byTests("bad files, fuzzed inputs", "no crash, no hang, a clear line", "internal/formats/recording, make fuzz"),
		byTests("kill at any moment", "nothing acknowledged is lost", "internal/app TestKilledImports (make kill)"),
	}
}
