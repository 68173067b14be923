package plan

import (
	"fmt"
	"math"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// AdherenceView is the adherence to a training plan.
type AdherenceView struct {
	answers.Heading
	PlanID   string             `json:"plan_id"`
	Name     string             `json:"plan_name"`
	Range    answers.Span       `json:"range"` // of the listed sessions
	Week     int                `json:"current_week,omitempty"`
	Sessions []AdherenceSession `json:"sessions"`
	Extra    []Extra            `json:"extra,omitempty"`
	Weeks    []AdherenceWeek    `json:"weeks"`
	Phases   []AdherencePhase   `json:"phases,omitempty"`
	Whole    Tally              `json:"whole_plan"`
	Race     *AdherenceRace     `json:"race,omitempty"`
	Alerts   []Alert            `json:"alerts,omitempty"`
	Problems []i18n.Sentence    `json:"problems,omitempty"`
	Notes    []i18n.Sentence    `json:"notes,omitempty"`
	Missing  answers.Missing    `json:"missing,omitempty"`
	Cut      bool               `json:"truncated,omitempty"`
	Narrow   i18n.Sentence      `json:"narrow,omitempty"`
}

// AdherenceSession is one session of the plan and its status.
type AdherenceSession struct {
	ID         string               `json:"id"`
	Week       int                  `json:"week"`
	Day        training.Day         `json:"local_date"`
	Type       string               `json:"type,omitempty"`
	Name       string               `json:"name,omitempty"`
	Sport      training.Sport       `json:"sport,omitempty"`
	Status     calendar.State       `json:"status"`
	Event      string               `json:"event_id,omitempty"`  // in the calendar, if the session was published
	PlanDay    *training.Day        `json:"plan_date,omitempty"` // the plan's day, if the calendar has another
	Planned    *calendar.Amounts    `json:"planned,omitempty"`
	Done       *calendar.DoneBy     `json:"done,omitempty"`
	Compliance *calendar.Compliance `json:"compliance,omitempty"`
	Repeats    *calendar.Repeats    `json:"repeats,omitempty"`

	asks calendar.Amounts // Planned before rounding, so that a sum is rounded only once
}

// Extra is an activity that was not planned.
type Extra struct {
	Week int `json:"week"`
	calendar.Unplanned
}

// Tally counts sessions by status.
type Tally struct {
	Done     int `json:"done,omitempty"`
	Partly   int `json:"partly,omitempty"`
	Moved    int `json:"moved,omitempty"`
	Missed   int `json:"missed,omitempty"`
	Extra    int `json:"extra,omitempty"`
	Upcoming int `json:"upcoming,omitempty"`
	Excused  int `json:"excused,omitempty"`
	// Adherence is the share of the sessions up to now that were done. Moved
	// sessions count in full, partly done ones by their share. It is absent
	// before the first session.
	Adherence *float64 `json:"adherence_pct,omitempty"`
	// Planned is the total of the sessions up to now, and Recorded that of all
	// activities, planned or not.
	Planned  *calendar.Sum `json:"planned,omitempty"`
	Recorded *calendar.Sum `json:"recorded,omitempty"`
	// Percent is Recorded in percent of Planned, and Band rates the value that
	// is farthest off: too much is as bad as too little.
	Percent map[string]float64 `json:"compliance_pct,omitempty"`
	Band    efforts.Band       `json:"band,omitempty"`
}

// AdherenceWeek is one week of the plan.
type AdherenceWeek struct {
	Number  int          `json:"week"`
	Start   training.Day `json:"week_start"`
	Current bool         `json:"current,omitempty"`
	Phase   string       `json:"phase,omitempty"`
	Focus   string       `json:"focus,omitempty"`
	Tally
	// Load is that of all days of the week: recorded up to today, then planned.
	Load     *float64 `json:"load,omitempty"`
	Ramp     *float64 `json:"ramp_per_week,omitempty"`
	Monotony *float64 `json:"monotony,omitempty"`
}

// AdherencePhase is a stretch of weeks.
type AdherencePhase struct {
	Name string `json:"name"`
	From int    `json:"from_week"`
	To   int    `json:"to_week"`
	Tally
}

// AdherenceRace is the plan's race with the form on its day: projected if the
// day is to come, otherwise as it was.
type AdherenceRace struct {
	Name         string          `json:"name,omitempty"`
	Day          training.Day    `json:"local_date"`
	InDays       int             `json:"in_days"`
	DistanceKm   float64         `json:"distance_km,omitempty"`
	CTL          *float64        `json:"ctl,omitempty"`
	TSB          *float64        `json:"tsb,omitempty"`
	ProjectedCTL *float64        `json:"projected_ctl,omitempty"`
	ProjectedATL *float64        `json:"projected_atl,omitempty"`
	ProjectedTSB *float64        `json:"projected_tsb,omitempty"`
	Missing      answers.Missing `json:"missing,omitempty"`
}

// Alert is one unusual week, with the rule that found it.
type Alert struct {
	Week  int           `json:"week"`
	Name  string        `json:"name"`
	Value float64       `json:"value"`
	Rule  i18n.Sentence `json:"rule"`
}

// counter sums up sessions and activities.
type counter struct {
	Tally
	due, credit       float64
	planned, recorded calendar.Tally
}

// session counts one session. Upcoming sessions are not due yet, so the current
// week falls behind only when a day is over.
func (c *counter) session(s *AdherenceSession) {
	switch s.Status {
	case calendar.Rest, calendar.Deleted:
		return
	case calendar.Upcoming, calendar.Changed:
		c.Upcoming++
		return
	case calendar.Excused:
		c.Excused++
		return
	case calendar.Done:
		c.Done++
		c.credit++
	case calendar.Moved:
		c.Moved++
		c.credit++
	case calendar.Partly:
		c.Partly++
		c.credit += partOf(s)
	case calendar.Missed:
		c.Missed++
	}
	c.due++
	c.planned.Add(s.asks)
}

// partOf returns the share of a partly done session that was done, from 0 to 1.
func partOf(s *AdherenceSession) float64 {
	part := 1.0
	if c := s.Compliance; c != nil {
		part = min(part, c.Percent[c.By]/100)
	}
	if r := s.Repeats; r != nil {
		part = min(part, float64(r.Done)/float64(r.Asked))
	}
	return part
}

func (c *counter) add(o *counter) {
	c.Done, c.Partly, c.Moved, c.Missed = c.Done+o.Done, c.Partly+o.Partly, c.Moved+o.Moved, c.Missed+o.Missed
	c.Extra, c.Upcoming, c.Excused = c.Extra+o.Extra, c.Upcoming+o.Upcoming, c.Excused+o.Excused
	c.due, c.credit = c.due+o.due, c.credit+o.credit
	c.planned.Merge(&o.planned)
	c.recorded.Merge(&o.recorded)
}

func (c *counter) tally() Tally {
	t := c.Tally
	if c.due > 0 {
		pct := math.Round(100 * c.credit / c.due)
		t.Adherence = &pct
		t.Percent = calendar.Share(c.planned, c.recorded)
		t.Band = calendar.BandOf(t.Percent)
	}
	t.Planned, t.Recorded = c.planned.Shown(), c.recorded.Shown()
	return t
}

func one(v float64) *float64 {
	v = answers.Round(v, 1)
	return &v
}

// Make writes the text of a plan.
func Make(w Wish) (string, error) {
	if err := w.check(); err != nil {
		return "", err
	}
	all := phases(&w)
	fill(&w, all)
	root := &yaml.Node{Kind: yaml.MappingNode}
	add(root, "plan_name", YAMLText(w.name()))
	add(root, "plan_start_date", Literal(w.Start.String()))
	add(root, "sport", YAMLText(w.Sport))
	if w.Race != 0 {
		add(root, "goal_race", w.race())
	} else {
		add(root, "goal", YAMLText(fmt.Sprintf("Fitter in %d weeks", w.Weeks)))
	}
	weeks := ListYAML()
	for i := range all {
		weeks.Content = append(weeks.Content, all[i].node())
	}
	add(root, "weeks", weeks)
	return w.comment() + dump(root), nil
}

func (w *Wish) name() string {
	switch {
	case w.Name != "":
		return textclean.Line(w.Name, textclean.NameRunes)
	case w.RaceName != "":
		return textclean.Line(w.RaceName, textclean.NameRunes)
	}
	return fmt.Sprintf("%s%s plan of %d weeks", strings.ToUpper(w.Sport[:1]), w.Sport[1:], w.Weeks)
}

// comment returns a comment that explains the rules by which the plan was made.
func (w *Wish) comment() string {
	hard := "cycling and running"
	if w.Sport != Triathlon {
		hard = w.Sport
	}
	return fmt.Sprintf(`# A first plan, to be changed: %d days and at most %g hours a week, from a fitness (CTL) of %g.
# Fitness rises by no more than %g in any 7 days, a week by about a tenth at most over the
# heaviest before it, and each fourth week is for recovery. Hard sessions of %s
# never follow each other. Loads are estimates: the intensity that is usual, squared.
%s`, w.Days, w.Hours, w.CTL, w.Ramp, hard, w.warning)
}

func (w *Wish) race() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	add(n, "date", Literal(w.Race.String()))
	if w.RaceName != "" {
		add(n, "race_name", YAMLText(textclean.Line(w.RaceName, textclean.NameRunes)))
	}
	if w.RaceKm > 0 {
		add(n, "distance_km", Literal(fmt.Sprint(w.RaceKm)))
	}
	if w.GoalTimeS > 0 {
		s := int(w.GoalTimeS)
		add(n, "goal_time", YAMLText(fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)))
	}
	return n
}

