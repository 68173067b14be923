package glossary

import (
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
)

func loadEntries() []Entry {
	return []Entry{
		{
			Key: "tss", Title: "Training stress score (TSS)",
			Formula: "windows/3600 · (NP/FTP)² · 100, NP not rounded, windows the full 30 s windows of NP",
			Needs:   "a power meter with 5 minutes of values; an FTP for the day and sport",
			Inputs:  "power, the FTP of the day and sport", Unit: "TSS", Decimals: 2,
			Source: "Coggan 2003, counted as Garmin devices do", Version: power.IntensityVersion,
			Limits: "As good as the FTP, which indoors is the FTP indoors where one is set. Where there is none, or it " +
				"covers less than half of the time, it follows from pace, heart rate or feel, by the athlete's order of " +
				"methods; the method stands beside it.",
			Differs: "Wahoo and TrainingPeaks count timer time, Elevate and Strava moving time.",
			Proof: "class A Garmin sessions of the collection within 0.15 or 0.2 %: oracle.TestTSSIsTheDevices; " +
				vectorTested + "power.TestVectors",
		},
		{
			Key: string(load.MethodPower), Title: "Method: power", Formula: "tss", Inputs: "NP, FTP", Unit: "TSS", Source: "see tss",
			Needs:   "what tss needs",
			Version: load.Version,
			Limits: "Comes before pace, heart rate and feel, after what the athlete entered, unless the athlete orders " +
				"otherwise.", Proof: "see tss",
		},
		{
			Key: string(load.MethodManual), Title: "Method: manual", Formula: "the athlete's own number", Inputs: "manual load", Unit: "TSS",
			Needs:  "a load entered by the athlete",
			Source: "the athlete", Version: load.Version,
			Limits: "Comes before every other method, as an edit does, unless the athlete orders otherwise.",
			Proof:  tableTested + "load.TestLoadOfOneActivity",
		},
	}
}

func dailyEntries() []Entry {
	return []Entry{
		{
			Key: "ctl", Title: "Fitness (CTL)", Formula: "y ← y + (load − y)·(1 − e^(−1/42)), from 0", Inputs: "daily load", Unit: "TSS/day",
			Needs:  "activities with a load; six weeks of them to mean something",
			Source: "Banister; Coggan", Version: load.Version,
			Limits:  "Reads low for about six weeks after the first recording: nothing is known of the time before.",
			Differs: "TrainingPeaks weights 1/42, Runalyze 2/43; both are options.", Proof: vectorTested + "load.TestDailyVectors",
		},
		{
			Key: "atl", Title: "Fatigue (ATL)", Formula: "as fitness with 7 days", Inputs: "daily load", Unit: "TSS/day",
			Needs:  "activities with a load; a week of them to mean something",
			Source: "Banister; Coggan", Version: load.Version, Limits: "As fitness, for about a week.",
			Proof: vectorTested + "load.TestDailyVectors",
		},
		{
			Key: "tsb", Title: "Form (TSB)", Formula: "fitness − fatigue of the day before", Inputs: "fitness, fatigue", Unit: "TSS/day",
			Needs:  "fitness and fatigue",
			Source: "Coggan", Version: load.Version, Limits: "A balance of two averages, not a measurement of freshness.",
			Differs: "Intervals.icu and Runalyze show the same day's, after its load; this is an option.",
			Proof:   slowTested + "load.TestSeriesAgreesWithTheReference",
		},
		{
			Key: "ramp", Title: "Ramp rate", Formula: "CTL − CTL of 7 days before", Inputs: "fitness", Unit: "TSS/day a week", Source: "Coggan",
			Needs:   "eight days of fitness",
			Version: load.Version, Limits: "No limit of it predicts injury.", Proof: tableTested + "load.TestRamp",
		},
		{
			Key: "projection", Title: "Projected fitness, fatigue, form", Formula: "the same recursion on planned load, from today's state",
			Needs:  "planned activities with a load",
			Inputs: "planned load", Unit: "TSS/day", Source: "definition", Version: load.Version,
			Limits: "Holds if the plan is followed to the number.",
			Proof:  "continuing a series equals computing it whole: load.TestSeriesAgreesWithTheReference",
		},
	}
}

func thresholdEntries() []Entry {
	const confirm = "An estimate, never written to settings; a formal test confirms it."
	return []Entry{
		{
			Key: "ftp_w", Title: "Functional threshold power (FTP)",
			Formula: "0.95 · best 20 min, or the best hour if higher; else 0.95 · critical power; else eftp_w of one effort",
			Needs:   "a power meter; a best of 3 minutes or longer in the days asked for",
			Inputs:  "best powers of the days asked for", Unit: "W", Source: "Coggan; Allen", Version: curve.FTPVersion,
			Limits: confirm, Proof: tableTested + "curve.TestFTP",
		},
		{
			Key: "critical_power_w", Title: "Critical power (CP)",
			Formula: "slope of work on time over the best 3, 5, 8, 12 and 20 minutes that lie on their upper hull or within " +
				"1 % of it, least squares, with standard errors",
			Needs:  "a power meter; bests of 3 to 20 minutes from hard efforts",
			Inputs: "best powers", Unit: "W", Source: "Monod and Scherrer 1965", Version: curve.CPVersion,
			Limits:  "Right only if the bests were maximal; refused where W′ comes out below 3 or above 60 kJ.",
			Differs: "Regressing power on 1/time, or time on power, gives other values; get_curves shows all three.",
			Proof:   vectorTested + "curve.TestTwoParameterVector",
		},
		{
			Key: "w_prime_j", Title: "Work above critical power (W′)", Formula: "intercept of the same fit", Inputs: "best powers", Unit: "J",
			Needs:  "what critical power needs",
			Source: "Monod and Scherrer 1965", Version: curve.CPVersion, Limits: "Far less certain than CP.",
			Proof: vectorTested + "curve.TestTwoParameterVector",
		},
		{
			Key: "lthr_bpm", Title: "Heart rate at lactate threshold (LTHR)",
			Formula: "average of the last 20 of a hard 30 minutes; else the best 20 minutes",
			Needs:   "a heart rate sensor; an effort of 20 minutes",
			Inputs:  "heart rate", Unit: "bpm", Source: "Friel's field test", Version: curve.LTHRVersion,
			Limits: confirm + " A recording cannot say whether the effort was the athlete's limit.", Proof: tableTested + "curve.TestLTHR",
		},
		{
			Key: "threshold_speed_mps", Title: "Threshold speed and pace",
			Formula: "speed for an hour from the best efforts of 8 min to 2 h by T₂ = T₁·(D₂/D₁)^1.06; swimming: (400 − 200 m)/(t₄₀₀ − t₂₀₀)",
			Needs:   "distance; best efforts of 8 minutes to 2 hours, swimming 200 and 400 m",
			Inputs:  "best efforts over distances", Unit: "m/s", Source: "Riegel 1981; critical swim speed: Wakayoshi 1992",
			Version: curve.ThresholdPaceVersion,
			Limits:  confirm + " Not adjusted for grade.", Proof: tableTested + "curve.TestPace",
		},
	}
}
