package glossary

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
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
			Key: "maximal_efforts", Title: "Maximal efforts",
			Formula: "best efforts whose mean heart rate, without their first two minutes, reached 88 % of max_hr_bpm (85 % under 5 minutes and " +
				"of an hour, 82 % of two hours; swimming 5 % less), or in a race; without a heart rate or a known maximum those whose power for " +
				"an hour is 1.2 times that of everyday training (speed on foot 1.08, swimming 1.05). No longer effort is as hard, to time^0.03; " +
				"of those that overlap in one activity the best counts; all lie near the best one, brought to an hour",
			Inputs: "best efforts, heart rate, max_hr_bpm, the athlete's word race, mean power or speed of the days' activities", Unit: "efforts",
			Needs:  "power, or distance; a test or race in the days asked for",
			Source: "definition", Version: curve.MaximalVersion,
			Limits: "Confidence is high where heart rate or a race shows it, or three independent efforts agree; medium where two do; low for " +
				"one alone. A maximum that is set too high hides tests, one that is too low makes tests of training.",
			Differs: "Others take every best for maximal.",
			Proof: "generated athletes, sessions whose structure is known: curves.TestTrainingIsNoTest, curves.TestTestsGiveThresholds, " +
				"curves.TestIntervalsAreOneEffort",
		},
		{
			Key: "ftp_w", Title: "Functional threshold power (FTP)",
			Formula: "0.95 · a maximal 20 min, or hour if higher; else eftp_w of one effort of 20 to 60 min; else 0.95 · critical power; " +
				"else eftp_w of a shorter one",
			Needs:  "a power meter; a maximal effort of 3 minutes or longer in the days asked for",
			Inputs: "maximal_efforts of the days asked for", Unit: "W", Source: "Coggan; Allen", Version: curve.FTPVersion,
			Limits: confirm, Proof: tableTested + "curve.TestFTP",
		},
		{
			Key: "critical_power_w", Title: "Critical power (CP)",
			Formula: "slope of work on time over maximal efforts of 3 to 20 minutes that lie on their upper hull or within " +
				"1 % of it, least squares. Standard error and 95 % interval: an error of each effort of 2 % of its power, worth four degrees of " +
				"freedom, pooled with the residuals, carried through the regression, times Student's t",
			Needs:  "a power meter; three maximal efforts of 3 to 20 minutes, or two of which one is three times as long",
			Inputs: "maximal_efforts", Unit: "W", Source: "Monod and Scherrer 1965", Version: curve.CPVersion,
			Limits:  "Refused where W′ comes out below 3 or above 60 kJ.",
			Differs: "Regressing power on 1/time, or time on power, gives other values; get_curves shows all three.",
			Proof: vectorTested + "curve.TestTwoParameterVector; intervals of a thousand athletes: " +
				"curves.TestIntervalsOfCriticalPowerHoldTheTruth",
		},
		{
			Key: "w_prime_j", Title: "Work above critical power (W′)", Formula: "intercept of the same fit", Inputs: "maximal_efforts", Unit: "J",
			Needs:  "what critical power needs",
			Source: "Monod and Scherrer 1965", Version: curve.CPVersion, Limits: "Far less certain than CP.",
			Proof: vectorTested + "curve.TestTwoParameterVector",
		},
		{
			Key: "lthr_bpm", Title: "Heart rate at lactate threshold (LTHR)",
			Formula: "average of the last 20 of a hard 30 minutes; else the best 20 minutes",
			Needs:   "a heart rate sensor; 20 minutes at 88 % of max_hr_bpm, where that is known",
			Inputs:  "heart rate, max_hr_bpm", Unit: "bpm", Source: "Friel's field test", Version: curve.LTHRVersion,
			Limits: confirm + " Of low confidence where no maximum is known.", Proof: tableTested + "curve.TestLTHR",
		},
		{
			Key: "threshold_speed_mps", Title: "Threshold speed and pace",
			Formula: "speed for an hour from maximal efforts of 8 min to 2 h by T₂ = T₁·(D₂/D₁)^1.06; swimming: (400 − 200 m)/(t₄₀₀ − t₂₀₀), " +
				"or a faster effort of 20 min or more",
			Needs:  "distance; maximal efforts of 8 minutes to 2 hours, swimming 200 and 400 m",
			Inputs: "maximal_efforts over distances", Unit: "m/s", Source: "Riegel 1981; critical swim speed: Wakayoshi 1992",
			Version: curve.ThresholdPaceVersion,
			Limits:  confirm + " Not adjusted for grade.", Proof: tableTested + "curve.TestPace",
		},
	}
}

