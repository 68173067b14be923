package activity

import (
	"fmt"
	"math"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// summary fills in the scalars, the thresholds that entered them and where
// they came from.
func (d *Detail) summary(sub *subject) {
	values, method, noLoad := valuesAt(&sub.row, sub.thresholds)
	d.Summary = Facts{}
	for m, v := range analysis.Rounded(values) {
		d.Summary[string(m)] = v
	}
	d.Summary.put("load_method", method)
	if noLoad != "" {
		d.Missing = d.Missing.Add(string(training.MetricTSS), noLoad)
	}
	d.missingValues(sub, values)
	d.Thresholds = thresholdFacts(sub)
	d.Recordings = recordingFacts(sub)
}

// missingValues names the metrics that the summary could have had.
func (d *Detail) missingValues(sub *subject, have training.Values) {
	if sub.manual() {
		d.Missing = d.Missing.AddMetrics(have, analysis.NoStreams, training.MetricNormalizedPowerW,
			training.MetricAvgPowerW, training.MetricAvgHRBpm, training.MetricDistanceKM)
		return
	}
	for m, why := range sub.computed.Missing {
		d.Missing = d.Missing.AddMetrics(have, why, m)
	}
	if _, ok := have[training.MetricIntensityFactor]; !ok {
		why := analysis.NoFTP
		if _, np := have[training.MetricNormalizedPowerW]; !np {
			why = "there is no normalized power"
		}
		d.Missing = d.Missing.Add(string(training.MetricIntensityFactor), why)
	}
}

// thresholdFacts are the settings of the activity's day that its numbers rest on.
func thresholdFacts(sub *subject) Facts {
	t, f := sub.thresholds, Facts{}
	put := func(key training.ThresholdKey, v float64, decimals int) {
		if v > 0 {
			f[string(key)] = analysis.Round(v, decimals)
		}
	}
	put(training.KeyFTP, t.FTPW, 1)
	put(training.KeyLTHR, t.LTHRBpm, 0)
	put(training.KeyMaxHR, t.MaxHRBpm, 0)
	put(training.KeyRestHR, t.RestHRBpm, 0)
	put(training.KeyThresholdPace, t.ThresholdMPS, 3)
	if sub.mayShowWeight() {
		put(training.KeyWeight, t.WeightKg, 1)
	}
	return f
}

// DeviceCheck says whether the device's own values can be compared with ours.
type DeviceCheck struct {
	// EnergyGapPct is how much more energy the power records add up to than
	// the device's own total work.
	EnergyGapPct *float64 `json:"energy_gap_pct,omitempty"`
	Notes        []string `json:"notes,omitempty"`
}

// energyGapLimitPct is the gap beyond which the records are not what the
// device computed from (facts of many devices: class B ends at 0.4 %).
const energyGapLimitPct = 0.4

// device fills in what the device itself computed for the session.
func (d *Detail) device(sub *subject) {
	first := sub.primary()
	if first == nil || len(first.Recording.DeviceValues) == 0 {
		why := "the recording has no values of the device's own"
		if sub.manual() {
			why = analysis.NoStreams
		}
		d.Missing = d.Missing.Add("device", why)
		return
	}
	d.Device = analysis.Rounded(first.Recording.DeviceValues)
	if sub.manual() {
		return
	}
	check := &DeviceCheck{}
	for _, n := range sub.computed.Notes {
		if !strings.Contains(n, "total work") { // the energy gap is told once, below
			check.Notes = append(check.Notes, n)
		}
	}
	if gap, ok := sub.view.EnergyGapPct(); ok && analysis.Finite(gap) {
		rounded := analysis.Round(gap, 2)
		check.EnergyGapPct = &rounded
		if math.Abs(gap) > energyGapLimitPct {
			check.Notes = append(check.Notes, gapNote(gap))
		}
	}
	if power.DropsZeros(sub.view) {
		check.Notes = append(check.Notes,
			"This device leaves coasting out of its averages and its normalized power, so they are higher than ours.")
	}
	if check.EnergyGapPct != nil || len(check.Notes) > 0 {
		d.DeviceCheck = check
	}
}

func gapNote(gap float64) string {
	word := "more"
	if gap < 0 {
		word = "less"
	}
	return fmt.Sprintf("The power records add up to %.1f %% %s energy than the device's own total work, so its power values were "+
		"not computed from these records and may differ from ours.", math.Abs(gap), word)
}
