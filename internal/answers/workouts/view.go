package workouts

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// These are the sources of a plan.
const (
	SourceCalendar  = "calendar"
	SourceRecording = "recording"
)

// CompliancePlan is the planned workout of a session.
type CompliancePlan struct {
	Name    string
	Source  string
	EventID string // id of the event in the calendar
	By      string // how the calendar paired the event with the activity
	Steps   []training.WorkoutStep
	Fuel    *Fuel
	// Laps lists those laps of the recording that refer to a workout step.
	Laps []training.Lap
	// Streams has the seconds from which the time in the targets is counted; it may be nil.
	Streams *stream.View
}

// Fuel is the planned carbohydrate in g and fluid in ml per hour, with the
// duration. Zero means not planned.
type Fuel struct{ CarbsGPerH, FluidMLPerH, DurationS float64 }

// ComplianceView shows how closely a plan was followed.
type ComplianceView struct {
	Name     string `json:"name,omitempty"`
	Source   string `json:"source"`
	EventID  string `json:"event_id,omitempty"`
	PairedBy string `json:"paired_by,omitempty"`
	// Words is a summary in one line.
	Words i18n.Sentence `json:"words"`
	// Intensity says whether the intensity was as planned, or why that is not known. OnTargetPct is the
	// share of the planned work that was on target, and Band rates the intensity.
	Intensity   i18n.Sentence `json:"intensity,omitempty"`
	OnTargetPct *float64      `json:"on_target_pct,omitempty"`
	Band        efforts.Band  `json:"intensity_band,omitempty"`
	Steps       Columns       `json:"steps"`
	// Extra lists the intervals, counted from 1, that belong to no step.
	Extra     []int           `json:"extra_intervals,omitempty"`
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
}

// Columns holds the steps of work in columns.
type Columns struct {
	Step   []i18n.Sentence `json:"step"`   // planned length
	Target []i18n.Sentence `json:"target"` // resolved by the thresholds of the day
	// DonePct is the completed percentage, null if the step was missed or is open.
	DonePct []*float64 `json:"done_pct"`
	Side    []string   `json:"side"` // below, on_target, above, missed or free
	// Interval is the number of the interval, counted from 1; null for a missed step.
	Interval []*int `json:"interval"`
	// These are the seconds of the interval in which the mean of five seconds was in the target, above
	// it and below it. A cell is null if it is not known; columns without any value are left out.
	InS    []*float64 `json:"in_target_s,omitempty"`
	AboveS []*float64 `json:"above_target_s,omitempty"`
	BelowS []*float64 `json:"below_target_s,omitempty"`
	Bounds
}

// These are the values of Side for steps that are not compared.
const (
	sideMissed = "missed"
	sideFree   = "free"
)

// mostShown is the maximum number of steps in an answer.
const mostShown = 80

// nameRunes is the maximum length of a plan's name.
const nameRunes = 100

// NoWork is the reason why a plan cannot be compared with a session.
const NoWork = "the planned workout has no work step"

