package glossary

import (
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/route"
)

const structureTested = "generated sessions whose structure is known, with noise, 60 of each of 16 kinds"

func intervalEntries() []Entry {
	return []Entry{
		{
			Key: "intervals", Title: "Intervals",
			Formula: "change points of the basis (bins of 5 s merged from the bottom up while the squared error that a merge adds is below " +
				"5σ²·ln n, σ from the middle difference of neighbouring bins; each bound then moved to the second that fits " +
				"best); levels parted in two " +
				"where the variance between them is largest; work is what lies above 42 % of the way from easy to hard; a line " +
				"instead of steps makes a ramp, parts in turn make over-unders",
			Needs:  "five minutes of power, of speed on foot or on water, of heart rate, or the lengths of a pool swim, over 80 % of the time",
			Inputs: "power (riding, rowing), speed (running), heart rate where neither was recorded; laps; lengths of a pool", Unit: "intervals",
			Source: "change point detection after Killick et al. 2012 (the cost and its penalty) and Otsu 1979 (the " +
				"border); the thresholds are ours",
			Limits: "Work has to be 1.22 times as hard as the rest (speed 1.15, heart rate 1.10), and intervals have to " +
				"explain 84 % of the variance of 10 s means, " +
				"50 % where they are sets: a ride by the terrain has none. Heart rate alone tells of sets of a minute or more, within about 10 s. " +
				"The foot of a ramp test is told to half a minute unless a lap marks it.",
			Differs: "GoldenCheetah looks for efforts near a critical power, Intervals.icu for stretches of like power; " +
				"both find intervals on most rides.",
			Proof: structureTested +
				": the count right and every bound within 3 s in 95 % or more of each kind; never a set on a steady ride: " +
				"efforts.TestGeneratedSessions", Version: efforts.Version,
		},
		{
			Key: "interval_sets", Title: "Sets",
			Formula: "consecutive intervals within 13 % of duration (or 4 % of distance), 17 % of level and 40 % of rest; " +
				"like sets are blocks of one; " +
				"unlike intervals with like rests are a ladder, with unlike ones a fartlek",
			Needs: "intervals", Inputs: "intervals and the rests between them", Unit: "sets",
			Source: "how coaches write sessions", Version: efforts.Version,
			Limits:  "Durations in names are those that were most likely meant: multiples of 15 s or 5 s where the recording is close to one.",
			Differs: "Services list intervals and do not name sets.",
			Proof:   structureTested + ": nine names of ten or more are those that the generator wrote: efforts.TestGeneratedNames",
		},
		{
			Key: "done_pct", Title: "How much of a planned step was done",
			Formula: "the steps of work of the paired workout, repeats written out, and the intervals in their order, " +
				"aligned so that the sum of |ln(done/planned)| of duration or distance " +
				"and of 3 · ln of the ratio by which the mean lies beyond the target is least, a step or an interval left " +
				"alone costing 0.6; done_pct is the interval's share of the step; " +
				"a mean within 3 % of a bound is on target. Work is what the workout calls so; of steps without a purpose, " +
				"those above the level that parts their targets best",
			Needs: "a workout with steps (of the calendar as a service read its text, or recorded by the device), " +
				"intervals, and the threshold that a relative target is of",
			Inputs: "intervals, steps, the thresholds and zones of that day", Unit: "%",
			Source: "alignment after Needleman and Wunsch 1970; the costs are ours", Version: efforts.PlannedVersion,
			Limits: "Which activity a plan is of is decided by planned_pairing. Of like steps the later ones are those that " +
				"were not done. A target of heart rate is held against the mean, " +
				"which follows late. A workout of one level has no intervals, so nothing is told of it.",
			Differs: "Services colour the whole workout by how much was done; Garmin scores the time within the range.",
			Proof: "generated sessions whose structure is known, with noise, 30 of each of 3 kinds, as planned and with " +
				"one interval left out, cut short or put in: 95 % or more told right: efforts.TestSessionsThatDifferFromTheirPlan",
		},
		{
			Key: "rest_s", Title: "Rest between intervals", Formula: "from the end of one interval to the start of the next; of a set the median",
			Needs: "two intervals or more", Inputs: "intervals", Unit: "s", Source: "definition", Version: efforts.Version,
			Limits: "Pauses of the timer count.", Proof: "see intervals",
		},
		{
			Key: "percent_of_threshold", Title: "Interval in percent of the threshold",
			Formula: "100 · mean of the interval / threshold of that day: FTP for power, threshold speed for pace, LTHR for heart rate",
			Needs:   "intervals and the threshold of the sport", Inputs: "intervals, dated thresholds", Unit: "%", Source: "definition",
			Version: efforts.Version,
			Limits: "A pace is compared as a speed: 105 % is faster than threshold. Under a minute the mean has the time " +
				"of getting up to power in it.",
			Proof: tableTested + "activity.TestIntervalsByTheThresholdsOfTheDay",
		},
		{
			Key: "zone", Title: "Zone of an interval", Formula: "the zone that its mean lies in, by the zones of that day",
			Needs:  "intervals and zones",
			Inputs: "intervals, dated zones", Unit: "1 to 7", Source: "see power_zones, hr_zones and pace_zones", Version: efforts.Version,
			Limits: "One zone for the whole interval.", Proof: tableTested + "activity.TestIntervalsByTheThresholdsOfTheDay",
		},
	}
}

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
			Key: "planned_pairing", Title: "Planned and completed",
			Formula: "the athlete's own pairing, else the service's; else the same day and sport, the most alike first " +
				"(mean of |ln(done/planned)| over duration, distance and load, " +
				"plus a twenty-fourth for each hour between the times of day); else, for a day that is over, the day before or " +
				"after if at least half and at most one and a half was done",
			Inputs: "events, activities", Unit: "1", Needs: "a planned workout or race with a sport",
			Source: "our rule", Version: efforts.ComplianceVersion,
			Limits: "One activity for one event. A race is done on its own day only. An activity that is kept from assistants pairs with nothing for them.",
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

