package plan

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
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
	Range    answers.Span       `json:"range"` // range of the listed sessions
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
	Event      string               `json:"event_id,omitempty"`  // calendar event, if the session was published
	PlanDay    *training.Day        `json:"plan_date,omitempty"` // day in the plan, if the calendar has a different one
	Planned    *calendar.Amounts    `json:"planned,omitempty"`
	Done       *calendar.DoneBy     `json:"done,omitempty"`
	Compliance *calendar.Compliance `json:"compliance,omitempty"`
	Repeats    *calendar.Repeats    `json:"repeats,omitempty"`

	asks calendar.Amounts // the planned amounts before rounding, so that sums are rounded only once
	aim  workouts.Intensity
}

// Extra is an unplanned activity.
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
	// Adherence is the percentage of the sessions up to now that were done. Moved sessions count
	// in full, and partly done sessions by the share that was done. It is absent before
	// the first session.
	Adherence *float64 `json:"adherence_pct,omitempty"`
	// Planned is the total of the sessions up to now. Recorded is the total of
	// all activities, planned or not.
	Planned  *calendar.Sum `json:"planned,omitempty"`
	Recorded *calendar.Sum `json:"recorded,omitempty"`
	// Percent is what was recorded in the sports of the plan as a percentage of Planned, and the share of
	// hard work that was on target. Band rates the value with the greatest deviation, whether it is too
	// high or too low, and the intensity.
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
	// Load is the load of all days of the week: the recorded load up to today,
	// and the planned load after today.
	Load     *float64 `json:"load,omitempty"`
	Ramp     *float64 `json:"ramp_per_week,omitempty"`
	Monotony *float64 `json:"monotony,omitempty"`
}

// AdherencePhase is a range of weeks with the same phase.
type AdherencePhase struct {
	Name string `json:"name"`
	From int    `json:"from_week"`
	To   int    `json:"to_week"`
	Tally
}

// AdherenceRace is the plan's race with the form on its day, which is projected
// if the race is in the future.
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

// Alert marks an unusual week and gives the rule that found it.
type Alert struct {
	Week  int           `json:"week"`
	Name  string        `json:"name"`
	Value float64       `json:"value"`
	Rule  i18n.Sentence `json:"rule"`
}

// counter adds up sessions and activities.
type counter struct {
	Tally
	due, credit                float64
	planned, recorded, counted calendar.Tally // counted is the recorded part in the sports of the plan
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
	c.planned.Rate(s.aim)
}

// partOf returns the completed share of a partly done session, from 0 to 1.
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
	c.counted.Merge(&o.counted)
}

func (c *counter) tally() Tally {
	t := c.Tally
	if c.due > 0 {
		pct := math.Round(100 * c.credit / c.due)
		t.Adherence = &pct
		t.Percent = calendar.Share(c.planned, c.counted)
		t.Band = calendar.BandOf(c.planned, t.Percent)
	}
	t.Planned, t.Recorded = c.planned.Shown(), c.recorded.Shown()
	return t
}

func one(v float64) *float64 {
	v = answers.Round(v, 1)
	return &v
}

// Write returns a plan as a text. It writes no ids: they follow from week and day.
func Write(p *Plan) string {
	root := &yaml.Node{Kind: yaml.MappingNode}
	set := setter{root}
	set.text(keyPlanName, p.Name)
	set.day(keyPlanStart, p.Start)
	set.text(keySport, cmp.Or(string(p.Sport), severalSports))
	set.text(keyGoal, p.Goal)
	var off []string
	for _, d := range p.Off {
		off = append(off, strings.ToLower(d.String()))
	}
	set.text(keyDaysOff, strings.Join(off, ", "))
	if p.Race != (Race{}) {
		add(root, keyRace, p.Race.node())
	}
	weeks := ListYAML()
	for i := range p.Weeks {
		weeks.Content = append(weeks.Content, p.Weeks[i].node())
	}
	add(root, keyWeeks, weeks)
	return dump(root)
}

// setter adds values to a mapping; it leaves out those that are empty.
type setter struct{ *yaml.Node }

func (s setter) text(key, value string) {
	if value != "" {
		add(s.Node, key, YAMLText(value))
	}
}

func (s setter) number(key string, value float64) {
	if value > 0 {
		add(s.Node, key, Literal(strconv.FormatFloat(rounded(value), 'f', -1, 64)))
	}
}

func (s setter) day(key string, d training.Day) {
	if d != 0 {
		add(s.Node, key, Literal(d.String()))
	}
}

func (r *Race) node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	set := setter{n}
	set.day(keyDate, r.Day)
	set.text("race_name", r.Name)
	set.text("race_type", r.Type)
	set.number(keyDistance, r.DistanceKm)
	if r.GoalTimeS > 0 {
		set.text("goal_time", i18n.Clock(r.GoalTimeS))
	}
	return n
}

func (w *Week) node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	set := setter{n}
	add(n, keyWeek, Literal(strconv.Itoa(w.Number)))
	set.day(keyWeekStart, w.Start)
	set.text(keyPhase, w.Phase)
	set.text(keyFocus, w.Focus)
	all := ListYAML()
	for i := range w.Sessions {
		all.Content = append(all.Content, w.Sessions[i].node())
	}
	add(n, keySessions, all)
	return n
}

func (s *Session) node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	set := setter{n}
	set.text(keyDay, s.Day.Weekday().String())
	set.text(keyType, string(s.Type))
	set.text(keySport, string(s.Sport))
	set.text(keyName, s.Name)
	set.number(keyMinutes, s.DurationS/60)
	set.number(keyLoad, s.Load)
	set.text(keyDescription, i18n.Clip(s.Description, textclean.TextRunes))
	set.text(keyWorkout, s.Workout)
	return n
}
