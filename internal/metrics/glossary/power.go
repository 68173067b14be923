package glossary

import (
	"lapkeep/internal/metrics/curve"
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
		{
			Key: "avg_left_balance_pct", Title: "Left leg's share of the power",
			Formula: "Σ power·dt·share / Σ power·dt over the rows with both", Inputs: "left/right balance, power", Unit: "%", Decimals: 1,
			Needs: "a power meter that tells the legs apart", Source: "definition", Version: summary.RuleVersion,
			Limits: "Meters that measure one leg guess the other.", Proof: tableTested + "summary.TestBalanceIsThatOfTheWork",
		},
	}
}

func aboveEntries() []Entry {
	return []Entry{
		{
			Key: "work_above_ftp_kj", Title: "Work above FTP", Formula: "Σ max(0, power − FTP) · seconds / 1000",
			Inputs: "power, the FTP of the day and sport",
			Needs:  "a power meter; an FTP for the day and sport", Unit: "kJ", Decimals: 1, Source: "definition", Version: curve.WorkVersion,
			Limits: "Counts single seconds, surges included; as good as the FTP.",
			Differs: "What GoldenCheetah shows as work above critical power is all work of those seconds, see " +
				"work_in_above_ftp_kj.", Proof: slowTested + "curve.TestWorkAbove",
		},
		{
			Key: "work_in_above_ftp_kj", Title: "Work in the seconds above FTP",
			Formula: "Σ power · seconds / 1000 over the seconds with power ≥ FTP", Inputs: "power, the FTP of the day and sport",
			Needs: "a power meter; an FTP for the day and sport", Unit: "kJ", Decimals: 1, Source: "definition", Version: curve.WorkVersion,
			Limits: "Counts all of a second's work, not only what is above FTP.", Proof: slowTested + "curve.TestWorkAbove",
		},
		{
			Key: "w_prime_balance_j", Title: "W′bal, second by second",
			Formula: "P ≥ CP: W − (P − CP)·1 s; P < CP: W′ − (W′ − W)·e^(−(CP − P)·1 s/W′); from W′",
			Inputs:  "power over elapsed time, CP and W′ of the day and sport", Unit: "J",
			Needs:  "a power meter with values for 80 % of the time; critical power and W′ for the day and sport, otherwise none",
			Source: "Skiba 2015; the exact step of the equation by Froncioni and Clarke", Version: curve.WBalVersion,
			Limits:  "Pauses and seconds without power recover as 0 W does. Recovery differs between people by far more than the forms do.",
			Differs: "GoldenCheetah, sweatpy and Sauce take the Euler step, about 0.1 % of what is recovered away.",
			Proof:   slowTested + "curve.TestFormsAreTheSlowReferences",
		},
		{
			Key: "w_prime_balance_min_j", Title: "Lowest W′bal",
			Formula: "the least of W′bal over the activity, never cut off", Inputs: "W′bal", Unit: "J",
			Needs: "what W′bal needs", Source: "Skiba 2015", Version: curve.WBalVersion,
			Limits:  "Below zero critical power or W′ is set too low for the day: nobody spends more than there is.",
			Differs: "GoldenCheetah sets it to 0 below −30 kJ.", Proof: slowTested + "curve.TestFormsAreTheSlowReferences",
		},
		{
			Key: "power_source", Title: "Power source for running",
			Formula: "stryd, garmin_app or app by the field that power was taken from; else the device's maker; native if it does not say",
			Inputs:  "the recording", Unit: "a name", Needs: "power in a sport other than cycling",
			Source: "the fields of the common apps in real recordings", Version: power.SourceVersion,
			Limits:  "A Stryd that is paired as a plain power sensor goes by the watch's maker.",
			Differs: "Others put all running power into one curve; here no curve mixes two sources.",
			Proof:   "recordings of Stryd, COROS and Suunto: power.TestSourcesOfRealRuns",
		},
		{
			Key: "avg_power_w_per_kg", Title: "Average power by weight", Formula: "average power / weight of the day",
			Inputs: "average power, the weight of the day",
			Needs:  "a power meter; a weight; where an assistant asks, that the athlete shares it", Unit: "W/kg", Decimals: 2,
			Source: "definition", Version: curve.WeightVersion,
			Limits: "As good as the weight entered.", Differs: "Others take today's weight for every day.", Proof: "see avg_power_w",
		},
		{
			Key: "normalized_power_w_per_kg", Title: "Normalized power by weight", Formula: "NP / weight of the day",
			Inputs: "NP, the weight of the day",
			Needs:  "NP; a weight; where an assistant asks, that the athlete shares it", Unit: "W/kg", Decimals: 2,
			Source: "definition", Version: curve.WeightVersion,
			Limits: "As good as the weight entered.", Differs: "Others take today's weight for every day.", Proof: "see normalized_power_w",
		},
	}
}

