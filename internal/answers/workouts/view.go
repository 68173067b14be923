package workouts

import (
	"fmt"
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Where a plan comes from.
const (
	SourceCalendar  = "calendar"
	SourceRecording = "recording"
)

// CompliancePlan is the workout that a session was done by.
type CompliancePlan struct {
	Name    string
	Source  string
	EventID string // of the calendar
	By      string // how the calendar paired the two
	Steps   []training.WorkoutStep
	Fuel    *Fuel
	// Laps are those of a recording that name the steps.
	Laps []training.Lap
}

// Fuel is what a plan says to eat and drink by the hour, carbohydrate in g and
// fluid in ml, and for how long. Zero is not said.
type Fuel struct{ CarbsGPerH, FluidMLPerH, DurationS float64 }

// ComplianceView is how a plan was followed.
type ComplianceView struct {
	Name     string `json:"name,omitempty"`
	Source   string `json:"source"`
	EventID  string `json:"event_id,omitempty"`
	PairedBy string `json:"paired_by,omitempty"`
	// Words is all of it in one line.
	Words i18n.Sentence `json:"words"`
	Steps Columns       `json:"steps"`
	// Extra are the intervals, counted from 1, that no step asked for.
	Extra     []int           `json:"extra_intervals,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
}

// Columns are the steps of work in columns.
type Columns struct {
	Step   []i18n.Sentence `json:"step"`   // how long it was to be
	Target []i18n.Sentence `json:"target"` // by the thresholds of the day
	// DonePct is how much of it was done, null where it was not or was open.
	DonePct []*float64 `json:"done_pct"`
	Side    []string   `json:"side"` // below, on_target, above, missed or free
	// Interval counts from 1; null for a step that was not done.
	Interval []*int `json:"interval"`
	Bounds
}

// The sides of steps that have none.
const (
	sideMissed = "missed"
	sideFree   = "free"
)

// mostShown bounds the steps of one answer.
const mostShown = 80

// nameRunes bounds the name of a plan.
const nameRunes = 100

// NoWork is why a plan cannot be compared with a session.
const NoWork = "the planned workout has no step of work"

// ComplianceOf compares a session with a plan. The reason says why it cannot.
func ComplianceOf(s *efforts.Session, p CompliancePlan, day efforts.Day) (*ComplianceView, i18n.Sentence) {
	steps, unresolved := efforts.Resolve(p.Steps, s.Basis, day)
	outcomes, extra := efforts.Match(s, steps, p.names(s))
	if len(outcomes) == 0 {
		return nil, NoWork
	}
	v := &ComplianceView{
		Name: textclean.Line(p.Name, nameRunes), Source: p.Source, EventID: p.EventID, PairedBy: p.By,
		Words: words(s, steps, outcomes, extra),
	}
	for i := range outcomes {
		if i == mostShown {
			v.Truncated = true
			break
		}
		v.Steps.add(s, &steps[outcomes[i].Step], &outcomes[i])
	}
	for i, k := range extra {
		if i == mostShown {
			v.Truncated = true
			break
		}
		v.Extra = append(v.Extra, k+1)
	}
	for _, t := range unresolved {
		v.Missing = v.Missing.Add("steps.side", whyUnresolved(t))
	}
	return v, ""
}

// boundS is the most in s by which a lap's bounds may differ from its interval's.
const boundS = 1.5

// names are the numbers of the steps that intervals are of by their laps.
func (p *CompliancePlan) names(s *efforts.Session) []int {
	out := make([]int, len(s.Intervals))
	for i, iv := range s.Intervals {
		for k := range p.Laps {
			l := &p.Laps[k]
			if math.Abs(l.StartS-float64(iv.StartS)) <= boundS && math.Abs(l.EndS-float64(iv.EndS)) <= boundS {
				out[i] = l.Step
			}
		}
	}
	return out
}

func (c *Columns) add(s *efforts.Session, step *efforts.Step, o *efforts.Outcome) {
	c.Step = append(c.Step, Length(step.DurationS, step.DistanceM))
	c.Target = append(c.Target, target(step, s.Basis))
	c.bound(step, measuredBy(step, s.Basis), len(c.Target))
	side := string(o.Side)
	var done *float64
	var interval *int
	if o.Interval >= 0 {
		n := o.Interval + 1
		interval = &n
		if o.Done > 0 {
			pct := answers.Round(100*o.Done, 0)
			done = &pct
		}
		if side == "" {
			side = sideFree
		}
	} else {
		side = sideMissed
	}
	c.DonePct, c.Side, c.Interval = append(c.DonePct, done), append(c.Side, side), append(c.Interval, interval)
}

// whyUnresolved says which threshold a target would need.
func whyUnresolved(t training.StepTarget) i18n.Sentence {
	switch {
	case t.Unit == training.TargetBest:
		return "the best power over that time is not compared"
	case t.Unit == training.TargetOwnZone:
		return "the athlete's own zones at the service are not known here"
	case t.Unit == training.TargetFTP || t.Of == training.TargetPower:
		return answers.NoFTP
	case t.Unit == training.TargetMaxHR:
		return "no maximum heart rate is set; set max_hr_bpm with update_athlete_settings"
	case t.Of == training.TargetHR:
		return answers.NoLTHR
	}
	return answers.NoThreshold
}

// Length is how long a step is to be: "4:00", "800 m", "open".
func Length(seconds, metres float64) i18n.Sentence {
	switch {
	case metres >= 3000:
		return i18n.Sentencef("%s", i18n.Measured("%.1f ", metres/1000, i18n.Kilometres()))
	case metres > 0:
		return i18n.Name(fmt.Sprintf("%.0f m", metres))
	case seconds > 0:
		return i18n.Name(i18n.Clock(seconds))
	}
	return "open"
}
