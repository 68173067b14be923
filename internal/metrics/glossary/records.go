package glossary

import "lapkeep/internal/metrics/curve"

func recordEntries() []Entry {
	return []Entry{
		{
			Key: "fatigued_power_curve", Title: "Power curve after work",
			Formula: "as the power curve, over windows that begin once n kJ (or n kJ/kg by the weight of the day) have been done in the activity",
			Needs:   "a power meter and rides of more than n kJ; for kJ/kg a weight",
			Inputs:  "power, weight", Unit: "W", Source: "Maunder et al. 2021, Leo et al. 2021, Valenzuela et al.", Version: curve.FatiguedVersion,
			Limits: "Work is counted whatever its intensity. Stored for 500 to 6000 kJ; other amounts are computed when " +
				"asked from the recordings that can hold the best.",
			Proof: "brute force on random and adversarial series: curve.TestFatiguedIsTheSlowScan",
		},
		{
			Key: "durability_index", Title: "Durability index",
			Formula: "best power after n kJ (or n kJ/kg) / best power at any time, same duration, days and sport",
			Needs:   "hard efforts both fresh and late in rides, within the same days",
			Inputs:  "power, weight for kJ/kg", Unit: "1", Decimals: 1, Source: "Maunder et al. 2021, Leo et al. 2021",
			Version: curve.FatiguedVersion,
			Limits:  "Between 0 and 1. Low values may only say that nobody tried hard late in a ride; compare within one athlete.",
			Proof:   "brute force on random and adversarial series: curve.TestFatiguedIsTheSlowScan",
		},
		{
			Key: "personal_records", Title: "Personal records",
			Formula: "the highest point of each curve, the best climb by each measure, and the largest totals of one activity, over the days named",
			Needs:   "what each measure needs",
			Inputs:  "the curves, climbs and totals of activities", Unit: "as each metric", Source: "definition",
			Version: curve.CurveVersion + curve.EffortsVersion,
			Limits: "A best is over exactly its duration: a longer one may be a little higher, where a second of rest " +
				"broke an effort. The season is the calendar year. A climb faster than 2,500 m/h is not believed. W/kg goes by " +
				"the weight of the day, so the best W/kg may be another activity's.",
			Proof: "brute force at every step over the real recordings: app.TestBestsAreWhatTheRowsSay",
		},
		{
			Key: "np_curve", Title: "Normalized power curve",
			Formula: "for every duration from 5 minutes the highest (mean fourth power of the full 30 s means inside the window)^¼",
			Needs:   "a power meter",
			Inputs:  "power", Unit: "W", Source: "Coggan 2003, on every stretch", Version: curve.NormalizedVersion,
			Limits:  "Elapsed time, as the power curve: a rest inside the stretch counts as 0 W, where the NP of an activity leaves it out.",
			Differs: "GoldenCheetah pads the first 29 windows with zeros.",
			Proof:   "brute force: the NP of every stretch by itself: curve.TestNormalizedIsTheBestNPOfAnyStretch",
		},
		{
			Key: "pace_curve", Title: "Pace curve", Formula: "for every duration from 30 s the highest distance covered / duration",
			Needs:  "distance, from GPS or a sensor",
			Inputs: "distance over elapsed time, a straight line between rows", Unit: "s/km, or s/100 m in water",
			Source: "exact scan of every second", Version: curve.PaceVersion,
			Limits: "Windows begin at whole seconds. A step back, or faster than the sport's limit, cuts the track; a " +
				"recording whose best is faster than the sport's records on foot or in water has none at that duration. Not corrected for grade.",
			Proof: "brute force on random tracks and on real recordings: curve.TestPaceIsTheSlowMeanMax, app.TestBestsAreWhatTheRowsSay",
		},
	}
}