const beatsNeeded = "a heart rate sensor with values for half of the time"

// methodEntries returns the entries of the methods of a load besides those by
// power, average heart rate and hand.
func methodEntries() []Entry {
	return []Entry{
		{
			Key: string(load.MethodGraded), Title: "Method: running pace on the flat (rTSS)",
			Formula: "h · (normalized graded speed / threshold speed)² · 100, h timer time",
			Inputs:  "normalized graded pace, the threshold pace of the day", Unit: "TSS",
			Needs:  "a run with distance and altitude; a threshold pace",
			Source: "the form of TSS with graded speed in the place of power (McGregor, Skiba)", Version: load.Version,
			Limits:  "As good as the threshold pace; soft ground, wind and heat are not in it.",
			Differs: "TrainingPeaks' NGP is not published; Elevate takes the average graded pace over moving time.",
			Proof: "published vector of an hour at threshold: load.TestElevateRunVector; " + slowTested +
				"load.TestEachMethodAgreesWithTheReference",
		},
		{
			Key: string(load.MethodSpeed), Title: "Method: running pace (rTSS without grade)",
			Formula: "h · (average speed / threshold speed)² · 100",
			Inputs:  "average speed, the threshold pace of the day", Unit: "TSS", Needs: "a run with a distance; a threshold pace",
			Source: "as the method on the flat", Version: load.Version, Limits: "Reads low on hills; taken where no altitude is known.",
			Proof: "published vector of an hour at threshold: load.TestElevateRunVector; " + slowTested +
				"load.TestEachMethodAgreesWithTheReference",
		},
		{
			Key: string(load.MethodSwim), Title: "Method: swimming pace (sTSS)",
			Formula: "h · (speed / critical swim speed)³ · 100, speed and h of the time swum",
			Inputs:  "distance, time swum, critical swim speed", Unit: "TSS", Needs: "a swim with a distance; a critical swim speed",
			Source: "TrainingPeaks' sTSS: drag grows with the square of speed", Version: load.Version,
			Limits:  "Rests at the wall count nothing; strokes other than the threshold's read low.",
			Differs: "Elevate takes speed over moving and hours over elapsed time; GoldenCheetah's SwimScore follows power in water.",
			Proof:   slowTested + "load.TestEachMethodAgreesWithTheReference",
		},
		{
			Key: string(load.MethodReserve), Title: "Load from heart rate reserve",
			Formula: "h · (share of reserve / 0.83)² · 100, share = (average HR − rest)/(max − rest)",
			Inputs:  "average, resting and maximum heart rate, duration", Unit: "TSS", Needs: beatsNeeded + "; resting and maximum heart rate",
			Source: "the form of hrTSS with reserve; 0.83 stands for everybody's threshold", Version: heart.ScoreVersion,
			Limits: "Trained and untrained athletes have their threshold elsewhere.",
			Proof:  slowTested + "load.TestEachMethodAgreesWithTheReference",
		},
		{
			Key: string(load.MethodHRSS), Title: "Load by TRIMP of the average heart rate",
			Formula: "TRIMP of the average / TRIMP of an hour at LTHR · 100",
			Inputs:  "average heart rate, duration, threshold, resting and maximum heart rate, sex", Unit: "TSS",
			Needs: "what TRIMP needs, and a threshold heart rate", Source: "as " + heart.MethodHRSS, Version: heart.ScoreVersion,
			Limits: "Below " + heart.MethodHRSS + " wherever heart rate varied.", Proof: slowTested + "load.TestEachMethodAgreesWithTheReference",
		},
		{
			Key: heart.MethodFriel, Title: "Load by Friel's points", Formula: "Σ h · points, 30, 55, 70, 80, 100, 120, 140 an hour in " +
				"zones 1 to 5c",
			Inputs: "time in Friel's heart rate zones", Unit: "TSS", Needs: "a heart rate sensor; a threshold heart rate",
			Source: "Friel's table of points an hour, of whose ranges in zones 1 and 2 these are the middle", Version: heart.ScoreVersion,
			Limits: "The table is quoted, not checked against its first print; for comparison.", Proof: notProven,
		},
		{
			Key: heart.MethodLearned, Title: "Heart-rate load fitted to your power", Unit: "TSS",
			Formula: "Σ h · points an hour in Friel's seven zones, by least squares on the loads by power of the last 180 " +
				"days, beside Friel's points as one activity of an hour in each zone; no zone below the one beneath it",
			Inputs: "time in Friel's heart rate zones, the athlete's other activities of the sport with power", Version: heart.LearnedVersion,
			Needs:   "a heart rate sensor; a threshold heart rate; 10 activities of the sport with heart rate and power for 90 % of their time",
			Source:  "ours, after what Intervals.icu says of its load by heart rate",
			Limits:  "Heart rate lags behind power: efforts shorter than its rise read low. For comparison; it counts in no sum.",
			Differs: "Intervals.icu's regression and what it falls back to are not published.",
			Proof: "independent: points that loads were drawn from are found again " +
				"(heart.TestLearnedPointsAreTheAthletes), and no other points fit better (heart.TestLearnedPointsAreTheLeastSquares)",
		},
		{
			Key: string(load.MethodExertion), Title: "Load by perceived exertion",
			Formula: "h · points, 20, 30, 40, 50, 60, 70, 80, 100, 120, 140 for ratings 1 to 10, between them a straight line",
			Inputs:  "perceived exertion, duration", Unit: "TSS", Needs: "a rating of 1 to 10 from the athlete",
			Source: "Friel's table of points an hour by feel", Version: load.Version,
			Limits: "A feeling, on the scale of training stress so that it can be added up.", Proof: notProven,
		},
		{
			Key: "session_rpe", Title: "Session RPE", Formula: "rating · minutes", Inputs: "perceived exertion, duration", Unit: "1",
			Needs: "a rating of 1 to 10 from the athlete", Source: "Foster 1998", Version: load.Version,
			Limits: "A scale of its own, several times training stress scores, and never added to " +
				"them.", Proof: slowTested + "load.TestSessionRPE",
		},
	}
}

