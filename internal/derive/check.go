package derive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Ref identifies an activity of any athlete.
type Ref struct {
	Athlete  training.AthleteID
	Activity training.ActivityID
}

// Check recomputes a sample of each athlete's activities, up to the given number. It returns
// the number of checked activities, and those whose stored values differ. It skips
// activities that are not computed yet, and writes nothing.
func Check(ctx context.Context, db store.Store, most int) (checked int, wrong []Ref, err error) {
	f := &follower{db: db}
	athletes, err := db.Athletes(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, a := range athletes {
		ids, err := f.sample(ctx, a.ID, most)
		if err != nil {
			return checked, wrong, err
		}
		for _, id := range ids {
			r, err := f.again(ctx, key{a.ID, id})
			if err != nil {
				return checked, wrong, err
			}
			if r == nil {
				continue
			}
			checked++
			same, err := f.stored(ctx, r)
			if err != nil {
				return checked, wrong, err
			}
			if !same {
				wrong = append(wrong, Ref{a.ID, id})
			}
		}
	}
	return checked, wrong, nil
}

// sample returns activities at even intervals over all of the athlete's activities.
func (f *follower) sample(ctx context.Context, a training.AthleteID, most int) (ids []training.ActivityID, err error) {
	filter := store.ActivityFilter{Limit: 1000}
	for {
		page, err := f.db.Activities(ctx, training.Everything(a), filter)
		if err != nil {
			return nil, err
		}
		for i := range page.Rows {
			ids = append(ids, page.Rows[i].ID)
		}
		if page.Next == "" {
			break
		}
		filter.After = page.Next
	}
	step := max(1, (len(ids)+most-1)/most)
	var some []training.ActivityID
	for i := 0; i < len(ids); i += step {
		some = append(some, ids[i])
	}
	return some, nil
}

// again recomputes an activity whose stored values are up to date. It returns nil for any
// other activity.
func (f *follower) again(ctx context.Context, k key) (*result, error) {
	page, err := f.db.Activities(ctx, training.Everything(k.athlete), store.ActivityFilter{IDs: []training.ActivityID{k.id}})
	if err != nil || len(page.Rows) == 0 {
		return nil, err
	}
	in, err := f.inputs(ctx, k, page.Rows[0].Activity)
	if in == nil || err != nil {
		return nil, err
	}
	if current, err := f.current(ctx, k, in.hash); err != nil || !current {
		return nil, err
	}
	return f.compute(ctx, k, in)
}

// stored reports whether the computed values equal the stored ones.
func (f *follower) stored(ctx context.Context, r *result) (bool, error) {
	page, err := f.db.Activities(ctx, training.Everything(r.athlete), store.ActivityFilter{IDs: []training.ActivityID{r.id}})
	if err != nil || len(page.Rows) == 0 {
		return true, err // deleted meanwhile
	}
	s := page.Rows[0].Summary
	if s.NPWindows != r.summary.NPWindows || s.HRSeconds != r.summary.HRSeconds || !maps.Equal(s.Values, r.summary.Values) {
		return false, nil
	}
	for _, p := range r.primitives {
		is, err := f.db.Primitive(ctx, training.Everything(r.athlete), r.id, p.Kind)
		if err != nil && training.KindOf(err) != training.KindNotFound {
			return false, err
		}
		if err != nil || !bytes.Equal(is.Data, p.Data) {
			return false, nil
		}
	}
	return true, nil
}

// inputs holds the rows from which an activity is computed.
type inputs struct {
	act  training.Activity
	recs []store.RecordingRow
	hash string
}

// inputs reads the inputs for computing an activity, or returns nil for a
// manual entry, which has no recordings.
func (f *follower) inputs(ctx context.Context, k key, act training.Activity) (*inputs, error) {
	recs, err := f.db.Recordings(ctx, training.Everything(k.athlete), k.id)
	if err != nil || len(recs) == 0 {
		return nil, training.UnlessNotFound(err)
	}
	slices.SortStableFunc(recs, func(a, b store.RecordingRow) int { return cmp.Compare(a.Rank, b.Rank) })
	links := make([]Link, len(recs))
	for i, r := range recs {
		links[i] = Link{Recording: r.ID, Rank: r.Rank, Chosen: r.Chosen, ReadVersion: r.Recording.ReadVersion}
	}
	return &inputs{act, recs, Hash(act, links)}, nil
}

// current reports whether the stored values were computed by the current rules
// from inputs with the given hash.
func (f *follower) current(ctx context.Context, k key, hash string) (bool, error) {
	old, err := f.db.Primitive(ctx, training.Everything(k.athlete), k.id, Report)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return false, err
	}
	return err == nil && old.InputHash == hash && old.Version == Version(), nil
}

// Again recomputes the given activities and stores the results, even if nothing has changed.
func Again(ctx context.Context, db store.Store, refs []Ref) error {
	f := &follower{db: db}
	for _, ref := range refs {
		r, err := f.again(ctx, key{ref.Athlete, ref.Activity})
		if err != nil {
			return err
		}
		if r == nil {
			continue
		}
		if err := f.store(ctx, []*result{r}); err != nil {
			return err
		}
	}
	return nil
}

