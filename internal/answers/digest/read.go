package digest

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// View is the line of an activity, either computed or written by a model or by the athlete.
type View struct {
	Line i18n.Sentence
	Tag  training.DigestTag
	// By is the author of a written line. In that case, Computed is the computed line.
	By       string
	Computed i18n.Sentence
}

// Metrics returns the metrics that rows must have for writing lines.
func Metrics() []training.Metric {
	return []training.Metric{
		training.MetricDurationS, training.MetricDistanceKM, training.MetricElevationGainM, training.MetricAvgPowerW,
		training.MetricNormalizedPowerW, training.MetricAvgHRBpm, training.MetricAvgSpeedKMH,
	}
}

// The usual duration is the median over usualDays days before an activity. It needs at
// least usualLeast activities in the sport.
const usualDays, usualLeast = 90, 5

// many is the minimum number of activities for which primitives are read for all days together.
const many = 64

// Of returns the lines of activities, in the same order. The rows must contain [Metrics].
func Of(ctx context.Context, r store.Reader, s training.Scope, rows []store.ActivityRow) ([]View, error) {
	if len(rows) == 0 {
		return nil, ctx.Err()
	}
	w, err := around(ctx, r, s, rows)
	if err != nil {
		return nil, err
	}
	out := make([]View, len(rows))
	for i := range rows {
		in, err := w.input(ctx, &rows[i])
		if err != nil {
			return nil, err
		}
		out[i].Line, out[i].Tag = Tagged(&in)
		if err := w.replace(ctx, &out[i], rows[i].ID); err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}

// Streams is the input for a line if no primitives are stored, because nothing was
// derived yet, or because the audience may not see everything that they are based on.
type Streams struct {
	Session      *efforts.Session
	Laps, Splits []summary.Lap
}

// Computed returns the line of an activity that has no stored primitives.
func Computed(ctx context.Context, r store.Reader, s training.Scope, row *store.ActivityRow, from Streams) (v View, err error) {
	w, err := around(ctx, r, s, []store.ActivityRow{*row})
	if err != nil {
		return v, err
	}
	in := w.basics(row)
	in.Session, in.Laps, in.Splits = from.Session, LapsOf(from.Laps), splitsOf(row.Sport, from.Splits)
	v.Line, v.Tag = Tagged(&in)
	return v, w.replace(ctx, &v, row.ID)
}

// writer holds the input for lines of several activities.
type writer struct {
	r       store.Reader
	s       training.Scope
	loads   fitness.Loads
	inputs  map[training.ActivityID]*store.LoadInput
	bySport map[training.Sport][]*store.LoadInput // in order of day
	races   []race
	// These values were read for many activities together. They are nil if each
	// activity's values are read separately.
	derived map[string]map[training.ActivityID][]byte
	saved   map[string]training.Digest
}

// race is a completed race, or a race in the calendar.
type race struct {
	day   training.Day
	start int64 // in Unix s; 0 for a race in the calendar
}

func around(ctx context.Context, r store.Reader, s training.Scope, rows []store.ActivityRow) (*writer, error) {
	days := training.DayRange{From: rows[0].LocalDay, To: rows[0].LocalDay}
	for i := range rows {
		days.From, days.To = min(days.From, rows[i].LocalDay), max(days.To, rows[i].LocalDay)
	}
	w := &writer{r: r, s: s}
	var err error
	if w.loads, err = fitness.ReadLoads(ctx, r, s); err != nil {
		return nil, err
	}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: days.From - usualDays, To: days.To})
	if err != nil {
		return nil, err
	}
	w.inputs, w.bySport = make(map[training.ActivityID]*store.LoadInput, len(rows)), map[training.Sport][]*store.LoadInput{}
	for i := range inputs {
		in := &inputs[i]
		if in.Day >= days.From {
			w.inputs[in.ID] = in
		}
		w.bySport[in.Sport] = append(w.bySport[in.Sport], in)
	}
	if err := w.readRaces(ctx, days); err != nil {
		return nil, err
	}
	if len(rows) >= many {
		err = w.readAll(ctx, days)
	}
	return w, err
}

