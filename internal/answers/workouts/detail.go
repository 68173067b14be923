package workouts

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Detail shows one workout.
type Detail struct {
	answers.Heading
	Workout Full            `json:"workout"`
	Missing answers.Missing `json:"missing,omitempty"`
}

// Full is a workout with all its fields.
type Full struct {
	WorkoutRow
	// Folder and FolderKind identify the folder that contains the workout.
	Folder     string  `json:"folder,omitempty"`
	FolderKind string  `json:"folder_kind,omitempty"`
	SubSport   string  `json:"sub_sport,omitempty"`
	WorkKJ     float64 `json:"work_kj,omitempty"`
	AboveFTPKJ float64 `json:"work_above_ftp_kj,omitempty"`
	Target     string  `json:"target,omitempty"`
	Color      string  `json:"color,omitempty"`
	// About describes the purpose of a session and whom it suits. Literature is the
	// source of this text.
	About       string        `json:"about,omitempty"`
	Literature  string        `json:"literature,omitempty"`
	Description string        `json:"description,omitempty"`
	Steps       *WorkoutSteps `json:"steps,omitempty"`
	// ReadOtherwise describes how a service interprets the text differently.
	ReadOtherwise []i18n.Sentence `json:"read_otherwise,omitempty"`
	// Estimated gives the assumptions behind values that do not follow from the
	// steps alone.
	Estimated answers.Missing `json:"estimated,omitempty"`
	// Sources lists the sources that have the workout. Edited lists the fields that the
	// athlete changed.
	Sources []string `json:"sources,omitempty"`
	Edited  []string `json:"edited,omitempty"`
}

// WorkoutSteps holds the steps of a workout in columns. The steps of a block are done one
// after another and then repeated; a block without repeats has one step.
type WorkoutSteps struct {
	// Block and Times are present if steps are repeated.
	Block   []int           `json:"block,omitempty"`
	Times   []int           `json:"times,omitempty"`
	Kind    []string        `json:"kind"` // step if unspecified
	Length  []i18n.Sentence `json:"length"`
	Target  []i18n.Sentence `json:"target"` // as written; free if there is none
	Cadence []i18n.Sentence `json:"cadence,omitempty"`
	Rest    []string        `json:"rest,omitempty"` // rest after the step, or after each set
	Text    []string        `json:"text,omitempty"`
	// OnDay holds the values of relative targets on the day. By lists the thresholds used.
	OnDay []i18n.Sentence `json:"target_on_day,omitempty"`
	By    []i18n.Sentence `json:"target_by,omitempty"`
	Cut   bool            `json:"truncated,omitempty"`
}

// These are the reasons why a workout has no steps.
const (
	noText     = "it has no text to read steps from"
	noLoad     = "it has no load and no duration with an intensity_factor"
	noDuration = "it states no duration"
	// NotRead is the reason why there are no steps if none could be read from the workout's text.
	NotRead = "no steps could be read from its text; check_workout shows what is wrong"
)

