package glossary

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
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
			Needs:  "nothing but the recording",
			Inputs: "the recording's times", Unit: "s", Decimals: 1, Source: "the recording", Version: summary.RuleVersion,
			Limits:  "Trusts the device's start and end.",
			Differs: "One of three durations: elapsed, timer and moving are never mixed.", Proof: tableTested + "summary.TestARideHasEverything",
		},
		{
			Key: "duration_s", Title: "Duration (timer time)", Formula: "elapsed time − pauses",
			Needs:  "nothing but the recording",
			Inputs: "timer events", Unit: "s", Decimals: 1, Source: "the recording", Version: summary.RuleVersion,
			Limits:  "Without timer events it equals elapsed time.",
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
			Formula: "the last row's distance, less its leaps, and its speed over the whole seconds that the timer runs " +
				"after it, if more than one and 10 at most; within a file that counts on, minus the first row's; a pool swim: " +
				"lengths × pool length; with neither: the device's total",
			Inputs: "distance; else positions (great circle); else speed", Unit: "km", Decimals: 3, Source: "the recording",
			Version: summary.RuleVersion,
			Limits: "A leg of a multisport file ends where the device's total says, if that lies between its last row and the next leg's first. " +
				"A step of more than 50 m beyond twice the sport's speed limit is a leap: a row that comes back is left out, " +
				"else nothing is counted of the leap. " +
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
			Key: "max_speed_kmh", Column: distanceColumn, Title: "Highest speed", Formula: "max of speed",
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
			Formula: "mean of cadence; zeros count on foot and not elsewhere",
			Unit:    "rpm (on foot: strides of one leg a minute)", Decimals: 1, Source: "what Garmin devices compute",
			Version: summary.RuleVersion, Limits: "Steps a minute are twice the value on foot.",
			Differs: "Garmin rounds down.", Proof: deviceChecked + "oracle.TestValuesAreTheDevices",
		},
		{
			Key: "max_cadence_rpm", Column: cadenceColumn, Title: "Highest cadence", Formula: "max of cadence",
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
