package document

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Stays reports whether documents of a collection are kept when their service is
// disconnected or no longer has them. Gear is kept, because activities refer to it.
func (c Collection) Stays() bool { return c == Gear }

// goes is the SQL condition for statements that are removed with their run: all
// except a service's statements about documents that are kept.
const goes = " AND NOT (collection='" + string(Gear) + "' AND run LIKE 'sync:%')"

// GearStatement returns a statement about gear. Its source is the prefix of the gear's id,
// as in "strava:b12"; gear without such a prefix comes from the athlete's files.
func GearStatement(g training.Gear) Statement {
	s := Statement{Collection: Gear, ID: g.ID, Source: OfFiles}
	if name, there, ok := strings.Cut(g.ID, ":"); ok {
		s.Source, g.ID = name, there
	}
	s.Body = g
	return s
}

// GearReader reads gear; the store embeds it.
type GearReader struct {
	documents Reader
	log       ledger.Reader
	uses      *cache.Cache[useKey, Use]
}

// NewGearReader returns a reader of the gear in documents.
func NewGearReader(documents Reader) GearReader {
	return GearReader{documents, ledger.NewReader(documents.db), &cache.Cache[useKey, Use]{On: ledger.OnActivities()}}
}

// Gear lists the gear of an athlete by kind and name. It leaves out documents without a
// kind, which are edits to gear that no source has.
func (r GearReader) Gear(ctx context.Context, s training.Scope) ([]training.Gear, error) {
	var all []training.Gear
	found, err := List[training.Gear](ctx, r.documents, s, Gear)
	for _, d := range found {
		if g := d.Value; g.Kind != "" {
			g.ID = d.ID
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b training.Gear) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, err
}

// Stretch selects the activities of a period that refer to a piece of gear.
type Stretch struct {
	GearID string
	// On is the gear on which a part was mounted during the days of Mounted. Activities that
	// refer to that gear also count, but only once.
	On      string
	Mounted training.DayRange
	// After leaves out activities that began before it. If it is zero, it leaves out none.
	After time.Time
}

// Use sums up those activities of a stretch that the audience may see.
type Use struct {
	Activities  int
	First, Last training.Day // zero if there are none
	// Measured is the number of activities with a distance.
	Measured   int
	DistanceKm float64
	DurationS  float64
}

// plus adds the use of other activities.
func (u Use) plus(b Use) Use {
	switch {
	case u.Activities == 0:
		return b
	case b.Activities > 0:
		u.First, u.Last = min(u.First, b.First), max(u.Last, b.Last)
	}
	u.Activities += b.Activities
	u.Measured += b.Measured
	u.DistanceKm += b.DistanceKm
	u.DurationS += b.DurationS
	return u
}

const sums = `SELECT count(*), coalesce(min(day), 0), coalesce(max(day), 0), count(distance_km), total(distance_km), total(duration_s)
	FROM activities WHERE athlete=?1 AND start_ms>=?2 AND seen&?3<>0 AND `

// firstNamed needs only the index activities_gear. Activities that list the gear as
// additional gear come from the small index activities_more_gear.
const (
	firstNamed  = sums + "gear=?4 AND gear<>'' AND day BETWEEN ?5 AND ?6"
	besideNamed = sums + `instr(words, '"more_gear":')>0
		AND gear<>?4 AND NOT (gear=?5 AND gear<>'' AND day BETWEEN ?6 AND ?7)
		AND EXISTS (SELECT 1 FROM json_each(words, '$.more_gear') WHERE value=?4 OR value=?5 AND value<>'' AND day BETWEEN ?6 AND ?7)`
)

// always covers all possible days of activities.
var always = training.DayRange{From: training.NewDay(1000, 1, 1), To: training.NewDay(3000, 1, 1)}

// useKey identifies a cached result, which also depends on the change log.
type useKey struct {
	training.Scope
	Stretch
}

// GearUse sums up a stretch. It may read every activity of a piece of gear, so
// the result is kept until something changes.
func (r GearReader) GearUse(ctx context.Context, s training.Scope, of Stretch) (u Use, err error) {
	if err := ledger.CheckScope(s); err != nil {
		return u, err
	}
	return r.uses.Get(ctx, r.log, useKey{s, of}, func() (Use, error) { return r.use(ctx, s, of) })
}

func (r GearReader) use(ctx context.Context, s training.Scope, of Stretch) (u Use, err error) {
	const ever = -1 << 62
	scope := []any{s.Athlete, int64(ever), int64(1) << s.Audience}
	if !of.After.IsZero() {
		scope[1] = of.After.UnixMilli()
	}
	for _, q := range []struct {
		text string
		args []any
	}{
		{firstNamed, []any{of.GearID, always.From, always.To}},
		{firstNamed, []any{of.On, of.Mounted.From, of.Mounted.To}},
		{besideNamed, []any{of.GearID, of.On, of.Mounted.From, of.Mounted.To}},
	} {
		more, _, err := sqlitedb.One(ctx, r.documents.db, q.text, append(slices.Clip(scope), q.args...), func(row sqlitedb.Row) (u Use,
			err error,
		) {
			err = row.Scan(&u.Activities, &u.First, &u.Last, &u.Measured, &u.DistanceKm, &u.DurationS)
			return u, err
		})
		if err != nil {
			return u, err
		}
		u = u.plus(more)
	}
	return u, nil
}
