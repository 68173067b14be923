package activity

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// valuesAt returns all scalar values of an activity: the stored ones, and those that depend on the
// thresholds of its day (load and intensity). method is the method for the load; if there is no
// load, it is "", and noLoad is the reason. Values are not rounded, and the row is not changed.
func valuesAt(row *store.ActivityRow, by fitness.Loads) (v training.Values, method string, noLoad i18n.Sentence) {
	if row.AsSaid != nil {
		return maps.Clone(row.Summary.Values), "", nothingComputed
	}
	t := by.Timeline.At(row.Discipline(), row.LocalDay).In(row.Indoor())
	v = make(training.Values, len(row.Summary.Values)+6)
	maps.Copy(v, row.Summary.Values)
	// The load from a device or a person is shown elsewhere. The load here is computed
	// from the day's thresholds, or it is missing.
	delete(v, training.MetricTSS)
	delete(v, training.MetricIntensityFactor)
	if row.PerceivedExertion > 0 {
		v[training.MetricPerceivedExertion] = row.PerceivedExertion
	}
	if row.Feel > 0 {
		v[training.MetricFeel] = float64(row.Feel)
	}
	if row.CarbsG > 0 {
		v[training.MetricCarbsG] = row.CarbsG
	}
	if row.FluidML > 0 {
		v[training.MetricFluidML] = row.FluidML
	}
	if saidCalories(row) != "" {
		v[training.MetricCaloriesKcal] = row.Burnt.Kcal
	}
	l, noLoad := by.Rules.Of(loadInput(row), t)
	if noLoad == "" {
		v[training.MetricTSS] = l.TSS
		method = string(l.Method)
	}
	if l.IntensityFactor > 0 {
		v[training.MetricIntensityFactor] = l.IntensityFactor
	} else if f, ok := power.IntensityFactor(v[training.MetricNormalizedPowerW], t.FTPW); ok {
		v[training.MetricIntensityFactor] = f
	}
	return v, method, noLoad
}

func loadInput(row *store.ActivityRow) load.Input {
	const metresPerKM, kmhPerMPS = 1000, 3.6
	v := row.Summary.Values
	in := load.Input{
		Sport: row.Sport, TimerS: v[training.MetricDurationS], DistanceM: v[training.MetricDistanceKM] * metresPerKM,
		AvgMPS: v[training.MetricAvgSpeedKMH] / kmhPerMPS,
		NPW:    v[training.MetricNormalizedPowerW], NPWindows: row.Summary.NPWindows,
		AvgHRBpm: v[training.MetricAvgHRBpm], HRSeconds: row.Summary.HRSeconds,
		Exertion: row.PerceivedExertion, Manual: row.ManualLoad,
	}
	if in.AvgMPS == 0 && in.TimerS > 0 {
		in.AvgMPS = in.DistanceM / in.TimerS
	}
	if pace := v[training.MetricNGPSPerKM]; pace > 0 {
		in.GradedMPS = metresPerKM / pace
	}
	return in
}

func sorted(words []string) []string {
	slices.Sort(words)
	return words
}

// caloriesFrom is the key for the name of the service that provided the calories in a row.
const caloriesFrom = "calories_from"

// saidCalories returns the service from which the calories of an activity come.
// It returns "" if they come from a recording or are unknown.
func saidCalories(row *store.ActivityRow) string {
	if _, device := row.Summary.Values[training.MetricCaloriesKcal]; device || row.Burnt.Kcal <= 0 {
		return ""
	}
	return cmp.Or(row.Burnt.By, "service")
}

