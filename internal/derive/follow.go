package derive

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Consumer is the name of derive's watermark.
const Consumer = store.DeriveConsumer

// Store reads the change log and activities, and writes primitives.
type Store interface {
	Changes(ctx context.Context, after int64, limit int) ([]store.Change, error)
	LastChange(ctx context.Context) (int64, error)
	Watermark(ctx context.Context, consumer string) (seq int64, version int, err error)
	Write(ctx context.Context, f func(tx *store.Tx) error) error

	Athletes(ctx context.Context) ([]training.Athlete, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Primitive(ctx context.Context, s training.Scope, id training.ActivityID, kind string) (store.Primitive, error)
	Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error)
}

// Progress says how far a follow-up is. Total grows while changes come in.
type Progress struct{ Done, Total int }

// The sizes of one step: changes read at once, activities in a transaction.
const (
	changesAtOnce = 2000
	groupSize     = 64
)

// Follow brings the primitives up to the end of the change log and returns
// how many activities it computed. What is up to date, by the hash of its
// inputs and the version of the rules, is left alone; so it may be killed at
// any moment and goes on where it was. After a change of the rules it goes
// through every activity. An activity that cannot be computed gets a report
// that says so and stops nothing.
func Follow(ctx context.Context, db Store, report func(Progress)) (int, error) {
	f := &follower{db: db, report: report}
	seq, version, err := db.Watermark(ctx, Consumer)
	if err != nil {
		return 0, err
	}
	if version != Version() {
		if seq, err = f.all(ctx); err != nil {
			return f.computed, err
		}
	}
	for {
		changes, err := db.Changes(ctx, seq, changesAtOnce)
		if err != nil || len(changes) == 0 {
			return f.computed, err
		}
		last := changes[len(changes)-1].Seq
		if err := f.activities(ctx, touched(changes)); err != nil {
			return f.computed, err
		}
		err = db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(Consumer, last, Version()) })
		if err != nil {
			return f.computed, err
		}
		seq = last
	}
}

// key names an activity of any athlete.
type key struct {
	athlete training.AthleteID
	id      training.ActivityID
}

// touched lists the activities that changes are about, each once.
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
	db       Store
	report   func(Progress)
	progress Progress
	computed int
}

// all goes through every activity and moves the watermark to where the log
// stood when it began.
func (f *follower) all(ctx context.Context) (int64, error) {
	last, err := f.db.LastChange(ctx)
	if err != nil {
		return 0, err
	}
	athletes, err := f.db.Athletes(ctx)
	if err != nil {
		return 0, err
	}
	for _, a := range athletes {
		filter := store.ActivityFilter{Limit: 1000, Deleted: true}
		for {
			page, err := f.db.Activities(ctx, scopeOf(a.ID), filter)
			if err != nil {
				return 0, err
			}
			keys := make([]key, len(page.Rows))
			for i, row := range page.Rows {
				keys[i] = key{a.ID, row.ID}
			}
			if err := f.activities(ctx, keys); err != nil {
				return 0, err
			}
			if page.Next == "" {
				break
			}
			filter.After = page.Next
		}
	}
	return last, f.db.Write(ctx, func(tx *store.Tx) error { return tx.SetWatermark(Consumer, last, Version()) })
}

// scopeOf is the scope in which derive reads: it computes for every audience.
func scopeOf(a training.AthleteID) training.Scope {
	return training.Scope{Athlete: a, Audience: training.AudienceExport}
}

// activities computes those that are stale, a group at a time.
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

// one computes an activity if it is stale; nil if there is nothing to do.
func (f *follower) one(ctx context.Context, k key) (*result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx) // reads that can be cut off cost more than these
	page, err := f.db.Activities(ctx, scopeOf(k.athlete), store.ActivityFilter{IDs: []training.ActivityID{k.id}})
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

// compute reads the columns of an activity and computes what is stored of it;
// nil if the activity vanished meanwhile.
func (f *follower) compute(ctx context.Context, k key, in *inputs) (*result, error) {
	r := &result{key: k}
	cols, err := f.db.Stream(ctx, scopeOf(k.athlete), k.id, store.AllChannels)
	if err == nil {
		rec := in.recs[0].Recording
		rec.Columns = *cols
		err = r.compute(Inputs{Activity: in.act, Recording: &rec, PowerFrom: PowerFrom(in.recs), Hash: in.hash})
	}
	switch training.KindOf(err) {
	case training.KindNotFound:
		return nil, nil
	case training.KindCorrupt:
		r.fail(Inputs{Activity: in.act, Hash: in.hash}, err)
		err = nil
	}
	return r, err
}

// PowerFrom is the recording that the activity takes its power from.
func PowerFrom(recs []store.RecordingRow) *training.Recording {
	for i := range recs {
		if recs[i].Chosen.Has(training.Power) {
			return &recs[i].Recording
		}
	}
	return nil
}

// gone makes nothing of an activity that vanished while it was read.
func gone(err error) error {
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// compute calls [Compute]; a defect there concerns this activity alone.
func (r *result) compute(in Inputs) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = training.Errorf(training.KindCorrupt, "A defect of Lapkeep stopped the computation of its metrics (%s).", fmt.Sprint(p))
		}
	}()
	r.summary, r.primitives = Compute(in)
	return nil
}

// fail stores in place of primitives why there are none.
func (r *result) fail(in Inputs, err error) {
	out := newCollector(in)
	out.add(Report, EncodeReport(Findings{Notes: []i18n.Sentence{i18n.OfError(err)}}))
	r.summary, r.primitives = store.Summary{Version: out.version}, out.primitives
}
