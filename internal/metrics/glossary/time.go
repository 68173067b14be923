package glossary

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Proofs: what the test that is named behind them holds a metric against.
const (
	deviceChecked = "compared with the values that devices stored in real recordings: "
	slowTested    = "an independent slow implementation: "
	tableTested   = "table tests: "
	vectorTested  = "exact test vectors: "
	notProven     = "not proven"
)

func timeEntries() []Entry {
	return []Entry{
		{
			Key: "elapsed_time_s", Title: "Elapsed time", Formula: "end − start, pauses included",
			Needs: "nothing but the recording", Inputs: "the recording's times", Unit: "s", Decimals: 1, Source: "the recording",
			Version: summary.RuleVersion, Limits: "Trusts the device's start and end.",
			Differs: "One of three durations: elapsed, timer and moving are never mixed.", Proof: tableTested + "summary.TestARideHasEverything",
		},
		{
			Key: "duration_s", Title: "Duration (timer time)", Formula: "elapsed time − pauses",
			Needs: "nothing but the recording", Inputs: "timer events", Unit: "s", Decimals: 1, Source: "the recording",
			Version: summary.RuleVersion, Limits: "Without timer events it equals elapsed time.",
			Differs: "Strava shows moving time first; Intervals.icu leaves out gaps over 30 s.",
			Proof:   tableTested + "summary.TestARideHasEverything",
		},
		{
			Key: "moving_time_s", Title: "Moving time",
			Needs: "speed, distance, power or cadence",
			Formula: "timer time with speed ≥ threshold, or power > 0, or cadence > 0; between rows more than 10 s apart " +
				"the distance covered ≥ threshold · time; a pool swim: the lengths swum",
			Inputs: "speed (or distance), power, cadence", Unit: "s", Decimals: 1, Version: stream.Version,
			Source: "thresholds: cycling 1.0 m/s, swimming 0.2 m/s, others 0.5 m/s",
			Limits: "There is no agreed threshold.", Proof: tableTested + "stream.TestMoving",
			Differs: "GoldenCheetah: any speed or cadence; Garmin is the strictest, Strava the most lenient.",
		},
		{
			Key: "distance_km", Column: distanceColumn, Title: "Distance",
			Needs: "GPS, a speed sensor or a pool length",
			Formula: "the last row's distance, less its leaps, and the way after it: up to the device's total if its speed explains " +
				"that, without a total its speed over the whole seconds that the timer runs on, if more than one and 10 at most; minus " +
				"the first row's where the counter began before the recording; nothing over a break; a pool swim: lengths × pool " +
				"length; the device's total where the rows have no distance or lack a part of the time, and indoors, where the rows " +
				"are scaled to it",
			Inputs: "distance; else positions (great circle); else speed", Unit: "km", Decimals: 3, Source: "the recording",
			Version: summary.RuleVersion,
			Limits: "A leg of a multisport file ends where the device's total says, if that lies between its last row and the next leg's first. " +
				"A step of more than 50 m beyond twice the sport's speed limit is a leap: a row that comes back is left out, " +
				"else nothing is counted of the leap. Where rows and total differ by more than 1 %, a note says so. " +
				"Positions add up to a little too much where GPS wanders.", Proof: deviceChecked + "oracle.TestAveragesAndMaximaAreTheDevices",
		},
		{
			Key: "avg_speed_kmh", Column: distanceColumn, Title: "Average speed",
			Formula: "distance / timer time; a pool swim: distance / time of the lengths swum",
			Inputs:  "distance, timer time", Unit: "km/h", Decimals: 2, Source: "what Garmin devices compute", Version: summary.RuleVersion,
			Limits:  "In a pool without times of the lengths, the rests count.",
			Differs: "Strava divides by moving time.", Proof: deviceChecked + "oracle.TestAveragesAndMaximaAreTheDevices",
		},
		{
			Key: "max_speed_kmh", Column: distanceColumn, Title: "Maximum speed", Formula: "max of speed",
			Needs:  "speed or distance",
			Inputs: "speed; without it the mean over 4 s of distance", Unit: "km/h", Decimals: 2, Source: "the recording",
			Version: summary.RuleVersion,
			Limits: "A speed that the sport does not reach, or that is more than half its limit above both the row before " +
				"and the one after, is left out as an error of GPS.",
			Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "pace_s_per_km", Column: distanceColumn, Title: "Average pace",
			Formula: "timer time / distance; a pool swim: time of the lengths swum / distance",
			Inputs:  "distance, timer time", Unit: "s/km", Decimals: 1, Source: "the inverse of average speed", Version: summary.RuleVersion,
			Limits: "Not adjusted for grade.", Proof: tableTested + "summary.TestARideHasEverything",
		},
		{
			Key: "avg_cadence_rpm", Column: cadenceColumn, Title: "Average cadence",
			Formula: "mean of cadence; zeros count on foot and in virtual rides, and not elsewhere",
			Unit:    "rpm (on foot: strides of one leg a minute)", Decimals: 1, Source: "what Garmin devices and the apps of virtual rides " +
				"compute",
			Version: summary.RuleVersion, Limits: "Steps a minute are twice the value on foot.",
			Differs: "Garmin rounds down.", Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "max_cadence_rpm", Column: cadenceColumn, Title: "Maximum cadence", Formula: "max of cadence",
			Unit: "rpm", Source: "the recording", Version: summary.RuleVersion, Limits: "Sensor spikes are kept.",
			Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "avg_temp_c", Column: temperatureColumn, Title: "Average temperature", Formula: "Σ temperature·dt / Σ dt, dt < 30 s",
			Unit: "°C", Decimals: 1, Source: "the recording", Version: summary.RuleVersion,
			Limits: "The sensor sits on the device: sun and skin warm it.", Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
	}
}

// Column is a column of recordings that metrics are of.
type Column struct {
	Channel training.Channel
	Name    string        // an entry's inputs, where it names none
	Sensor  string        // and what it needs
	Absent  i18n.Sentence // why its metrics are missing where it was not recorded
}

var (
	powerColumn       = &Column{training.Power, "power", "a power meter", training.NoPower}
	heartColumn       = &Column{training.HeartRate, "heart rate", "a heart rate sensor", training.NoHeartRate}
	cadenceColumn     = &Column{training.Cadence, "cadence", "a cadence sensor", training.NoCadence}
	distanceColumn    = &Column{training.Distance, "distance", "distance", "no distance, position or speed was recorded"}
	altitudeColumn    = &Column{training.Altitude, "altitude", "altitude", training.NoAltitude}
	temperatureColumn = &Column{training.Temperature, "temperature", "a temperature sensor", "not recorded"}
)

func curveEntries() []Entry {
	return []Entry{
		{
			Key: "power_curve", Title: "Power curve (mean-max)", Formula: "for every duration the highest mean of that many seconds in a row",
			Needs:  "a power meter",
			Inputs: "power", Unit: "W", Source: "exact scan of every second", Version: curve.CurveVersion,
			Limits: "Elapsed time, from the first row to the last: a second in a pause or without power counts as 0 W, so " +
				"that rests are never cut out. Stored at every second to a minute, then in 2 % steps with the round durations; " +
				"any other is computed when asked from the recordings that can hold the best, so that a best is over exactly its duration.",
			Differs: "GoldenCheetah scans about 650 durations of a 4 h ride and fills the rest; services cut pauses out.",
			Proof: "brute force on random, steady and adversarial series, on every duration: " +
				"curve.TestMeanMaxIsBruteForce, curve.TestMeanMaxOnRandomSeries",
		},
		{
			Key: "hr_curve", Title: "Heart rate curve", Formula: "as the power curve", Inputs: "heart rate", Unit: "bpm",
			Needs:  "a heart rate sensor",
			Source: "exact scan of every second", Version: curve.CurveVersion,
			Limits: "A rate holds to the next one over at most 10 s without any, or as long as a row stands for. Over a " +
				"longer gap none holds, and no window crosses it.", Proof: "brute force: curve.TestFurtherHeartRateIsBruteForce",
		},
		{
			Key: "best_efforts", Title: "Best efforts over distances",
			Formula: "the shortest time between two points of the track that are the distance apart, interpolated",
			Needs:   "distance, from GPS or a sensor, at least as long as the stretch",
			Inputs:  "distance over elapsed time", Unit: "s", Source: "exact: every window that begins or ends at a row",
			Version: curve.EffortsVersion,
			Limits: "The way that the first row counts already and the way after the last one, as the distance of the " +
				"activity has them, belong to the track, each at no more than the mean speed of the piece that it joins; an edge of over 10 s " +
				"does not. A step back, or faster than the sport's limit, cuts the track; a recording whose shortest time is " +
				"below the sport's record on foot or in water has none over that distance.",
			Differs: "Strava measures on its own corrected distance.", Proof: "brute force on random tracks: " +
				"curve.TestEffortsAgreeWithTheReference",
		},
		{
			Key: "further_efforts", Title: "Second best and further efforts of a length",
			Formula: "of each length that best efforts are shown at, the best that shares no moment with those before it; " +
				"of equal means the earliest",
			Needs:  "as power_curve, hr_curve and best_efforts; as much time beside the best one",
			Inputs: "power, heart rate or distance over elapsed time", Unit: "W, bpm, s",
			Source: "the way that Intervals.icu lists best efforts", Version: curve.FurtherVersion,
			Limits: "Efforts may touch, so that the second of a steady ride often lies beside the best. The distance of an " +
				"effort by time is a straight line " +
				"between rows, not known over a cut of the track, and the second of the last row covers none.",
			Differs: "Intervals.icu shows efforts that do not overlap, the best first, and does not publish how it counts gaps.",
			Proof: "brute force on random series and tracks: curve.TestFurtherPowerIsBruteForce, " +
				"curve.TestFurtherHeartRateIsBruteForce, curve.TestFurtherDistanceIsBruteForce",
		},
		{
			Key: "graded_curves", Title: "Pace curve and best efforts as on the flat",
			Formula: "as pace_curve and best_efforts, each step from row to row, which is cut as theirs, counted as Δd · " +
				"C(g)/C(0), C, g and its limit as for graded pace; g at the row that the step ends in; a step without a known grade as level",
			Needs:  "a run with distance and altitude; the grade known for 80 % of the distance",
			Inputs: "distance over elapsed time, altitude", Unit: "s/km, s",
			Source: "Minetti et al. 2002, J Appl Physiol 93:1039", Version: curve.WorthVersion,
			Limits: "A distance is the one on the flat; the way before the first row with a distance counts at that row's " +
				"grade, the way after the last one at its. What is faster than the sport's records is not believed, which a " +
				"steep climb may be by this rule.",
			Differs: "Intervals.icu does not publish how it grades the pace of its curve.",
			Proof: "brute force on random tracks whose steps were multiplied: curve.TestWorthIsTheTrackOfTheWorth; steady " +
				"hills of the published cost ratios: curves.TestGradedCurvesHaveTheCostOfTheHill; " +
				slowTested + "app.TestBestsAreWhatTheRowsSay",
		},
	}
}

func terrainEntries() []Entry {
	return []Entry{
		{
			Key: "climbed_altitude", Title: "Altitude used for climbs and grades", Inputs: "altitude, speed", Unit: "m",
			Formula: "the mean of the rows within 2 s while the timer runs, of a virtual course the row itself; rows below " +
				"−500 or above 9,000 m (20,000 in sports without a speed limit) are none, " +
				"nor are those further than 5 m/s · time + 30 m (40 m/s downhill on skis) from the last row that leap back within 30 rows; " +
				"what changes in a pause, or faster than that speed, is taken out of all that follows, the latter not where " +
				"over 3 rows and one in 500 leap, of 300 or more",
			Needs: "altitude", Source: "the rule nearest to devices in measurement", Version: route.ElevationVersion,
			Limits: "It is of GPS where the maker says that the device has no barometer, else where √B5 > 0.55 m + 0.0008/m " +
				"· (5 s · v)², v the mean of the speeds above 0, " +
				"and Bd the mean square of a(t−d) + a(t+d) − 2a(t) over the rows, 300 or more, before they are smoothed.",
			Proof: slowTested + "route.TestReversalsAgreeWithTheReference" + "; " + tableTested + "route.TestElevationIsSmoothedReversals",
		},
		{
			Key: "elevation_gain_m", Column: altitudeColumn, Title: "Elevation gain",
			Formula: "of climbed_altitude, legs between turns of 3 m or more, of GPS 5 m or, where that was not smoothed, 6 " +
				"standard deviations of its noise, upward ones added; every rise of a virtual course",
			Unit: "m", Decimals: 1, Source: "the rule nearest to devices in measurement", Version: route.ElevationVersion,
			Limits: "Whether an altitude is of GPS is told by the device or by how rough it is. Devices' totals differ: in " +
				"the median by 3 % for barometers and 5 % for GPS, for one in ten by 13 % or more. The share of a true climb " +
				"that either misses is not known.",
			Differs: "GoldenCheetah steps by 3 m; Strava corrects by its own map of heights.",
			Proof:   slowTested + "route.TestReversalsAgreeWithTheReference" + "; " + tableTested + "route.TestElevationIsSmoothedReversals",
		},
		{
			Key: "elevation_loss_m", Column: altitudeColumn, Title: "Elevation loss", Formula: "as gain, downward legs", Unit: "m", Decimals: 1,
			Source: "as gain", Version: route.ElevationVersion, Limits: "As gain.",
			Proof: slowTested + "route.TestReversalsAgreeWithTheReference" + "; " + tableTested + "route.TestElevationIsSmoothedReversals",
		},
		{
			Key: "grade_pct", Title: "Grade", Inputs: "altitude, distance, speed",
			Formula: "Δ altitude / Δ distance from the first row within 20 m before a row to the first 20 m or more behind " +
				"it, or the last, of the rows with both and a distance that does not fall, cut to ±45 %; " +
				"altitude as in climbed_altitude; of an altitude of GPS 100 m before and behind, times √max(0, 1 − 1.3·N/M), M " +
				"the mean square of the Δ altitude of those over 100 m or more, " +
				"N = B5·(1 − k^(T/5)) / ((1 − k)(3 − k)), T the time of 200 m at the mean of the speeds above 0, " +
				"k the least of 0, 0.001 … 0.999 with (1 − k⁴)(3 − k⁴) / ((1 − k)(3 − k)) ≥ B20/B5, B5 and B20 as in climbed_altitude",
			Needs: "altitude and distance; 10 m covered around the row, by GPS 50 m",
			Unit:  "%", Source: "smoothing over distance, since grade by the second is noise; N is how far noise goes in T " +
				"whose correlation over 5 s is k", Version: route.GradeVersion,
			Limits: "Not known where less was covered.",
			Proof:  tableTested + "route.TestGrade" + "; " + slowTested + "pace.TestGradedAgreesWithTheReference",
		},
		{
			Key: "splits", Title: "Splits by km and mile", Formula: "cuts at the first moment each mark is reached, interpolated",
			Needs:  "distance",
			Inputs: "distance", Unit: "s", Source: "definition", Version: route.SplitsVersion,
			Limits: "The last may be shorter.", Proof: slowTested + "route.TestSplitsAgreeWithTheReference",
		},
		{
			Key: "laps", Title: "Laps",
			Formula: "the rows from a lap's start up to the next lap's start; NP over the session's 30 s windows that end in the lap",
			Needs:   "laps in the recording",
			Inputs:  "the recording", Unit: "as each metric", Source: "what Garmin devices compute", Version: summary.LapVersion,
			Limits:  "NP of a lap under 30 s rests mostly on what came before it.",
			Differs: "Tools that restart the window at the lap read 1.5 to 2.3 W away (median).",
			Proof:   "29 of 34 energy-consistent laps within 1 W of the device: oracle.TestLapPowerIsTheDevices",
		},
	}
}

func poolEntries() []Entry {
	return []Entry{
		{
			Key: "pool_length_m", Title: "Pool length", Formula: "as the device was told", Inputs: "the recording", Unit: "m", Decimals: 2,
			Needs:  "a pool swim in which the device was told the length",
			Source: "the device", Version: summary.PoolVersion, Limits: "A wrong setting scales the distance.",
			Proof: tableTested + "summary.TestPoolInTheSummary",
		},
		{
			Key: "lengths", Title: "Lengths", Formula: "number of lengths swum, rests excluded", Inputs: "lengths", Unit: "1",
			Needs:  "a pool swim with its lengths",
			Source: "the device", Version: summary.PoolVersion, Limits: "Devices miss and double lengths.",
			Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "strokes", Title: "Strokes", Formula: "Σ strokes of the lengths swum", Inputs: "lengths", Unit: "1",
			Needs:  "a pool swim with counted strokes",
			Source: "the device", Version: summary.PoolVersion, Limits: "One arm's strokes; drills have none.",
			Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "swim_time_s", Title: "Swimming time", Formula: "Σ timer time of active lengths", Inputs: "lengths", Unit: "s",
			Needs:  "a pool swim with lengths",
			Source: "definition", Version: summary.PoolVersion,
			Limits: "A length that the device missed is part of the one before.", Proof: deviceChecked + "oracle.TestStoredValuesAreTheDevices",
		},
		{
			Key: "rest_time_s", Title: "Time at the wall", Formula: "Σ time of the lengths that are not active", Inputs: "lengths", Unit: "s",
			Needs:  "a pool swim with lengths",
			Source: "definition", Version: summary.PoolVersion, Limits: "Only a rest that the device or the swimmer marked.", Proof: notProven,
		},
		{
			Key: "avg_swolf", Title: "SWOLF", Formula: "mean over lengths of seconds + strokes",
			Inputs: "lengths with strokes", Unit: "1", Decimals: 1,
			Needs:  "a pool swim with counted strokes",
			Source: "definition", Version: summary.PoolVersion, Limits: "Compares within one pool length and stroke only.",
			Proof: vectorTested + "summary.TestSWOLFVector",
		},
	}
}

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
			Key: "max_hr_bpm", Column: heartColumn, Title: "Maximum heart rate", Formula: "max of heart rate", Unit: "bpm",
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
			Needs: "a power meter; an FTP for the day and sport (indoors the FTP indoors, where one is set) or own bounds, which hold " +
				"everywhere",
			Inputs: "seconds at each watt, FTP or the athlete's own bounds", Unit: "s", Source: "Coggan, seven levels", Version: zones.Version,
			Limits:  "One second, not smoothed; a power of 0 counts as the one before it for up to 2 s in which the pedals still turn.",
			Differs: "Some tools count a bound to the lower zone.",
			Proof:   deviceChecked + "oracle.TestZoneTimesAreTheDevices",
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
