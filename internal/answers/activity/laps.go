package activity

import (
	"context"
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// lapMetrics lists the metrics of a lap or split that Lapkeep or the device computes.
var lapMetrics = []training.Metric{
	training.MetricDurationS, training.MetricElapsedTimeS, training.MetricDistanceKM, training.MetricAvgPowerW,
	training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricWorkKJ, training.MetricAvgHRBpm,
	training.MetricMaxHRBpm, training.MetricAvgCadenceRPM, training.MetricAvgSpeedKMH, training.MetricPaceSPerKM,
	training.MetricElevationGainM, training.MetricLengths, training.MetricStrokes, training.MetricAvgSWOLF,
	training.MetricGAPSPerKM, training.MetricAvgCadenceSPM, training.MetricAvgGroundContactMS, training.MetricAvgVerticalOscillationMM,
	training.MetricPaceSPer100M, training.MetricAvgStrokesPerMin, training.MetricDistancePerStrokeCM,
}

// laps fills in the laps of the device, starting at the given row.
func (d *Detail) laps(ctx context.Context, sub *subject, from int) error {
	all, why, err := sub.deviceLaps(ctx)
	if why != "" {
		d.Missing = d.Missing.Add(string(SectionLaps), why)
	} else {
		d.Laps = lapRows(all, from)
	}
	return err
}

// splits fills in splits of equal distance, starting at the given row.
func (d *Detail) splits(ctx context.Context, sub *subject, lengthM float64, from int) error {
	if lengthM == 0 {
		lengthM = route.KilometreM
	}
	all, why, err := sub.splitsOf(ctx, lengthM)
	if why != "" {
		d.Missing = d.Missing.Add(string(SectionSplits), why)
	} else {
		d.Splits = splitColumns(all, from)
	}
	return err
}

func lapRows(all []summary.Lap, from int) []Facts {
	out := []Facts{}
	for i := from - 1; i < len(all); i++ {
		l := &all[i]
		f := Facts{"lap": i + 1, "start_offset_s": answers.Round(l.StartS, 1)}
		f.Put("trigger", l.Trigger)
		f.Put("intensity", l.Intensity)
		for m, v := range pick(l.Values) {
			f[string(m)] = v
		}
		if device := pick(l.Device); len(device) > 0 {
			f["device"] = device
		}
		out = append(out, f)
	}
	return out
}

func pick(v training.Values) training.Values {
	out := training.Values{}
	for _, m := range lapMetrics {
		if x, ok := v[m]; ok && answers.Finite(x) {
			out[m] = answers.Round(x, answers.Decimals(m))
		}
	}
	return out
}

// Lengths describes a pool swim length by length. Its columns share an index.
type Lengths struct {
	Pool         Facts      `json:"pool"`
	From         int        `json:"from_row"`
	StartOffsetS []float64  `json:"start_offset_s"`
	ElapsedS     []float64  `json:"elapsed_time_s"`
	Lap          []int      `json:"lap"`
	Stroke       []string   `json:"stroke"` // "rest" for a pause at the wall
	Strokes      []*float64 `json:"strokes"`
	SWOLF        []*float64 `json:"swolf"`
}

// lengths fills in the lengths of a pool swim.
func (d *Detail) lengths(sub *subject, from int) {
	rec := &sub.primary().Recording
	pool, why := summary.PoolOf(rec)
	if why != "" || len(rec.Lengths) == 0 {
		if why == "" {
			why = "the recording has no pool lengths"
		}
		d.Missing = d.Missing.Add(string(SectionLengths), why)
		return
	}
	d.Lengths = &Lengths{Pool: poolFacts(pool), From: from}
	for _, l := range rec.Lengths[min(from-1, len(rec.Lengths)):] {
		d.Lengths.add(l)
	}
}

func (o *Lengths) add(l training.Length) {
	o.StartOffsetS = append(o.StartOffsetS, answers.Round(l.StartS, 1))
	o.ElapsedS = append(o.ElapsedS, answers.Round(l.ElapsedS, 2))
	o.Lap = append(o.Lap, l.Lap+1)
	stroke := l.Stroke
	if !l.Active {
		stroke = "rest"
	}
	o.Stroke = append(o.Stroke, stroke)
	var strokes, swolf *float64
	if l.Active && l.Strokes > 0 {
		n := float64(l.Strokes)
		strokes = &n
	}
	if x, ok := summary.SWOLF(l); ok {
		x = answers.Round(x, 1)
		swolf = &x
	}
	o.Strokes, o.SWOLF = append(o.Strokes, strokes), append(o.SWOLF, swolf)
}

func (o *Lengths) cut(n int) {
	o.StartOffsetS, o.ElapsedS, o.Lap = o.StartOffsetS[:n], o.ElapsedS[:n], o.Lap[:n]
	o.Stroke, o.Strokes, o.SWOLF = o.Stroke[:n], o.Strokes[:n], o.SWOLF[:n]
}

func poolFacts(p summary.Pool) Facts {
	f := Facts{
		string(training.MetricLengths): p.Lengths, "swim_time_s": answers.Round(p.SwimS, 1), "rest_time_s": answers.Round(p.RestS, 1),
	}
	for m, v := range map[training.Metric]float64{
		training.MetricPoolLengthM: p.LengthM, training.MetricDistanceKM: p.DistanceM / 1000,
		training.MetricStrokes: float64(p.Strokes), training.MetricAvgSWOLF: p.AvgSWOLF,
	} {
		if v > 0 && !math.IsInf(v, 0) {
			f[string(m)] = answers.Round(v, answers.Decimals(m))
		}
	}
	return f
}

// Splits holds splits of equal distance as columns, because rows would repeat
// the name of every metric.
type Splits struct {
	Split        []int                 `json:"split"`
	StartOffsetS []float64             `json:"start_offset_s"`
	Values       map[string][]*float64 `json:"values"` // for each metric, the values by split
}

func splitColumns(all []summary.Lap, from int) *Splits {
	rest := all[min(from-1, len(all)):]
	out := &Splits{Split: []int{}, StartOffsetS: []float64{}, Values: map[string][]*float64{}}
	for i := range rest {
		out.Split = append(out.Split, from+i)
		out.StartOffsetS = append(out.StartOffsetS, answers.Round(rest[i].StartS, 1))
		for m, v := range pick(rest[i].Values) {
			column := out.Values[string(m)]
			if column == nil {
				column = make([]*float64, len(rest))
				out.Values[string(m)] = column
			}
			column[i] = &v
		}
	}
	return out
}

func (o *Splits) rows() int {
	if o == nil {
		return 0
	}
	return len(o.Split)
}

func (o *Splits) cut(n int) {
	o.Split, o.StartOffsetS = o.Split[:n], o.StartOffsetS[:n]
	for name, column := range o.Values {
		o.Values[name] = column[:n]
	}
}
