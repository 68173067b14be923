package derive

import (
	"context"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// segmentsGroupSize is how many activities are matched in a transaction.
const segmentsGroupSize = 64

// job is an activity that is matched against some segments. Its efforts on
// those are replaced, or with whole, all of its efforts.
type job struct {
	activity training.ActivityID
	whole    bool
	ways     []*own
}

// segments are those of the job, nil for all.
func (j *job) segments() []string {
	if j.whole {
		return nil
	}
	ids := make([]string, len(j.ways))
	for i, o := range j.ways {
		ids[i] = o.Segment
	}
	return ids
}

// jobs are the activities that changed, with the segments that they may have
// gone over, and the others that may have gone over a segment that is fresh.
func (f *segmentsFollower) jobs(ctx context.Context, t *touch, ways []store.SegmentWay, fresh map[string]string) (jobs []job, err error) {
	all := make([]own, len(ways))
	var news []*own
	for i := range ways {
		all[i].SegmentWay = ways[i]
		if _, ok := fresh[ways[i].Segment]; ok {
			news = append(news, &all[i])
		}
	}
	every := make([]*own, len(all))
	for i := range all {
		every[i] = &all[i]
	}
	changed := make(map[training.ActivityID]bool, len(t.activities))
	for _, id := range t.activities {
		changed[id] = true
		j := job{activity: id, whole: true}
		p, err := f.db.Primitive(ctx, scopeOf(t.athlete), id, Route)
		if err != nil && training.KindOf(err) != training.KindNotFound {
			return nil, err
		}
		if err == nil {
			if j.ways, err = candidates(&p, every); err != nil {
				return nil, err
			}
		}
		jobs = append(jobs, j)
	}
	if len(news) == 0 {
		return jobs, nil
	}
	for p, err := range f.db.Primitives(ctx, scopeOf(t.athlete), Route, everyDay()) {
		if err != nil {
			return nil, err
		}
		if changed[p.Activity] {
			continue
		}
		on, err := candidates(&p, news)
		if err != nil {
			return nil, err
		}
		if len(on) > 0 {
			jobs = append(jobs, job{activity: p.Activity, ways: on})
		}
	}
	return jobs, nil
}

func everyDay() training.DayRange { return training.DayRange{From: math.MinInt32, To: math.MaxInt32} }

func effortsOf(id training.ActivityID) store.EffortFilter { return store.EffortFilter{Activity: id} }

// candidates are the ways that the recording of a sketch may have gone over.
// A sketch that is damaged has none: it is derived again.
func candidates(p *store.Primitive, ways []*own) (out []*own, err error) {
	sketch, err := DecodeRoute(p.Data)
	if err != nil {
		return nil, nil //nolint:nilerr // and followed then
	}
	for _, o := range ways {
		may, err := o.may(p.Sport, sketch)
		if err != nil {
			return nil, err
		}
		if may {
			out = append(out, o)
		}
	}
	return out, nil
}

// run matches the activities of jobs and stores their efforts, a group at a
// time.
func (f *segmentsFollower) run(ctx context.Context, a training.AthleteID, jobs []job) error {
	for group := range slices.Chunk(jobs, segmentsGroupSize) {
		found := make([][]training.SegmentEffort, len(group))
		workers, wctx := errgroup.WithContext(ctx)
		workers.SetLimit(runtime.GOMAXPROCS(0))
		for i := range group {
			if len(group[i].ways) == 0 {
				continue
			}
			workers.Go(func() (err error) {
				found[i], err = f.match(wctx, a, &group[i])
				return err
			})
		}
		if err := workers.Wait(); err != nil {
			return err
		}
		err := f.db.Write(ctx, func(tx *store.Tx) error {
			for i := range group {
				if err := tx.PutSegmentEfforts(a, group[i].activity, group[i].segments(), found[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// channels are those that efforts are found by, and those that their values are
// of: most that are read have efforts, as far as sketches tell.
func channels() store.ChannelSet {
	return store.Channels(training.Latitude, training.Longitude, training.Distance, training.Power, training.HeartRate,
		training.Cadence, training.Speed, training.Altitude, training.Temperature)
}

// match finds the efforts of an activity. One that is gone, or whose columns
// are damaged, has none.
func (f *segmentsFollower) match(ctx context.Context, a training.AthleteID, j *job) ([]training.SegmentEffort, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx) // reads that can be cut off cost more than these
	out, err := f.efforts(ctx, a, j)
	if kind := training.KindOf(err); err != nil && (kind == training.KindNotFound || kind == training.KindCorrupt) {
		return nil, nil
	}
	return out, err
}

func (f *segmentsFollower) efforts(ctx context.Context, a training.AthleteID, j *job) (out []training.SegmentEffort, err error) {
	defer func() { // a defect here concerns this activity alone
		if recover() != nil {
			out, err = nil, nil
		}
	}()
	s := scopeOf(a)
	page, err := f.db.Activities(ctx, s, store.ActivityFilter{IDs: []training.ActivityID{j.activity}, Metrics: []training.Metric{}})
	if err != nil || len(page.Rows) == 0 {
		return nil, err
	}
	recs, err := f.db.Recordings(ctx, s, j.activity)
	if err != nil || len(recs) == 0 {
		return nil, err
	}
	rec := WithWorkOf(&recs[0].Recording, PowerFrom(recs))
	rec.Sport, rec.SubSport = page.Rows[0].Sport, page.Rows[0].SubSport
	cols, err := f.db.Stream(ctx, s, j.activity, channels())
	if err != nil {
		return nil, err
	}
	rec.Columns = *cols
	view := stream.Of(&rec, stream.Limits{})
	track := route.TrackOf(view)
	var stretches *summary.Stretches
	for _, o := range j.ways {
		for _, p := range o.made.Passes(track) {
			if stretches == nil {
				stretches = summary.NewStretches(view)
			}
			out = append(out, effortOf(stretches, o, j.activity, p))
		}
	}
	return out, nil
}

// kept are the values of an effort.
func kept() []training.Metric {
	return []training.Metric{
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricAvgHRBpm, training.MetricMaxHRBpm,
		training.MetricAvgCadenceRPM, training.MetricElevationGainM, training.MetricAvgTempC,
	}
}

// effortOf is a pass with its values. Its speed is that of the segment's
// length: the recording's own differs a little each time.
func effortOf(stretches *summary.Stretches, o *own, id training.ActivityID, p route.Pass) training.SegmentEffort {
	e := training.SegmentEffort{Segment: o.Segment, Activity: id, FromS: p.FromS, ToS: p.ToS, Doubts: p.Doubts}
	e.TimerS = stretches.View().TimerIn(p.Span)
	values := stretches.Values(p.Span, e.TimerS)
	for _, m := range kept() {
		if v, ok := values[m]; ok {
			e.Values = e.Values.Put(m, v)
		}
	}
	if e.TimeS() > 0 {
		e.Values = e.Values.Put(training.MetricAvgSpeedKMH, o.made.LengthM()/e.TimeS()*3.6)
	}
	return e
}
