package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the reasons why a number that needs power and a setting is missing or unusual.
const (
	noWeight = "no weight is set; set weight_kg with update_athlete_settings"
	// belowZero is a note for a W′bal below zero.
	belowZero = "W′bal falls below zero: critical power or W′ is set too low for this day"
	// The reason [answers.HiddenWeight] is also used here: watts per kg would reveal a
	// hidden weight.
)

// power adds watts per kg, based on the weight on that day, to values, and
// fills in the source of power.
func (d *Detail) power(sub *subject, values training.Values) {
	if _, ok := values[training.MetricAvgPowerW]; !ok || sub.manual() {
		return // missing power is reported elsewhere
	}
	d.powerSource(sub)
	d.perKg(sub, values, training.MetricAvgPowerWPerKg, training.MetricAvgPowerW)
}

// hardPower adds values about power above the threshold to the section load: work above
// FTP, the lowest W′bal, normalized power by weight, and xPower. They are not in the
// summary, which should be short. Questions about intensity request the section load.
func (d *Detail) hardPower(ctx context.Context, sub *subject) error {
	values := training.Values{}
	for _, m := range []training.Metric{training.MetricAvgPowerW, training.MetricNormalizedPowerW} {
		if v, ok := sub.row.Summary.Values[m]; ok {
			values[m] = v
		}
	}
	if _, ok := values[training.MetricAvgPowerW]; !ok || sub.manual() {
		return nil
	}
	if err := d.workAbove(ctx, sub, values); err != nil {
		return err
	}
	if err := d.balance(ctx, sub, values); err != nil {
		return err
	}
	d.perKg(sub, values, training.MetricNPWPerKg, training.MetricNormalizedPowerW)
	delete(values, training.MetricAvgPowerW)
	delete(values, training.MetricNormalizedPowerW)
	if x, ok := sub.row.Summary.Values[training.MetricXPowerW]; ok {
		values[training.MetricXPowerW] = x
	}
	for m, v := range answers.Rounded(values) {
		d.Load[string(m)] = v
	}
	if t := sub.thresholds; t.CPW > 0 {
		d.Load[string(training.KeyCP)] = answers.Round(t.CPW, 1)
	}
	if t := sub.thresholds; t.WPrimeJ > 0 {
		d.Load[string(training.KeyWPrime)] = answers.Round(t.WPrimeJ, 0)
	}
	return nil
}

// powerSource fills in the source of power in sports other than cycling, in
// which power is estimated rather than measured.
func (d *Detail) powerSource(sub *subject) {
	if sub.row.Sport == training.Cycling {
		return
	}
	rec := *sub.powerFrom()
	rec.Sport = sub.row.Sport
	d.PowerSource = power.SourceOf(&rec)
}

// powerFrom returns the recording that provides power, or else the primary one.
func (sub *subject) powerFrom() *training.Recording {
	for i := range sub.recordings {
		if sub.recordings[i].Chosen.Has(training.Power) {
			return &sub.recordings[i].Recording
		}
	}
	return &sub.primary().Recording
}

func (d *Detail) workAbove(ctx context.Context, sub *subject, values training.Values) error {
	both := []training.Metric{training.MetricWorkAboveFTPKJ, training.MetricWorkInAboveFTPKJ}
	if sub.thresholds.FTPW <= 0 {
		d.Missing = d.Missing.AddMetrics(values, answers.NoFTP, both...)
		return nil
	}
	h, why, err := sub.work(ctx)
	if err != nil {
		return err
	}
	excess, within, ok := curve.WorkAbove(h, sub.thresholds.FTPW)
	if !ok || why != "" {
		d.Missing = d.Missing.AddMetrics(values, "no power was recorded second by second", both...)
		return nil
	}
	values[training.MetricWorkAboveFTPKJ] = excess / 1000
	values[training.MetricWorkInAboveFTPKJ] = within / 1000
	return nil
}

// balance adds the lowest W′bal. It reads only the power stream. It lists W′bal as missing only if
// CP or W′ is set, because most athletes never set them and would otherwise see this on every ride.
func (d *Detail) balance(ctx context.Context, sub *subject, values training.Values) error {
	if sub.thresholds.CPW <= 0 && sub.thresholds.WPrimeJ <= 0 {
		return nil
	}
	series, _, why, err := sub.balance(ctx, sub.reader)
	if err != nil {
		return err
	}
	if low, _, ok := curve.Lowest(series); ok {
		values[training.MetricWPrimeBalanceMinJ] = low
		if low < 0 {
			d.quality(belowZero)
		}
		return nil
	}
	d.Missing = d.Missing.AddMetrics(values, why, training.MetricWPrimeBalanceMinJ)
	return nil
}

// perKg adds m, a metric that is another metric (of) divided by the weight on that day.
func (d *Detail) perKg(sub *subject, values training.Values, m, of training.Metric) {
	watts, has := values[of]
	if !has {
		return
	}
	x, ok := curve.PerKg(watts, sub.thresholds.WeightKg)
	switch {
	case !sub.shown().Weight:
		d.Missing = d.Missing.AddMetrics(values, answers.HiddenWeight, m)
	case !ok:
		d.Missing = d.Missing.AddMetrics(values, noWeight, m)
	default:
		values[m] = x
	}
}

