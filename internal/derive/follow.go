package derive

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Consumer is the name of this package's watermark in the change log.
const Consumer = store.DeriveConsumer

// Progress counts computed activities. Total grows as more changes are read.
type Progress struct{ Done, Total int }

// These are the sizes of one step: the number of changes that are read at once, and the
// number of activities that are computed per transaction.
const (
	changesAtOnce = 2000
	groupSize     = 64
)

// Follow updates the primitives up to the end of the change log and returns how
// many activities it computed. It skips activities whose input hash and version of the
// rules are current, so it can be killed at any moment and later continues from there.
// After a change of the rules, it checks every activity. If an activity cannot be
// computed, it stores a report for it and continues with the others.
func Follow(ctx context.Context, db store.Store, report func(Progress)) (int, error) {
	f := &follower{db: db, report: report}
	err := followLog(ctx, db, Consumer, Version(), f.all, func(changes []store.Change) error { return f.activities(ctx, touched(changes)) })
	return f.computed, err
}

// followLog calls each with the changes since a consumer's watermark, and moves
// the watermark forward. If the watermark belongs to another version of the rules, it
// calls all instead, and then continues with the changes made in the meantime.
func followLog(
	ctx context.Context, db store.Store, consumer string, version int, all func(ctx context.Context) error, each func([]store.Change) error,
) error {
	seq, was, err := db.Watermark(ctx, consumer)
	if err != nil {
		return err
	}
	mark := func(at int64) error {
		seq = at
		return db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(consumer, at, version) })
	}
	if was != version {
		last, err := db.LastChange(ctx)
		if err != nil {
			return err
		}
		if err := all(ctx); err != nil {
			return err
		}
		if err := mark(last); err != nil {
			return err
		}
	}
	for {
		changes, err := db.Changes(ctx, seq, changesAtOnce)
		if err != nil || len(changes) == 0 {
			return err
		}
		if err := each(changes); err != nil {
			return err
		}
		if err := mark(changes[len(changes)-1].Seq); err != nil {
			return err
		}
	}
}

// key identifies an activity of any athlete.
type key struct {
	athlete training.AthleteID
	id      training.ActivityID
}