// readRaces finds the races on the given days and on the day after.
func (w *writer) readRaces(ctx context.Context, days training.DayRange) error {
	days.To++
	yes := true
	page, err := w.r.Activities(ctx, w.s, store.ActivityFilter{Days: &days, Race: &yes, Metrics: []training.Metric{}})
	if err != nil {
		return err
	}
	for i := range page.Rows {
		w.races = append(w.races, race{page.Rows[i].LocalDay, page.Rows[i].Start.Unix()})
	}
	docs, err := w.r.Documents(ctx, w.s, document.Events, document.Filter{Days: &days})
	if err != nil {
		return err
	}
	for _, d := range docs {
		e, err := document.Show[struct {
			Category training.EventCategory `json:"category"`
		}](d)
		if err != nil {
			return err
		}
		if e.Category.Race() {
			w.races = append(w.races, race{day: d.Days.From})
		}
	}
	slices.SortStableFunc(w.races, func(a, b race) int { return int(a.day) - int(b.day) })
	return nil
}

// readAll reads the primitives of all given days, and all saved digests.
func (w *writer) readAll(ctx context.Context, days training.DayRange) error {
	w.derived, w.saved = map[string]map[training.ActivityID][]byte{}, map[string]training.Digest{}
	for _, kind := range []string{derive.Intervals, derive.Laps, derive.SplitsKM} {
		of := map[training.ActivityID][]byte{}
		for p, err := range w.r.Primitives(ctx, w.s, kind, days) {
			if err != nil {
				return err
			}
			if kind != derive.SplitsKM || p.Sport == training.Running {
				of[p.Activity] = slices.Clone(p.Data)
			}
		}
		w.derived[kind] = of
	}
	return document.Each(ctx, w.r.Documents, w.s, document.Digests, document.Filter{}, func(d document.Document, x training.Digest) {
		w.saved[d.ID] = x
	})
}

// stored returns the bytes of a primitive, or nil if there is none.
func (w *writer) stored(ctx context.Context, id training.ActivityID, kind string) ([]byte, error) {
	if w.derived != nil {
		return w.derived[kind][id], nil
	}
	p, err := w.r.Primitive(ctx, w.s, id, kind)
	if training.KindOf(err) == training.KindNotFound {
		return nil, nil
	}
	return p.Data, err
}

// replace uses the written line instead of the computed one, if a line was written.
func (w *writer) replace(ctx context.Context, v *View, id training.ActivityID) error {
	d, ok := w.saved[string(id)]
	if w.saved == nil {
		docs, err := w.r.Documents(ctx, w.s, document.Digests, document.Filter{ID: string(id)})
		if err != nil || len(docs) == 0 {
			return err
		}
		if d, err = document.Show[training.Digest](docs[0]); err != nil {
			return err
		}
		ok = true
	}
	if ok && d.Line != "" {
		v.Computed, v.Line, v.Tag, v.By = v.Line, i18n.Name(d.Line), d.Tag(), d.By
	}
	return nil
}

// basics returns those values of an activity that need no streams.
func (w *writer) basics(row *store.ActivityRow) Input {
	v := row.Summary.Values
	const kmh = 3.6
	in := Input{
		Sport: row.Sport, Indoor: row.Indoor(), Race: row.Race, Name: row.Name, Description: row.Description,
		BeforeRace: w.beforeRace(row), Exertion: row.PerceivedExertion,
		DurationS: v[training.MetricDurationS], DistanceM: v[training.MetricDistanceKM] * route.KilometreM,
		GainM: v[training.MetricElevationGainM], PowerW: v[training.MetricAvgPowerW], NormalizedW: v[training.MetricNormalizedPowerW],
		HRBpm: v[training.MetricAvgHRBpm], SpeedMPS: v[training.MetricAvgSpeedKMH] / kmh,
		Thresholds: w.loads.Timeline.At(row.Discipline(), row.LocalDay).In(row.Indoor()), UsualS: w.usual(row),
	}
	if ngp := v[training.MetricNGPSPerKM]; ngp > 0 {
		in.GradedMPS = route.KilometreM / ngp
	}
	if of := w.inputs[row.ID]; of != nil {
		in.DurationS, in.SpeedMPS = cmp.Or(in.DurationS, of.TimerS), cmp.Or(in.SpeedMPS, of.AvgSpeed)
	}
	return in
}