func (k *week) node() *yaml.Node {
	focus := k.phase
	if k.recovers {
		focus = "Recovery"
	}
	n := &yaml.Node{Kind: yaml.MappingNode}
	add(n, "week_number", Literal(fmt.Sprint(k.number)))
	add(n, "week_start_date", Literal(k.start.String()))
	add(n, "phase", YAMLText(k.phase))
	add(n, "weekly_focus", YAMLText(focus))
	all := ListYAML()
	for i := range k.sessions {
		all.Content = append(all.Content, k.sessions[i].node())
	}
	add(n, "sessions", all)
	return n
}

func (s *newplanSession) node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	add(n, "day_of_week", YAMLText(time.Weekday((s.day+1)%7).String()))
	add(n, "type", YAMLText(string(s.kind())))
	if s.sport != "" {
		add(n, "sport", YAMLText(string(s.sport)))
	}
	if s.minutes > 0 {
		add(n, "duration_minutes", Literal(fmt.Sprint(s.minutes)))
	}
	if s.load > 0 {
		add(n, "load", Literal(fmt.Sprint(s.load)))
	}
	if s.words != "" {
		add(n, "description", YAMLText(i18n.Clip(s.words, textclean.TextRunes)))
	}
	if s.workout != "" {
		add(n, "workout", YAMLText(s.workout))
	}
	return n
}
