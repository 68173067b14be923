package athlete

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// GoalList is every goal of an athlete with its progress.
type GoalList struct {
	answers.Heading
	Goals []Progress `json:"goals"`
	// Rule says what on_pace means.
	Rule  i18n.Sentence   `json:"rule,omitempty"`
	Words []i18n.Sentence `json:"words"`
	// Withheld counts activities of the periods that a service does not show:
	// what was done in them is not counted.
	Withheld  int           `json:"withheld,omitempty"`
	Truncated bool          `json:"truncated,omitempty"`
	Narrow    i18n.Sentence `json:"narrow,omitempty"`
}

// Progress is a goal in the period that is running, or in its season.
type Progress struct {
	ID      string               `json:"id"`
	Name    string               `json:"name,omitempty"`
	Measure training.GoalMeasure `json:"measure"`
	Target  float64              `json:"target"`
	Period  training.GoalPeriod  `json:"period"`
	Sport   training.Sport       `json:"sport,omitempty"`
	Days    answers.Span         `json:"period_days"`
	State   GoalState            `json:"state"`
	// Done, Remaining and PerDay are in the unit of the measure. PerDay is what
	// each day that is left needs, today included.
	Done      float64       `json:"done"`
	DonePct   float64       `json:"done_pct"`
	Due       *float64      `json:"due_by_yesterday,omitempty"`
	Remaining *float64      `json:"remaining,omitempty"`
	DaysLeft  int           `json:"days_left"`
	PerDay    *float64      `json:"needed_per_day,omitempty"`
	ReachedOn *training.Day `json:"reached_date,omitempty"`
	// Before is the period before the running one.
	Before *Before `json:"previous,omitempty"`
}

// Before is how a period ended.
type Before struct {
	Done    float64 `json:"done"`
	Reached bool    `json:"reached"`
}

// GoalState is how a goal stands.
type GoalState string

// The states of a goal.
const (
	Reached  GoalState = "reached"
	OnPace   GoalState = "on_pace"
	Behind   GoalState = "behind"
	Missed   GoalState = "missed"    // its season is over
	NotBegun GoalState = "not_begun" // its season is to come
)

// mostGoals bounds an answer.
const mostGoals = 40

// GoalRule is what on_pace means.
const GoalRule = "on_pace: what is done is at least the target's share of the days that are over; today counts once it is over."

// ReadGoal answers how far every goal is, by state and period.
func ReadGoal(ctx context.Context, r GoalReader, s training.Scope, f answers.Frame) (*GoalList, error) {
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

// count adds up what was done in the periods of all goals, read once.
func (l *GoalList) count(ctx context.Context, r GoalReader, s training.Scope, f answers.Frame, counts []counted) error {
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
	hidden, err := serviced.Withheld(ctx, r, s, read)
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

// rank puts first what can still be done something about.
func (s GoalState) rank() int {
	return slices.Index([]GoalState{Behind, OnPace, Reached, NotBegun, Missed}, s)
}

func name(g *training.Goal) string { return textclean.Line(g.Name, textclean.NameRunes) }
