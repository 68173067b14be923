package goals

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// List is every goal of an athlete with its progress.
type List struct {
	analysis.Heading
	Goals []Progress `json:"goals"`
	// Rule says what on_pace means.
	Rule  phrase.Sentence   `json:"rule,omitempty"`
	Words []phrase.Sentence `json:"words"`
	// Withheld counts activities of the periods that a service does not show:
	// what was done in them is not counted.
	Withheld  int             `json:"withheld,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    phrase.Sentence `json:"narrow,omitempty"`
}

// Progress is a goal in the period that is running, or in its season.
type Progress struct {
	ID      string               `json:"id"`
	Name    string               `json:"name,omitempty"`
	Measure training.GoalMeasure `json:"measure"`
	Target  float64              `json:"target"`
	Period  training.GoalPeriod  `json:"period"`
	Sport   training.Sport       `json:"sport,omitempty"`
	Days    analysis.Span        `json:"period_days"`
	State   State                `json:"state"`
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

// State is how a goal stands.
type State string

// The states of a goal.
const (
	Reached  State = "reached"
	OnPace   State = "on_pace"
	Behind   State = "behind"
	Missed   State = "missed"    // its season is over
	NotBegun State = "not_begun" // its season is to come
)

// mostGoals bounds an answer.
const mostGoals = 40

// Rule is what on_pace means.
const Rule = "on_pace: what is done is at least the target's share of the days that are over; today counts once it is over."

// Read answers how far every goal is, by state and period.
func Read(ctx context.Context, r Reader, s training.Scope, f analysis.Frame) (*List, error) {
	docs, err := r.Documents(ctx, s, document.Goals, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := &List{Heading: f.Heading(), Goals: []Progress{}, Words: []phrase.Sentence{}}
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
		out.Rule = Rule
	}
	out.tell()
	return out, ctx.Err()
}

// count adds up what was done in the periods of all goals, read once.
func (l *List) count(ctx context.Context, r Reader, s training.Scope, f analysis.Frame, counts []counted) error {
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
func (s State) rank() int { return slices.Index([]State{Behind, OnPace, Reached, NotBegun, Missed}, s) }

func name(g *training.Goal) string { return textclean.Line(g.Name, textclean.NameRunes) }
