package workouts

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/picture"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Days holds the thresholds of an athlete by day, and the rules for their
// loads. It is not safe for concurrent use.
type Days struct {
	timeline *fitness.Timeline
	rules    load.Rules
}

// DaysOf reads the timeline and the rules for loads.
func DaysOf(ctx context.Context, r store.Reader, s training.Scope) (*Days, error) {
	l, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	return &Days{l.Timeline, l.Rules}, nil
}

// On returns the thresholds of a day that resolve targets of a discipline.
func (d *Days) On(day training.Day, of training.Discipline) efforts.Day {
	return efforts.Day{Sport: of.Sport, Thresholds: d.timeline.At(of, day).In(of.Indoor)}
}

// Takes returns duration, load and other figures of steps on a day.
func (d *Days) Takes(steps []training.WorkoutStep, day efforts.Day) workout.Takes {
	w := workout.Workout{Sport: day.Sport, Steps: steps}
	return w.Takes(day, d.rules)
}

// Figures are the displayed figures of a planned session in s, km and TSS; 0
// means unknown.
type Figures struct {
	DurationS, DistanceKm, Load, Intensity, WorkKJ float64
	Rule                                           efforts.ComplianceRule
	// These are the assumptions behind figures from steps; they are empty if there are none.
	durationAssumes, loadAssumes i18n.Sentence
}

// Estimated returns the assumptions behind figures computed from steps, by
// the name of the figure with the prefix.
func (f Figures) Estimated(prefix string) answers.Missing {
	var out answers.Missing
	if f.durationAssumes != "" {
		out = out.Add(prefix+"duration_s", f.durationAssumes)
	}
	if f.loadAssumes != "" {
		out = out.Add(prefix+"load", f.loadAssumes)
	}
	return out
}

// Stated returns the figures that the athlete or a service stated.
func Stated(durationS, distanceKm, tss, intensity, workKJ float64) Figures {
	f := Figures{DurationS: durationS, DistanceKm: distanceKm, Intensity: intensity, WorkKJ: workKJ}
	if x, rule, ok := efforts.LoadOfPlan(tss, durationS, intensity); ok {
		f.Load, f.Rule = x, rule
	}
	return f
}

// Take returns the figures of a planned session from its stated figures and
// those of its steps. If the session was planned here or the text is the athlete's own,
// only the athlete's figures take precedence over those of the steps. If a service has
// the same text, its figures come after those of the steps.
func (f Figures) Take(d *document.Document, text string, t *workout.Takes) Figures {
	out := f.First(d).Or(t)
	if out.Load == 0 && speaks(d, text) {
		out = f.Or(t)
	}
	return out
}

// First returns the stated figures that take precedence over those of the steps.
func (f Figures) First(d *document.Document) Figures {
	if len(d.Statements) == 0 || !madeHere(d) && !bytes.Contains(d.Own, []byte(`"description"`)) {
		return f
	}
	var own struct {
		MovingTimeS float64 `json:"moving_time_s"`
		DistanceKm  float64 `json:"distance_km"`
		Load        float64 `json:"load"`
		Intensity   float64 `json:"intensity_factor"`
		WorkKJ      float64 `json:"work_kj"`
	}
	if json.Unmarshal(d.Own, &own) != nil { // the athlete states none; all are from services
		return Figures{}
	}
	return Stated(own.MovingTimeS, own.DistanceKm, own.Load, own.Intensity, own.WorkKJ)
}

// madeHere reports whether the athlete planned a session here. If so, the figures on
// services are copies of the athlete's, or are based on the services' own thresholds.
func madeHere(d *document.Document) bool {
	return !slices.ContainsFunc(d.Statements, func(s document.SourceLayer) bool { return strings.HasPrefix(d.ID, s.Source+":") })
}

// Whole reports whether the figures are complete, so that the steps cannot add anything.
func (f Figures) Whole() bool { return f.Load > 0 && f.DurationS > 0 }

