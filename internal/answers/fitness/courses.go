package fitness

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TrainingLoad returns the load and fitness that q asks for.
func TrainingLoad(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q LoadQuery) (*LoadView, error) {
	return NewCourses(r, s, f).TrainingLoad(ctx, q)
}

// Courses answers several questions about load. If questions differ only in the future,
// it reads the past only once. It is safe for concurrent use.
type Courses struct {
	r     store.Reader
	scope training.Scope
	frame answers.Frame

	mu   sync.Mutex // for the fields below
	of   courseKey
	last *loadCourse
}

// NewCourses returns a Courses that has read nothing yet.
func NewCourses(r store.Reader, s training.Scope, f answers.Frame) *Courses {
	return &Courses{r: r, scope: s, frame: f}
}

// courseKey holds everything that a course depends on.
type courseKey struct {
	days   training.DayRange
	end    training.Day
	sports string
	method string
	model  load.Model
}

// TrainingLoad returns the load and fitness that q asks for.
func (x *Courses) TrainingLoad(ctx context.Context, q LoadQuery) (*LoadView, error) {
	m, f := withDefaults(q.Model), x.frame
	if err := checkLoadQuery(q, m); err != nil {
		return nil, err
	}
	v := &LoadView{
		Heading: f.Heading(), Range: answers.SpanOf(q.Days.Past(f.Today)), Sports: q.Sports, Model: modelView(m, q.Method),
		Words: []i18n.Sentence{},
	}
	span, any, err := x.r.DaySpan(ctx, x.scope)
	if err != nil {
		return nil, err
	}
	if !any || span.From > f.Today {
		v.empty()
		return v, nil
	}
	if q.Days.To >= span.From {
		q.Days.From = max(q.Days.From, span.From)
		v.Range = answers.SpanOf(q.Days.Past(f.Today))
	}
	c, err := x.course(ctx, q, m, span)
	if err != nil {
		return nil, err
	}
	if c.actual.Days() == 0 {
		v.Missing = v.Missing.Add("actual", i18n.Sentencef("no day in the range has passed since the first activity on %s", span.From))
		v.Narrow = "Ask for a range from that day on; get_status shows which days and sports have data."
	} else if !c.anyLoad(c.actual.To) {
		v.tellUnloaded(c, q.ProjectedTo(f.Today) > f.Today)
		return v, nil
	} else {
		v.tellActual(c, f, q)
		v.tellSections(c, f, q)
	}
	v.tellProjection(c, f, q)
	v.tellHistory(c, span, q.Days, f.Today, m)
	return v, nil
}

// course returns the course of past days. It computes it again unless the last
// question had the same key.
func (x *Courses) course(ctx context.Context, q LoadQuery, m load.Model, span training.DayRange) (*loadCourse, error) {
	end := min(q.Days.To, x.frame.Today)
	if q.Assumed != nil || q.TargetCTL != nil || len(q.Planned)+len(q.Calendar) > 0 || q.Days.To > x.frame.Today {
		end = x.frame.Today
	}
	k := courseKey{q.Days, end, fmt.Sprint(q.Sports), q.Method, m}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.last != nil && x.of == k {
		return x.last, nil
	}
	c, err := readLoad(ctx, x.r, x.scope, x.frame, q, m, span, end)
	if err == nil {
		x.of, x.last = k, c
	}
	return c, err
}

// Course holds the fitness of each day: actual fitness up to today, and fitness projected
// from planned load after today.
type Course struct {
	Days   training.DayRange
	Loads  []float64 // per day
	States []load.State
}

// At returns the load and the state on a day of the course, and false for any other day.
func (c *Course) At(d training.Day) (tss float64, state load.State, ok bool) {
	if !c.Days.Contains(d) {
		return 0, load.State{}, false
	}
	return c.Loads[d-c.Days.From], c.States[d-c.Days.From], true
}

// Course returns the course of fitness on the given days, starting no later
// than today. It does not use loads that were planned for days up to today. The course is
// empty for an athlete without any load.
func (x *Courses) Course(ctx context.Context, days training.DayRange, planned map[training.Day]float64) (*Course, error) {
	span, any, err := x.r.DaySpan(ctx, x.scope)
	if err != nil || !any || span.From > x.frame.Today {
		return &Course{Days: training.DayRange{From: 1}}, err
	}
	today := x.frame.Today
	days.From = min(max(days.From, span.From), today)
	q := LoadQuery{Days: training.DayRange{From: days.From, To: today}, Sections: []string{SectionWeeks}}
	c, err := x.course(ctx, q, withDefaults(q.Model), span)
	if err != nil {
		return nil, err
	}
	if !c.anyLoad(today) {
		return &Course{Days: training.DayRange{From: 1}}, nil
	}
	out := &Course{Days: training.DayRange{From: days.From, To: max(days.To, today)}}
	first := int(days.From - c.begin)
	out.Loads, out.States = slices.Clone(c.loads[first:]), slices.Clone(c.states[first:])
	var ahead []float64
	for d := today + 1; d <= out.Days.To; d++ {
		ahead = append(ahead, planned[d])
	}
	out.Loads = append(out.Loads, ahead...)
	out.States = append(out.States, c.model.Project(out.States[len(out.States)-1], ahead)...)
	return out, nil
}

