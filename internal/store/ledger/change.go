package ledger

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Change is one row of the change log.
type Change struct {
	Seq     int64
	Athlete training.AthleteID
	Kind    ChangeKind
	ID      string
	At      time.Time
}

// ChangeKind is the kind of thing that changed.
type ChangeKind string

// The kinds of changes, each with the thing that its ID identifies.
const (
	ChangeRecording ChangeKind = "recording" // a recording
	ChangeActivity  ChangeKind = "activity"  // an activity: its links, texts or deletion
	ChangeSettings  ChangeKind = "settings"  // "athlete", or the key of a dated setting
	ChangeNote      ChangeKind = "note"      // a note
	ChangeDerived   ChangeKind = "derived"   // an activity: its summary or primitives
	// ChangeEfforts is a change to efforts on one of the athlete's own segments.
	ChangeEfforts ChangeKind = "segment_efforts"
	// ChangePair is a change to a decision about two recordings.
	ChangePair ChangeKind = "pair"
	// ChangeAthlete stands for those changes of settings that concern the athlete's own
	// row, such as what assistants may see. The log itself has no changes of this kind.
	ChangeAthlete ChangeKind = "athlete"
)

// athleteRow is the id of the athlete's own row in changes of settings.
const athleteRow = "athlete"

// OnActivities returns the kinds of changes after which an activity may look different, and more.
func OnActivities(more ...ChangeKind) []ChangeKind {
	return append([]ChangeKind{ChangeRecording, ChangeActivity, ChangeDerived}, more...)
}

// IsOf reports whether a change is of one of the given kinds.
func (c Change) IsOf(kinds []ChangeKind) bool {
	return slices.Contains(kinds, c.Kind) || c.Kind == ChangeSettings && c.ID == athleteRow && slices.Contains(kinds, ChangeAthlete)
}

// DeriveConsumer is the watermark that shows which activities are outdated.
const DeriveConsumer = "derive"

// Changes lists the changes after a sequence number, oldest first; a limit of 0
// means no limit. It takes no scope, because its callers serve every athlete, and
// it names things without revealing their contents.
func (l Reader) Changes(ctx context.Context, after int64, limit int) ([]Change, error) {
	if limit <= 0 {
		limit = -1
	}
	return sqlitedb.All(ctx, l.db, "SELECT seq, athlete, kind, id, at_ms FROM changes WHERE seq>? ORDER BY seq LIMIT ?", []any{after, limit},
		func(r sqlitedb.Row) (c Change, err error) {
			var ms int64
			err = r.Scan(&c.Seq, &c.Athlete, &c.Kind, &c.ID, &ms)
			c.At = sqlitedb.Instant(ms)
			return c, err
		})
}

// LastChange returns the newest sequence number, or 0 in an empty store. With it, a
// cache can find out cheaply whether any process has changed something. It takes no
// scope, because it reveals nothing.
func (l Reader) LastChange(ctx context.Context) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	look := func() (int64, error) {
		return l.latest.ask(ctx, func(ctx context.Context) (int64, error) {
			seq, _, err := sqlitedb.One(ctx, l.db, "SELECT coalesce(max(seq), 0) FROM changes", nil, sqlitedb.Scalar[int64])
			if err == nil {
				l.db.Saw(seq)
			}
			return seq, err
		})
	}
	if m, ok := ctx.Value(momentKey{}).(*moment); ok {
		return m.ask(l.db, look)
	}
	return look()
}

// Watermark returns how far a consumer has followed the log, and with which version of its
// rules. Both are 0 before its first run. It takes no scope, because it reveals nothing.
func (l Reader) Watermark(ctx context.Context, consumer string) (seq int64, version int, err error) {
	_, _, err = sqlitedb.One(ctx, l.db, "SELECT seq, version FROM watermarks WHERE consumer=?", []any{consumer},
		func(r sqlitedb.Row) (struct{}, error) {
			return struct{}{}, r.Scan(&seq, &version)
		})
	return seq, version, err
}

// SetWatermark records how far a consumer has followed the log.
func (l Writer) SetWatermark(consumer string, seq int64, version int) error {
	_, err := l.tx.Exec(`INSERT INTO watermarks (consumer, seq, version) VALUES (?,?,?)
		ON CONFLICT DO UPDATE SET seq=excluded.seq, version=excluded.version`, consumer, seq, version)
	return err
}