// Link is the role of one recording in an activity.
type Link struct {
	Recording training.RecordingID
	Rank      int
	Chosen    store.ChannelSet
	// ReadVersion is the version of the code that read the file.
	ReadVersion int
}

// Hash returns the hash of an activity's inputs: its sport and day, its recordings (which
// change only if a newer reader reads them), their ranks, and the channels used from
// each. The hash includes the day, because primitives are stored by day.
func Hash(act training.Activity, links []Link) string {
	links = slices.Clone(links)
	slices.SortFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Recording, b.Recording))
	})
	h := sha256.New()
	fmt.Fprintf(h, "%s/%s/%d", act.Sport, act.SubSport, act.LocalDay)
	if len(act.Ignored) > 0 {
		fmt.Fprintf(h, "\nwithout %+v", act.Ignored)
	}
	for _, l := range links {
		fmt.Fprintf(h, "\n%s %x", l.Recording, l.Chosen)
		if l.ReadVersion > 0 {
			fmt.Fprintf(h, " read %d", l.ReadVersion)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// EncodeClimbs encodes the climbs of an activity.
func EncodeClimbs(climbs []route.Climb) []byte {
	w := newWriter(4 + climbBytes*len(climbs))
	w.uint(uint64(len(climbs)))
	for i := range climbs {
		for _, f := range climbFields(&climbs[i]) {
			w.float(orZero(*f))
		}
	}
	return w.b
}

// DecodeClimbs decodes the result of [EncodeClimbs].
func DecodeClimbs(b []byte) ([]route.Climb, error) {
	r := newReader(b)
	climbs := make([]route.Climb, r.count(climbBytes))
	for i := range climbs {
		for _, f := range climbFields(&climbs[i]) {
			*f = r.float()
		}
	}
	if !r.done() {
		return nil, damaged("list of climbs")
	}
	return climbs, nil
}

const climbBytes = 80

// climbFields returns the numbers of a climb in the order in which they are stored.
func climbFields(c *route.Climb) [climbBytes / 8]*float64 {
	return [...]*float64{
		&c.Span.FromS, &c.Span.ToS, &c.StartM, &c.LengthM, &c.GainM, &c.FootM, &c.SteepPct, &c.TimerS, &c.AvgPowerW, &c.AvgHRBpm,
	}
}

// EncodeWays encodes the track of each climb of an activity. A track is empty
// if no positions were recorded.
func EncodeWays(ways [][]route.Point) []byte {
	w := newWriter(4 + 100*len(ways))
	w.uint(uint64(len(ways)))
	for _, line := range ways {
		w.line(line)
	}
	return w.b
}

// DecodeWays decodes the result of [EncodeWays].
func DecodeWays(b []byte) ([][]route.Point, error) {
	r := newReader(b)
	ways := make([][]route.Point, r.count(1))
	for i := range ways {
		ways[i] = r.line()
	}
	if !r.done() {
		return nil, damaged("list of ways")
	}
	return ways, nil
}

// EncodeLaps encodes laps with the computed and the device's values.
func EncodeLaps(ls []summary.Lap) []byte { return encodeLaps(ls, false) }

// EncodeSplits encodes splits with their values rounded to seven digits. That halves their
// size, which matters on long rides with hundreds of splits. [DecodeLaps] reads them.
func EncodeSplits(ls []summary.Lap) []byte { return encodeLaps(ls, true) }

func encodeLaps(ls []summary.Lap, short bool) []byte {
	w := newWriter(128 * len(ls))
	sets := make([]training.Values, 0, 2*len(ls))
	for _, l := range ls {
		sets = append(sets, l.Values, l.Device)
	}
	table := namesOf(sets...)
	w.names(table)
	w.uint(uint64(len(ls)))
	for _, l := range ls {
		w.int(int64(l.Index))
		w.float(orZero(l.StartS))
		w.float(orZero(l.EndS))
		w.text(l.Trigger)
		w.text(l.Intensity)
		w.values(l.Values, table, short)
		w.values(l.Device, table, short)
	}
	return w.b
}

// DecodeLaps decodes the result of [EncodeLaps].
func DecodeLaps(b []byte) ([]summary.Lap, error) {
	r := newReader(b)
	table := r.names()
	ls := make([]summary.Lap, r.count(21))
	for i := range ls {
		ls[i] = summary.Lap{
			Index: int(r.int32()), StartS: r.float(), EndS: r.float(),
			Trigger: r.text(), Intensity: r.text(), Values: r.values(table), Device: r.values(table),
		}
	}
	if !r.done() {
		return nil, damaged("list of laps")
	}
	return ls, nil
}

// orZero returns v, or 0 if v is not finite, because such numbers must not be stored.
func orZero(v float64) float64 {
	if !finite(v) {
		return 0
	}
	return v
}