const climbNeeds = "altitude and distance, in a sport on wheels, feet or cross-country skis"

func climbEntries() []Entry {
	return []Entry{
		{
			Key: "climbs", Title: "Climbs", Inputs: "altitude smoothed over 5 s, distance", Unit: "as each metric", Needs: climbNeeds,
			Formula: "legs of altitude − 2 % · distance: from a low, once it rose 10 m, to the high before it falls by 10 m " +
				"or a fifth of the rise; " +
				"kept from 500 m of length and max(60 − 10·km, 20) m a kilometre",
			Source: "our rule; the least steepness is GoldenCheetah's", Version: route.ClimbsVersion,
			Limits:  "A rise gentler than 2 % on average is none; the foot of a climb out of a gentle valley is a matter of taste.",
			Differs: "Strava asks length · grade above 8000 at 3 %, Garmin 3500 at 3 %; both cut differently at dips.",
			Proof:   "roads of known shape: route.TestClimbsOfKnownRoads; " + slowTested + "route.TestClimbsAgreeWithTheReference",
		},
		{
			Key: "vam_m_per_h", Title: "Climbing speed (VAM)", Formula: "gain / time · 3600", Inputs: "a climb, timer time",
			Unit: "m/h", Needs: climbNeeds,
			Source: "Ferrari", Version: route.ClimbsVersion, Limits: "Pauses are not in the time.",
			Proof: tableTested + "route.TestWhatIsSaidOfAClimb",
		},
		{
			Key: "fiets", Title: "FIETS index of a climb", Formula: "gain² / (10 · length) + max(0, (top − 1000) / 1000), m",
			Inputs: "a climb", Unit: "1", Needs: climbNeeds,
			Source: "the magazine Fiets", Version: route.ClimbsVersion, Limits: "It knows no wind and no road.",
			Differs: "Runalyze bounds what the height adds.", Proof: tableTested + "route.TestWhatIsSaidOfAClimb",
		},
		{
			Key: "category", Title: "Category of a climb",
			Formula: "length [m] · grade [%] above 80000 HC, 64000 1, 32000 2, 16000 3, 8000 4, from 3 %", Inputs: "a climb",
			Unit: "HC, 1 to 4", Needs: climbNeeds, Source: "Strava's help page, as of 2025", Version: route.ClimbsVersion,
			Limits:  "None under 3 % or 8000. Races categorise by where in the stage it lies, too.",
			Differs: "An older page of Strava's has 48000 for 1 and 64000 for HC.", Proof: vectorTested + "route.TestCategoryVectors",
		},
	}
}

