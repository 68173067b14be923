package importing

import (
	"context"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Derive computes the data that is stored with an activity of one recording.
type Derive func(act training.Activity, id training.RecordingID, r *training.Recording) (store.Summary, []store.Primitive)

// Read reads a file with recordings; see [recording.Read].
type Read func(ctx context.Context, name string, data []byte, limits recording.Limits) (recording.Result, error)

// Options configures an importer.
type Options struct {
	Now   func() time.Time
	Zones match.ZoneFinder // nil means that positions are not looked up
	// Derive is called by the workers, and its results are stored with the
	// activity. If it is nil, this is left to consumers of the change log.
	Derive Derive
	Read   Read // nil means [recording.Read]
	// ReadVersion is the version of Read; 0 means [recording.Version].
	ReadVersion int
	Log         *slog.Logger
	// Workers is the number of files decoded in parallel; 0 means GOMAXPROCS.
	Workers int
	// GroupFiles is the number of files per commit; 0 means 64.
	GroupFiles int
	// FileTime is the maximum time for reading one file; 0 means 60 s.
	FileTime time.Duration
}

// Importer writes recordings into a store. It is safe for concurrent use.
type Importer struct {
	db       store.Store
	o        Options
	compared comparisons
}

// A commit needs two disk flushes regardless of its size, so files share one.
const (
	defaultGroupFiles = 64
	defaultFileTime   = 60 * time.Second
)

// New returns an importer.
func New(db store.Store, o Options) *Importer {
	if o.Read == nil {
		o.Read = recording.Read
	}
	if o.ReadVersion == 0 {
		o.ReadVersion = recording.Version
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.GroupFiles <= 0 {
		o.GroupFiles = defaultGroupFiles
	}
	if o.FileTime <= 0 {
		o.FileTime = defaultFileTime
	}
	return &Importer{db: db, o: o}
}

// everything returns the scope for an import's reads. They are used only for
// decisions on behalf of the athlete.
func everything(athlete training.AthleteID) training.Scope {
	return training.Everything(athlete)
}

// These are the limits of comparisons. Nobody carries so many devices at once,
// so files beyond these limits need no better treatment.
const (
	mostCompared = 32   // recordings with which a new one is compared
	mostPairs    = 2048 // compared pairs when an overlap group is regrouped
	mostKnown    = 1 << 14
	mostRows     = 1 << 20 // rows of sketches that are kept for further comparisons
)

// comparisons keeps the relations of recordings, which never change, and,
// during a run, the sketches of compared recordings. It is safe for concurrent use.
type comparisons struct {
	mu       sync.Mutex
	known    map[[2]edition]match.Relation
	sketches map[edition]*match.Sketch
	rows     int
}

// edition is a recording as read by one version of its reader.
type edition struct {
	id      training.RecordingID
	version int
}

func (m *member) edition() edition { return edition{m.id, m.rec.ReadVersion} }

// relation returns the relation of two recordings. Recordings from the same
// file are always [match.Unlike].
func (im *Importer) relation(a, b *member, load func(*member) (*training.Columns, error)) (match.Relation, error) {
	if !a.comparable(b) {
		return match.Unlike, nil
	}
	if b.id < a.id {
		a, b = b, a
	}
	c, key := &im.compared, [2]edition{a.edition(), b.edition()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if rel, ok := c.known[key]; ok {
		return rel, nil
	}
	x, err := c.of(a, load)
	if err != nil {
		return match.Unlike, err
	}
	y, err := c.of(b, load)
	if err != nil {
		return match.Unlike, err
	}
	if c.known == nil || len(c.known) >= mostKnown {
		c.known = map[[2]edition]match.Relation{}
	}
	_, c.known[key] = match.Weigh(x, y)
	return c.known[key], nil
}

// of returns the sketch of a recording.
func (c *comparisons) of(m *member, load func(*member) (*training.Columns, error)) (*match.Sketch, error) {
	if s, ok := c.sketches[m.edition()]; ok {
		return s, nil
	}
	cols := &m.rec.Columns
	if cols.Len() == 0 && m.activity != "" { // the recording is stored
		var err error
		if cols, err = load(m); err != nil {
			return nil, err
		}
	}
	s := match.NewSketch(m.rec, cols)
	if c.sketches == nil {
		c.sketches = map[edition]*match.Sketch{}
	}
	c.rows += s.Rows()
	for old, o := range c.sketches { // any of them, so that those that are used in turn are not all dropped
		if c.rows <= mostRows {
			break
		}
		delete(c.sketches, old)
		c.rows -= o.Rows()
	}
	c.sketches[m.edition()] = s
	return s, nil
}

// forget drops the sketches.
func (c *comparisons) forget() {
	c.mu.Lock()
	c.sketches, c.rows = nil, 0
	c.mu.Unlock()
}

// sibling reports whether two recordings are from the same file, so they can never be of the
// same activity.
func (m *member) sibling(o *member) bool { return m.original != "" && m.original == o.original }

// comparable reports whether a comparison of columns can show that two recordings belong together.
func (m *member) comparable(o *member) bool {
	return !m.sibling(o) && (match.Comparable(m.rec, o.rec) || match.Shifted(m.rec, o.rec))
}

// nearest returns the recordings in near that can be compared with m. If there
// are too many, it returns those with the most time in common, and all is false.
func (m *member) nearest(near []*member) (some []*member, all bool) {
	some = slices.DeleteFunc(near, func(o *member) bool { return !m.comparable(o) })
	if len(some) <= mostCompared {
		return some, true
	}
	slices.SortStableFunc(some, func(a, b *member) int {
		x, y := m.tie(a, 0), m.tie(b, 0)
		switch {
		case x.Stronger(y):
			return -1
		case y.Stronger(x):
			return 1
		}
		return 0
	})
	return some[:mostCompared], false
}

func (m *member) tie(o *member, at int) match.Tie {
	return match.Tie{A: at, B: at, Overlap: match.Overlap(m.rec, o.rec), CommonS: match.CommonS(m.rec, o.rec)}
}

// crowded is the minimum number of simultaneous recordings for which the recordings around
// them are kept too, because each of them will be looked up.
const crowded = 64

// pool finds the stored recordings that overlap others. If there are many, it keeps those
// that it has read, because otherwise all would be read again for each look-up.
type pool struct {
	read     func(from, to time.Time) ([]store.RecordingRow, error)
	shifted  func(rec *training.Recording) ([]store.RecordingRow, error)
	from, to time.Time
	kept     []*member
}

func (im *Importer) pool(ctx context.Context, athlete training.AthleteID) pool {
	return pool{
		read: func(from, to time.Time) ([]store.RecordingRow, error) {
			return im.db.Candidates(ctx, everything(athlete), from, to)
		},
		shifted: func(rec *training.Recording) ([]store.RecordingRow, error) {
			return im.db.Shifted(ctx, everything(athlete), rec)
		},
	}
}

func ends(rec *training.Recording) time.Time {
	return rec.Start.Add(time.Duration(rec.ElapsedS * float64(time.Second)))
}

// around returns the recordings that overlap a period, ordered by start.
func (p *pool) around(from, to time.Time) ([]*member, error) {
	if p.kept == nil || from.Before(p.from) || to.After(p.to) {
		rows, err := p.read(from, to)
		if err != nil || len(rows) <= crowded {
			return attached(rows), err
		}
		wide := max(to.Sub(from), time.Hour)
		p.from, p.to = from.Add(-wide), to.Add(wide)
		if rows, err = p.read(p.from, p.to); err != nil {
			return nil, err
		}
		p.kept = attached(rows)
	}
	var near []*member
	for _, m := range p.kept {
		if !m.rec.Start.After(to) && !ends(m.rec).Before(from) {
			near = append(near, m)
		}
	}
	return near, nil
}

// attached returns the recordings that belong to an activity.
func attached(rows []store.RecordingRow) []*member {
	out := make([]*member, 0, len(rows))
	for i := range rows {
		if rows[i].Activity != "" {
			out = append(out, stored(&rows[i]))
		}
	}
	return out
}

// The reads of a batch combine stored data with the recordings that the batch has placed.

// candidates returns the recordings that overlap rec, or would overlap it if
// one clock were shifted by quarters of an hour.
func (b *batch) candidates(rec *training.Recording) ([]*member, error) {
	if rec.ElapsedS <= 0 {
		return nil, nil
	}
	kept, err := b.pool.around(rec.Start, ends(rec))
	if err != nil {
		return nil, err
	}
	rows, err := b.pool.shifted(rec)
	if err != nil {
		return nil, err
	}
	near := slices.Clone(kept)
	for _, m := range attached(rows) { // a long recording may also be among the overlapping ones
		if !slices.ContainsFunc(kept, func(o *member) bool { return o.id == m.id }) {
			near = append(near, m)
		}
	}
	for _, m := range b.placed {
		if match.Overlap(rec, m.rec) > 0 || match.Shifted(rec, m.rec) {
			near = append(near, m)
		}
	}
	return near, nil
}

func stored(row *store.RecordingRow) *member {
	return &member{id: row.ID, activity: row.Activity, original: row.Original, runID: row.RunID, rec: &row.Recording, channels: row.Channels}
}

// members returns the recordings of an activity.
func (b *batch) members(ctx context.Context, id training.ActivityID) ([]*member, error) {
	rows, err := b.im.db.Recordings(ctx, b.scope(), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return nil, err
	}
	members := make([]*member, 0, len(rows)+1)
	for i := range rows {
		members = append(members, stored(&rows[i]))
	}
	for _, m := range b.placed {
		if m.activity == id {
			members = append(members, m)
		}
	}
	return members, nil
}

// activity returns an activity's row in this batch.
func (b *batch) activity(ctx context.Context, id training.ActivityID) (training.Activity, error) {
	if act, ok := b.activities[id]; ok {
		return act, nil
	}
	return b.im.activity(ctx, b.run.athlete.ID, id)
}

func (im *Importer) activity(ctx context.Context, athlete training.AthleteID, id training.ActivityID) (training.Activity, error) {
	page, err := im.db.Activities(ctx, everything(athlete), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	if err != nil {
		return training.Activity{}, err
	}
	if len(page.Rows) == 0 {
		return training.Activity{}, training.Errorf(training.KindNotFound, "There is no activity %s.", id).
			WithFix("list_activities shows the ids.")
	}
	return page.Rows[0].Activity, nil
}

// columns returns a recording's columns, from memory if the batch has them.
func (b *batch) columns(ctx context.Context, m *member, want store.ChannelSet) (*training.Columns, error) {
	if m.rec.Columns.Len() > 0 || slices.Contains(b.placed, m) { // the store does not show placed recordings yet, and some have no columns
		return &m.rec.Columns, nil
	}
	return b.im.db.RecordingColumns(ctx, b.scope(), m.id, want)
}

// loader returns a function that reads the columns of a recording for comparisons.
func (b *batch) loader(ctx context.Context) func(*member) (*training.Columns, error) {
	return func(m *member) (*training.Columns, error) { return b.columns(ctx, m, match.Channels()) }
}
