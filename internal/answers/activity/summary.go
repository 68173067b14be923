package activity

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// summary fills in the scalars, the thresholds that entered them and where
// they came from.
func (d *Detail) summary(ctx context.Context, sub *subject) error {
	var found derive.Findings
	if !sub.manual() {
		var err error
		if found, err = sub.findings(ctx); err != nil {
			return err
		}
	}
	values, method, noLoad := valuesAt(&sub.row, sub.loads)
	d.power(sub, values)
	d.energy(sub, values)
	d.quality(found.Notes...)
	if doubt := loadInput(&sub.row).Session().Doubt(); doubt != "" && sub.manual() { // else the notes say it
		d.quality(i18n.Sentencef("%s: it is not used for loads, bests or thresholds.", doubt))
	}
	d.quality(ignored(sub.row.Ignored)...)
	d.loadsApart(sub)
	delete(values, training.MetricXPowerW) // load has it
	if sub.row.Sport == training.Cycling {
		delete(values, training.MetricPaceSPerKM) // of a ride the speed is told
	}
	d.Summary = Facts{}
	for m, v := range answers.Rounded(values) {
		d.Summary[string(m)] = v
	}
	d.Summary.Put("load_method", method)
	d.Summary.Put(caloriesFrom, saidCalories(&sub.row))
	if noLoad != "" {
		d.Missing = d.Missing.Add(string(training.MetricTSS), noLoad)
	}
	d.missingValues(sub, found.Missing, values)
	d.Thresholds = thresholdFacts(sub)
	if !sub.manual() {
		return nil // the section device has them
	}
	return d.recorded(ctx, sub)
}

// recorded fills in what the activity was done and recorded with.
func (d *Detail) recorded(ctx context.Context, sub *subject) (err error) {
	if d.Gear, err = gearName(ctx, sub); err != nil {
		return err
	}
	d.Recordings, err = recordingFacts(ctx, sub)
	return err
}

// quality adds what is odd about the data, once.
func (d *Detail) quality(notes ...i18n.Sentence) {
	for _, n := range notes {
		if !slices.Contains(d.DataQuality, n) {
			d.DataQuality = append(d.DataQuality, n)
		}
	}
}

// basics are what nearly every activity has.
var basics = []training.Metric{
	training.MetricNormalizedPowerW, training.MetricAvgPowerW, training.MetricAvgHRBpm, training.MetricDistanceKM,
}

// missingValues names the metrics that the summary could have had.
func (d *Detail) missingValues(sub *subject, reasons map[training.Metric]i18n.Sentence, have training.Values) {
	if sub.manual() {
		d.Missing = d.Missing.AddMetrics(have, answers.NoStreams, basics...)
		return
	}
	// Nobody looks for power in a run or a swim: what follows from it is not named.
	unlooked := sub.row.Sport != training.Cycling && reasons[training.MetricAvgPowerW] == training.NoPower
	for m, why := range reasons {
		if !unlooked || why != training.NoPower || slices.Contains(basics, m) {
			d.Missing = d.Missing.AddMetrics(have, why, m)
		}
	}
	d.Missing = d.Missing.AddMetrics(have, "the recording has no rows to compute it from", basics...)
	if _, ok := have[training.MetricIntensityFactor]; !ok && !unlooked {
		why := i18n.Sentence(answers.NoFTP)
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
			f[string(key)] = answers.Round(v, decimals)
		}
	}
	ftp := training.KeyFTP
	if sub.row.Indoor() && t.IndoorFTPW > 0 {
		ftp = training.KeyIndoorFTP
	}
	put(ftp, t.FTPW, 1)
	put(training.KeyLTHR, t.LTHRBpm, 0)
	put(training.KeyMaxHR, t.MaxHRBpm, 0)
	put(training.KeyRestHR, t.RestHRBpm, 0)
	if t.ThresholdMPS > 0 {
		name, pace := athlete.ShownSetting(training.KeyThresholdPace, sub.row.Sport, t.ThresholdMPS)
		f[name] = answers.Round(pace, 1)
	}
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
}

// device fills in what the device itself computed for the session.
func (d *Detail) device(ctx context.Context, sub *subject) error {
	first := sub.primary()
	if len(first.Recording.DeviceValues) == 0 {
		d.Missing = d.Missing.Add(string(SectionDevice), "the recording has no values of the device's own")
		return nil
	}
	d.Device = answers.Rounded(first.Recording.DeviceValues)
	found, err := sub.findings(ctx)
	if err != nil {
		return err
	}
	d.quality(found.Notes...)
	if gap := found.EnergyGapPct; gap != nil && answers.Finite(*gap) {
		rounded := answers.Round(*gap, 2)
		d.DeviceCheck = &DeviceCheck{EnergyGapPct: &rounded}
	}
	return nil
}