func hrvEntries() []Entry {
	const (
		inputs = "intervals between heartbeats (RR), artefacts replaced"
		needs  = "a recording with RR intervals, of which at most 5 % are artefacts"
		// lineFound is of the rule; that it is a threshold is the literature's.
		lineFound = "independent: the line that windows were drawn from is found again; as a threshold not proven here: " +
			"heart.TestTheRateOfAValueIsFoundAgain"
		limit = "Of a workout it tells less than of a morning at rest; compare like with like."
	)
	entry := func(key, title, unit, formula string) Entry {
		return Entry{
			Key: key, Title: title, Unit: unit, Formula: formula, Inputs: inputs, Needs: needs, Limits: limit,
			Source: "Task Force of the ESC and NASPE 1996", Version: heart.MeasuresVersion,
			Proof: "published values and those of a slow implementation: heart.TestRunalyzeExample, heart.TestPNNVector",
		}
	}
	pnn := entry("pnn50_pct", "pNN50", "%", "neighbours that differ by more than 50 ms / (n − 1) · 100")
	pnn.Differs = "Runalyze divides by n."
	return []Entry{
		entry("avnn_ms", "Mean beat interval (AVNN)", "ms", "mean of RR"),
		entry("sdnn_ms", "SDNN", "ms", "standard deviation (n − 1) of RR"),
		entry("rmssd_ms", "rMSSD", "ms", "√(Σ (RR − RR before)² / (n − 1))"),
		entry("sdsd_ms", "SDSD", "ms", "standard deviation of the differences of neighbours"),
		pnn,
		{
			Key: "artefacts_pct", Title: "Artefacts among the beats", Unit: "%", Inputs: "RR intervals", Needs: "a recording with RR intervals",
			Formula: "intervals that differ by more than 25 % from the mean of the five on either side / n · 100; replaced by a straight line",
			Source:  "the usual correction before DFA (Altini; Rogers)", Version: heart.CorrectVersion,
			Limits: "Above 5 % nothing is computed.", Proof: slowTested + "heart.TestCorrectAgreesWithTheReference",
		},
		{
			Key: "alpha1", Title: "DFA α1", Unit: "1", Inputs: inputs, Needs: "RR intervals over two minutes with at most 5 % of artefacts",
			Formula: "slope of log F(n) on log n, boxes of 4 to 16 beats, in windows of 120 s every 20 s",
			Source:  "Peng et al. 1995; Rogers et al. 2021", Version: heart.AlphaVersion,
			Limits: "Straps' noise pulls it down; a wrist sensor cannot measure it.", Differs: "Tools differ in boxes, overlap and smoothing.",
			Proof: slowTested +
				"heart.TestAlphaAgreesWithTheReference; noise of known exponents 0.5, 1 and 1.5 (white, 1/f, brown): heart.TestAlphaOfKnownNoise",
		},
		{
			Key: "hr_at_alpha1_075_bpm", Title: "Heart rate at α1 0.75", Unit: "bpm",
			Inputs: "α1 and heart rate of each window", Version: heart.AlphaVersion,
			Formula: "straight line of α1 on heart rate through the windows between 1.0 and 0.4, at 0.75; at 0.5 for the second threshold",
			Needs: "eight windows in that range, on both sides of the value, falling with heart rate, among whose rates " +
				"it lies", Source: "Rogers et al. 2021: 0.75 about the first threshold, 0.5 the second",
			Limits: "An estimate; wants a steady ramp and a good strap.", Proof: lineFound,
		},
		{
			Key: "hr_at_alpha1_050_bpm", Title: "Heart rate at α1 0.5", Unit: "bpm",
			Inputs: "α1 and heart rate of each window", Version: heart.AlphaVersion,
			Formula: "as at 0.75", Needs: "as at 0.75", Source: "Rogers et al. 2021",
			Limits: "As at 0.75; further from what was validated.", Proof: lineFound,
		},
		{
			Key: "hrv_band", Title: "HRV readiness band", Unit: "ln ms", Inputs: "a morning's rMSSD", Version: heart.ReadinessVersion,
			Formula: "mean of ln rMSSD over 7 days against mean ± 0.5 standard deviations of the 60 days before: below, within, above",
			Needs:   "3 of the last 7 days and 25 of the 60 before", Source: "Plews et al. 2014; Kiviniemi et al. 2007",
			Limits: "A band of what is usual for one athlete; no medical statement.",
			Proof:  slowTested + "heart.TestReadinessAgreesWithTheSlowSums" + "; " + tableTested + "heart.TestReadinessBand",
		},
	}
}
