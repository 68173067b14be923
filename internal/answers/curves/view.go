package curves

import (
	"context"
	"fmt"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// View shows the bests in a range of days, step by step, with the activity that holds each.
type View struct {
	answers.Heading
	Kind   string                `json:"kind"`
	Indoor *bool                 `json:"indoor,omitempty"`
	Graded bool                  `json:"graded,omitempty"`
	Sports []training.Discipline `json:"sports"`
	// PowerSource is the source of power in sports other than cycling.
	PowerSource string `json:"power_source,omitempty"`
	// AfterKJ and AfterKJPerKg are the amount of work after which windows count.
	AfterKJ      float64 `json:"fatigued_after_kj,omitzero"`
	AfterKJPerKg float64 `json:"fatigued_after_kj_per_kg,omitzero"`

	Curve   *Curve `json:"curve,omitempty"`
	Compare *Curve `json:"compare,omitempty"`
	// Change is Curve minus Compare at each step, in W, bpm or seconds (negative is faster).
	Change []*float64 `json:"change,omitempty"`
	// Ranking holds the best activities at the only step, best first. Each activity is
	// listed once.
	Ranking *Columns `json:"ranking,omitempty"`
	// Names maps the ids of the activities in Ranking to names.
	Names   map[training.ActivityID]string `json:"names,omitempty"`
	Models  *Models                        `json:"models,omitempty"`
	Words   []i18n.Sentence                `json:"words"`
	Notes   []i18n.Sentence                `json:"notes,omitempty"`
	Missing answers.Missing                `json:"missing,omitempty"`
}

// Curve holds the bests in one range as columns. A cell is null if no activity
// in the range is long enough.
type Curve struct {
	Range      answers.Span `json:"range"`
	Activities int          `json:"activities"`
	Columns
}

// Columns holds bests as columns, with one cell per step.
type Columns struct {
	DurationS []float64  `json:"duration_s,omitempty"`
	DistanceM []float64  `json:"distance_m,omitempty"`
	PowerW    []*float64 `json:"power_w,omitempty"`
	WPerKg    []*float64 `json:"power_w_per_kg,omitempty"`
	// FreshW is the best without prior work on the same days and in the same
	// sports. Durability is PowerW as a share of FreshW.
	FreshW     []*float64 `json:"fresh_power_w,omitempty"`
	Durability []*float64 `json:"durability_index,omitempty"`
	NPW        []*float64 `json:"normalized_power_w,omitempty"`
	HRBpm      []*float64 `json:"hr_bpm,omitempty"`
	TimeS      []*float64 `json:"time_s,omitempty"`
	SpeedKMH   []*float64 `json:"avg_speed_kmh,omitempty"`
	PaceKM     []*float64 `json:"pace_s_per_km,omitempty"`
	Pace100M   []*float64 `json:"pace_s_per_100m,omitempty"`
	IDs        []*string  `json:"activity_ids"`
	Dates      []*string  `json:"local_dates"`
}

// curve returns the columns for one range.
func (w *writer) curve(days training.DayRange, p picked) *Curve {
	return &Curve{Range: answers.SpanOf(days), Activities: p.activities, Columns: w.columns(p)}
}

func (w *writer) columns(p picked) Columns {
	c := Columns{IDs: []*string{}, Dates: []*string{}}
	for _, at := range w.steps {
		pt, ok := p.points[at]
		w.row(&c, at, pt, ok)
	}
	if p.fresh != nil {
		w.durability(&c, p)
	}
	if p.gone > 0 {
		w.notes = append(w.notes, i18n.Sentencef(
			"%s may have better values at durations that are not stored, but the recordings are gone; only the standard durations were used.",
			i18n.Numbered(p.gone, "activity", "activities")))
	}
	if w.unweighed(&c) {
		w.missing = w.missing.Add("power_w_per_kg", "no weight is set, or the athlete does not share it with assistants")
	}
	return c
}

// row adds a cell to each column.
func (w *writer) row(c *Columns, at float64, pt Point, ok bool) {
	if w.q.Kind == Distance {
		c.DistanceM = append(c.DistanceM, at)
	} else {
		c.DurationS = append(c.DurationS, at)
	}
	w.value(c, pt, ok)
	c.IDs = append(c.IDs, cell(ok, string(pt.Ref.ID)))
	c.Dates = append(c.Dates, cell(ok, pt.Ref.Day.String()))
}

// unweighed removes power per kg from the columns, and returns true, if no weight is known.
func (w *writer) unweighed(c *Columns) bool {
	if !w.q.PerKg || len(c.WPerKg) == 0 || anyCell(c.WPerKg) {
		return false
	}
	c.WPerKg = nil
	return true
}

// ranking returns the columns of a ranking.
func (w *writer) ranking(ranked []Point) *Columns {
	c := Columns{}
	for _, pt := range ranked {
		w.row(&c, pt.At, pt, true)
	}
	w.unweighed(&c)
	return &c
}

// activitiesOf returns the ids of the activities of points.
func activitiesOf(points []Point) (ids []training.ActivityID) {
	for _, pt := range points {
		ids = append(ids, pt.Ref.ID)
	}
	return ids
}

// Table returns the bests for a query as columns, for answers that show several
// tables. It returns nil if there are none. The notes explain what was left out.
func (c *Index) Table(ctx context.Context, s training.Scope, q Query, t *fitness.Timeline) (*Columns, []i18n.Sentence, error) {
	q.Sports = q.sports()
	if err := q.check(); err != nil {
		return nil, nil, err
	}
	_, notes, err := c.groups(ctx, s, &q)
	if err != nil {
		return nil, nil, err
	}
	w := &writer{q: q, timeline: t}
	w.steps, w.notes = q.steps()
	p, err := c.pick(ctx, s, q, q.Days, w.steps, work{})
	if err != nil || p.empty() {
		return nil, nil, err
	}
	w.narrow(p)
	cols := w.columns(p)
	return &cols, slices.Concat(notes, w.notes), nil
}

// decimals is the number of decimals of bests. With two, the first decimal is reliable.
const decimals = 2

const kmhPerMPS = 3.6

func (w *writer) value(c *Columns, pt Point, ok bool) {
	swims := len(w.q.Sports) > 0 && w.q.Sports[0] == training.Swimming
	switch w.q.Kind {
	case Power:
		c.PowerW = append(c.PowerW, shown(ok, pt.Value))
		if w.q.PerKg {
			kg := 0.0
			if ok {
				kg = w.timeline.At(pt.Ref.Sport.Plain(), pt.Ref.Day).WeightKg
			}
			c.WPerKg = append(c.WPerKg, ratio(kg > 0, answers.Round(pt.Value, decimals), kg, decimals))
		}
	case NP:
		c.NPW = append(c.NPW, shown(ok, pt.Value))
	case HR:
		c.HRBpm = append(c.HRBpm, shown(ok, pt.Value))
	case Pace:
		switch {
		case swims:
			c.Pace100M = append(c.Pace100M, ratio(ok, 100, pt.Value, decimals))
		case w.q.Sports[0] == training.Cycling:
			c.SpeedKMH = append(c.SpeedKMH, ratio(ok, pt.Value*kmhPerMPS, 1, decimals))
		default:
			c.PaceKM = append(c.PaceKM, ratio(ok, 1000, pt.Value, decimals))
		}
	case Distance:
		c.TimeS = append(c.TimeS, shown(ok, pt.Value))
		if swims {
			c.Pace100M = append(c.Pace100M, ratio(ok, pt.Value*100, pt.At, decimals))
		} else {
			c.PaceKM = append(c.PaceKM, ratio(ok, pt.Value*1000, pt.At, decimals))
		}
	}
}

// durability adds the best without prior work, and the best after work as a share of it.
func (w *writer) durability(c *Columns, p picked) {
	for _, at := range w.steps {
		fresh, ok := p.fresh[at]
		tired, also := p.points[at]
		c.FreshW = append(c.FreshW, shown(ok, fresh.Value))
		c.Durability = append(c.Durability, ratio(ok && also, tired.Value, fresh.Value, 3))
	}
}

func (w *writer) change(a, b picked) []*float64 {
	out := make([]*float64, len(w.steps))
	for i, at := range w.steps {
		pa, ok := a.points[at]
		pb, also := b.points[at]
		out[i] = cell(ok && also, answers.Round(w.shown(pa)-w.shown(pb), 2))
	}
	return out
}

// shown converts a point's value to the unit of its column.
func (w *writer) shown(p Point) float64 {
	switch {
	case w.q.Kind != Pace:
		return p.Value
	case w.q.Sports[0] == training.Cycling:
		return p.Value * kmhPerMPS
	case w.q.Sports[0] == training.Swimming:
		return 100 / p.Value
	}
	return 1000 / p.Value
}

func shown(ok bool, v float64) *float64 { return ratio(ok, v, 1, decimals) }

func cell[T any](ok bool, v T) *T {
	if !ok {
		return nil
	}
	return &v
}

func ratio(ok bool, a, b float64, decimals int) *float64 {
	if !ok || b == 0 {
		return nil
	}
	v := answers.Round(a/b, decimals)
	return &v
}

func anyCell(cells []*float64) bool {
	for _, c := range cells {
		if c != nil {
			return true
		}
	}
	return false
}

// nothing adds the reason why there is no curve.
func (v *View) nothing(q Query) {
	what := map[string]i18n.Sentence{
		Power: "recorded power", NP: "5 minutes of recorded power", HR: "recorded heart rate",
		Pace: "a measured distance", Distance: "a measured distance that is long enough",
	}[q.Kind]
	if q.Graded {
		what = i18n.Sentencef("%s with altitude", what)
	}
	if q.AfterKJ > 0 || q.AfterKJPerKg > 0 {
		what = "that much work with recorded power"
	}
	v.Missing = v.Missing.Add("curve",
		i18n.Sentencef("no %s%s activity from %s has %s", placeWord(q.Indoor), sportWords(q.disciplines()), q.Days, what))
	v.Words = append(v.Words, "There is nothing to show. Widen the date range, choose another sport, or call get_status to see which "+
		"data exists.")
}

func placeWord(indoor *bool) i18n.Word {
	switch {
	case indoor == nil:
		return ""
	case *indoor:
		return "indoor "
	}
	return "outdoor "
}

func sportWords(sports []training.Discipline) i18n.Word {
	switch len(sports) {
	case 0:
		return "recorded"
	case 1:
		return i18n.Word(sports[0].String())
	}
	return i18n.Word(fmt.Sprint(sports))
}

// tell summarises the answer in sentences.
func (v *View) tell(q Query, w *writer, first, second picked) {
	place := string(placeWord(q.Indoor))
	v.Words = append(v.Words, i18n.Sentencef("The best of %s with this data, %s.",
		i18n.Numbered(first.activities, place+"activity", place+"activities"), q.Days))
	if q.Compare != nil {
		better, worse := 0, 0
		for _, at := range w.steps {
			a, ok := first.points[at]
			b, also := second.points[at]
			switch {
			case !ok || !also || a.Value == b.Value:
			case (a.Value > b.Value) == (q.Kind != Distance):
				better++
			default:
				worse++
			}
		}
		v.Words = append(v.Words, i18n.Sentencef("Compared with %s: %d better, %d worse.", q.Compare, better, worse))
	}
	if q.Graded {
		v.Notes = append(v.Notes, "Graded: distance and pace are converted to flat running at the same energy cost (Minetti).")
	}
	switch q.Kind {
	case Power, NP:
		v.Notes = append(v.Notes, "Power runs on elapsed time: a pause or a second without power counts as 0 W.")
	case HR:
		v.Notes = append(v.Notes, "The highest mean heart rate is not a measure of fitness: it depends on heat, fatigue and the event.")
	}
}

// differing removes the values that are the same in the previous, longer period, which
// includes all days of p. A cell is null if only the longer period has a value for it.
func (p *Period) differing(longer Period) {
	for _, t := range []struct {
		mine  **Columns
		other *Columns
	}{{&p.Power, longer.Power}, {&p.NP, longer.NP}, {&p.HR, longer.HR}, {&p.Pace, longer.Pace}, {&p.Distance, longer.Distance}} {
		*t.mine = different(*t.mine, t.other)
	}
	p.Climbs = slices.DeleteFunc(p.Climbs, func(c Climb) bool {
		return slices.ContainsFunc(longer.Climbs, func(o Climb) bool { return c.ID == o.ID && slices.Equal(c.By, o.By) })
	})
	p.Segments = slices.DeleteFunc(p.Segments, func(b segments.Best) bool {
		return slices.ContainsFunc(longer.Segments, func(o segments.Best) bool { return b.SegmentID == o.SegmentID && b.ID == o.ID })
	})
	p.Biggest = slices.DeleteFunc(p.Biggest, func(b Biggest) bool { return slices.Contains(longer.Biggest, b) })
}

// different returns those steps of longer whose best is different in c.
func different(c, longer *Columns) *Columns {
	if longer == nil {
		return c
	}
	if c == nil {
		c = &Columns{}
	}
	steps, mine := longer.DurationS, c.DurationS
	if len(steps) == 0 {
		steps, mine = longer.DistanceM, c.DistanceM
	}
	var kept []float64
	var from []int // index of each step in c, or -1
	for i, at := range steps {
		j := slices.Index(mine, at)
		if j >= 0 && c.IDs[j] != nil && longer.IDs[i] != nil && *c.IDs[j] == *longer.IDs[i] {
			continue
		}
		kept, from = append(kept, at), append(from, j)
	}
	if len(kept) == 0 {
		return nil
	}
	out := &Columns{
		PowerW: cells(longer.PowerW, c.PowerW, from), WPerKg: cells(longer.WPerKg, c.WPerKg, from), NPW: cells(longer.NPW, c.NPW, from),
		HRBpm: cells(longer.HRBpm, c.HRBpm, from), TimeS: cells(longer.TimeS, c.TimeS, from), SpeedKMH: cells(longer.SpeedKMH, c.SpeedKMH, from),
		PaceKM: cells(longer.PaceKM, c.PaceKM, from), Pace100M: cells(longer.Pace100M, c.Pace100M, from),
		IDs: cells(longer.IDs, c.IDs, from), Dates: cells(longer.Dates, c.Dates, from),
	}
	if len(longer.DurationS) > 0 {
		out.DurationS = kept
	} else {
		out.DistanceM = kept
	}
	return out
}

// cells returns the cells of a column in the order of the steps of the longer period.
func cells[T any](longer, mine []*T, from []int) []*T {
	if longer == nil {
		return nil
	}
	out := make([]*T, len(from))
	for i, j := range from {
		if j >= 0 && j < len(mine) {
			out[i] = mine[j]
		}
	}
	return out
}
