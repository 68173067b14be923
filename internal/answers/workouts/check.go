package workouts

import (
	"context"
	"fmt"

	"lapkeep/internal/answers"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/picture"
	"lapkeep/internal/training"
)

// Draft is a workout to be checked, as it was read.
type Draft struct {
	workout.Workout
	Text   string // in the grammar of Intervals.icu
	Faults []workout.Fault
	Indoor bool
	// Day is the one whose thresholds count.
	Day training.Day
	// Picture asks for a picture too.
	Picture bool
	// Voice is in whose words it is drawn; English, metric if it is not set.
	Voice workout.Voice
}

// Checked answers about a workout.
type Checked struct {
	answers.Heading
	Day   training.Day   `json:"date"` // whose thresholds count
	Sport training.Sport `json:"sport"`
	// Sound says that nothing is wrong; warnings do not count.
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
	// Losses are what each form cannot say of it, by step; NotIn says why it
	// cannot be written in a form at all.
	Losses  map[string][]i18n.Sentence `json:"losses,omitempty"`
	NotIn   map[string]i18n.Sentence   `json:"not_in,omitempty"`
	Missing answers.Missing            `json:"missing,omitempty"`
	// Estimated says what values assume that do not follow from the steps alone.
	Estimated answers.Missing `json:"estimated,omitempty"`

	drawn *picture.Canvas
}

// Fault is something wrong, with its place in the text or in the steps.
type Fault struct {
	Line    int           `json:"line,omitempty"`
	Column  int           `json:"column,omitempty"`
	Path    string        `json:"path,omitempty"`
	What    i18n.Sentence `json:"what"`
	Fix     i18n.Sentence `json:"fix"`
	Warning bool          `json:"warning,omitempty"`
}

// Pictures are the course of the workout, if it can be drawn.
func (c *Checked) Pictures() []*picture.Canvas {
	if c.drawn == nil {
		return nil
	}
	return []*picture.Canvas{c.drawn}
}

// maxLosses is how many losses of one form an answer tells.
const maxLosses = 12

// CheckWorkout answers about a draft.
func CheckWorkout(ctx context.Context, r StructuredReader, s training.Scope, f answers.Frame, d *Draft) (*Checked, error) {
	days, err := DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	out := WorkoutOn(days, days.On(d.Day, d.Sport, d.Indoor), f, d)
	for form, all := range out.Losses {
		if more := len(all) - maxLosses; more > 0 {
			out.Losses[form] = append(all[:maxLosses:maxLosses], i18n.Sentencef("And %s.", i18n.Numbered(more, "other", "others")))
		}
	}
	return out, ctx.Err()
}

// WorkoutOn answers about a draft by the thresholds of a day, with every loss. A
// workout with faults is not computed: a part of it would be taken for the whole.
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

// lose tells what a form cannot say.
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

// draw draws the course of the workout, with its load if that is known.
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
	if c.Load > 0 {
		drawn.Note += fmt.Sprintf(" · %.0f TSS", c.Load)
	}
	c.drawn = drawn.Canvas()
}