func modelEntries() []Entry {
	return append([]Entry{
		{
			Key: "cp_2p_" + string(curve.WorkTime), Title: "Critical power by work over time",
			Formula: "least squares of W = CP·t + W′; standard errors as of critical_power_w",
			Inputs:  "maximal_efforts of 3 to 20 minutes on the upper hull of work over time, or within 1 % of it",
			Unit:    "W and J", Needs: "a power meter; three maximal efforts of 3 to 20 minutes",
			Source: "Monod and Scherrer 1965", Version: curve.CriticalVersion + curve.HullVersion,
			Limits:  "Right only if the bests were maximal. The long efforts weigh most.",
			Differs: "The three regressions give different answers; tools seldom say which they take.",
			Proof:   vectorTested + "curve.TestTwoParameterVector; " + slowTested + "curve.TestTwoParametersAreTheSlowReferences",
		},
		{
			Key: "cp_2p_" + string(curve.InverseTime), Title: "Critical power by power over 1/time",
			Formula: "least squares of P = W′·(1/t) + CP; standard errors as of critical_power_w",
			Inputs:  "as cp_2p_work_time", Unit: "W and J", Needs: "what cp_2p_work_time needs",
			Source: "Monod and Scherrer 1965, rearranged", Version: curve.CriticalVersion + curve.HullVersion,
			Limits: "Right only if the bests were maximal. The short efforts weigh most.",
			Proof:  vectorTested + "curve.TestTwoParameterVector; " + slowTested + "curve.TestTwoParametersAreTheSlowReferences",
		},
		{
			Key: "cp_2p_" + string(curve.Hyperbola), Title: "Critical power by time over power",
			Formula: "least squares of t = W′/(P − CP); standard errors as of critical_power_w",
			Inputs:  "as cp_2p_work_time", Unit: "W and J", Needs: "what cp_2p_work_time needs",
			Source: "Monod and Scherrer 1965, as a hyperbola", Version: curve.CriticalVersion + curve.HullVersion,
			Limits: "Right only if the bests were maximal. Time errs most in trials to exhaustion, for which this form is meant.",
			Proof:  vectorTested + "curve.TestTwoParameterVector; " + slowTested + "curve.TestTwoParametersAreTheSlowReferences",
		},
		{
			Key: "morton_3p", Title: "Critical power with three parameters", Formula: "t = W′/(P − CP) + W′/(CP − Pmax), least squares of time",
			Inputs: "bests of 1 s to 20 minutes", Unit: "W, J and W",
			Needs: "a power meter; sprints and hard bests up to 20 minutes", Source: "Morton 1996", Version: curve.MortonVersion,
			Limits: "Pmax is weakly held: errors are in seconds, of which sprints have few. Refused with Pmax above 3000 W.",
			Proof:  slowTested + "curve.TestMortonIsTheSlowReference",
		},
		{
			Key: "omni_domain", Title: "OmniDomain power-duration model",
			Formula: "P = W′/t·(1 − e^(−t·(Pmax − CP)/W′)) + CP − A·ln(t/1800) beyond 1800 s; least squares of watts by the " +
				"logarithm of time, 0.9 above and 0.1 below",
			Inputs: "the whole power curve", Unit: "W, J, W and W",
			Needs: "a power meter; sprints, hard bests of 2 to 20 minutes and of over 40 minutes", Source: "Puchowicz 2020",
			Version: curve.OmniVersion,
			Limits:  "Right only if the bests were near maximal at every length.",
			Proof:   vectorTested + "curve.TestOmniDomainVector; athletes of the model found again: curve.TestModelsFindTheirOwnAthlete",
		},
		{
			Key: "p_max_w", Title: "Modelled peak power (Pmax)", Formula: "parameter of morton_3p and " +
				"omni_domain", Inputs: "as the model", Unit: "W",
			Needs: "what the model needs", Source: "Morton 1996; Puchowicz 2020", Version: curve.MortonVersion,
			Limits: "Where the model meets time 0; nobody's best second.", Proof: "see morton_3p",
		},
		{
			Key: "decline_w", Title: "Decline beyond half an hour (A)",
			Formula: "watts lost each time that the duration grows by e beyond 1800 s; parameter of " +
				"omni_domain", Inputs: "as the model", Unit: "W",
			Needs: "what omni_domain needs", Source: "Puchowicz 2020", Version: curve.OmniVersion,
			Limits: "Large where long rides were easy.", Proof: "see omni_domain",
		},
		{
			Key: "residual_w", Title: "Residual of a model", Formula: "a best − the model's power for its " +
				"time", Inputs: "bests, a model", Unit: "W",
			Needs: "a model that fits", Source: "definition", Version: curve.CriticalVersion,
			Limits: "Below zero a best was not maximal, or the model does not hold there.", Proof: "see omni_domain",
		},
		{
			Key: "rms_residual_w", Title: "Root mean square of the residuals", Formula: "√ mean of residual²", Inputs: "residuals", Unit: "W",
			Needs: "a model that fits", Source: "definition", Version: curve.CriticalVersion,
			Limits: "Of the bests that entered; models of different bests do not compare by it.", Proof: "see omni_domain",
		},
	}, referenceEntries()...)
}

