package library

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/workout/sessions"
)

// Store reads the library, thresholds and the change log.
type Store interface {
	Reader
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	LastChange(ctx context.Context) (int64, error)
}

// Lister lists libraries. Of each workout it keeps what lists show and searches
// ask for: what its steps take is computed again when the change log names the
// workout, or when the thresholds of today are others. It is safe for
// concurrent use.
type Lister struct {
	r       Store
	seed    maphash.Seed
	spelled spelled

	mu sync.Mutex
	of map[training.Scope]*kept
}

// NewLister makes a lister; it reads nothing yet.
func NewLister(r Store) *Lister {
	return &Lister{r: r, seed: maphash.MakeSeed(), spelled: spellings(), of: map[training.Scope]*kept{}}
}

// kept is the library of one scope. Who asks first reads it while others wait.
type kept struct {
	mu  sync.Mutex
	now *index
}

const (
	// mostKept is how many libraries are kept at once.
	mostKept    = 16
	changeBatch = 512
	// mostChanges is how many changes are looked through before all workouts
	// are read anew, which takes less time then.
	mostChanges = 8 * changeBatch
)

// index is a library at one place of the change log. It never changes.
type index struct {
	seq     int64
	today   training.Day
	basis   map[place]string // by which the figures were computed
	folders []FolderRow
	entries []entry // the athlete's own, then the sessions
	own     int
}

// place is what thresholds are chosen by.
type place struct {
	sport  training.Sport
	indoor bool
}

// entry is a workout of an index.
type entry struct {
	Row
	words    string // what a text is searched in
	purposes purposeSet
	place    place
	digest   uint64 // of the stored form
	// why there is no duration and no load, where there is none
	noDuration, noLoad string
}

// index is the library as it is now.
func (l *Lister) index(ctx context.Context, s training.Scope, today training.Day) (*index, error) {
	seq, err := l.r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	k := l.keep(s)
	k.mu.Lock()
	defer k.mu.Unlock()
	if x := k.now; x != nil && x.seq == seq && x.today == today {
		return x, ctx.Err()
	}
	x, err := l.renew(ctx, s, k.now, seq, today)
	if err == nil {
		k.now = x
	}
	return x, err
}

// keep is the place where the library of a scope is kept.
func (l *Lister) keep(s training.Scope) *kept {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.of[s]
	if k == nil {
		if len(l.of) >= mostKept {
			clear(l.of)
		}
		k = &kept{}
		l.of[s] = k
	}
	return k
}

// renew is the library at a place of the log, by what is known of an earlier one.
func (l *Lister) renew(ctx context.Context, s training.Scope, former *index, seq int64, today training.Day) (*index, error) {
	days, err := structured.DaysOf(ctx, l.r, s)
	if err != nil {
		return nil, err
	}
	if former == nil {
		former = &index{seq: -1}
	}
	touched, err := l.touched(ctx, s, former.seq, seq)
	if err != nil {
		return nil, err
	}
	if !touched && former.holds(days, today) {
		x := *former
		x.seq, x.today = seq, today
		return &x, nil
	}
	return l.read(ctx, s, former, days, index{seq: seq, today: today, basis: map[place]string{}})
}

// touched reports whether workouts, folders or what an assistant may see of
// them can have changed between two places of the log.
func (l *Lister) touched(ctx context.Context, s training.Scope, after, upTo int64) (bool, error) {
	if after < 0 || after > upTo || upTo-after > mostChanges {
		return true, nil
	}
	for after < upTo {
		changes, err := l.r.Changes(ctx, after, changeBatch)
		if err != nil {
			return false, err
		}
		if len(changes) == 0 {
			break
		}
		for _, c := range changes {
			if after = c.Seq; c.Athlete != s.Athlete {
				continue
			}
			switch c.Kind {
			case store.ChangeKind(document.Workouts), store.ChangeKind(document.Folders), store.ChangeSettings:
				return true, nil
			}
		}
	}
	return false, nil
}

