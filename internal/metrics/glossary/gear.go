package glossary

// gearVersion is that of the rule of what gear has done and what of it is due.
const gearVersion = 3

func gearEntries() []Entry {
	return []Entry{
		{
			Key: "gear_use", Title: "What gear has done",
			Formula: "sum of distance and timer time of the activities that name it, and what it had done before them; a " +
				"part also counts those of the gear that it is mounted on, " +
				"from the first to the last day mounted",
			Inputs: "activities that name gear, days mounted, stated earlier use", Unit: "km, s, activities",
			Needs: "activities that name it; for a part, since when it is mounted", Source: "definition", Version: gearVersion,
			Limits: "An activity may name several pieces; each counts all of it, once. Days are whole: a part that was " +
				"changed between two rides of a " +
				"day counts both. What is kept from assistants is not counted for them. Totals of a service that knows of more " +
				"stand beside it under the name of the service.",
			Differs: "Strava counts moving time, and parts without their days.", Proof: vectorTested + "gear.TestWhatGearHasDone",
		},
		{
			Key: "used_pct", Title: "Used up",
			Formula: "100 · use since it was done last / limit, of the nearest of the limits distance, time, activities and " +
				"days; due from 100, by this or by what the service of the reminder says, or from its date until it was done",
			Inputs: "gear_use after the moment it was done last; days since then, since it was mounted, or since its first activity", Unit: "%",
			Needs: "a limit other than a date", Source: "definition", Version: gearVersion,
			Limits: "What began before the moment it was done does not count; done on an earlier day means at that day's " +
				"beginning.", Proof: vectorTested + "gear.TestRemindersCountFromWhenItWasDone",
		},
	}
}
