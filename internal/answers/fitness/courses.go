package fitness

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// TrainingLoad answers q.
func TrainingLoad(ctx context.Context, r LoadReader, s training.Scope, f answers.Frame, q LoadQuery) (*LoadView, error) {
	return NewCourses(r, s, f).TrainingLoad(ctx, q)
}

// Courses answers questions about load that are asked one after the other, and
// reads what happened once for those that differ in what is to come. It is safe
// for concurrent use.
type Courses struct {
	r     LoadReader
	scope training.Scope
	frame answers.Frame

	mu   sync.Mutex // for those below
	of   courseKey
	last *loadCourse
}

// NewCourses reads nothing yet.
func NewCourses(r LoadReader, s training.Scope, f answers.Frame) *Courses {
	return &Courses{r: r, scope: s, frame: f}
}

// courseKey holds all that a course depends on.
type courseKey struct {
	days   training.DayRange
	end    training.Day
	sports string
	method string
	model  load.Model
}

// TrainingLoad answers q.
func (x *Courses) TrainingLoad(ctx context.Context, q LoadQuery) (*LoadView, error) {
	m, f := withDefaults(q.Model), x.frame
	if err := checkLoadQuery(q, m); err != nil {
		return nil, err
	}
	v := &LoadView{
		Heading: f.Heading(), Range: answers.SpanOf(q.Days), Sports: q.Sports, Model: modelView(m, q.Method), Words: []i18n.Sentence{},
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
		v.Range = answers.SpanOf(q.Days)
	}
	c, err := x.course(ctx, q, m, span)
	if err != nil {
		return nil, err
	}
	if c.actual.Days() == 0 {
		v.Missing = v.Missing.Add("actual", i18n.Sentencef("no day of the range has passed since the first activity on %s", span.From))
		v.Narrow = "Ask for a range from that day on; get_status says which days and sports there are."
	} else if !c.anyLoad(c.actual.To) {
		v.tellUnloaded(c, q.ProjectedTo(f.Today) > f.Today)
		return v, nil
	} else {
		v.tellActual(c, f, q)
		v.tellSections(c, f, q)
	}
	v.tellProjection(c, f, q)
	v.tellHistory(span, q.Days, f.Today, m)
	return v, nil
}

// course gives the course of the days that have happened; it reads anew unless the last question had the same key.
func (x *Courses) course(ctx context.Context, q LoadQuery, m load.Model, span training.DayRange) (*loadCourse, error) {
	end := min(q.Days.To, x.frame.Today)
	if q.Assumed != nil || len(q.Planned)+len(q.Calendar) > 0 || q.Days.To > x.frame.Today {
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

// Course is fitness by day: what happened up to today, and what would follow
// from planned load after it.
type Course struct {
	Days   training.DayRange
	Loads  []float64 // a day
	States []load.State
}

// At is the load and the state of one of its days; false for another.
func (c *Course) At(d training.Day) (tss float64, state load.State, ok bool) {
	if !c.Days.Contains(d) {
		return 0, load.State{}, false
	}
	return c.Loads[d-c.Days.From], c.States[d-c.Days.From], true
}

// Course follows some days that begin by today; the loads planned for days up
// to today are not used. It is empty for an athlete without a load.
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