// touched returns the activities in some changes, without duplicates.
func touched(changes []store.Change) []key {
	seen := map[key]bool{}
	var keys []key
	for _, c := range changes {
		k := key{c.Athlete, training.ActivityID(c.ID)}
		if c.Kind == store.ChangeActivity && !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	return keys
}

type follower struct {
	db       store.Store
	report   func(Progress)
	progress Progress
	computed int
}

// all computes every stale activity.
func (f *follower) all(ctx context.Context) error {
	athletes, err := f.db.Athletes(ctx)
	if err != nil {
		return err
	}
	for _, a := range athletes {
		filter := store.ActivityFilter{Limit: 1000, Deleted: true}
		for {
			page, err := f.db.Activities(ctx, training.Everything(a.ID), filter)
			if err != nil {
				return err
			}
			keys := make([]key, len(page.Rows))
			for i, row := range page.Rows {
				keys[i] = key{a.ID, row.ID}
			}
			if err := f.activities(ctx, keys); err != nil {
				return err
			}
			if page.Next == "" {
				break
			}
			filter.After = page.Next
		}
	}
	return nil
}

// activities computes the stale activities, one group at a time.
func (f *follower) activities(ctx context.Context, keys []key) error {
	f.progress.Total += len(keys)
	for group := range slices.Chunk(keys, groupSize) {
		results := make([]*result, len(group))
		workers, wctx := errgroup.WithContext(ctx)
		workers.SetLimit(runtime.GOMAXPROCS(0))
		for i, k := range group {
			workers.Go(func() (err error) {
				results[i], err = f.one(wctx, k)
				return err
			})
		}
		if err := workers.Wait(); err != nil {
			return err
		}
		results = slices.DeleteFunc(results, func(r *result) bool { return r == nil })
		if err := f.store(ctx, results); err != nil {
			return err
		}
		f.computed += len(results)
		f.progress.Done += len(group)
		if f.report != nil {
			f.report(f.progress)
		}
	}
	return nil
}

// result holds the primitives of one activity.
type result struct {
	key
	summary    store.Summary
	primitives []store.Primitive
}

func (f *follower) store(ctx context.Context, results []*result) error {
	if len(results) == 0 {
		return nil
	}
	return f.db.Write(ctx, func(tx *store.Tx) error {
		if err := compare(tx, results); err != nil {
			return err
		}
		for _, r := range results {
			if err := tx.DeletePrimitives(r.athlete, r.id); err != nil {
				return err
			}
			if err := tx.PutSummary(r.athlete, r.id, r.summary); err != nil {
				return err
			}
			for _, p := range r.primitives {
				if err := tx.PutPrimitive(r.athlete, p); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// one computes an activity if it is stale, and returns nil otherwise.
func (f *follower) one(ctx context.Context, k key) (*result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx) // reads that can be cancelled cost more
	page, err := f.db.Activities(ctx, training.Everything(k.athlete), store.ActivityFilter{IDs: []training.ActivityID{k.id}})
	if err != nil || len(page.Rows) == 0 { // deleted, merged or undone
		return nil, err
	}
	in, err := f.inputs(ctx, k, page.Rows[0].Activity)
	if in == nil || err != nil {
		return nil, err
	}
	if current, err := f.current(ctx, k, in.hash); err != nil || current {
		return nil, err
	}
	return f.compute(ctx, k, in)
}

// compute reads the columns of an activity and computes its stored values. It
// returns nil if the activity was deleted in the meantime.
func (f *follower) compute(ctx context.Context, k key, in *inputs) (*result, error) {
	r := &result{key: k}
	cols, err := f.db.Stream(ctx, training.Everything(k.athlete), k.id, store.AllChannels)
	if err == nil {
		rec := in.recs[0].Recording
		rec.Columns = *cols
		err = r.compute(Inputs{Activity: in.act, Recording: &rec, PowerFrom: PowerFrom(in.recs), Hash: in.hash})
	}
	switch training.KindOf(err) {
	case training.KindNotFound:
		return nil, nil
	case training.KindCorrupt:
		r.fail(Inputs{Activity: in.act, Recording: &in.recs[0].Recording, Hash: in.hash}, err)
		err = nil
	}
	return r, err
}

// PowerFrom returns the recording that provides the activity's power, or nil if there is none.
func PowerFrom(recs []store.RecordingRow) *training.Recording {
	for i := range recs {
		if recs[i].Chosen.Has(training.Power) {
			return &recs[i].Recording
		}
	}
	return nil
}

// compute calls [Compute] and turns a panic into an error, so that it affects only this activity.
func (r *result) compute(in Inputs) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = training.Errorf(training.KindCorrupt, "A bug in Lapkeep stopped its metrics from being computed (%s).", fmt.Sprint(p))
		}
	}()
	r.summary, r.primitives = Compute(in)
	return nil
}

// fail stores a report with the reason why there are no primitives.
func (r *result) fail(in Inputs, err error) {
	out := newCollector(in)
	out.add(Report, EncodeReport(Findings{Notes: []i18n.Sentence{i18n.OfError(err)}}))
	r.summary, r.primitives = store.Summary{Version: RulesOf(in.Recording)}, out.primitives
}

// Findings holds the reasons and notes collected while an activity was computed.
type Findings struct {
	// Missing gives, for each metric that the sport could have but that is missing, the reason.
	Missing map[training.Metric]i18n.Sentence
	// Notes describe which data was masked, guessed or unusual.
	Notes []i18n.Sentence
	// EnergyGapPct is the excess of the energy computed from power over the
	// device's total work, in percent; nil if either is missing.
	EnergyGapPct *float64
}

// EncodeReport encodes the findings.
func EncodeReport(f Findings) []byte {
	w := newWriter(64)
	keys := slices.Sorted(maps.Keys(f.Missing))
	w.uint(uint64(len(keys)))
	for _, k := range keys {
		w.text(string(k))
		w.text(string(f.Missing[k]))
	}
	w.uint(uint64(len(f.Notes)))
	for _, n := range f.Notes {
		w.text(string(n))
	}
	if f.EnergyGapPct != nil && finite(*f.EnergyGapPct) {
		w.float(*f.EnergyGapPct)
	}
	return w.b
}

// DecodeReport decodes the result of [EncodeReport].
func DecodeReport(b []byte) (Findings, error) {
	r := newReader(b)
	var f Findings
	if n := r.count(2); n > 0 {
		f.Missing = make(map[training.Metric]i18n.Sentence, n)
		for range n {
			k := r.text()
			f.Missing[training.Metric(k)] = i18n.Sentence(r.text())
		}
	}
	for range r.count(1) {
		f.Notes = append(f.Notes, i18n.Sentence(r.text()))
	}
	if len(r.b) > 0 {
		gap := r.float()
		f.EnergyGapPct = &gap
	}
	if !r.done() {
		return Findings{}, damaged("report")
	}
	return f, nil
}

// maxBins limits the size of a decoded histogram; speed up to 300 km/h in mm/s needs less.
const maxBins = 1 << 17

// EncodeHistogram encodes the bins, storing each run of empty bins as its length.
func EncodeHistogram(h zones.Histogram) []byte {
	w := newWriter(16 + 2*len(h.Seconds))
	w.uint(uint64(h.Channel))
	w.int(int64(h.Width))
	w.int(int64(h.First))
	w.uint(uint64(len(h.Seconds)))
	empty := uint64(0)
	for _, s := range h.Seconds {
		if s == 0 {
			empty++
			continue
		}
		w.uint(empty)
		w.uint(uint64(s))
		empty = 0
	}
	return w.b
}

// DecodeHistogram decodes the result of [EncodeHistogram].
func DecodeHistogram(b []byte) (zones.Histogram, error) {
	var h zones.Histogram
	err := DecodeHistogramInto(&h, b)
	return h, err
}

// DecodeHistogramInto decodes the result of [EncodeHistogram], reusing the memory of h.
func DecodeHistogramInto(h *zones.Histogram, b []byte) error {
	r := newReader(b)
	ch := r.uint()
	seconds := h.Seconds
	*h = zones.Histogram{Channel: training.Channel(ch), Width: r.int32(), First: r.int32()}
	n := r.uint()
	if r.bad || n > maxBins || ch >= uint64(training.NumChannels) || h.Width <= 0 {
		*h = zones.Histogram{}
		return damaged("histogram")
	}
	if seconds == nil || n > uint64(cap(seconds)) {
		seconds = make([]uint32, n)
	} else {
		seconds = seconds[:n]
		clear(seconds)
	}
	for i := uint64(0); len(r.b) > 0; i++ {
		skip, s := r.uint(), r.uint()
		if r.bad || skip > n || i+skip >= n || s == 0 || s > 1<<32-1 {
			*h = zones.Histogram{}
			return damaged("histogram")
		}
		i += skip
		seconds[i] = uint32(s)
	}
	h.Seconds = seconds
	return nil
}