// Or fills in missing figures from those of the steps.
func (f Figures) Or(t *workout.Takes) Figures {
	if f.DurationS == 0 {
		f.DurationS, f.durationAssumes = t.DurationS, t.Estimated["duration_s"]
	}
	if f.DistanceKm == 0 {
		f.DistanceKm = t.DistanceM / 1000
	}
	if f.Load == 0 && t.Load > 0 {
		f.Load, f.Rule, f.Intensity, f.WorkKJ = t.Load, efforts.Steps, t.Intensity, t.WorkKJ
		f.loadAssumes = t.Estimated["load"]
	}
	return f
}

// Steps returns the steps of the workout, with repeats not expanded, or nil if there are
// none.
func (w *WorkoutView) Steps() []training.WorkoutStep {
	return StructuredSteps(&w.Document, w.Description, w.Structure, w.Sport)
}

// stated returns the figures that need no steps. If the text is the athlete's own, only
// the athlete's figures count.
func (w *WorkoutView) stated() Figures {
	return Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ).First(&w.Document)
}

// figures returns the workout's figures: as stated, or else from its steps on a day.
func (w *WorkoutView) figures(days *Days, today training.Day) (Figures, *workout.Takes) {
	if first := w.stated(); first.Whole() {
		return first, nil
	}
	all := Stated(w.MovingTimeS, w.DistanceKm, w.Load, w.Intensity, w.WorkKJ)
	steps := w.Steps()
	if len(steps) == 0 {
		return all, nil
	}
	t := days.Takes(steps, days.On(today, w.Discipline()))
	return all.Take(&w.Document, w.Description, &t), &t
}

// lacks returns the reasons why figures are missing, by the names of the figures.
func (w *WorkoutView) lacks(f *Figures, t *workout.Takes) answers.Missing {
	var out answers.Missing
	why := func(field string, value float64, stated i18n.Sentence) {
		if value > 0 {
			return
		}
		if t != nil && t.Missing[field] != "" {
			stated = t.Missing[field]
		}
		out = out.Add(field, stated)
	}
	why("duration_s", f.DurationS, noDuration)
	why("load", f.Load, noLoad)
	return out
}

// Draft is a parsed workout that is to be checked.
type Draft struct {
	workout.Workout
	Text   string // in the grammar of Intervals.icu
	Faults []workout.Fault
	Indoor bool
	// Day is the day of the thresholds.
	Day training.Day
	// Picture requests a picture, too.
	Picture bool
	// Voice determines the language and units of the picture. If it is not set, they are
	// English and metric.
	Voice workout.Voice
}

// Checked is the result of checking a workout.
type Checked struct {
	answers.Heading
	Day   training.Day   `json:"date"` // day of the thresholds
	Sport training.Sport `json:"sport"`
	// Sound means that there are no faults; warnings do not count as faults.
	Sound  bool    `json:"sound"`
	Faults []Fault `json:"faults,omitempty"`

	DurationS        float64     `json:"duration_s,omitempty"`
	DistanceKm       float64     `json:"distance_km,omitempty"`
	WorkKJ           float64     `json:"work_kj,omitempty"`
	NormalizedPowerW float64     `json:"normalized_power_w,omitempty"`
	Intensity        float64     `json:"intensity_factor,omitempty"`
	Load             float64     `json:"load,omitempty"`
	LoadMethod       load.Method `json:"load_method,omitempty"`

	Text  string        `json:"description,omitempty"`
	Steps *WorkoutSteps `json:"steps,omitempty"`
	// Losses lists, for each format, the parts of each step that the format cannot store.
	// NotIn gives the reason why a format cannot store the workout at all.
	Losses  map[string][]i18n.Sentence `json:"losses,omitempty"`
	NotIn   map[string]i18n.Sentence   `json:"not_in,omitempty"`
	Missing answers.Missing            `json:"missing,omitempty"`
	// Estimated gives the assumptions behind values that do not follow from the
	// steps alone.
	Estimated answers.Missing `json:"estimated,omitempty"`

	drawn *picture.Canvas
}

// Fault is a fault with its place in the text or in the steps.
type Fault struct {
	Line    int           `json:"line,omitempty"`
	Column  int           `json:"column,omitempty"`
	Path    string        `json:"path,omitempty"`
	What    i18n.Sentence `json:"what"`
	Fix     i18n.Sentence `json:"fix"`
	Warning bool          `json:"warning,omitempty"`
}

