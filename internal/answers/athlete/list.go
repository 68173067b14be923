package athlete

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// GoalList holds all goals of an athlete with their progress.
type GoalList struct {
	answers.Heading
	Goals []Progress `json:"goals"`
	// Rule explains on_pace.
	Rule  i18n.Sentence   `json:"rule,omitempty"`
	Words []i18n.Sentence `json:"words"`
	// Withheld is the number of activities in the periods that a service does not
	// show. The totals do not include them.
	Withheld  int           `json:"withheld,omitempty"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
}

// Progress is the progress of a goal in its current period or its season.
type Progress struct {
	ID      string               `json:"id"`
	Name    string               `json:"name,omitempty"`
	Measure training.GoalMeasure `json:"measure"`
	Target  float64              `json:"target"`
	Period  training.GoalPeriod  `json:"period"`
	Sport   training.Discipline  `json:"sport,omitzero"`
	Days    answers.Span         `json:"period_days"`
	State   GoalState            `json:"state"`
	// Done, Remaining and PerDay are in the unit of the measure. PerDay is the
	// amount to do per remaining day, including today.
	Done      float64       `json:"done"`
	DonePct   float64       `json:"done_pct"`
	Due       *float64      `json:"due_by_yesterday,omitempty"`
	Remaining *float64      `json:"remaining,omitempty"`
	DaysLeft  int           `json:"days_left"`
	PerDay    *float64      `json:"needed_per_day,omitempty"`
	ReachedOn *training.Day `json:"reached_date,omitempty"`
	// Before is the result of the previous period.
	Before *Before `json:"previous,omitempty"`
}

// Before is the result of a period that is over.
type Before struct {
	Done    float64 `json:"done"`
	Reached bool    `json:"reached"`
}

// GoalState is the state of a goal.
type GoalState string

// These are the states of a goal.
const (
	Reached  GoalState = "reached"
	OnPace   GoalState = "on_pace"
	Behind   GoalState = "behind"
	Missed   GoalState = "missed"    // its season is over, and the target was not reached
	NotBegun GoalState = "not_begun" // its season is in the future
)

// mostGoals is the maximum number of goals in an answer.
const mostGoals = 40

// GoalRule explains on_pace.
const GoalRule = "on_pace: the amount done is at least the target's share of the completed days; today counts once it is over."

// ReadGoal returns the progress of all goals, ordered by state and period.
func ReadGoal(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame) (*GoalList, error) {
	docs, err := r.Documents(ctx, s, document.Goals, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := &GoalList{Heading: f.Heading(), Goals: []Progress{}, Words: []i18n.Sentence{}}
	if len(docs) > mostGoals {
		docs, out.Truncated, out.Narrow = docs[:mostGoals], true, "Delete goals that are over with delete_goal."
	}
	counts := make([]counted, len(docs))
	for i, d := range docs {
		g, err := document.Show[training.Goal](d)
		if err != nil {
			return nil, err
		}
		counts[i] = newCounted(d.ID, g, f)
	}
	if len(counts) > 0 {
		if err := out.count(ctx, r, s, f, counts); err != nil {
			return nil, err
		}
		out.Rule = GoalRule
	}
	out.tell()
	return out, ctx.Err()
}

// count adds up the activities in the periods of all goals. It reads them only once.
func (l *GoalList) count(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, counts []counted) error {
	read := training.DayRange{From: f.Today, To: f.Today}
	for i := range counts {
		read.From = min(read.From, counts[i].days.From)
		if counts[i].before.Days() > 0 {
			read.From = min(read.From, counts[i].before.From)
		}
	}
	err := fitness.EachLoad(ctx, r, s, read, func(in *store.LoadInput, tss float64) {
		for i := range counts {
			counts[i].add(in, tss)
		}
	})
	if err != nil {
		return err
	}
	hidden, err := r.WithheldActivities(ctx, s, read)
	if err != nil {
		return err
	}
	l.Withheld = len(hidden)
	for i := range counts {
		l.Goals = append(l.Goals, counts[i].progress(f.Today))
	}
	slices.SortStableFunc(l.Goals, func(a, b Progress) int {
		return cmp.Or(a.State.rank()-b.State.rank(), cmp.Compare(a.Days.To, b.Days.To), cmp.Compare(a.ID, b.ID))
	})
	return nil
}

// rank returns the position of a state in the order of goals. Goals that the
// athlete can still influence come first.
func (s GoalState) rank() int {
	return slices.Index([]GoalState{Behind, OnPace, Reached, NotBegun, Missed}, s)
}

func name(g *training.Goal) string { return textclean.Line(g.Name, textclean.NameRunes) }

// Named returns the athlete's name for a goal, or a name made from its target.
func Named(g *training.Goal) i18n.Sentence {
	if n := name(g); n != "" {
		return i18n.Name(n)
	}
	out := amount(g.Measure, g.Target)
	if !g.Sport.IsZero() {
		out = i18n.Sentencef("%s of %s", out, i18n.Word(g.Sport.String()))
	}
	if g.Period == training.GoalSeason {
		return i18n.Sentencef("%s from %s to %s", out, g.From, g.To)
	}
	return i18n.Sentencef("%s a %s", out, i18n.Word(g.Period))
}

// amount formats a value with the unit of its measure.
func amount(m training.GoalMeasure, v float64) i18n.Sentence {
	v = answers.Round(v, 1)
	n := strconv.FormatFloat(v, 'f', -1, 64)
	switch m {
	case training.GoalDistanceKm:
		return i18n.Sentencef("%s", i18n.Measured("%v ", v, i18n.Kilometres()))
	case training.GoalDurationH:
		return i18n.Sentencef("%s h", n)
	case training.GoalElevationGainM:
		return i18n.Sentencef("%s of climbing", i18n.Measured("%v ", v, i18n.Metres()))
	case training.GoalTSS:
		return i18n.Sentencef("load %s", n)
	case training.GoalActivities:
		return i18n.Sentencef("%s activities", n)
	}
	return i18n.Sentencef("%s active days", n)
}

// words returns a sentence about one goal.
func (p *Progress) words() i18n.Sentence {
	g := training.Goal{Name: p.Name, Measure: p.Measure, Target: p.Target, Period: p.Period, Sport: p.Sport, From: p.Days.From, To: p.Days.To}
	is := Named(&g)
	switch p.State {
	case Reached:
		return i18n.Sentencef("%s: reached on %s, %s done.", is, p.ReachedOn, amount(p.Measure, p.Done))
	case NotBegun:
		return i18n.Sentencef("%s: it begins on %s.", is, p.Days.From)
	case Missed:
		return i18n.Sentencef("%s: it ended on %s, %s short.", is, p.Days.To, amount(p.Measure, *p.Remaining))
	}
	stands := i18n.Sentence("on pace")
	if p.State == Behind {
		stands = i18n.Sentencef("behind, should be at %s", amount(p.Measure, *p.Due))
	}
	return i18n.Sentencef("%s: %s done, %s; each of the %s left needs %s.", is, amount(p.Measure, p.Done), stands,
		i18n.Numbered(p.DaysLeft, "day", "days"), amount(p.Measure, *p.PerDay))
}

// tell adds a sentence about each goal.
func (l *GoalList) tell() {
	if len(l.Goals) == 0 {
		l.Words = append(l.Words, "There is no goal yet. save_goal creates one, such as 200 km of cycling a week.")
	}
	for i := range l.Goals {
		l.Words = append(l.Words, l.Goals[i].words())
	}
	if l.Withheld > 0 {
		l.Words = append(l.Words, i18n.Sentencef("%s shown by the service, so not counted.",
			i18n.Numbered(l.Withheld, "activity of these periods is not", "activities of these periods are not")))
	}
}

// Line summarises the goals in one line. It returns "" if there is no current goal.
func (l *GoalList) Line() i18n.Sentence {
	count := map[GoalState]int{}
	for i := range l.Goals {
		count[l.Goals[i].State]++
	}
	running := count[Reached] + count[OnPace] + count[Behind]
	if running == 0 {
		return ""
	}
	out := i18n.Sentencef("%s: %d reached, %d on pace, %d behind.", i18n.Numbered(running, "goal", "goals"),
		count[Reached], count[OnPace], count[Behind])
	if count[Behind] > 0 {
		return i18n.InARow(out, l.Goals[0].words())
	}
	return out
}

// counted is a goal with the totals counted for it.
type counted struct {
	id     string
	goal   training.Goal
	days   training.DayRange // the current period, or the season
	before training.DayRange // the previous period; empty for a season
	now    sum
	then   sum
}

// sum is the total of one measure. Activities must be added in order of day.
type sum struct {
	done    float64
	last    training.Day // the last day that contributed
	reached training.Day
}

func newCounted(id string, g training.Goal, f answers.Frame) counted {
	c := counted{id: id, goal: g, days: training.DayRange{From: g.From, To: g.To}, before: training.DayRange{From: 1}}
	if g.Period != training.GoalSeason {
		c.days = fitness.PeriodAround(string(g.Period), f.Today, f)
		c.before = fitness.PeriodAround(string(g.Period), c.days.From-1, f)
	}
	return c
}

// add counts an activity with its load.
func (c *counted) add(in *store.LoadInput, tss float64) {
	if !c.goal.Sport.Has(in.Discipline()) {
		return
	}
	switch {
	case c.days.Contains(in.Day):
		c.now.add(&c.goal, in, tss)
	case c.before.Contains(in.Day):
		c.then.add(&c.goal, in, tss)
	}
}

func (s *sum) add(g *training.Goal, in *store.LoadInput, tss float64) {
	s.done += part(g.Measure, in, tss, s.last == in.Day)
	s.last = in.Day
	if s.reached == 0 && isReached(s.done, g.Target) {
		s.reached = in.Day
	}
}

// part returns the amount that an activity contributes to a goal. sameDay means
// that another activity on the same day has already been counted.
func part(m training.GoalMeasure, in *store.LoadInput, tss float64, sameDay bool) float64 {
	switch m {
	case training.GoalDistanceKm:
		return in.DistanceM / 1000
	case training.GoalDurationH:
		return in.TimerS / 3600
	case training.GoalElevationGainM:
		return in.GainM
	case training.GoalTSS:
		return tss
	case training.GoalActiveDays:
		if sameDay {
			return 0
		}
	}
	return 1
}

// isReached reports whether a target is reached, allowing for rounding errors in the sum.
func isReached(done, target float64) bool { return done >= target*(1-1e-9) }

func (c *counted) progress(today training.Day) Progress {
	g := &c.goal
	p := Progress{
		ID: c.id, Name: name(g), Measure: g.Measure, Target: g.Target, Period: g.Period, Sport: g.Sport, Days: answers.SpanOf(c.days),
		Done: shown(g.Measure, c.now.done), DonePct: answers.Round(100*c.now.done/g.Target, 1),
		DaysLeft: min(c.days.Days(), training.DayRange{From: today, To: c.days.To}.Days()),
	}
	if c.before.Days() > 0 {
		p.Before = &Before{Done: shown(g.Measure, c.then.done), Reached: c.then.reached != 0}
	}
	over := training.DayRange{From: c.days.From, To: min(today-1, c.days.To)}.Days()
	due := g.Target * float64(over) / float64(c.days.Days())
	switch {
	case c.now.reached != 0:
		p.State, p.ReachedOn = Reached, &c.now.reached
		return p
	case today > c.days.To:
		p.State = Missed
	case today < c.days.From:
		p.State = NotBegun
	case isReached(c.now.done, due):
		p.State = OnPace
	default:
		p.State = Behind
	}
	left := shown(g.Measure, g.Target-c.now.done)
	p.Remaining = &left
	if p.DaysLeft > 0 {
		p.PerDay = rounded(g.Measure, (g.Target-c.now.done)/float64(p.DaysLeft))
		p.Due = rounded(g.Measure, due)
	}
	return p
}

// shown rounds a value of a measure for display.
func shown(m training.GoalMeasure, v float64) float64 {
	decimals := 2
	switch m {
	case training.GoalElevationGainM:
		decimals = 0
	case training.GoalTSS:
		decimals = 1
	}
	return answers.Round(v, decimals)
}

func rounded(m training.GoalMeasure, v float64) *float64 {
	v = shown(m, v)
	return &v
}

// GoalStored is a goal with its layers.
type GoalStored struct {
	document.Document
	training.Goal
}

// FindGoal reads one goal by its id.
func FindGoal(ctx context.Context, r store.Reader, s training.Scope, id string) (GoalStored, error) {
	d, err := r.Document(ctx, s, document.Goals, id)
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return GoalStored{}, training.Errorf(training.KindNotFound, "There is no goal %q.", textclean.Line(id, textclean.NameRunes)).
			WithFix("list_goals shows your goals.")
	}
	if err != nil {
		return GoalStored{}, err
	}
	g, err := document.Show[training.Goal](d)
	return GoalStored{d, g}, err
}