// trimpReports is what reports on training impulses are held against.
const trimpReports = "fitness.TestTRIMPReportsAgreeWithTheReference"

// impulseEntries returns the entries of the training impulses besides
// Banister's.
func impulseEntries() []Entry {
	const beats = "time at each heart rate"
	return []Entry{
		{
			Key: heart.TRIMPEdwards, Title: "TRIMP (Edwards)",
			Formula: "Σ minutes · 1 to 5 in 50–60, 60–70, … 90–100 % of maximum heart rate", Inputs: beats, Unit: "1",
			Needs: "a heart rate sensor; a maximum heart rate", Source: "Edwards 1993", Version: heart.ImpulseVersion,
			Limits: "Nothing below half of the maximum; steps of a whole point at the bounds.",
			Proof:  vectorTested + "heart.TestEdwardsVector; " + slowTested + "heart.TestImpulsesAgreeWithTheReference",
		},
		{
			Key: heart.TRIMPLucia, Title: "TRIMP (Lucía)", Formula: "Σ minutes · 1 below VT1, 2 up to VT2, 3 above", Inputs: beats, Unit: "1",
			Needs: "a heart rate sensor; a threshold heart rate, or own bounds of three zones", Source: "Lucía et al. 2003",
			Version: heart.ImpulseVersion,
			Limits:  "Without own bounds VT2 is LTHR and VT1 90 % of it.", Proof: slowTested + "heart.TestImpulsesAgreeWithTheReference",
		},
		{
			Key: heart.TRIMPZonal, Title: "TRIMP by zones",
			Formula: "Σ minutes · 0.9, 1.1, 1.2, 2, 5 in zones from 68, 83, 94 and 105 % of LTHR", Inputs: beats, Unit: "1",
			Needs:  "a heart rate sensor; a threshold heart rate",
			Source: "GoldenCheetah's weights on Coggan's five heart rate zones", Version: heart.ImpulseVersion,
			Limits: "The weights are GoldenCheetah's and have no study behind " +
				"them.", Proof: slowTested + "heart.TestImpulsesAgreeWithTheReference",
		},
		{
			Key: heart.TRIMPIndividual, Title: "TRIMP with your own constants",
			Formula: "Σ minutes · x · A·e^(B·x), A and B given or fitted to ln(lactate) on the share of reserve x", Unit: "1",
			Inputs: beats + ", a lactate test, resting and maximum heart rate",
			Needs:  "a heart rate sensor; three steps of a lactate test, or its A and B; resting and maximum heart rate",
			Source: "Manzi et al. 2009", Version: heart.ImpulseVersion, Limits: "As good as the test, and for its sport.",
			Proof: "independent: the curve that a test was drawn from is found again: heart.TestIndividualFindsTheCurve",
		},
		{
			Key: "trimp_per_min", Title: "TRIMP per minute",
			Formula: "TRIMP / minutes that it counts; hard above 2.2, moderate above 1.5, else easy", Inputs: "TRIMP and its time", Unit: "1/min",
			Needs: "what TRIMP needs", Decimals: 2, Source: "definition; the bounds are those of a server for Strava", Version: heart.TRIMPVersion,
			Limits: "The bounds have no study behind them, and are the same for both sexes.", Proof: slowTested + trimpReports,
		},
		{
			Key: "trimp_spread", Title: "Spread of TRIMP",
			Formula: "sd of the activities of one sport over n − 1; cv = sd / mean · 100; deviation = (TRIMP − mean) / sd",
			Inputs:  "TRIMP of the activities of the period", Unit: "1; %; standard deviations", Needs: "two activities of a sport with a TRIMP",
			Source: "definition", Version: heart.TRIMPVersion,
			Limits: "Of the period alone: other days give other means.", Proof: slowTested + trimpReports,
		},
		{
			Key: "hr_recovery_60s_bpm", Of: recoveryBpm, Title: "Heart rate recovery",
			Formula: "greatest fall from the mean of 5 s to that of the 5 s a minute later, pauses included",
			Inputs:  "heart rate", Unit: "bpm", Decimals: 1,
			Needs:  "a heart rate sensor that records for more than a minute",
			Source: "Cole et al. 1999, read wherever the fall is greatest", Version: heart.RecoveryVersion,
			Limits: "Comparable only after like efforts: who stops from a higher rate falls further. A fall of more than " +
				"100 is a sensor's, and then nothing is given.",
			Differs: "Some devices measure the two minutes after the stop button.",
			Proof:   "an independent slow search on random series with gaps and pauses: heart.TestRecoveryAgreesWithTheSlowSearch",
		},
		paceDecoupling("pace_decoupling_pct", "Pa:Hr decoupling", "speed", "a run, walk or hike"),
		paceDecoupling("gap_decoupling_pct", "Pa:Hr decoupling on the flat", "graded speed (Minetti)", "a run with altitude"),
	}
}

