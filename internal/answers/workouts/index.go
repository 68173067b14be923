package workouts

import (
	"cmp"
	"context"
	"hash/maphash"
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

// Lister lists libraries. It caches what lists show and searches need of each
// workout, until the change log names one; duration and load from steps are
// computed on demand, and again when today's thresholds change. It is safe for
// concurrent use.
type Lister struct {
	r       store.Reader
	seed    maphash.Seed
	spelled spelled

	mu sync.Mutex
	of map[training.Scope]*index
}

// NewLister makes a lister; it reads nothing yet.
func NewLister(r store.Reader) *Lister {
	return &Lister{r: r, seed: maphash.MakeSeed(), spelled: spellings(), of: map[training.Scope]*index{}}
}

const (
	// mostKept is how many libraries are kept at once.
	mostKept = 16
	// mostChanges is how many changes are looked through before all workouts
	// are read anew, which takes less time then.
	mostChanges = 4096
)

// index is the library of one scope. The first caller reads it while others
// wait.
type index struct {
	mu      sync.Mutex
	seq     int64 // -1 before it was read
	today   training.Day
	days    *Days
	basis   map[training.Discipline]string // by which figures are computed
	folders []FolderRow
	entries []entry // the athlete's own, then the sessions
	own     int
}

// under calls f with the library as it is now, which nobody else changes
// meanwhile.
func (l *Lister) under(ctx context.Context, s training.Scope, today training.Day, f func(*index) error) error {
	seq, err := l.r.LastChange(ctx)
	if err != nil {
		return err
	}
	x := l.keep(s)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.seq != seq || x.today != today {
		if err := l.renew(ctx, s, x, seq, today); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f(x)
}

// keep returns the cache for the library of a scope.
func (l *Lister) keep(s training.Scope) *index {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.of[s]
	if x == nil {
		if len(l.of) >= mostKept {
			clear(l.of)
		}
		x = &index{seq: -1}
		l.of[s] = x
	}
	return x
}

// renew updates an index to a position in the change log and to a day.
func (l *Lister) renew(ctx context.Context, s training.Scope, x *index, seq int64, today training.Day) error {
	days, err := DaysOf(ctx, l.r, s)
	if err != nil {
		return err
	}
	touched, err := l.touched(ctx, s, x.seq, seq)
	if err != nil {
		return err
	}
	if touched {
		if err := l.read(ctx, s, x); err != nil {
			return err
		}
	}
	x.resolve(days, today)
	x.seq = seq
	return nil
}

// touched reports whether workouts, folders or what an assistant may see of
// them can have changed between two places of the log.
func (l *Lister) touched(ctx context.Context, s training.Scope, after, upTo int64) (bool, error) {
	if after < 0 || after > upTo || upTo-after > mostChanges {
		return true, nil
	}
	for c, err := range cache.Since(ctx, l.r, after, upTo) {
		if err != nil {
			return false, err
		}
		if c.Athlete != s.Athlete {
			continue
		}
		switch c.Kind {
		case store.ChangeKind(document.Workouts), store.ChangeKind(document.Folders), store.ChangeSettings:
			return true, nil
		}
	}
	return false, nil
}

// resolve sets the thresholds of a day, and drops what follows from others.
func (x *index) resolve(days *Days, today training.Day) {
	x.days, x.today = days, today
	former := x.basis
	x.basis = map[training.Discipline]string{}
	for i := range x.entries {
		e := &x.entries[i]
		basis, ok := x.basis[e.of]
		if !ok {
			basis = days.Basis(days.On(today, e.of))
			x.basis[e.of] = basis
		}
		e.known = e.known && (e.stated || former[e.of] == basis)
	}
}

// read reads the heads of all workouts. Those that did not change keep their
// figures.
func (l *Lister) read(ctx context.Context, s training.Scope, x *index) error {
	folders, err := Folders(ctx, l.r, s)
	if err != nil {
		return err
	}
	docs, err := l.r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return err
	}
	former := make(map[string]*entry, len(x.entries))
	for i := range x.entries {
		former[x.entries[i].ID] = &x.entries[i]
	}
	builtIn := workout.AllSession()
	entries := make([]entry, 0, len(docs)+len(builtIn))
	for i := range docs {
		digest := l.digest(&docs[i])
		if e := former[docs[i].ID]; e != nil && e.digest == digest {
			entries = append(entries, *e)
			continue
		}
		w, err := workoutOf(docs[i])
		if err != nil {
			return err
		}
		entries = append(entries, l.entry(&w, digest))
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.FolderID, b.FolderID), cmp.Compare(day(a.PlanDay), day(b.PlanDay)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	own := len(entries)
	for i := range builtIn {
		w := workoutOfSession(&builtIn[i])
		if e := former[w.ID]; e != nil {
			entries = append(entries, *e)
			continue
		}
		entries = append(entries, l.entry(&w, 0))
	}
	x.folders = append(folderRows(folders, entries[:own]), sessionsRow(len(builtIn)))
	x.entries, x.own = entries, own
	return ctx.Err()
}

// entry is a workout of an index.
type entry struct {
	WorkoutRow
	words    string // what a text is searched in
	purposes purposeSet
	of       training.Discipline
	digest   uint64 // of the stored form
	// known has the figures of the row be those of today, stated be those that
	// are stated, whatever the thresholds.
	known, stated bool
	// why there is no duration and no load, where there is none
	noDuration, noLoad i18n.Sentence
}

// entry returns the entry of a workout, with its figures where they need no
// steps.
func (l *Lister) entry(w *WorkoutView, digest uint64) entry {
	e := entry{WorkoutRow: rowOf(w, &Figures{}), of: w.Discipline(), digest: digest}
	about := ""
	if w.Session != nil {
		about = w.Session.About
	}
	e.words = strings.ToLower(strings.Join([]string{
		w.Name, about, textclean.Text(w.Description, textclean.TextRunes), strings.Join(w.Tags, "\n"),
	}, "\n"))
	e.purposes, e.Purpose = l.spelled.of(&w.LibraryWorkout)
	if stated := w.stated(); stated.Whole() {
		e.stated = true
		e.tell(w, &stated, nil)
	}
	return e
}

// tell sets the figures of the workout.
func (e *entry) tell(w *WorkoutView, f *Figures, t *workout.Takes) {
	purpose := e.Purpose
	e.WorkoutRow, e.known = rowOf(w, f), true
	e.Purpose = purpose
	lacks := w.lacks(f, t)
	e.noDuration, e.noLoad = general(lacks["duration_s"]), general(lacks["load"])
}

// figure computes what some workouts take, of those of which it is not known.
func (l *Lister) figure(ctx context.Context, s training.Scope, x *index, of []*entry) error {
	stored, err := l.stored(ctx, s, of)
	if err != nil {
		return err
	}
	for _, e := range of {
		if e.known {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		w, err := stored(e.ID)
		if training.KindOf(err) == training.KindNotFound && err != nil {
			continue // gone since; the change log will say so
		}
		if err != nil {
			return err
		}
		figures, takes := w.figures(x.days, x.today)
		e.tell(&w, &figures, takes)
	}
	return nil
}

// stored reads workouts one by one if few are to be read, else all at once.
func (l *Lister) stored(ctx context.Context, s training.Scope, of []*entry) (func(id string) (WorkoutView, error), error) {
	pick := func(id string) (WorkoutView, error) { return Pick(ctx, l.r, s, id) }
	unknown := 0
	for _, e := range of {
		if !e.known {
			unknown++
		}
	}
	if unknown <= MaxRows {
		return pick, nil
	}
	docs, err := l.r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return nil, err
	}
	at := make(map[string]int, len(docs))
	for i := range docs {
		at[docs[i].ID] = i
	}
	return func(id string) (WorkoutView, error) {
		if i, ok := at[id]; ok {
			return workoutOf(docs[i])
		}
		return pick(id)
	}, nil
}

// digest returns a hash of the stored form of a workout.
func (l *Lister) digest(d *document.Document) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	maphash.WriteComparable(&h, len(d.Own))
	_, _ = h.Write(d.Own) // never fails
	for i := range d.Statements {
		maphash.WriteComparable(&h, d.Statements[i].Source)
		maphash.WriteComparable(&h, len(d.Statements[i].Body))
		_, _ = h.Write(d.Statements[i].Body)
	}
	return h.Sum64()
}

// purposeRule describes how the purpose of a workout of the athlete's own is
// found. Its steps do not decide: only the intention distinguishes over-unders,
// a test or a rehearsal of a race from other hard work.
const purposeRule = "The purposes of your own workout come from its tags, or else from its name."

// purposeSet holds purposes, a bit each in the order of [workout.Purposes].
type purposeSet uint32

func (p purposeSet) has(i int) bool { return i >= 0 && p&(1<<i) != 0 }

// spelled are the ways to write each purpose, between spaces in small letters.
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

// plain returns a text in the form in which texts are compared: lower-case
// words between spaces.
func plain(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}

// of returns the purposes of a workout by the purposeRule, and the purpose that
// its first such tag names.
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