// GetWorkout returns one workout by its id.
func GetWorkout(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, id string) (*Detail, error) {
	w, err := Pick(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	days, err := DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	figures, takes := w.figures(days, f.Today)
	d := &Detail{Heading: f.Heading(), Workout: Full{
		WorkoutRow: rowOf(&w, &figures), SubSport: textclean.Line(w.SubSport, shownRunes), WorkKJ: amount(figures.WorkKJ, 1),
		AboveFTPKJ: amount(w.AboveFTPKJ, 1),
		Target:     textclean.Line(w.Target, shownRunes), Color: textclean.Line(w.Color, shownRunes),
		Estimated:   figures.Estimated(""),
		Description: textclean.Text(w.Description, textclean.TextRunes), Sources: sources(&w.Document), Edited: edited(&w.Document),
	}}
	_, d.Workout.Purpose = spellings().of(&w.LibraryWorkout)
	if w.Session != nil {
		d.Workout.About, d.Workout.Literature = w.Session.About, w.Session.Source
		d.Workout.Folder, d.Workout.FolderKind = sessionsName, kindBuiltIn
	}
	if w.FolderID != "" {
		folders, err := Folders(ctx, r, s)
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(folders, func(f Folder) bool { return f.ID == w.FolderID }); at >= 0 {
			row := folderRow(&folders[at])
			d.Workout.Folder, d.Workout.FolderKind = row.Name, row.Kind
		}
	}
	steps := w.Steps()
	day := days.On(f.Today, w.Discipline())
	d.Workout.ReadOtherwise = Differences(&w.Document, w.Description, steps)
	elsewhere, err := Elsewhere(ctx, r, s, &w.Document, w.Description, steps, day, w.Discipline())
	if err != nil {
		return nil, err
	}
	d.Workout.ReadOtherwise = append(d.Workout.ReadOtherwise, elsewhere...)
	switch {
	case len(steps) > 0:
		d.Workout.Steps = StepsOn(steps, day)
	case w.Description == "":
		d.Missing = d.Missing.Add("steps", noText)
	default:
		d.Missing = d.Missing.Add("steps", NotRead)
	}
	for field, why := range w.lacks(&figures, takes) {
		d.Missing = d.Missing.Add(field, why)
	}
	return d, ctx.Err()
}

// maxSteps is the maximum number of steps in an answer, with repeats not expanded.
const maxSteps = 120

// StepsOf returns the steps of a workout for display, or nil if there are none.
func StepsOf(steps []training.WorkoutStep) *WorkoutSteps {
	return stepsOn(steps, nil)
}

// StepsOn returns the steps of a workout with their targets resolved by the thresholds of
// a day, or nil if there are none.
func StepsOn(steps []training.WorkoutStep, day efforts.Day) *WorkoutSteps {
	return stepsOn(steps, &day)
}

// columns collects steps.
type columns struct {
	WorkoutSteps
	day *efforts.Day // nil if targets are not resolved
}

func stepsOn(steps []training.WorkoutStep, day *efforts.Day) *WorkoutSteps {
	if len(steps) == 0 {
		return nil
	}
	c := &columns{day: day}
	for i := range steps {
		c.block(&steps[i], 1)
	}
	if !slices.ContainsFunc(c.Times, func(n int) bool { return n > 1 }) {
		c.Block, c.Times = nil, nil
	}
	c.Rest, c.Text = orNone(c.Rest), orNone(c.Text)
	c.Cadence, c.OnDay = orNone(c.Cadence), orNone(c.OnDay)
	return &c.WorkoutSteps
}

// orNone returns a column, or nil if it has no text.
func orNone[S ~string](col []S) []S {
	if slices.ContainsFunc(col, func(s S) bool { return s != "" }) {
		return col
	}
	return nil
}

// block adds a step, or the steps of a repeat including nested ones.
func (c *columns) block(s *training.WorkoutStep, times int) {
	n := 1
	if k := len(c.Block); k > 0 {
		n = c.Block[k-1] + 1
	}
	if s.Kind != training.StepRepeat {
		c.add(s, n, times)
		return
	}
	times *= s.Count
	for i := range s.Steps {
		if inner := &s.Steps[i]; inner.Kind == training.StepRepeat {
			c.block(inner, times)
			n = c.Block[len(c.Block)-1] + 1
		} else {
			c.add(inner, n, times)
		}
	}
}

func (c *columns) add(s *training.WorkoutStep, block, times int) {
	if len(c.Block) == maxSteps {
		c.Cut = true
		return
	}
	kind, rest, length := string(s.Kind), "", Length(s.DurationS, s.DistanceM)
	target, cadence, onDay := i18n.Sentence("free"), i18n.Sentence(""), i18n.Sentence("")
	if kind == "" {
		kind = "step"
	}
	if s.MaxEffort {
		target = "all out"
	}
	if t := leading(s); t.Of != "" {
		target, onDay = workout.RampedText(t), c.resolved(t)
	}
	if t, ok := s.Target(training.TargetCadence); ok {
		cadence = workout.TargetText(t)
	}
	if s.Exercise != nil {
		length, target = exercise(s)
	}
	if s.RestS > 0 {
		rest = i18n.Clock(s.RestS)
	}
	c.Block, c.Times, c.Kind = append(c.Block, block), append(c.Times, times), append(c.Kind, kind)
	c.Length, c.Target, c.Rest = append(c.Length, length), append(c.Target, target), append(c.Rest, rest)
	text := s.Text
	for _, cue := range s.Cues {
		text = strings.TrimPrefix(text+"; "+i18n.Clock(cue.AtS)+" "+cue.Text, "; ")
	}
	c.Cadence, c.Text, c.OnDay = append(c.Cadence, cadence), append(c.Text, textclean.Line(text, shownRunes)), append(c.OnDay, onDay)
}

// resolved resolves a relative target using the thresholds of the day, and records
// which threshold it used. It returns "" if the target needs none or the threshold
// is not set.
func (c *columns) resolved(t training.StepTarget) i18n.Sentence {
	if c.day == nil {
		return ""
	}
	by := workout.By(*c.day, t)
	on := workout.DayText(*c.day, t)
	if by == "" || on == "" {
		return ""
	}
	if !slices.Contains(c.By, by) {
		c.By = append(c.By, by)
	}
	return on
}

// exercise returns the amount of an exercise and its weight: "3 × 12", "16 kg".
func exercise(s *training.WorkoutStep) (length, target i18n.Sentence) {
	e := s.Exercise
	length, target = i18n.Sentencef("%d × %d", e.Sets, e.Reps), "body weight"
	if e.Reps == 0 {
		length = i18n.Sentencef("%d × %s", e.Sets, i18n.Clock(s.DurationS))
	}
	switch {
	case e.WeightKg > 0:
		target = i18n.Sentencef("%s", i18n.Measured("%g ", e.WeightKg, i18n.Kilograms()))
	case e.Percent1RM > 0:
		target = i18n.Sentencef("%g %% 1RM", e.Percent1RM)
	}
	return length, target
}

// leading returns the first target of a step other than cadence.
func leading(s *training.WorkoutStep) training.StepTarget {
	for _, t := range s.Targets {
		if t.Of != training.TargetCadence {
			return t
		}
	}
	return training.StepTarget{}
}
