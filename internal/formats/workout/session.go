package workout

import (
	"cmp"
	"embed"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Purpose is what a session trains or tests.
type Purpose string

// The purposes, from easy to hard, with those of strength at the end.
const (
	Recovery        Purpose = "recovery"
	Endurance       Purpose = "endurance"
	Tempo           Purpose = "tempo"
	SweetSpot       Purpose = "sweet_spot"
	Threshold       Purpose = "threshold"
	OverUnders      Purpose = "over_unders"
	VO2max          Purpose = "vo2max"
	Anaerobic       Purpose = "anaerobic"
	Sprint          Purpose = "sprint"
	RaceSpecific    Purpose = "race_specific"
	Taper           Purpose = "taper"
	Test            Purpose = "test"
	Technique       Purpose = "technique"
	StrengthBase    Purpose = "strength_base"
	StrengthMaximal Purpose = "strength_maximal"
	StrengthPower   Purpose = "strength_power"
	Prehab          Purpose = "prehab"
)

// Purposes returns the purposes in display order.
func Purposes() []Purpose {
	return []Purpose{
		Recovery, Endurance, Tempo, SweetSpot, Threshold, OverUnders, VO2max, Anaerobic, Sprint,
		RaceSpecific, Taper, Test, Technique, StrengthBase, StrengthMaximal, StrengthPower, Prehab,
	}
}

// Session is one workout of the library.
type Session struct {
	ID      string // words with hyphens, unique
	Name    string
	Sport   training.Sport
	Purpose Purpose
	About   string // one sentence about its aim, and one about whom it suits and when
	Source  string // authors, year, title, and journal or publisher
	Text    string // the steps
	Tags    []string
}

// AllSession returns all sessions of the library, sorted by sport, purpose and id.
func AllSession() []Session {
	all, err := library()
	if err != nil {
		panic("sessions: " + err.Error()) // cannot happen in a release: the texts are ours and built in
	}
	out := slices.Clone(all)
	for i := range out {
		out[i].Tags = slices.Clone(out[i].Tags)
	}
	return out
}

//go:embed cycling/*.txt running/*.txt swimming/*.txt strength/*.txt
var files embed.FS

var library = sync.OnceValues(func() ([]Session, error) { return read(files) })

func read(fsys fs.FS) ([]Session, error) {
	names, err := fs.Glob(fsys, "*/*.txt")
	if err != nil {
		return nil, err
	}
	out := make([]Session, 0, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		s, err := parse(name, string(text))
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	sports, purposes := training.Sports(), Purposes()
	slices.SortFunc(out, func(a, b Session) int {
		return cmp.Or(
			cmp.Compare(slices.Index(sports, a.Sport), slices.Index(sports, b.Sport)),
			cmp.Compare(slices.Index(purposes, a.Purpose), slices.Index(purposes, b.Purpose)),
			cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// keys lists the words that begin the lines above the steps, in this order.
var keys = [...]string{"name", "purpose", "for", "suits", "source", "tags"}

// parse parses the file of one session. Its folder determines the sport, and its name the id.
func parse(name, text string) (Session, error) {
	dir, file := path.Split(name)
	s := Session{ID: strings.TrimSuffix(file, ".txt"), Sport: training.Sport(strings.TrimSuffix(dir, "/"))}
	if !slices.Contains(training.Sports(), s.Sport) {
		return Session{}, damaged(name, "its folder is not a sport")
	}
	head, steps, _ := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) != len(keys) {
		return Session{}, damaged(name, "it does not begin with a line for each key")
	}
	var values [len(keys)]string
	for i, key := range keys {
		value, ok := strings.CutPrefix(lines[i], key+":")
		values[i] = strings.TrimSpace(value)
		if !ok || values[i] == "" {
			return Session{}, damaged(name, "it has no "+key+" in its place")
		}
	}
	s.Name, s.Purpose, s.About, s.Source = values[0], Purpose(values[1]), values[2]+" "+values[3], values[4]
	s.Tags, s.Text = strings.Split(values[5], ", "), strings.TrimSpace(steps)
	if !slices.Contains(Purposes(), s.Purpose) {
		return Session{}, damaged(name, "its purpose is none of the library's")
	}
	if s.Text == "" {
		return Session{}, damaged(name, "it has no steps")
	}
	return s, nil
}

func damaged(name, why string) error {
	return training.Errorf(training.KindCorrupt, "The session %s cannot be read: %s.", name, why).
		WithFix("Write it in the same way as the others.")
}

// mostDifferences is the largest number of differences that are listed.
const mostDifferences = 8

// Difference describes a step that a service parsed differently from the same text.
type Difference struct {
	// Step is the step's number as in [training.StepNumbers]; 0 means the whole workout.
	Step int
	// Of is the measure of the target that differs; empty means that the length differs.
	Of training.TargetOf
	// Here is our interpretation, There the service's; empty means that there is no
	// such target.
	Here, There i18n.Sentence
}

// Sentence returns the difference as a phrase.
func (d Difference) Sentence() i18n.Sentence {
	switch {
	case d.Step == 0:
		return i18n.Sentencef("it has %s there and %s here", d.There, d.Here)
	case d.Of == "":
		return i18n.Sentencef("step %d: %s there, %s here", d.Step, d.There, d.Here)
	case d.There == "":
		return i18n.Sentencef("step %d: the %s target is missing there", d.Step, i18n.Word(d.Of))
	case d.Here == "":
		return i18n.Sentencef("step %d: there is a %s target there", d.Step, i18n.Word(d.Of))
	}
	return i18n.Sentencef("step %d: the %s target is %s there, %s here", d.Step, i18n.Word(d.Of), d.There, d.Here)
}

// Sides returns both interpretations as phrases that need no context.
func (d Difference) Sides() (here, there i18n.Sentence) {
	if d.Step == 0 {
		return d.Here, d.There
	}
	side := func(s i18n.Sentence) i18n.Sentence {
		if s == "" {
			s = i18n.Sentencef("no %s target", i18n.Word(d.Of))
		}
		return i18n.Sentencef("step %d: %s", d.Step, s)
	}
	return side(d.Here), side(d.There)
}

// Compare compares the lengths and targets of steps with those that a service parsed
// from the same text. It returns the first difference of each step; further is set if
// there are more.
func Compare(ours, theirs []training.WorkoutStep) (all []Difference, further bool) {
	a, b := training.WrittenOut(ours), training.WrittenOut(theirs)
	if len(a) != len(b) {
		return []Difference{{Here: steps(len(a)), There: steps(len(b))}}, false
	}
	numbers := training.StepNumbers(ours)
	told := map[int]bool{}
	for i := range a {
		if told[numbers[i]] {
			continue
		}
		if d, differs := difference(&a[i], &b[i]); differs {
			if told[numbers[i]] = true; len(all) == mostDifferences {
				return all, true
			}
			d.Step = numbers[i]
			all = append(all, d)
		}
	}
	return all, false
}

func steps(n int) i18n.Sentence { return i18n.Sentencef("%s", i18n.Numbered(n, "step", "steps")) }

// Differences returns the differences found by [Compare] as phrases.
func Differences(ours, theirs []training.WorkoutStep) []i18n.Sentence {
	all, further := Compare(ours, theirs)
	var out []i18n.Sentence
	for _, d := range all {
		out = append(out, d.Sentence())
	}
	if further {
		out = append(out, "further steps differ")
	}
	return out
}

func difference(a, b *training.WorkoutStep) (d Difference, differs bool) {
	if !same(a.DistanceM, b.DistanceM, 1) || a.Open != b.Open || a.DistanceM == 0 && !same(a.DurationS, b.DurationS, 1) {
		return Difference{Here: length(a), There: length(b)}, true
	}
	for _, t := range a.Targets {
		i := slices.IndexFunc(b.Targets, func(x training.StepTarget) bool { return x.Of == t.Of })
		if i < 0 {
			// The services' names for these two are unknown, so they cannot be compared.
			if t.Unit == training.TargetBest || t.Unit == training.TargetOwnZone {
				continue
			}
			return Difference{Of: t.Of, Here: RampedText(t)}, true
		}
		if x := b.Targets[i]; x.Unit != t.Unit || !near(x.Low, t.Low) || !near(x.High, t.High) || x.Ramp != t.Ramp {
			return Difference{Of: t.Of, Here: RampedText(t), There: RampedText(x)}, true
		}
	}
	for _, x := range b.Targets {
		if _, ok := a.Target(x.Of); !ok {
			return Difference{Of: x.Of, There: RampedText(x)}, true
		}
	}
	return Difference{}, false
}

// length describes the length of a step for a comparison.
func length(s *training.WorkoutStep) i18n.Sentence {
	long := i18n.Sentencef("%g s", s.DurationS)
	if s.DistanceM > 0 {
		long = distance(s.DistanceM)
	}
	if s.Open {
		long = i18n.Sentencef("%s or until the lap button", long)
	}
	return long
}

// namedM is the shortest distance in m of repeats that are not named in metres.
const namedM = 3000

func distance(metres float64) i18n.Sentence {
	if metres < namedM {
		return i18n.Sentencef("%g m", metres)
	}
	return i18n.Sentencef("%s", i18n.Measured("%g ", metres/1000, i18n.Kilometres()))
}

func same(a, b, within float64) bool { return math.Abs(a-b) <= within }

// near allows for rounding by services.
func near(a, b float64) bool { return math.Abs(a-b) <= 0.01+0.005*math.Abs(a) }

// JSONText returns the text in a value, and whether it looks like a JSON list or
// object, because models sometimes send these as text.
func JSONText(v any) (string, bool) {
	text, _ := v.(string)
	text = strings.TrimSpace(text)
	return text, strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")
}

// ListFault returns the fault of a list of n steps within depth-1 repeats, and
// its fix, or "" if there is none.
func ListFault(n, depth int) (what, fix i18n.Sentence) {
	switch {
	case n > training.MaxWorkoutSteps:
		return i18n.Sentencef("There are more than %d steps.", training.MaxWorkoutSteps), "Repeat steps, or split the workout."
	case depth > training.MaxStepDepth+1:
		return i18n.Sentencef("Repeats are nested more than %d deep.", training.MaxStepDepth), "Write the inner repeats out."
	}
	return "", ""
}