// summary fills in the scalar values, the thresholds on which they depend, and
// the origin of the activity.
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
	if doubt := loadInput(&sub.row).Session().Doubt(); doubt != "" && sub.manual() { // for other activities, this is among the notes
		d.quality(i18n.Sentencef("%s: it is not used for loads, bests or thresholds.", doubt))
	}
	d.quality(ignored(sub.row.Ignored)...)
	d.loadsApart(sub)
	delete(values, training.MetricXPowerW) // this value is in the section load
	if sub.row.Sport == training.Cycling {
		delete(values, training.MetricPaceSPerKM) // rides have speed instead
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
	d.setTotals(sub)
	d.Thresholds = thresholdFacts(sub)
	if !sub.manual() {
		return nil // they are in the section device
	}
	return d.recorded(ctx, sub)
}

// recorded fills in the gear and the recordings of the activity.
func (d *Detail) recorded(ctx context.Context, sub *subject) (err error) {
	if d.Gear, err = gearName(ctx, sub); err != nil {
		return err
	}
	d.Recordings, err = recordingFacts(ctx, sub)
	return err
}

// quality adds notes on the data, without duplicates.
func (d *Detail) quality(notes ...i18n.Sentence) {
	for _, n := range notes {
		if !slices.Contains(d.DataQuality, n) {
			d.DataQuality = append(d.DataQuality, n)
		}
	}
}

// basics lists metrics that nearly every activity has.
var basics = []training.Metric{
	training.MetricNormalizedPowerW, training.MetricAvgPowerW, training.MetricAvgHRBpm, training.MetricDistanceKM,
}

// missingValues adds the reasons for metrics that the summary could have but does not.
func (d *Detail) missingValues(sub *subject, reasons map[training.Metric]i18n.Sentence, have training.Values) {
	if sub.manual() {
		d.Missing = d.Missing.AddMetrics(have, answers.NoStreams, basics...)
		return
	}
	// Nobody expects power in a run or a swim, so values that need power are not listed as missing.
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

// thresholdFacts returns the settings of the day on which the activity's values depend.
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
	if sub.shown().Weight {
		put(training.KeyWeight, t.WeightKg, 1)
	}
	return f
}

// DeviceCheck shows whether the device's own values are comparable to Lapkeep's.
type DeviceCheck struct {
	// EnergyGapPct is the excess of the energy in the power rows over the
	// device's own total work, in percent.
	EnergyGapPct *float64 `json:"energy_gap_pct,omitempty"`
}

// device fills in the values that the device itself computed for the session.
func (d *Detail) device(ctx context.Context, sub *subject) error {
	first := sub.primary()
	if len(first.Recording.DeviceValues) == 0 {
		d.Missing = d.Missing.Add(string(SectionDevice), "the recording has no values from the device itself")
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

// stretch fills in the values of the requested stretch. A query without an end
// continues an earlier one and gets no such values.
func (o *Streams) stretch(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow, q *Query) error {
	if q.ToS == 0 || row.AsSaid != nil {
		return nil
	}
	f, why, err := Stretch(ctx, r, s, row, q.FromS, q.ToS)
	if why != "" {
		o.Missing = o.Missing.Add("stretch", why)
	}
	o.Stretch = f
	return err
}

// Stretch returns the values that a lap from second fromS up to, but not
// including, toS would have, or the reason why there are none.
func Stretch(
	ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow, fromS, toS int,
) (Facts, i18n.Sentence, error) {
	sub := &subject{scope: s, row: *row}
	var err error
	if sub.recordings, err = r.Recordings(ctx, s, row.ID); err != nil {
		return nil, "", err
	}
	if sub.manual() {
		return nil, answers.NoStreams, nil
	}
	v, err := sub.openIn(ctx, r)
	if err != nil {
		return nil, "", err
	}
	l, why := summary.Stretch(v, training.Span{FromS: float64(fromS), ToS: float64(toS)})
	if why != "" {
		return nil, why, nil
	}
	f := Facts{"start_offset_s": l.StartS, "end_offset_s": answers.Round(l.EndS, 1)}
	for m, x := range pick(summary.SportOf(v).Splits([]summary.Lap{l})[0].Values) {
		f[string(m)] = x
	}
	return f, "", nil
}
