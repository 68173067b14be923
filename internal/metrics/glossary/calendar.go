package glossary

import "lapkeep/internal/metrics/efforts"

func calendarEntries() []Entry {
	return []Entry{
		{
			Key: "compliance_pct", Title: "Compliance with a plan",
			Formula: "done / planned · 100 in whole percent, of duration (timer), distance and load; 80 to 120 green, 50 to " +
				"79 and 121 to 150 yellow, else red; " +
				"the band of the session is that of the first of the three that was planned",
			Inputs: "a planned workout and the activity that it is paired with", Unit: "%",
			Needs:  "a planned duration, distance or load, and the activity",
			Source: "the bands of TrainingPeaks' help page", Version: efforts.ComplianceVersion,
			Limits:  "Says how much was done, not how well. A plan that was done as several recordings is paired with one of them.",
			Differs: "Which value leads is a setting elsewhere.", Proof: vectorTested + "efforts.TestBandsAtTheirEdges",
		},
		{
			Key: "planned_pairing", Title: "Planned and done",
			Formula: "the athlete's own pairing, else the service's; else the same day and sport, the most alike first " +
				"(mean of |ln(done/planned)| over duration, distance and load, " +
				"plus a twenty-fourth for each hour between the times of day); else, for a day that is over, the day before or " +
				"after if at least half and at most one and a half was done",
			Inputs: "events, activities", Unit: "1", Needs: "a planned workout or race with a sport",
			Source: "our rule", Version: efforts.ComplianceVersion,
			Limits: "One activity for one event. An activity that is kept from assistants pairs with nothing for them.",
			Proof:  "an independent slow implementation on random weeks: calendar.TestMatchIsAsASlowOne",
		},
		{
			Key: "planned_load", Title: "Load of a planned workout",
			Formula: "the load that the plan states; else hours · intensity² · 100 (rule duration_intensity)",
			Inputs:  "a planned workout", Unit: "TSS",
			Needs: "a stated load, or a duration with an intensity factor", Source: "definition of the training stress score",
			Version: efforts.ComplianceVersion,
			Limits:  "As good as the plan's own intensity.", Proof: vectorTested + "efforts.TestLoadOfAPlan",
		},
	}
}
