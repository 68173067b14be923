package glossary

import (
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/zones"
)

func heartEntries() []Entry {
	return []Entry{
		{
			Key: "avg_hr_bpm", Column: heartColumn, Title: "Average heart rate",
			Formula: "Σ hr·dt / Σ dt over valid samples, dt < 30 s or as long as a row stands for; a pool swim: over the lengths swum",
			Needs:   "a heart rate sensor with values for half of the recorded time, and for a minute of a recording of two or more",
			Unit:    "bpm", Decimals: 1, Source: "what Garmin devices compute", Version: heart.RateVersion,
			Limits: "A rate of 0, and one above 240, is a missing one. Where a file holds what a strap stored beside the " +
				"watch's own, each row has the strap's mean since the row before.",
			Proof: deviceChecked + "oracle.TestAveragesAndMaximaAreTheDevices",
		},
		{
			Key: "max_hr_bpm", Column: heartColumn, Title: "Highest heart rate", Formula: "max of heart rate", Unit: "bpm",
			Source: "the recording", Version: heart.RateVersion, Limits: "A strap's spike below 240 bpm is kept.",
			Proof: deviceChecked + "oracle.TestAveragesAndMaximaAreTheDevices",
		},
		{
			Key: "trimp", Title: "TRIMP (Banister)",
			Needs:   "a heart rate sensor; resting and maximum heart rate and sex in the settings",
			Formula: "Σ minutes · x · A·e^(B·x), x = (HR − rest)/(max − rest); men A 0.64, B 1.92; women A 0.86, B 1.67",
			Inputs:  "time at each heart rate, resting and maximum heart rate, sex", Unit: "1", Decimals: 2,
			Source:  "Banister; Morton, Fitz-Clarke and Banister 1990",
			Version: heart.TRIMPVersion, Limits: "Group constants; not given unless sex and both heart rates are set.",
			Differs: "GoldenCheetah, Elevate and Sauce take 0.64 for women too (a quarter lower); some take the average " +
				"heart rate, which reads lower.",
			Proof: slowTested + "heart.TestTRIMPAgreesWithTheReference",
		},
		{
			Key: heart.MethodHRTSS, Title: "Load from heart rate (hrTSS)", Formula: "h · (average HR / LTHR)² · 100",
			Needs:  "a heart rate sensor with values for half of the time; a threshold heart rate for the day and sport",
			Inputs: "average heart rate, duration, the threshold heart rate of the day and sport", Unit: "TSS", Version: heart.ScoreVersion,
			Source: "the form of TSS with heart rate in the place of power",
			Limits: "Heart rate lags and drifts: short efforts read low, hot days high. Needs heart rate for half of the time.",
			Differs: "TrainingPeaks counts points by zone; Elevate and Sauce compare TRIMP with an hour at threshold; " +
				"Intervals.icu fits zone times to the athlete's own power loads.",
			Proof: vectorTested + "heart.TestHRTSSVectors",
		},
		{
			Key: heart.MethodHRSS, Title: "Load from heart rate by TRIMP (hrSS)", Formula: "TRIMP / TRIMP of an hour at LTHR · 100",
			Needs:  "what TRIMP needs, and a threshold heart rate for the day and sport",
			Inputs: "TRIMP, threshold, resting and maximum heart rate, sex", Unit: "TSS", Version: heart.ScoreVersion,
			Source: "as Elevate, Sauce and GoldenCheetah score",
			Limits: "For comparison; the load that Lapkeep adds up is hrTSS.", Proof: vectorTested + "heart.TestHRSSVector",
		},
	}
}

func zoneEntries() []Entry {
	return []Entry{
		{
			Key: "power_zones", Title: "Power zones",
			Formula: "lower bounds 55, 75, 90, 105, 120, 150 % of FTP; a value on a bound is in the upper zone",
			Needs:   "a power meter; an FTP for the day and sport (indoors the FTP indoors, where one is set) or own bounds, which hold everywhere",
			Inputs:  "seconds at each watt, FTP or the athlete's own bounds", Unit: "s", Source: "Coggan, seven levels", Version: zones.Version,
			Limits: "One second, not smoothed.", Differs: "Some tools count a bound to the lower zone.",
			Proof: deviceChecked + "oracle.TestZoneTimesAreTheDevices",
		},
		{
			Key: "hr_zones", Title: "Heart rate zones",
			Needs:   "a heart rate sensor; a threshold heart rate for the day and sport or own bounds",
			Formula: "lower bounds in % of LTHR, rounded up to a beat: cycling 81, 90, 94, 100, 103, 107; on foot 85, 90, 95, 100, 103, 107",
			Inputs:  "seconds at each beat, LTHR or the athlete's own bounds", Unit: "s", Source: "Friel", Version: zones.Version,
			Limits: "A rate holds for less than 30 s, or as long as a row stands for.", Proof: deviceChecked + "oracle.TestZoneTimesAreTheDevices",
		},
		{
			Key: "pace_zones", Title: "Pace zones",
			Needs:   "speed; a threshold speed for the day and sport or own bounds",
			Formula: "zones 2 to 5c begin at 129, 114, 106, 100, 97 and 90 % of the threshold's time per kilometre",
			Inputs:  "seconds at each mm/s, threshold speed or the athlete's own bounds", Unit: "s", Source: "Friel", Version: zones.Version,
			Limits: "Not adjusted for grade; the published bounds overlap between zones 4 and 5a.", Proof: notProven,
		},
	}
}