// input returns the values of an activity from which its line is written.
func (w *writer) input(ctx context.Context, row *store.ActivityRow) (Input, error) {
	in := w.basics(row)
	data, err := w.stored(ctx, row.ID, derive.Intervals)
	if err == nil && data != nil {
		in.Session, err = derive.DecodeIntervals(data)
	}
	if err == nil && in.Session == nil {
		in.Laps, err = w.laps(ctx, row.ID)
	}
	if err != nil || row.Sport != training.Running {
		return in, err
	}
	if data, err = w.stored(ctx, row.ID, derive.SplitsKM); err == nil && data != nil {
		var all []summary.Lap
		all, err = derive.DecodeLaps(data)
		in.Splits = splitsOf(row.Sport, all)
	}
	return in, err
}

// laps returns the device's laps.
func (w *writer) laps(ctx context.Context, id training.ActivityID) ([]Lap, error) {
	data, err := w.stored(ctx, id, derive.Laps)
	if err != nil || data == nil {
		return nil, err
	}
	all, err := derive.DecodeLaps(data)
	return LapsOf(all), err
}

// LapsOf returns those values of laps that are used in lines.
func LapsOf(all []summary.Lap) []Lap {
	out := make([]Lap, len(all))
	for i := range all {
		l, v := &all[i], all[i].Values
		out[i] = Lap{
			StartS: l.StartS, EndS: l.EndS, DistanceM: v[training.MetricDistanceKM] * route.KilometreM,
			PowerW: v[training.MetricAvgPowerW], HRBpm: v[training.MetricAvgHRBpm], Auto: l.Trigger == "distance",
		}
	}
	return out
}

// splitsOf returns the full kilometres of a run.
func splitsOf(sport training.Sport, all []summary.Lap) (out []Split) {
	if sport != training.Running {
		return nil
	}
	for i := range all {
		v := all[i].Values
		if km, s := v[training.MetricDistanceKM], v[training.MetricDurationS]; km > 0.99 && s > 0 {
			x := Split{MPS: km * route.KilometreM / s, HRBpm: v[training.MetricAvgHRBpm]}
			if gap := v[training.MetricGAPSPerKM]; gap > 0 {
				x.GradedMPS = route.KilometreM / gap
			}
			out = append(out, x)
		}
	}
	return out
}

// beforeRace reports whether there is a race later on the same day or on the next day.
func (w *writer) beforeRace(row *store.ActivityRow) bool {
	at, _ := slices.BinarySearchFunc(w.races, row.LocalDay, func(r race, d training.Day) int { return int(r.day) - int(d) })
	for _, r := range w.races[at:] {
		if r.day > row.LocalDay+1 {
			break
		}
		if r.day > row.LocalDay || r.start > row.Start.Unix() {
			return true
		}
	}
	return false
}

// usual returns the median duration in seconds of activities in the sport on
// the days before, or 0 if there are too few.
func (w *writer) usual(row *store.ActivityRow) float64 {
	all := w.bySport[row.Sport]
	first := func(day training.Day) int {
		i, _ := slices.BinarySearchFunc(all, day, func(in *store.LoadInput, d training.Day) int { return int(in.Day) - int(d) })
		return i
	}
	var seconds []float64
	for _, in := range all[first(row.LocalDay-usualDays):first(row.LocalDay)] {
		if in.TimerS > 0 {
			seconds = append(seconds, in.TimerS)
		}
	}
	if len(seconds) < usualLeast {
		return 0
	}
	slices.Sort(seconds)
	return seconds[len(seconds)/2]
}
