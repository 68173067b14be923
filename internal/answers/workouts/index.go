package workouts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Lister lists libraries. For each workout it caches the fields that lists and
// searches need, until the change log lists a change to workouts, folders or settings. It
// computes duration and load from steps when a list first needs them. It is safe for
// concurrent use.
type Lister struct {
	r       store.Reader
	spelled spelled
	of      cache.Cache[library, *index]
}

// library identifies a library by its scope and the day of the thresholds.
type library struct {
	scope training.Scope
	today training.Day
}

// NewLister returns an empty lister; it reads nothing yet.
func NewLister(r store.Reader) *Lister {
	l := &Lister{r: r, spelled: spellings()}
	l.of.Most = mostKept
	l.of.On = []store.ChangeKind{document.Workouts.Changes(), document.Folders.Changes(), store.ChangeSettings}
	return l
}

// mostKept is the number of cached libraries.
const mostKept = 16

// index is a library as it was read.
type index struct {
	today   training.Day
	days    *Days
	folders []FolderRow

	mu      sync.Mutex
	entries []entry // own workouts first, then built-in sessions
	own     int
}

// under calls f with the current library, which no other call can change in the meantime.
func (l *Lister) under(ctx context.Context, s training.Scope, today training.Day, f func(*index) error) error {
	x, err := l.of.Get(ctx, l.r, library{s, today}, func() (*index, error) { return l.read(ctx, s, today) })
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	return f(x)
}

// read reads all workouts.
func (l *Lister) read(ctx context.Context, s training.Scope, today training.Day) (*index, error) {
	days, err := DaysOf(ctx, l.r, s)
	if err != nil {
		return nil, err
	}
	folders, err := Folders(ctx, l.r, s)
	if err != nil {
		return nil, err
	}
	docs, err := l.r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return nil, err
	}
	builtIn := workout.AllSession()
	entries := make([]entry, 0, len(docs)+len(builtIn))
	for i := range docs {
		w, err := workoutOf(docs[i])
		if err != nil {
			return nil, err
		}
		entries = append(entries, l.entry(&w))
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.FolderID, b.FolderID), cmp.Compare(day(a.PlanDay), day(b.PlanDay)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	x := &index{today: today, days: days, own: len(entries)}
	x.folders = append(folderRows(folders, entries), sessionsRow(len(builtIn)))
	for i := range builtIn {
		w := workoutOfSession(&builtIn[i])
		entries = append(entries, l.entry(&w))
	}
	x.entries = entries
	return x, ctx.Err()
}

// entry is a workout of an index.
type entry struct {
	WorkoutRow
	words    string // the texts to search
	purposes purposeSet
	of       training.Discipline
	view     *WorkoutView // nil once the row's figures are known
	// noDuration and noLoad are the reasons why duration and load are missing.
	noDuration, noLoad i18n.Sentence
}

// entry returns the entry of a workout, with its figures if they need no steps.
func (l *Lister) entry(w *WorkoutView) entry {
	e := entry{WorkoutRow: rowOf(w, &Figures{}), of: w.Discipline(), view: w}
	about := ""
	if w.Session != nil {
		about = w.Session.About
	}
	e.words = strings.ToLower(strings.Join([]string{
		w.Name, about, textclean.Text(w.Description, textclean.TextRunes), strings.Join(w.Tags, "\n"),
	}, "\n"))
	e.purposes, e.Purpose = l.spelled.of(&w.LibraryWorkout)
	if stated := w.stated(); stated.Whole() {
		e.tell(&stated, nil)
	}
	return e
}

// tell sets the figures of the entry.
func (e *entry) tell(f *Figures, t *workout.Takes) {
	purpose := e.Purpose
	e.WorkoutRow = rowOf(e.view, f)
	e.Purpose = purpose
	lacks := e.view.lacks(f, t)
	e.noDuration, e.noLoad, e.view = general(lacks["duration_s"]), general(lacks["load"]), nil
}

// figure computes the figures of those workouts that have none yet.
func (x *index) figure(ctx context.Context, of []*entry) error {
	for _, e := range of {
		if e.view == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		figures, takes := e.view.figures(x.days, x.today)
		e.tell(&figures, takes)
	}
	return nil
}

// purposeRule describes how the purpose of the athlete's own workout is found. Its steps do not
// count: over-unders, tests and race rehearsals differ from other hard work only by intention.
const purposeRule = "The purposes of your own workout come from its tags, or else from its name."

// purposeSet is a set of purposes, with one bit each in the order of [workout.Purposes].
type purposeSet uint32

func (p purposeSet) has(i int) bool { return i >= 0 && p&(1<<i) != 0 }

// spelled lists the spellings of each purpose, in lower case and surrounded by spaces.
type spelled [][]string

func spellings() spelled {
	also := map[workout.Purpose][]string{
		workout.VO2max: {"vo2", "vo2 max"}, workout.SweetSpot: {"sst"}, workout.OverUnders: {"over under", "overunder"},
	}
	var out spelled
	for _, p := range workout.Purposes() {
		apart := strings.ReplaceAll(string(p), "_", " ")
		ways := append([]string{apart, strings.ReplaceAll(apart, " ", "")}, also[p]...)
		var one []string
		for _, way := range ways {
			one = append(one, " "+way+" ", " "+way+"s ")
		}
		out = append(out, one)
	}
	return out
}

// plain returns a text in the form that comparisons use: lower-case words separated by
// spaces.
func plain(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}

// of returns the purposes of a workout by purposeRule, and the purpose of its first
// matching tag.
func (all spelled) of(w *training.LibraryWorkout) (set purposeSet, tagged workout.Purpose) {
	for _, tag := range w.Tags {
		tag = plain(tag)
		for i, ways := range all {
			if slices.Contains(ways, tag) {
				set |= 1 << i
				if tagged == "" {
					tagged = workout.Purposes()[i]
				}
			}
		}
	}
	if set != 0 {
		return set, tagged
	}
	name := plain(w.Name)
	for i, ways := range all {
		if slices.ContainsFunc(ways, func(way string) bool { return strings.Contains(name, way) }) {
			set |= 1 << i
		}
	}
	return set, ""
}