// AppendChanges writes changes to the log in their order.
func (l Writer) AppendChanges(changes []Change) error {
	for _, c := range changes {
		_, err := l.tx.Exec("INSERT INTO changes (athlete, kind, id, at_ms) VALUES (?,?,?,?)", c.Athlete, c.Kind, c.ID, c.At.UnixMilli())
		if err != nil {
			return err
		}
	}
	if len(changes) == 0 {
		return nil
	}
	var last int64
	if _, err := l.tx.One("SELECT last_insert_rowid()", nil, &last); err != nil {
		return err
	}
	l.tx.Logged(last)
	return nil
}

// ChannelSet is a set of channels, one bit each.
type ChannelSet uint32

// Channels returns the set of the given channels.
func Channels(cs ...training.Channel) ChannelSet {
	var s ChannelSet
	for _, c := range cs {
		s |= 1 << c
	}
	return s
}

// AllChannels contains every channel.
const AllChannels ChannelSet = 1<<training.NumChannels - 1

// Position holds the channels that reveal where the athlete was.
const Position ChannelSet = 1<<training.Latitude | 1<<training.Longitude

// Has reports whether c is in the set.
func (s ChannelSet) Has(c training.Channel) bool { return s>>c&1 != 0 }

// List returns the channels of the set in order.
func (s ChannelSet) List() []training.Channel {
	var cs []training.Channel
	for c := range training.NumChannels {
		if s.Has(c) {
			cs = append(cs, c)
		}
	}
	return cs
}

// ChannelsOf lists the channels of c with at least one valid row.
func ChannelsOf(c *training.Columns) ChannelSet {
	var s ChannelSet
	for ch := range training.NumChannels {
		if c.Has(ch) {
			s |= 1 << ch
		}
	}
	return s
}

// Span is a period of an athlete's time.
type Span struct {
	Athlete  training.AthleteID
	From, To time.Time
}

// Crowded lists the times of recordings that overlap at least two others, and that were
// stored, removed, restored or decided on between two positions of the change log. The
// newest recording alone is not enough to find out which of these belong to one activity. It
// takes no scope, like [Reader.Regrouped].
func (r Reader) Crowded(ctx context.Context, after, upTo int64) ([]Span, error) {
	return sqlitedb.All(ctx, r.db, `SELECT DISTINCT r.athlete, r.start_ms, r.end_ms FROM changes c
		JOIN recordings r ON r.athlete=c.athlete AND r.id=iif(c.kind=?4, substr(c.id, 1, instr(c.id, '+')-1), c.id)
		WHERE c.seq>?1 AND c.seq<=?2 AND c.kind IN (?3, ?4)
		AND (SELECT count(*) FROM (SELECT 1 FROM recordings o WHERE o.athlete=r.athlete AND o.removed=0 AND o.id<>r.id
			AND o.start_ms BETWEEN r.start_ms-172800000 AND r.end_ms AND o.end_ms>r.start_ms LIMIT 2))>1
		ORDER BY r.athlete, r.start_ms, r.id`, []any{after, upTo, ChangeRecording, ChangePair}, readSpan)
}

// Unsettled returns, for each athlete, the span of time in which the time zone
// of an activity may have changed between two positions of the change log: the
// span of the changed activities, or of all activities if the athlete changed.
// It takes no scope, like [Reader.Regrouped].
func (r Reader) Unsettled(ctx context.Context, after, upTo int64) ([]Span, error) {
	return sqlitedb.All(ctx, r.db, `SELECT athlete, min(first), max(last) FROM (
		SELECT c.athlete, a.start_ms AS first, a.start_ms AS last FROM changes c JOIN activities a ON a.athlete=c.athlete AND a.id=c.id
			WHERE c.seq>?1 AND c.seq<=?2 AND c.kind=?3
		UNION ALL
		SELECT a.athlete, min(a.start_ms), max(a.start_ms) FROM activities a
			WHERE a.athlete IN (SELECT athlete FROM changes WHERE seq>?1 AND seq<=?2 AND kind=?4 AND id='athlete') GROUP BY a.athlete
		) GROUP BY athlete ORDER BY athlete`, []any{after, upTo, ChangeActivity, ChangeSettings}, readSpan)
}

func readSpan(row sqlitedb.Row) (s Span, err error) {
	var from, to int64
	err = row.Scan(&s.Athlete, &from, &to)
	s.From, s.To = sqlitedb.Instant(from), sqlitedb.Instant(to)
	return s, err
}