// ComplianceOf compares a session with a plan, or returns the reason why it cannot.
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
		step, o := &steps[outcomes[i].Step], &outcomes[i]
		v.Steps.add(s, step, o)
		if o.Interval >= 0 {
			v.Steps.time(step.TimeIn(p.Streams, s.Basis, &s.Intervals[o.Interval]))
		}
	}
	for _, c := range []*[]*float64{&v.Steps.InS, &v.Steps.AboveS, &v.Steps.BelowS} {
		if len(*c) > 0 {
			*c = filled(*c, len(v.Steps.Step))
		}
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

// boundS is the maximum difference in s between the bounds of a lap and its interval.
const boundS = 1.5

// names returns, for each interval, the number of the workout step that its lap refers
// to, or 0 if there is none.
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

// Rate adds how the intensity of the session met that of its plan.
func (v *ComplianceView) Rate(in Intensity) {
	v.Intensity, v.Band = in.Words, in.Band()
	if p, ok := in.Percent(); ok {
		v.OnTargetPct = &p
	}
}

// time adds the time in the target of the last step, if it is known.
func (c *Columns) time(in, above, below float64, ok bool) {
	if n := len(c.Step) - 1; ok {
		c.InS, c.AboveS, c.BelowS = append(filled(c.InS, n), &in), append(filled(c.AboveS, n), &above), append(filled(c.BelowS, n), &below)
	}
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

// whyUnresolved returns the reason why a target has no value.
func whyUnresolved(t training.StepTarget) i18n.Sentence {
	switch {
	case t.Unit == training.TargetBest:
		return "the best power over that time is not compared"
	case t.Unit == training.TargetOwnZone:
		return "the athlete's own zones on the service are not known here"
	case t.Unit == training.TargetFTP || t.Of == training.TargetPower:
		return answers.NoFTP
	case t.Unit == training.TargetMaxHR:
		return "no maximum heart rate is set; set max_hr_bpm with update_athlete_settings"
	case t.Of == training.TargetHR:
		return answers.NoLTHR
	}
	return answers.NoThreshold
}

// Length formats the length of a step: "4:00", "800 m", "open".
func Length(seconds, metres float64) i18n.Sentence {
	switch {
	case metres >= 3000:
		return i18n.Sentencef("%s", i18n.Measured("%.1f ", metres/1000, i18n.Kilometres()))
	case metres > 0:
		return i18n.Name(i18n.Fixed(metres, 0) + " m")
	case seconds > 0:
		return i18n.Name(i18n.Clock(seconds))
	}
	return "open"
}

// target returns the bounds of a step, resolved by the thresholds of the day, or as
// planned if a threshold is not set. It returns "" if there are none.
func target(s *efforts.Step, basis efforts.Basis) i18n.Sentence {
	if s.Low <= 0 && s.High <= 0 {
		return workout.TargetText(s.Target)
	}
	of, per := training.TargetPace, training.PerKm
	switch measuredBy(s, basis) {
	case efforts.ByPower:
		of = training.TargetPower
	case efforts.ByHR:
		of = training.TargetHR
	case efforts.ByLengths:
		per = training.Per100M
	}
	return workout.BoundsText(of, s.Low, s.High, per)
}

// measuredBy returns the basis by which the target of a step is measured.
func measuredBy(s *efforts.Step, basis efforts.Basis) efforts.Basis {
	if s.Of != "" {
		return s.Of
	}
	return basis
}

// Bounds holds the targets of steps as numbers, resolved by the thresholds of the day. A
// cell is null if there is no bound; a column without any bound is left out.
type Bounds struct {
	FromW   []*float64 `json:"target_from_w,omitempty"`
	ToW     []*float64 `json:"target_to_w,omitempty"`
	FromBpm []*float64 `json:"target_from_bpm,omitempty"`
	ToBpm   []*float64 `json:"target_to_bpm,omitempty"`
	FromKMH []*float64 `json:"target_from_kmh,omitempty"`
	ToKMH   []*float64 `json:"target_to_kmh,omitempty"`
}

// bound sets the bounds of step n.
func (o *Bounds) bound(s *efforts.Step, by efforts.Basis, n int) {
	from, to, scale, decimals := &o.FromKMH, &o.ToKMH, 3.6, 2
	switch by {
	case efforts.ByPower:
		from, to, scale, decimals = &o.FromW, &o.ToW, 1, 1
	case efforts.ByHR:
		from, to, scale, decimals = &o.FromBpm, &o.ToBpm, 1, 1
	}
	for _, x := range []struct {
		into  *[]*float64
		bound float64
	}{{from, s.Low}, {to, s.High}} {
		if x.bound > 0 && answers.Finite(x.bound) {
			v := answers.Round(x.bound*scale, decimals)
			*x.into = append(filled(*x.into, n-1), &v)
		}
	}
	for _, c := range []*[]*float64{&o.FromW, &o.ToW, &o.FromBpm, &o.ToBpm, &o.FromKMH, &o.ToKMH} {
		if len(*c) > 0 {
			*c = filled(*c, n)
		}
	}
}

// filled returns a column of n cells, padded with nil.
func filled(c []*float64, n int) []*float64 {
	for len(c) < n {
		c = append(c, nil)
	}
	return c
}

// There returns the thresholds with which a service resolves the targets of a discipline.
// They were last read from the service, and have no dates. ok is false if it has none.
func There(
	ctx context.Context, r store.Reader, s training.Scope, source string, of training.Discipline,
) (day efforts.Day, ok bool, err error) {
	docs, err := r.Documents(ctx, s, document.SportSettings, document.Filter{})
	if err != nil {
		return day, false, err
	}
	var best training.SportSettings
	var nearest training.Discipline
	for _, d := range docs {
		for _, said := range d.Statements {
			var x training.SportSettings
			if said.Source != source || json.Unmarshal(said.Body, &x) != nil {
				continue
			}
			holds, fits := x.HoldsFor(of)
			fewer := holds == nearest && len(x.Sports) < len(best.Sports) // the same rule as for sending settings
			if fits && (!ok || holds.Nearer(nearest) || fewer) {
				best, nearest, ok = x, holds, true
			}
		}
	}
	t := training.Thresholds{
		FTPW: best.FTPW, IndoorFTPW: best.IndoorFTPW, LTHRBpm: best.LTHRBpm, MaxHRBpm: best.MaxHRBpm, ThresholdMPS: best.ThresholdMPS,
	}
	return efforts.Day{Sport: of.Sport, Thresholds: t.In(of.Indoor)}, ok, nil
}

// thresholdOf returns a function that finds the threshold for the unit of a target, or
// nil for a unit that needs none.
func thresholdOf(t training.StepTarget) func(*training.Thresholds) float64 {
	switch {
	case t.Unit == training.TargetFTP, t.Unit == training.TargetZone && t.Of == training.TargetPower:
		return func(th *training.Thresholds) float64 { return th.FTPW }
	case t.Unit == training.TargetLTHR:
		return func(th *training.Thresholds) float64 { return th.LTHRBpm }
	case t.Unit == training.TargetMaxHR:
		return func(th *training.Thresholds) float64 { return th.MaxHRBpm }
	case t.Unit == training.TargetPacePct:
		return func(th *training.Thresholds) float64 { return th.ThresholdMPS }
	}
	return nil
}

// apart is the maximum relative difference between thresholds that rounding explains.
const apart = 0.003

// Resolved returns the targets that have a different meaning on a service because a threshold
// differs there. It returns one difference per threshold, for the most demanding step.
func Resolved(steps []training.WorkoutStep, here, there efforts.Day) []workout.Difference {
	type asked struct {
		step int
		t    training.StepTarget
	}
	var order []training.TargetUnit
	most := map[training.TargetUnit]asked{}
	numbers := training.StepNumbers(steps)
	for i, s := range training.WrittenOut(steps) {
		for _, t := range s.Targets {
			by := thresholdOf(t)
			if by == nil {
				continue
			}
			ours, theirs := by(&here.Thresholds), by(&there.Thresholds)
			if ours <= 0 || math.Abs(ours-theirs) <= apart*ours {
				continue
			}
			if best, ok := most[t.Unit]; !ok || max(t.Low, t.High) > max(best.t.Low, best.t.High) {
				if !ok {
					order = append(order, t.Unit)
				}
				most[t.Unit] = asked{numbers[i], t}
			}
		}
	}
	var out []workout.Difference
	for _, unit := range order {
		a := most[unit]
		out = append(out, workout.Difference{Step: a.step, Of: a.t.Of, Here: meaning(here, a.t), There: meaning(there, a.t)})
	}
	return out
}

// meaning returns a target with the value that results from the thresholds of a day.
func meaning(day efforts.Day, t training.StepTarget) i18n.Sentence {
	text := workout.RampedText(t)
	if thresholdOf(t)(&day.Thresholds) <= 0 {
		return i18n.Sentencef("%s, for which no threshold is set", text)
	}
	if t.Unit == training.TargetZone { // the zones may differ, too
		return i18n.Sentencef("%s at an FTP of %s W", text, workout.Decimals(day.Thresholds.FTPW, 1))
	}
	if by := workout.By(day, t); by != "" {
		return i18n.Sentencef("%s, %s at %s", text, workout.DayText(day, t), by)
	}
	return i18n.Sentencef("%s, %s", text, workout.DayText(day, t))
}

// InWatts returns the targets in W, each only once. They do not depend on FTP.
func InWatts(steps []training.WorkoutStep) (all []i18n.Sentence) {
	for _, s := range training.WrittenOut(steps) {
		if t, ok := s.Target(training.TargetPower); ok && t.Unit == training.TargetW {
			if text := workout.RampedText(t); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}