func recoveryBpm(v *stream.View) (float64, i18n.Sentence) {
	if !v.Has(training.HeartRate) {
		return math.NaN(), "" // avg_hr_bpm says so
	}
	fall, missing := heart.Recovery(v)
	return fall.Bpm, missing
}

func paceDecoupling(key, title, output, of string) Entry {
	return Entry{
		Key: key, Title: title, Formula: "(R1 − R2)/R1 · 100, R = mean " + output + " / mean heart rate of each half",
		Inputs: output + ", heart rate", Unit: "%", Decimals: 1,
		Needs: of + " of 20 minutes; speed and heart rate for 80 % of the time, with few gaps; an even pace (30 s " +
			"fourth-power mean below 1.10 of the mean)",
		Source: "Friel", Version: heart.PaceDecouplingVersion, Limits: "Heat, hills and drink show in it as much as endurance.",
		Differs: "GoldenCheetah halves by sample index, some tools count the warm-up out.",
		Proof:   slowTested + "heart.TestPaceDecouplingAgreesWithTheReference",
	}
}

// weekEntries returns the entries of the values of a series of daily loads
// besides fitness.
func weekEntries() []Entry {
	return []Entry{
		{
			Key: "monotony", Title: "Monotony", Formula: "mean / standard deviation (n − 1) of the daily loads of a week",
			Inputs: "daily load", Unit: "1",
			Needs: "a whole week; days that differ", Source: "Foster 1998", Version: load.WeekVersion,
			Limits:  "Not defined where all days are equal; then it is left out, not 0 or 10.",
			Differs: "Runalyze divides by the deviation over n and caps at 10; dreeve shows 0 for equal days.",
			Proof:   "published vectors by both deviations: load.TestMonotonyVectors; " + slowTested + "load.TestWeekAgreesWithTheReference",
		},
		{
			Key: "strain", Title: "Strain", Formula: "load of the week · monotony", Inputs: "daily load", Unit: "TSS", Needs: "what monotony needs",
			Source: "Foster 1998", Version: load.WeekVersion, Limits: "Compare within one athlete.",
			Proof: "published vectors by both deviations: load.TestMonotonyVectors; " + slowTested + "load.TestWeekAgreesWithTheReference",
		},
		{
			Key: "acute_chronic_ratio", Title: "Acute to chronic load", Version: load.RatioVersion, Unit: "1", Inputs: "daily load",
			Formula: "coupled: mean of 7 days / mean of 28; uncoupled: of 7 days / of the 21 before; EWMA: averages with 2/(7+1) over 2/(28+1)",
			Needs:   "28 days since the first activity", Source: "Hulin and Gabbett; Windt and Gabbett 2019; Williams 2017",
			Limits: "A description of a change of load. That it predicts injuries did not stand up to re-analysis, and no " +
				"range of it is called safe here.",
			Proof: vectorTested + "load.TestRatioVector; " + slowTested + "load.TestWeekAgreesWithTheReference",
		},
		{
			Key: "intensity_distribution", Title: "Intensity distribution", Version: zones.DistributionVersion, Unit: "s, sessions",
			Formula: "time: zones 1–2, 3–4 and above, of three zones as they are; sessions: hard with 4 minutes or a tenth " +
				"above the second threshold, " +
				"else threshold with 15 minutes or a quarter above the first, else easy",
			Inputs: "power or heart rate histograms, zones of each day", Needs: "power or heart rate with zones of three, five or more",
			Source: "Seiler's three intensities; the rule for sessions is ours, after the session goal of Seiler and Kjerland 2006",
			Limits: "By time and by session differ by nature: a hard session is mostly easy time. A session counts by heart " +
				"rate, by power where there is none.", Proof: notProven,
		},
		{
			Key: "polarization_index", Title: "Polarization index",
			Formula: "log10(z1/z2 · z3 · 100) of the shares; polarized where z1 > z3 > z2 and it is above 2", Unit: "1",
			Inputs: "intensity distribution", Needs: "an intensity distribution", Source: "Treff et al. 2019", Version: zones.DistributionVersion,
			Limits: "0 without hard time; a middle of nothing counts as 0.01 taken from the hard.",
			Proof:  vectorTested + "zones.TestPolarizationVector",
		},
	}
}
