// Package roster shows a coach all athletes at a glance: a line for each, beginning with
// those who need attention.
package roster

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/briefing"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Attention says how soon a coach should look at an athlete.
type Attention string

// These are the levels, most urgent first.
const (
	Now  Attention = "now"  // a red flag, pain, an illness or an injury
	Soon Attention = "soon" // another alert, a service that fails, or days without a sign
	None Attention = "none"
)

// SilentDays is the number of days without an activity after which a coach should look,
// unless the athlete is away.
const SilentDays = 7

// mostAlerts is the maximum number of alerts in a line.
const mostAlerts = 3

// View is the roster.
type View struct {
	Lines   []Line          `json:"athletes"`
	Notes   []i18n.Sentence `json:"notes,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// Line is the state of one athlete.
type Line struct {
	Athlete   training.AthleteID `json:"athlete"`
	Name      string             `json:"name,omitempty"`
	Today     training.Day       `json:"local_date"`
	Attention Attention          `json:"attention"`
	// Why lists the reasons for the attention, most urgent first.
	Why  []i18n.Sentence `json:"why,omitempty"`
	CTL  *float64        `json:"ctl,omitempty"`
	ATL  *float64        `json:"atl,omitempty"`
	TSB  *float64        `json:"tsb,omitempty"`
	Form i18n.Sentence   `json:"form,omitempty"` // TSB in a word
	Last *Last           `json:"last_activity,omitempty"`
	// Adherence is the percentage of the plan's sessions up to now that were done.
	Adherence *float64        `json:"adherence_pct,omitempty"`
	Week      int             `json:"current_week,omitempty"`
	Of        int             `json:"weeks_in_plan,omitempty"`
	Readiness string          `json:"readiness,omitempty"` // as_usual, mixed or strained
	Away      []calendar.Away `json:"availability,omitempty"`
	Pain      *int            `json:"pain,omitempty"` // the highest mark, 0 to 10
	Region    string          `json:"region,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`

	rank int // of the most urgent reason
}

// Last is the newest activity.
type Last struct {
	ID    training.ActivityID `json:"id"`
	Day   training.Day        `json:"local_date"`
	Days  int                 `json:"days_ago"`
	Sport training.Sport      `json:"sport"`
}

// Read returns the line of the athlete in s. troubles are the athlete's services that fail.
func Read(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q briefing.Query, troubles []i18n.Sentence,
) (Line, error) {
	q.Parts = []briefing.Part{briefing.Alerts, briefing.Plan, briefing.Training, briefing.Wellness}
	q.MaxTokens = briefing.MostTokens
	v, err := briefing.Read(ctx, r, s, f, q)
	if err != nil {
		return Line{}, err
	}
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return Line{}, err
	}
	l := Line{Athlete: s.Athlete, Name: who.Name, Today: f.Today, Away: v.Availability, Missing: v.Missing, rank: math.MaxInt}
	l.shape(v)
	if err := l.last(ctx, r, s); err != nil {
		return Line{}, err
	}
	l.alerts(v.Alerts)
	l.trouble(troubles)
	return l, nil
}

// Unread returns the line of an athlete of whom nothing can be read now.
func Unread(id training.AthleteID, today training.Day, why string) Line {
	l := Line{Athlete: id, Today: today, rank: math.MaxInt}
	l.reason(math.MinInt, i18n.Sentence(why))
	return l
}

// shape takes the form, the plan and the readiness from the coach's context.
func (l *Line) shape(v *briefing.View) {
	if t := v.Training; t != nil {
		if d := t.Today; d != nil {
			l.CTL, l.ATL, l.TSB = &d.CTL, &d.ATL, &d.TSB
		}
		if t.Form != nil {
			l.Form = t.Form.Name
		}
	}
	if p := v.Plan; p != nil {
		l.Adherence, l.Week, l.Of = p.Adherence, p.Week, p.Of
	}
	if w := v.Wellness; w != nil && w.Readiness != nil {
		l.Readiness = w.Readiness.State
	}
}

func (l *Line) last(ctx context.Context, r store.Reader, s training.Scope) error {
	page, err := r.Activities(ctx, s, store.ActivityFilter{Limit: 1})
	if err != nil || len(page.Rows) == 0 {
		return err
	}
	a := &page.Rows[0]
	l.Last = &Last{ID: a.ID, Day: a.LocalDay, Days: int(l.Today - a.LocalDay), Sport: a.Sport}
	return nil
}

// alerts adds the most urgent alerts and the highest pain.
func (l *Line) alerts(all []briefing.Alert) {
	l.Attention = None
	for i := range all {
		a := &all[i]
		if a.Pain != nil && (l.Pain == nil || *a.Pain > *l.Pain) {
			l.Pain, l.Region = a.Pain, a.Region
		}
		if i >= mostAlerts {
			continue
		}
		rank := a.Urgency()
		if a.Region != "" && !a.RedFlag() && (a.Pain == nil || *a.Pain < strongPain) {
			rank = max(rank, briefing.CanWait())
		}
		l.reason(rank, marked(a))
	}
}

// marked returns the reason of an alert, with the region of a mark on the body and its pain.
func marked(a *briefing.Alert) i18n.Sentence {
	if a.Region == "" || a.RedFlag() {
		return a.Why
	}
	where := i18n.Name(a.Region)
	if region, err := bodymap.Find(a.Region); err == nil { // a region may have been renamed
		where = region.Label
	}
	if a.Pain == nil {
		return i18n.Sentencef("%s: marked since %s.", where, *a.Since)
	}
	return i18n.Sentencef("%s: pain %d of 10 since %s.", where, *a.Pain, *a.Since)
}

// strongPain is the lowest pain, 0 to 10, that a coach should look at today.
const strongPain = 4

func (l *Line) reason(rank int, why i18n.Sentence) {
	l.Why = append(l.Why, why)
	if l.rank = min(l.rank, rank); rank < briefing.CanWait() {
		l.Attention = Now
	} else if l.Attention == None {
		l.Attention = Soon
	}
}

// trouble adds what is wrong with the data: services that fail, and silence.
func (l *Line) trouble(services []i18n.Sentence) {
	const rank = math.MaxInt8
	for _, why := range services {
		l.reason(rank, why)
	}
	away := slices.ContainsFunc(l.Away, func(a calendar.Away) bool { return a.RulesOut && a.Days().Contains(l.Today) })
	switch {
	case away:
	case l.Last == nil:
		l.reason(rank, "There are no activities yet.")
	case l.Last.Days >= SilentDays:
		l.reason(rank, i18n.Sentencef("No activity for %d days.", l.Last.Days))
	}
}

// Sort orders lines by who needs attention: by the most urgent reason, then by the number
// of reasons, then by the longest silence.
func Sort(lines []Line) {
	silence := func(l *Line) int {
		if l.Last == nil {
			return math.MaxInt
		}
		return l.Last.Days
	}
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(len(b.Why), len(a.Why)), cmp.Compare(silence(&b), silence(&a)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Athlete, b.Athlete))
	})
}
