package library

import (
	"context"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/followed"
	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
)

// Detail answers about one workout.
type Detail struct {
	analysis.Heading
	Workout Full             `json:"workout"`
	Missing analysis.Missing `json:"missing,omitempty"`
}

// Full is a workout with all its fields.
type Full struct {
	Row
	// Folder and FolderKind name the folder that holds it.
	Folder      string  `json:"folder,omitempty"`
	FolderKind  string  `json:"folder_kind,omitempty"`
	SubSport    string  `json:"sub_sport,omitempty"`
	WorkKJ      float64 `json:"work_kj,omitempty"`
	AboveFTPKJ  float64 `json:"work_above_ftp_kj,omitempty"`
	Target      string  `json:"target,omitempty"`
	Color       string  `json:"color,omitempty"`
	Description string  `json:"description,omitempty"`
	Steps       *Steps  `json:"steps,omitempty"`
	// ReadOtherwise says how a service reads the text otherwise.
	ReadOtherwise []string `json:"read_otherwise,omitempty"`
	// Estimated says what values assume that do not follow from the steps alone.
	Estimated analysis.Missing `json:"estimated,omitempty"`
	// Sources names those who have it; what they state counts. Edited are the
	// fields that are the athlete's own words over theirs.
	Sources []string `json:"sources,omitempty"`
	Edited  []string `json:"edited,omitempty"`
}

// Steps are the steps of a workout in columns. Steps of one block are done in
// turn, so many times; a block without repeats has one step.
type Steps struct {
	Block   []int    `json:"block"`
	Times   []int    `json:"times"`
	Kind    []string `json:"kind"` // step where nobody says it
	Length  []string `json:"length"`
	Target  []string `json:"target"` // as it is written; free for none
	Cadence []string `json:"cadence,omitempty"`
	Text    []string `json:"text,omitempty"`
	Cut     bool     `json:"truncated,omitempty"`
}

// Why a workout shows no steps.
const (
	noText = "it has no text to read steps from"
	noLoad = "it states no load and no duration with an intensity_factor"
	// NotRead is why a workout with a text has none.
	NotRead = "its text has no steps that can be read; check_workout says what is wrong with it"
)

// Get is one workout by its id.
func Get(ctx context.Context, r Reader, s training.Scope, f analysis.Frame, id string) (*Detail, error) {
	w, err := Find(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	days, err := structured.DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	figures, takes := w.figures(days, f.Today)
	d := &Detail{Heading: f.Heading(), Workout: Full{
		Row: rowOf(&w, &figures), SubSport: textclean.Line(w.SubSport, shownRunes), WorkKJ: amount(figures.WorkKJ, 1),
		AboveFTPKJ: amount(w.AboveFTPKJ, 1),
		Target:     textclean.Line(w.Target, shownRunes), Color: textclean.Line(w.Color, shownRunes),
		Estimated:   figures.Estimated(""),
		Description: textclean.Text(w.Description, textclean.TextRunes), Sources: sources(&w.Document), Edited: edited(&w.Document),
	}}
	if w.FolderID != "" {
		folders, err := Folders(ctx, r, s)
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(folders, func(f Folder) bool { return f.ID == w.FolderID }); at >= 0 {
			row := folderRow(&folders[at], nil)
			d.Workout.Folder, d.Workout.FolderKind = row.Name, row.Kind
		}
	}
	steps := w.Steps()
	d.Workout.ReadOtherwise = structured.Differences(&w.Document, w.Description, steps)
	switch {
	case len(steps) > 0:
		d.Workout.Steps = StepsOf(steps)
	case w.Description == "":
		d.Missing = d.Missing.Add("steps", noText)
	default:
		d.Missing = d.Missing.Add("steps", NotRead)
	}
	if d.Workout.Load == 0 {
		why := noLoad
		if takes != nil && takes.Missing["load"] != "" {
			why = takes.Missing["load"]
		}
		d.Missing = d.Missing.Add("load", why)
	}
	return d, ctx.Err()
}

// maxSteps is how many steps, repeats not written out, one answer shows.
const maxSteps = 120

// StepsOf shows the steps of a workout; nil for none.
func StepsOf(steps []training.WorkoutStep) *Steps {
	if len(steps) == 0 {
		return nil
	}
	c := &Steps{}
	for i := range steps {
		c.block(&steps[i], 1)
	}
	for _, col := range []*[]string{&c.Cadence, &c.Text} {
		if !slices.ContainsFunc(*col, func(s string) bool { return s != "" }) {
			*col = nil
		}
	}
	return c
}

// block adds a step, or the steps of a repeat and of those within it.
func (c *Steps) block(s *training.WorkoutStep, times int) {
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

func (c *Steps) add(s *training.WorkoutStep, block, times int) {
	if len(c.Block) == maxSteps {
		c.Cut = true
		return
	}
	kind, target, cadence := string(s.Kind), "free", ""
	if kind == "" {
		kind = "step"
	}
	if s.MaxEffort {
		target = "all out"
	}
	if t := leading(s); t.Of != "" {
		target = workout.RampedText(t)
	}
	if t, ok := s.Target(training.TargetCadence); ok {
		cadence = workout.TargetText(t)
	}
	c.Block, c.Times, c.Kind = append(c.Block, block), append(c.Times, times), append(c.Kind, kind)
	c.Length, c.Target = append(c.Length, followed.Length(s.DurationS, s.DistanceM)), append(c.Target, target)
	c.Cadence, c.Text = append(c.Cadence, cadence), append(c.Text, textclean.Line(s.Text, shownRunes))
}

// leading gives the first target of a step other than cadence.
func leading(s *training.WorkoutStep) training.StepTarget {
	for _, t := range s.Targets {
		if t.Of != training.TargetCadence {
			return t
		}
	}
	return training.StepTarget{}
}