// Pictures returns the picture of the workout, if it can be drawn.
func (c *Checked) Pictures() []*picture.Canvas {
	if c.drawn == nil {
		return nil
	}
	return []*picture.Canvas{c.drawn}
}

// maxLosses is the maximum number of losses per format that are listed in an answer.
const maxLosses = 12

// CheckWorkout checks a draft.
func CheckWorkout(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, d *Draft) (*Checked, error) {
	days, err := DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	out := WorkoutOn(days, days.On(d.Day, training.DisciplineOf(d.Sport, d.SubSport).In(d.Indoor)), f, d)
	for form, all := range out.Losses {
		if more := len(all) - maxLosses; more > 0 {
			out.Losses[form] = append(all[:maxLosses:maxLosses], i18n.Sentencef("And %s.", i18n.Numbered(more, "other", "others")))
		}
	}
	return out, ctx.Err()
}

// WorkoutOn checks a draft using the thresholds of a day, and returns all losses. It
// computes no figures for a workout with faults, since they would only cover a part of it.
func WorkoutOn(days *Days, day efforts.Day, f answers.Frame, d *Draft) *Checked {
	out := &Checked{Heading: f.Heading(), Day: d.Day, Sport: d.Sport, Sound: workout.Sound(d.Faults), Text: d.Text}
	for _, x := range d.Faults {
		out.Faults = append(out.Faults, Fault{x.Line, x.Column, x.Path, x.What, x.Fix, x.Warning})
	}
	if !out.Sound || len(d.Steps) == 0 {
		why := i18n.Sentence("the workout has faults")
		if out.Sound {
			why = "the workout has none"
		}
		out.Missing = out.Missing.Add("steps", why)
		return out
	}
	out.Steps = StepsOn(d.Steps, day)
	t := days.Takes(d.Steps, day)
	out.takes(&t)
	out.Losses = map[string][]i18n.Sentence{}
	for _, form := range workoutfile.AllForms() {
		if form.Write != nil {
			_, losses, err := form.Write(&d.Workout, day)
			out.lose(form.Name, losses, err)
		}
	}
	if d.Picture {
		out.draw(d, day)
	}
	return out
}

func (c *Checked) takes(t *workout.Takes) {
	c.DurationS, c.DistanceKm = answers.Round(t.DurationS, 0), answers.Round(t.DistanceM/1000, 3)
	c.WorkKJ, c.NormalizedPowerW = answers.Round(t.WorkKJ, 1), answers.Round(t.NormalizedPowerW, 1)
	c.Intensity, c.Load, c.LoadMethod = answers.Round(t.Intensity, 3), answers.Round(t.Load, 1), t.Method
	for field, why := range t.Missing {
		c.Missing = c.Missing.Add(field, why)
	}
	for field, why := range t.Estimated {
		c.Estimated = c.Estimated.Add(field, why)
	}
}

// lose records what a format cannot store.
func (c *Checked) lose(form string, losses []workout.Loss, err error) {
	if err != nil {
		if c.NotIn == nil {
			c.NotIn = map[string]i18n.Sentence{}
		}
		f := workout.FaultOf(err)
		c.NotIn[form] = f.Sentence()
		return
	}
	c.Losses[form] = []i18n.Sentence{}
	for _, l := range losses {
		c.Losses[form] = append(c.Losses[form], l.Sentence())
	}
}

// draw draws the course of the workout, with its load if known.
func (c *Checked) draw(d *Draft, day efforts.Day) {
	v := d.Voice
	if v.Say == nil {
		v.Say = i18n.InEnglish
	}
	drawn, why := workout.ChartOf(v, &d.Workout, day)
	if why != "" {
		c.Missing = c.Missing.Add("picture", why)
		return
	}
	drawn.Title = cmp.Or(drawn.Title, v.Say("Workout"))
	if c.Load > 0 {
		drawn.Note += " · " + workout.Decimals(c.Load, 0) + " TSS"
	}
	c.drawn = drawn.Canvas()
}
