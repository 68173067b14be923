package glossary

import (
	"fmt"
	"strings"

	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/summary"
)

// Index returns the table as one line for each metric; title translates its
// titles.
func Index(title func(english string) string) string {
	var b strings.Builder
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n", title(g.Title))
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "- `%s`: %s\n", e.Key, title(e.Title))
		}
	}
	return strings.TrimLeft(b.String(), "\n")
}

func (e Entry) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n### `%s`: %s\n\n", e.Key, e.Title)
	for _, line := range []struct{ name, text string }{
		{"Formula", e.Formula},
		{"Inputs", e.Inputs},
		{"Needs", e.Needs},
		{"Unit", e.Unit},
		{"Source", e.Source},
		{"Limits", e.Limits},
		{"Other tools", e.Differs},
		{"Verification", e.Proof},
		{"Rule version", e.version()},
	} {
		if line.text != "" {
			fmt.Fprintf(b, "- %s: %s\n", line.name, line.text)
		}
	}
}

// Markdown describes one metric in full.
func (e Entry) Markdown() string {
	var b strings.Builder
	e.write(&b)
	return strings.TrimLeft(b.String(), "\n")
}

const runningSensor = "a device or a sensor that measures running dynamics"

func runningEntries() []Entry {
	return []Entry{
		{
			Key: "gap_s_per_km", Title: "Graded pace (GAP)", Inputs: "distance, altitude, timer time", Unit: "s/km", Decimals: 1,
			Formula: "pace · Σ Δd / Σ Δd·C(g)/C(0), C = 155.4g⁵ − 30.4g⁴ − 43.3g³ + 46.3g² + 19.5g + 3.6 J/kg/m, g as in " +
				"grade_pct; C(g)/C(0) at most 8 m/s / speed where that is above 1; steps in no pause, not back and not faster than the sport's limit",
			Needs:  "a run with distance and altitude; the grade known for 80 % of the distance",
			Source: "Minetti et al. 2002, J Appl Physiol 93:1039", Version: pace.GradedVersion,
			Limits: "The cost was measured on a treadmill: wet ground, steps and fear downhill are not in it. It is as " +
				"noisy as the altitude: two watches on one hilly run, one of them with GPS alone, agree within some 6 %.",
			Differs: "Strava converts by heart rate (its curve of 2017), which gives downhills less; Runalyze damps the " +
				"cost ratio by the power of 0.83.",
			Proof: "vectors of the published cost ratios: pace.TestMinettiVectors; brute force over random hills row by " +
				"row: pace.TestGradedAgreesWithTheReference",
		},
		{
			Key: "ngp_s_per_km", Title: "Normalized graded pace", Inputs: "speed, distance, altitude", Unit: "s/km", Decimals: 1,
			Formula: "1000 / the fourth-power mean over running 30 s means of speed · C(g)/C(0)",
			Needs:   "as graded pace, and 5 minutes of speed",
			Source:  "the rule of normalized power on graded speed", Version: pace.GradedVersion,
			Limits:  "TrainingPeaks' own rule is not published; this is ours, not a copy.",
			Differs: "TrainingPeaks' NGP is not published.", Proof: slowTested + "pace.TestGradedAgreesWithTheReference",
		},
		{
			Key: "gap_histogram", Title: "Seconds by graded pace", Inputs: "speed, distance, altitude", Unit: "s",
			Formula: "the timer time of the rows whose speed · C(g)/C(0) lies in a bin of pace, C and g as for graded pace; " +
				"a row without a known grade counts as level",
			Needs:  "as graded pace, and speed",
			Source: "Minetti et al. 2002, J Appl Physiol 93:1039", Version: pace.HistogramVersion,
			Limits:  "Slower than an hour a kilometre is standing and left out. It is as noisy as the altitude.",
			Differs: "Intervals.icu does not publish how it grades the pace of its histogram.",
			Proof: slowTested +
				"pace.TestGradedHistogramAgreesWithTheReference; steady hills of the published cost ratios: pace.TestGradedHistogramOfASteadyHill",
		},
		{
			Key: "graded_efficiency_factor", Title: "Efficiency factor on the flat",
			Inputs: "normalized graded pace, heart rate", Unit: "m/min/bpm", Decimals: 3,
			Formula: "normalized graded speed in m/min / average heart rate",
			Needs:   "a run with normalized graded pace; heart rate for 80 % of the time",
			Source:  "Friel, who takes normalized graded speed", Version: pace.GradedVersion,
			Limits:  "Compare like runs: heat and hurry move it as much as fitness.",
			Differs: "TrainingPeaks' graded pace is not published; the efficiency factor beside it is of speed as it was.",
			Proof:   tableTested + "pace.TestEfficiencyOnTheFlat",
		},
		{
			Key: "avg_cadence_spm", Title: "Steps per minute", Inputs: "cadence", Unit: "1/min", Decimals: 1,
			Formula: "average cadence · 2; · 1 where the mean cadence is above 120, which no leg does: the device counted both feet",
			Needs:   "cadence, on foot", Source: "definition", Version: pace.DynamicsVersion,
			Limits:  "Standing counts as 0, as devices have it.",
			Differs: "Garmin's files count strides of one leg, some apps count steps.",
			Proof:   "compared with devices: half of the sessions within 1 %: summary.TestDevicesAgree",
		},
		dynamicsEntry("avg_vertical_oscillation_mm", "Vertical oscillation", "mm", "time-weighted mean of the trunk's rise a step", inDevices),
		dynamicsEntry("avg_ground_contact_ms", "Ground contact time", "ms",
			"time-weighted mean of the time that a foot is on the ground", inDevices),
		dynamicsEntry("avg_ground_contact_balance_pct", "Ground contact balance", "%",
			"time-weighted mean of the left foot's share of ground contact time",
			"compared with devices: half of the sessions within 0.1 of a percent: summary.TestDevicesAgree"),
		dynamicsEntry("avg_step_length_cm", "Step length", "cm", "time-weighted mean of the length of a step", inDevices),
		dynamicsEntry("avg_vertical_ratio_pct", "Vertical ratio", "%", "time-weighted mean of vertical oscillation / step length · 100",
			"the ratio of the devices' means comes out within 3.5 % of what they stored in six of seven sessions; ours is "+
				"of the running rows: oracle.TestStoredValuesAreTheDevices"),
		dynamicsEntry("avg_leg_stiffness_kn_per_m", "Leg spring stiffness", "kN/m",
			"time-weighted mean of what the sensor's app records under that name", notProven),
	}
}