// moment is the end of the change log as a call first saw it.
type moment struct {
	mu      sync.Mutex
	db      *sqlitedb.DB
	written uint64 // number of this process's transactions at that time
	seq     int64
}

type momentKey struct{}

// AtOneMoment makes reads with ctx look for the end of the change log only once,
// and again only after this process has written. This way, a call that asks ten
// questions need not check ten times whether another process has written.
func AtOneMoment(ctx context.Context) context.Context {
	return context.WithValue(ctx, momentKey{}, &moment{})
}

func (m *moment) ask(db *sqlitedb.DB, look func() (int64, error)) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	written := db.Written()
	if m.db == db && m.written == written {
		return m.seq, nil
	}
	seq, err := look()
	if err == nil {
		m.db, m.written, m.seq = db, written, seq
	}
	return seq, err
}

// mostIgnored is the maximum number of ignored stretches of an activity.
const mostIgnored = 50

func ignoredInto(a *training.Activity, value json.RawMessage) error {
	var all []training.Ignored
	if err := json.Unmarshal(value, &all); err != nil {
		return err
	}
	if len(all) > mostIgnored {
		return training.Errorf(training.KindInvalid, "%d stretches exceed the limit of %d", len(all), mostIgnored)
	}
	for _, i := range all {
		if _, ok := training.ParseChannel(i.Channel); !ok {
			return training.Errorf(training.KindInvalid, "%q is not a channel", i.Channel)
		}
		if i.FromS < 0 || i.ToS != 0 && i.ToS <= i.FromS {
			return training.Errorf(training.KindInvalid, "%d to %d s is not a valid range", i.FromS, i.ToS)
		}
	}
	a.Ignored = all
	return nil
}

// Ignored returns the channels that are ignored over the whole activity.
func Ignored(all []training.Ignored) (s ChannelSet) {
	for _, i := range all {
		if c, ok := training.ParseChannel(i.Channel); ok && i.Whole() {
			s |= Channels(c)
		}
	}
	return s
}

// Without hides the given channels from every audience.
func (s *Shown) Without(channels ChannelSet) {
	for a := range s.Channels {
		s.Channels[a] &^= channels
	}
}

// Ignore removes ignored values from columns, which must not be shared with other callers.
func Ignore(cols *training.Columns, all []training.Ignored) {
	for _, i := range all {
		c, ok := training.ParseChannel(i.Channel)
		if !ok || !cols.Has(c) {
			continue
		}
		left := training.Column{}
		if !i.Whole() {
			left = without(&cols.Data[c], cols.TimeS, i)
		}
		cols.Data[c] = left
	}
}

// without returns the column with the rows of an ignored stretch marked as not
// measured, or an empty column if no row is left.
func without(col *training.Column, timeS []int32, i training.Ignored) training.Column {
	out := training.Column{Values: make([]int32, len(timeS)), Valid: training.NewBitmap(len(timeS))}
	some := false
	for row, t := range timeS {
		within := int(t) >= i.FromS && (i.ToS == 0 || int(t) < i.ToS)
		if !within && col.Valid.Get(row) {
			out.Values[row] = col.Values[row]
			out.Valid.Set(row)
			some = true
		}
	}
	if !some {
		return training.Column{}
	}
	return out
}

// latest lets concurrent callers share one look at the end of the change log. Every caller
// gets the result of a look that began after its call, so it misses no earlier write of any
// process.
type latest struct {
	looking sync.Mutex // held while looking
	mu      sync.Mutex
	next    *glance // callers since the last look began
}

type glance struct {
	done chan struct{}
	seq  int64
	err  error
}

func (l *latest) ask(ctx context.Context, look func(context.Context) (int64, error)) (int64, error) {
	l.mu.Lock()
	g, first := l.next, l.next == nil
	if first {
		g = &glance{done: make(chan struct{})}
		l.next = g
	}
	l.mu.Unlock()
	if !first {
		select {
		case <-g.done:
			return g.seq, g.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	l.looking.Lock()
	defer l.looking.Unlock()
	l.mu.Lock()
	l.next = nil
	l.mu.Unlock()
	defer close(g.done)
	// Other callers wait for this look, so it continues even if the first
	// caller is cancelled.
	g.seq, g.err = look(context.WithoutCancel(ctx))
	return g.seq, g.err
}