// band is a named range of a scale, [low, high).
type band struct {
	low, high float64
	name      i18n.Sentence
	meaning   i18n.Sentence
}

// Band contains the name of the range that a value is in, and the source of such names.
type Band struct {
	Name    i18n.Sentence `json:"name"`
	Range   i18n.Sentence `json:"range"`
	Meaning i18n.Sentence `json:"meaning"`
	Source  i18n.Sentence `json:"source"`
}

// formFresh is the TSB from which an athlete is fresh.
const formFresh = 5

// formBands divides TSB like the fitness chart of Intervals.icu.
var formBands = scale{
	source: "Intervals.icu's form zones on TSB; a description of load, not a medical statement",
	unit:   "TSB",
	bands: []band{
		{math.Inf(-1), -30, "high risk", "load is far above your usual"},
		{-30, -10, "optimal", "building: load is above your usual"},
		{-10, formFresh, "grey zone", "load is about as usual"},
		{formFresh, 20, "fresh", "load is below your usual; good for a race"},
		{20, math.Inf(1), "transition", "rested for a long time; fitness is falling"},
	},
}

// rampBands divides the weekly change of CTL.
var rampBands = scale{
	source: "a coaches' rule of thumb on CTL per week; not a medical statement",
	unit:   "CTL/week",
	bands: []band{
		{math.Inf(-1), -5, "falling fast", "fitness falls quickly, as during a long rest"},
		{-5, -0.5, "falling", "fitness falls slowly, as during an easy week"},
		{-0.5, 0.5, "steady", "fitness is stable"},
		{0.5, 5, "rising", "fitness rises at a rate that most athletes can sustain for weeks"},
		{5, 8, "rising fast", "fitness rises at a rate that few can sustain"},
		{8, math.Inf(1), "rising very fast", "a rate for a training camp, followed by rest"},
	},
}

type scale struct {
	source i18n.Sentence
	unit   i18n.Word
	bands  []band
}

func (s scale) of(v float64) Band {
	for _, b := range s.bands {
		if v < b.high {
			return Band{Name: b.name, Range: b.span(s.unit), Meaning: b.meaning, Source: s.source}
		}
	}
	return Band{}
}

func (b band) span(unit i18n.Word) i18n.Sentence {
	switch {
	case math.IsInf(b.low, -1):
		return i18n.Sentencef("%s below %g", unit, b.high)
	case math.IsInf(b.high, 1):
		return i18n.Sentencef("%s %g and above", unit, b.low)
	}
	return i18n.Sentencef("%s %g to below %g", unit, b.low, b.high)
}

// Step is a band of a scale, with its ends as text; an open end is an empty text.
type Step struct {
	From, To string
	Name     i18n.Sentence
	Range    i18n.Sentence
}

// FormScale returns the bands of form, lowest first.
func FormScale() []Step {
	var out []Step
	for _, b := range formBands.bands {
		s := Step{Name: b.name, Range: b.span(formBands.unit)}
		if !math.IsInf(b.low, -1) {
			s.From = fmt.Sprintf("%g", b.low)
		}
		if !math.IsInf(b.high, 1) {
			s.To = fmt.Sprintf("%g", b.high)
		}
		out = append(out, s)
	}
	return out
}

func signed(v float64) string {
	return fmt.Sprintf("%+g", answers.Round(v, 1))
}

// TRIMPRow is an activity with its training impulse, or the reason why it has none.
type TRIMPRow struct {
	ID    training.ActivityID
	Day   training.Day
	Sport training.Sport
	// Of is the discipline of the activity.
	Of training.Discipline
	// AvgHRBpm is the average heart rate. Seconds is the time used in the computation:
	// the time with heart rate or, if only the average is known, the timer time.
	AvgHRBpm, Seconds float64
	// From is the kind of data from which the impulse was computed.
	From TRIMPFrom
	// RestHRBpm and MaxHRBpm are the bounds on that day.
	RestHRBpm, MaxHRBpm float64
	TRIMP               float64
	Missing, Fix        i18n.Sentence
}

// TRIMPFrom is the kind of input of a training impulse.
type TRIMPFrom string

// These are the kinds of input. An average gives a lower impulse than samples of varying heart rate.
const (
	FromSamples TRIMPFrom = "samples"
	FromAverage TRIMPFrom = "average"
)