// inDevices is how the means of running dynamics compare with devices'.
const inDevices = "the means of devices, walks included, come out within 1 % of what they stored in six of seven " +
	"sessions; ours are of the running rows: summary.TestDevicesAgree, oracle.TestStoredValuesAreTheDevices"

func dynamicsEntry(key, title, unit, formula, proof string) Entry {
	return Entry{
		Key: key, Title: title, Unit: unit, Decimals: 1, Formula: formula + ", over rows faster than 1.5 m/s",
		Inputs: "running dynamics, speed", Needs: runningSensor, Source: "definition; the sensor measures", Version: pace.DynamicsVersion,
		Limits: "Sensors on the chest, the wrist and the foot differ; compare within one. Walking and zeros are left out.",
		Proof:  proof,
	}
}

func strokeEntries() []Entry {
	return []Entry{
		{
			Key: "pace_s_per_100m", Title: "Pace over 100 m", Formula: "pace / 10", Inputs: "pace", Unit: "s/100 m", Decimals: 1,
			Needs: "a swim with distance", Source: "definition", Version: summary.StrokesVersion,
			Limits: "In a pool over the time of the lengths swum, else over timer time.",
			Proof:  tableTested + "summary.TestOtherSportsStayAsTheyAre",
		},
		{
			Key: "avg_strokes_per_min", Title: "Stroke rate", Formula: "Σ strokes / Σ seconds · 60 over the lengths with counted strokes",
			Inputs: "lengths", Unit: "1/min", Decimals: 1, Needs: "a pool swim with counted strokes", Source: "definition",
			Version: summary.StrokesVersion,
			Limits:  "Strokes of the arm that wears the device.", Differs: "Some tools divide all strokes by all time, rests and drills included.",
			Proof: "compared with devices, which round to one: within 1.3 %: summary.TestDevicesAgree",
		},
		{
			Key: "distance_per_stroke_cm", Title: "Distance per stroke", Formula: "lengths with counted strokes · pool length / Σ strokes",
			Inputs: "lengths, pool length", Unit: "cm", Decimals: 1,
			Needs: "a pool swim with counted strokes and the pool's length", Source: "definition",
			Version: summary.StrokesVersion, Limits: "The glide after the wall is in it.",
			Proof: "compared with devices: within 0.1 %: summary.TestDevicesAgree",
		},
	}
}