// holds reports whether the figures are those of a day, too.
func (x *index) holds(days *structured.Days, today training.Day) bool {
	for p, basis := range x.basis {
		if days.Basis(days.On(today, p.sport, p.indoor)) != basis {
			return false
		}
	}
	return true
}

// read reads all workouts. What a workout takes is computed if it is another
// one than it was, or by other thresholds.
func (l *Lister) read(ctx context.Context, s training.Scope, former *index, days *structured.Days, x index) (*index, error) {
	folders, err := Folders(ctx, l.r, s)
	if err != nil {
		return nil, err
	}
	docs, err := l.r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return nil, err
	}
	m := maker{lister: l, former: former, days: days, index: &x, known: make(map[string]int, len(former.entries)), reasons: map[string]string{}}
	for i := range former.entries {
		m.known[former.entries[i].ID] = i
	}
	builtIn := sessions.All()
	x.entries = make([]entry, 0, len(docs)+len(builtIn))
	for i := range docs {
		if err := m.add(ctx, &docs[i], workoutOf); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(x.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.FolderID, b.FolderID), cmp.Compare(day(a.PlanDay), day(b.PlanDay)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	x.own = len(x.entries)
	for i := range builtIn {
		w := workoutOfSession(&builtIn[i])
		if err := m.add(ctx, &w.Document, func(document.Document) (Workout, error) { return w, nil }); err != nil {
			return nil, err
		}
	}
	x.folders = folderRows(folders, x.entries[:x.own])
	x.folders = append(x.folders, sessionsRow(len(builtIn)))
	return &x, ctx.Err()
}

// maker makes the entries of an index.
type maker struct {
	lister  *Lister
	former  *index
	days    *structured.Days
	index   *index
	known   map[string]int    // the place of a workout in the former index
	reasons map[string]string // each once, since many workouts have the same
}

// add adds a workout.
func (m *maker) add(ctx context.Context, d *document.Document, read func(document.Document) (Workout, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	digest := m.lister.digest(d)
	if at, ok := m.known[d.ID]; ok {
		e := &m.former.entries[at]
		if e.digest == digest && m.former.basis[e.place] == m.basis(e.place) {
			m.index.entries = append(m.index.entries, *e)
			return nil
		}
	}
	w, err := read(*d)
	if err != nil {
		return err
	}
	m.index.entries = append(m.index.entries, m.entry(&w, digest))
	return nil
}

// basis is what the figures of a place are computed by today.
func (m *maker) basis(p place) string {
	text, ok := m.index.basis[p]
	if !ok {
		text = m.days.Basis(m.days.On(m.index.today, p.sport, p.indoor))
		m.index.basis[p] = text
	}
	return text
}

func (m *maker) entry(w *Workout, digest uint64) entry {
	figures, takes := w.figures(m.days, m.index.today)
	e := entry{Row: rowOf(w, &figures), place: place{w.Sport, w.Indoor}, digest: digest}
	m.basis(e.place)
	about := ""
	if w.Session != nil {
		about = w.Session.About
	}
	e.words = strings.ToLower(strings.Join([]string{
		w.Name, about, textclean.Text(w.Description, textclean.TextRunes), strings.Join(w.Tags, "\n"),
	}, "\n"))
	e.purposes, e.Purpose = m.lister.spelled.of(&w.LibraryWorkout)
	lacks := w.lacks(&figures, takes)
	e.noDuration, e.noLoad = m.once(general(lacks["duration_s"])), m.once(general(lacks["load"]))
	return e
}

// once is a text that all who have the same one share.
func (m *maker) once(s string) string {
	if known, ok := m.reasons[s]; ok {
		return known
	}
	m.reasons[s] = s
	return s
}

// digest tells the stored forms of a workout apart.
func (l *Lister) digest(d *document.Document) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	maphash.WriteComparable(&h, len(d.Own))
	_, _ = h.Write(d.Own) // never fails
	for i := range d.Said {
		maphash.WriteComparable(&h, d.Said[i].Source)
		maphash.WriteComparable(&h, len(d.Said[i].Body))
		_, _ = h.Write(d.Said[i].Body)
	}
	return h.Sum64()
}
