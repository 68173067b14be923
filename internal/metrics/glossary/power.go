package glossary

import (
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/summary"
)

func powerEntries() []Entry {
	return append([]Entry{
		{
			Key: "avg_power_w", Column: powerColumn, Title: "Average power",
			Formula: "the device's accumulated work / (timer time − seconds without power); the rows' mean over time where " +
				"the device recorded no work or it differs by more than 20 %; over the seconds pedalled where the device's " +
				"other averages in the recording, or else its normalized power, leave coasting out, and over strokes in a boat",
			Needs: "a power meter with values for half of the recorded time",
			Unit:  "W", Decimals: 2, Source: "what devices compute when zeros count", Version: summary.RuleVersion,
			Limits: "A device may leave zeros out; its setting is not in the file, and other recordings of it are not " +
				"asked. Splits, and laps without the device's work, have the mean of their own samples.",
			Differs: "Strava divides by moving time; some head units show the mean without zeros.",
			Proof:   deviceChecked + "oracle.TestAveragesAndMaximaAreTheDevices",
		},
		{
			Key: "max_power_w", Column: powerColumn, Title: "Highest power", Formula: "max of power", Unit: "W",
			Source: "the recording", Version: summary.RuleVersion,
			Limits: "Values above 2,500 W are left out as sensor errors and counted.",
			Proof:  deviceChecked + "oracle.TestAveragesAndMaximaAreTheDevices",
		},
		{
			Key: "work_kj", Column: powerColumn, Title: "Work", Formula: "Σ power · 1 s / 1000", Unit: "kJ", Decimals: 1,
			Source: "physics", Version: summary.RuleVersion,
			Limits:  "Seconds in which the sensor sent nothing are missing; a device that reads accumulated energy has them (see energy_gap_pct).",
			Differs: "Device totals come from accumulated energy.", Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "normalized_power_w", Column: powerColumn, Title: "Normalized power (NP)",
			Needs: "a power meter with values for 30 s and for half of the recorded time",
			Formula: "(mean of r⁴)^¼, r the mean of 30 s of power; full windows only, over the valid samples while the " +
				"timer runs, carried across pauses",
			Unit: "W", Decimals: 2, Source: "Coggan 2003; the details as Garmin devices have them", Version: power.NormalizedVersion,
			Limits: "Given from the first full window; under 20 minutes, where it says little, data_quality says so. " +
				"Samples that the device itself lost cannot be recovered.",
			Differs: "See the section of other programs; Strava's weighted average power behaves like xPower.",
			Proof: "every energy-consistent Garmin session of the collection within 0.56 W: " +
				"oracle.TestNormalizedPowerIsTheDevices; " + vectorTested + "power.TestVectors; " +
				slowTested + "power.TestVariantsAgreeWithTheReference",
		},
		{
			Key: "xpower_w", Column: powerColumn, Title: "xPower", Formula: "(mean of e⁴)^¼, e ← e + (p − e)/26, from e = 0",
			Needs: "what NP needs",
			Unit:  "W", Decimals: 2, Source: "Skiba 2006, as GoldenCheetah weights it", Version: power.XPowerVersion,
			Limits:  "Starts from rest, so that short recordings read low.",
			Differs: "Others weight with 1 − e^(−1/25) or start from the first sample.", Proof: vectorTested + "power.TestVectors",
		},
	}, intensityEntries()...)
}

func intensityEntries() []Entry {
	return []Entry{
		{
			Key: "intensity_factor", Title: "Intensity factor (IF)", Formula: "NP / FTP", Inputs: "NP, the FTP of the day and sport",
			Needs: "NP; an FTP for the day and sport",
			Unit:  "1", Decimals: 3, Source: "Coggan 2003", Version: power.IntensityVersion,
			Limits:  "As good as the FTP, which indoors is the FTP indoors where one is set.",
			Differs: "GoldenCheetah may divide by critical power.", Proof: vectorTested + "power.TestVectors",
		},
		{
			Key: "variability_index", Column: powerColumn, Title: "Variability index (VI)", Formula: "NP / average power of the same samples",
			Needs: "NP",
			Unit:  "1", Decimals: 3, Source: "Coggan 2003", Version: power.IntensityVersion,
			Limits: "Not given without NP.", Proof: tableTested + "summary.TestARideHasEverything",
		},
		{
			Key: "efficiency_factor", Title: "Efficiency factor (EF)",
			Needs:   "a heart rate sensor with values for 80 % of the time; NP, on foot speed",
			Formula: "NP / average heart rate; on foot: average speed in m/min / average heart rate",
			Inputs:  "power or speed, heart rate", Unit: "W/bpm, on foot m/min/bpm", Decimals: 3, Source: "Friel", Version: summary.RuleVersion,
			Limits:  "Refused if heart rate covers less than 80 % of timer time; on foot not adjusted for grade.",
			Differs: "TrainingPeaks takes graded pace on foot.", Proof: tableTested + "summary.TestARideHasEverything",
		},
		{
			Key: "decoupling_pct", Column: powerColumn, Of: power.Decoupling, Title: "Decoupling (Pw:Hr)",
			Needs:   "a power meter and a heart rate sensor with values for 80 % of the time; 20 steady minutes",
			Formula: "(R₁ − R₂)/R₁ · 100, R = NP / average heart rate of each half of the samples that have both",
			Inputs:  "power, heart rate", Unit: "%", Decimals: 2, Source: "Friel", Version: power.DecouplingVersion,
			Limits: "Refused under 20 minutes, under 80 % coverage, with gaps over 5 %, or with a variability index above " +
				"1.10. The warm-up is not cut off.",
			Differs: "GoldenCheetah takes average power.", Proof: slowTested + "power.TestDecouplingAgreesWithTheReference",
		},
	}
}