func referenceEntries() []Entry {
	return []Entry{
		{
			Key: "power_index", Title: "Power Index", Formula: "100 · P / (W′/(t + W′/(Pmax − CP)) + CP) with CP 261 W, W′ 15.5 kJ, Pmax 1100 W",
			Inputs: "an effort", Unit: "%", Needs: "a power meter", Source: "GoldenCheetah", Version: curve.ReferenceVersion,
			Limits: "Compares the efforts of one athlete; another build of athlete tilts it.",
			Proof:  vectorTested + "curve.TestPowerIndexVector",
		},
		{
			Key: "eftp_w", Title: "FTP from one maximal effort",
			Formula: "max over 3 to 60 minutes of best power(t) · R(3600)/R(t), R the power of the Power Index's athlete",
			Inputs:  "maximal_efforts of 3 to 60 minutes", Unit: "W", Needs: "a power meter; one maximal effort of 3 minutes or longer",
			Source: "the idea of Intervals.icu's eFTP on a published curve", Version: curve.ReferenceVersion,
			Limits:  "Reads high for sprinters and from short efforts.",
			Differs: "The curve of Intervals.icu is not published, so its number is another.", Proof: "not proven",
		},
		{
			Key: "ftp_changes", Title: "Change points of FTP",
			Formula: "partition of weekly eftp_w with the least Σ of 0.9·(x − m) above and 0.1·(m − x) below each level m, " +
				"x = ln watts, plus 0.12 a cut; levels within 2 % are one, each has two efforts within 2 %",
			Inputs: "eftp_w of each week", Unit: "W", Needs: "a power meter; hard efforts in some weeks of two years",
			Source: "optimal partitioning (Jackson 2005) with quantile loss", Version: curve.ChangesVersion,
			Limits: "A rise shows at its second effort, a decline after months: that nobody rode hard is no proof that " +
				"nobody could. Slow change reads as steps.",
			Differs: "Intervals.icu moves with every effort and lets it decay.",
			Proof: "generated athletes, sessions whose structure is known: of 60 each with a step of 4 to 20 % 95 % found " +
				"(curve.TestChangesAreFound), of 240 steady ones at most four changes invented (curve.TestNoChangeIsInvented)",
		},
		{
			Key: "vo2max_acsm", Title: "VO2max from the best five minutes", Formula: "10.8 · W/kg + 7; the range is ± 7 %",
			Inputs: "the best 5 minutes, the weight of its day", Unit: "ml/kg/min",
			Needs:  "a power meter; a weight that the asker may see; a hard five minutes",
			Source: "ACSM's cycling equation, as GoldenCheetah takes it", Version: curve.VO2MaxVersion,
			Limits:  "An estimate from work, not a measurement; low if the five minutes were not maximal. The width of the range is ours.",
			Differs: "Garmin and Firstbeat do not publish theirs.", Proof: vectorTested + "curve.TestVO2MaxVector",
		},
		{
			Key: "vo2max_vdot", Title: "VO2max from the best run",
			Formula: "vdot of the maximal effort with the highest; the range is ± 5 %", Inputs: "best times over distances", Unit: "ml/kg/min",
			Needs: "a hard run of 3½ minutes to 4 hours with distance", Source: "Daniels and Gilbert 1979", Version: curve.PredictVersion,
			Limits: "What the performance stands for at average running economy; hills, heat and pauses lower it. The width " +
				"of the range is ours.", Proof: "see vdot",
		},
		{
			Key: "vo2max_uth", Title: "VO2max from heart rate",
			Formula: "15.3 · maximal / resting heart rate; the range is ± 2.7", Inputs: "maximal and resting heart rate", Unit: "ml/kg/min",
			Needs: "a maximal and a resting heart rate", Source: "Uth 2004", Version: curve.VO2MaxVersion,
			Limits: "Found in well-trained men; both rates must have been measured.", Proof: "not proven",
		},
	}
}