// RateTRIMP computes the impulse of an activity using the thresholds of its day, from the
// seconds at each heart rate or, if beats is empty, from the average heart rate.
func RateTRIMP(in *store.LoadInput, beats zones.Histogram, t training.Thresholds, sex training.Sex) TRIMPRow {
	r := TRIMPRow{
		ID: in.ID, Day: in.Day, Sport: in.Sport, Of: in.Discipline(), AvgHRBpm: in.AvgHR, From: FromSamples, Seconds: beats.TotalS(),
		RestHRBpm: t.RestHRBpm, MaxHRBpm: t.MaxHRBpm,
	}
	covered := r.Seconds
	if covered == 0 {
		r.From, r.Seconds, covered = FromAverage, in.TimerS, in.HRSeconds
	}
	if covered > 0 || in.AvgHR > 0 {
		r.Missing = load.ThinHeart(covered, in.TimerS)
	}
	switch {
	case r.Missing != "":
	case r.From == FromSamples:
		r.TRIMP, r.Missing = heart.TRIMP(beats, t, sex)
	default:
		r.TRIMP, r.Missing = heart.TRIMPFromAverage(in.AvgHR, in.TimerS, t, sex)
	}
	if r.Missing == "" && (!answers.Finite(r.TRIMP) || one(r.TRIMP) <= 0) {
		r.Missing = answers.NoImpulse
	}
	if r.Missing != "" {
		r.Fix = r.fix(t, sex)
	}
	return r
}

// fix returns advice on how to get an impulse, or "" if the heart rate was at its resting level.
func (r *TRIMPRow) fix(t training.Thresholds, sex training.Sex) i18n.Sentence {
	switch {
	case r.Missing == answers.NoImpulse:
		return ""
	case r.AvgHRBpm <= 0 || t.MaxHRBpm > t.RestHRBpm && t.RestHRBpm > 0 && sex != "":
		return "Its load (TSS) may be available from another method: see load_coverage. To get one, set perceived_exertion with " +
			"update_activity."
	case sex == "":
		return "Set sex with update_athlete_settings."
	}
	return "Set resting_hr_bpm and max_hr_bpm with update_athlete_settings."
}

// impulses returns the activities on the given days with their training
// impulses, in the order of inputs.
func (h *Histograms) impulses(
	ctx context.Context, s training.Scope, days training.DayRange, inputs []*store.LoadInput, by Loads,
) ([]TRIMPRow, error) {
	sex := by.Rules.Sex
	rows, at := make([]TRIMPRow, len(inputs)), make(map[training.ActivityID]int, len(inputs))
	for i, in := range inputs {
		rows[i], at[in.ID] = RateTRIMP(in, zones.Histogram{}, by.At(in), sex), i
	}
	var beats zones.Histogram
	for p, err := range h.r.Primitives(ctx, s, derive.HRHistogram, days) {
		if err != nil {
			return nil, err
		}
		// A damaged histogram will be derived again.
		if i, ok := at[p.Activity]; ok && derive.DecodeHistogramInto(&beats, p.Data) == nil {
			rows[i] = RateTRIMP(inputs[i], beats, by.At(inputs[i]), sex)
		}
	}
	return rows, ctx.Err()
}

// fewTRIMPDays is the maximum number of days for which only the impulses of these days are computed.
const fewTRIMPDays = 400

// trimpRows returns the activities of a summary with their impulses, in order
// of day. For many days it uses the impulses of the athlete's whole history, which are
// cached until anything changes.
func (d summarised) trimpRows(ctx context.Context) ([]TRIMPRow, error) {
	inputs := slices.Collect(d.rows())
	if d.done.Days() <= fewTRIMPDays {
		return d.h.impulses(ctx, d.s, d.done, inputs, d.w.Loads)
	}
	all, err := d.h.rated.Get(ctx, d.h.r, d.s, func() (map[training.ActivityID]TRIMPRow, error) { return d.allImpulses(ctx) })
	if err != nil {
		return nil, err
	}
	rows := make([]TRIMPRow, len(inputs))
	for i, in := range inputs {
		row, ok := all[in.ID]
		if !ok { // the activity was added just now
			row = RateTRIMP(in, zones.Histogram{}, d.w.At(in), d.w.Rules.Sex)
		}
		rows[i] = row
	}
	return rows, ctx.Err()
}

// allImpulses computes the impulses of the whole history. It reads the rules
// again, since they may have changed after the question began.
func (d summarised) allImpulses(ctx context.Context) (map[training.ActivityID]TRIMPRow, error) {
	by, err := ReadLoads(ctx, d.r, d.s)
	if err != nil {
		return nil, err
	}
	all, err := d.r.LoadInputs(ctx, d.s, d.span)
	if err != nil {
		return nil, err
	}
	inputs := make([]*store.LoadInput, len(all))
	for i := range all {
		inputs[i] = &all[i]
	}
	rows, err := d.h.impulses(ctx, d.s, d.span, inputs, by)
	out := make(map[training.ActivityID]TRIMPRow, len(rows))
	for i := range rows {
		out[rows[i].ID] = rows[i]
	}
	return out, err
}