// effortsPerKg adds watts per kg, based on the weight on that day, to the best efforts by power.
func (d *Detail) effortsPerKg(sub *subject) {
	if !sub.shown().Weight {
		return
	}
	for _, f := range d.BestEfforts["power"] {
		watts, _ := f["avg_power_w"].(float64)
		if x, ok := curve.PerKg(watts, sub.thresholds.WeightKg); ok {
			f[string(training.MetricAvgPowerWPerKg)] = answers.Round(x, answers.Decimals(training.MetricAvgPowerWPerKg))
		}
	}
}

// Moving returns the moving time in seconds at each row of an activity, and the
// total at the last row. why is the reason if it is unknown.
func Moving(
	ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow,
) (timeS []int32, seconds []float64, why i18n.Sentence, err error) {
	sub := &subject{scope: s, row: *row}
	if sub.recordings, err = r.Recordings(ctx, s, row.ID); err != nil {
		return nil, nil, "", err
	}
	if sub.manual() {
		return nil, nil, answers.NoStreams, nil
	}
	v, err := sub.openIn(ctx, r)
	if err != nil {
		return nil, nil, "", err
	}
	seconds, why = v.MovingAt()
	return v.Columns.TimeS, seconds, why, nil
}

// Balance returns W′bal of an activity in J, based on critical power and W′ of that day.
// There is one value per second, starting at firstS. why is the reason if there is none.
func Balance(
	ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow, t training.Thresholds,
) (joules []float64, firstS int32, why i18n.Sentence, err error) {
	sub := &subject{scope: s, row: *row, thresholds: t}
	if sub.recordings, err = r.Recordings(ctx, s, row.ID); err != nil {
		return nil, 0, "", err
	}
	return sub.balance(ctx, r)
}

// balance computes W′bal. It reads only the power stream.
func (sub *subject) balance(ctx context.Context, r store.Reader) (joules []float64, firstS int32, why i18n.Sentence, err error) {
	m := curve.WBalModel{CPW: sub.thresholds.CPW, WPrimeJ: sub.thresholds.WPrimeJ}
	if !m.Possible() {
		return nil, 0, answers.NoCP, nil
	}
	if sub.manual() {
		return nil, 0, answers.NoStreams, nil
	}
	cols, err := r.Stream(ctx, sub.scope, sub.row.ID, store.Channels(training.Power))
	if err != nil {
		return nil, 0, "", err
	}
	rec := sub.primary().Recording
	rec.Sport, rec.SubSport, rec.Columns = sub.row.Sport, sub.row.SubSport, *cols
	joules, firstS, why = curve.WBalOf(stream.Of(&rec, stream.Limits{}), m)
	return joules, firstS, why, nil
}

// movingName is the name of the channel with moving time.
const movingName = "moving_time"

// moving reads the moving time at each row.
func (f *streamsSource) moving(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow) (err error) {
	_, f.movedS, f.noMoving, err = Moving(ctx, r, s, row)
	return err
}

// movedAt returns the moving time at the first row of each bucket, which is at
// the offset of the bucket. For the last bucket it returns the total moving time.
func (f *streamsSource) movedAt(bs []bucket, decimals int) []*float64 {
	out := make([]*float64, len(bs))
	if len(f.movedS) != f.rows {
		return out
	}
	for i, b := range bs {
		at := b.lo
		if b.hi == f.rows {
			at = f.rows - 1
		}
		v := answers.Round(f.movedS[at], decimals)
		out[i] = &v
	}
	return out
}

// balanceName is the name of the channel with W′bal. It is computed from power
// and the settings of the day.
const balanceName = "w_prime_balance"

// streamsSource holds the data for columns: the recorded channels and, if they
// are requested, slope, W′bal, other streams, and streams of services.
type streamsSource struct {
	columns   *training.Columns
	positions training.Bitmap // rows whose position may be shown
	rows      int             // number of recorded rows
	slope     slope

	joules    []float64 // one value per second
	firstS    int32
	noBalance i18n.Sentence

	movedS   []float64 // one value per row; see [Moving]
	noMoving i18n.Sentence

	others []other
	named  map[string]named
}

// balance reads W′bal.
func (f *streamsSource) balance(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow) error {
	history, err := r.History(ctx, s)
	if err != nil {
		return err
	}
	f.joules, f.firstS, f.noBalance, err = Balance(ctx, r, s, row, history.At(row.Discipline(), row.LocalDay).In(row.Indoor()))
	return err
}

// lowest returns the lowest W′bal in each bucket. A mean would hide how close to zero it was.
func (f *streamsSource) lowest(bs []bucket, decimals int) []*float64 {
	out := make([]*float64, len(bs))
	for i, b := range bs {
		for _, t := range f.columns.TimeS[b.lo:b.hi] {
			k := int(t - f.firstS)
			if k < 0 || k >= len(f.joules) {
				continue
			}
			if j := answers.Round(f.joules[k], decimals); out[i] == nil || j < *out[i] {
				out[i] = &j
			}
		}
	}
	return out
}

// once is a reader that reads the recordings of an activity only once.
type once struct {
	store.Reader
	recordings []store.RecordingRow
}

// Recordings returns the activity's recordings, reading them only once.
func (o *once) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) (_ []store.RecordingRow, err error) {
	if o.recordings == nil {
		o.recordings, err = o.Reader.Recordings(ctx, s, id)
	}
	return o.recordings, err
}
