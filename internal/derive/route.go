package derive

import (
	"context"
	"maps"
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

// EncodeRoute encodes the sketch of a track and its profile. The line comes
// last, so that most sketches can be distinguished without reading it.
func EncodeRoute(s *route.Sketch) []byte {
	w := newWriter(16 + 5*len(s.Line) + 2*len(s.ProfileDM))
	w.int(s.DistanceDM)
	w.int(s.TimerDS)
	e := &s.Extent
	for _, v := range []int64{int64(e.South), int64(e.North), int64(e.West), int64(e.East), e.LengthDM} {
		w.int(v)
	}
	w.uint(uint64(len(s.ProfileDM)))
	before := int32(0)
	for _, dm := range s.ProfileDM {
		w.int(int64(dm) - int64(before))
		before = dm
	}
	w.line(s.Line)
	return w.b
}

func (w *writer) line(line []route.Point) {
	w.uint(uint64(len(line)))
	last := route.Point{}
	for _, p := range line {
		w.int(int64(p.Lat) - int64(last.Lat))
		w.int(int64(p.Lon) - int64(last.Lon))
		last = p
	}
}

// DecodeRoute decodes the result of [EncodeRoute].
func DecodeRoute(b []byte) (*route.Sketch, error) {
	r := newReader(b)
	s := r.routeHead()
	s.Line = r.line()
	if !r.done() || s.DistanceDM < 0 || s.TimerDS < 0 {
		return nil, damaged("route")
	}
	return s, nil
}

// line reads a line that the writer's method line wrote. It returns nil if the line is empty.
func (r *reader) line() (line []route.Point) {
	if n := r.count(2); n > 0 {
		line = make([]route.Point, n)
	}
	lat, lon := int64(0), int64(0)
	for i := range line {
		lat, lon = r.sum(lat), r.sum(lon)
		line[i] = route.Point{Lat: int32(lat), Lon: int32(lon)}
	}
	return line
}

// DecodeRouteHead decodes everything but the line, which it returns still encoded.
func DecodeRouteHead(b []byte) (s *route.Sketch, line []byte, err error) {
	r := newReader(b)
	s = r.routeHead()
	if r.bad || s.DistanceDM < 0 || s.TimerDS < 0 {
		return nil, nil, damaged("route")
	}
	return s, r.b, nil
}

// DecodeRouteLine decodes the line after a head, reusing the memory of room.
func DecodeRouteLine(b []byte, room []route.Point) ([]route.Point, error) {
	r := &reader{b: b}
	n := r.count(2)
	line := slices.Grow(room[:0], n)
	lat, lon := int64(0), int64(0)
	for range n {
		if b := r.b; len(b) >= 4 && b[0]&b[2] >= 0x80 && b[1]|b[3] < 0x80 { // most steps are two bytes each
			y, x := int64(b[0]&0x7f)|int64(b[1])<<7, int64(b[2]&0x7f)|int64(b[3])<<7
			lat, lon = lat+(y>>1^-(y&1)), lon+(x>>1^-(x&1))
			r.b = b[4:]
			if lat != int64(int32(lat)) || lon != int64(int32(lon)) {
				r.fail()
			}
		} else {
			lat, lon = r.sum(lat), r.sum(lon)
		}
		line = append(line, route.Point{Lat: int32(lat), Lon: int32(lon)})
	}
	if !r.done() {
		return nil, damaged("route")
	}
	return line, nil
}

func (r *reader) routeHead() *route.Sketch {
	s := &route.Sketch{DistanceDM: r.int(), TimerDS: r.int()}
	s.Extent = route.Extent{South: r.int32(), North: r.int32(), West: r.int32(), East: r.int32(), LengthDM: r.int()}
	if n := r.count(1); n > 0 {
		s.ProfileDM = make([]int32, n)
	}
	dm := int64(0)
	for i := range s.ProfileDM {
		dm = r.sum(dm)
		s.ProfileDM[i] = int32(dm)
	}
	return s
}

// sum returns before plus the next stored difference. It must fit into an int32.
func (r *reader) sum(before int64) int64 {
	d := r.int()
	if d < -math.MaxUint32 || d > math.MaxUint32 || before+d < math.MinInt32 || before+d > math.MaxInt32 {
		r.fail()
		return 0
	}
	return before + d
}

// segmentsGroupSize is the number of activities that are matched in one
// transaction.
const segmentsGroupSize = 64

// job is an activity that is to be matched with some segments. The new efforts replace
// its efforts on these segments, or on all segments if whole is set.
type job struct {
	activity training.ActivityID
	whole    bool
	ways     []*own
}

// segments returns the ids of the job's segments, or nil for all segments.
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

// jobs returns the changed activities with all segments that they may have passed over,
// and the other activities with the changed segments that they may have passed over.
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
		p, err := f.db.Primitive(ctx, training.Everything(t.athlete), id, Route)
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
	for p, err := range f.db.Primitives(ctx, training.Everything(t.athlete), Route, everyDay()) {
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

// candidates returns the segments that a recording may have passed over, according to its
// sketch. If the sketch is damaged, it returns none: the activity will be matched once
// the sketch has been derived again.
func candidates(p *store.Primitive, ways []*own) (out []*own, err error) {
	sketch, err := DecodeRoute(p.Data)
	if err != nil {
		return nil, nil //nolint:nilerr
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

// run matches the activities of jobs and stores their efforts, one group at a time.
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

// channels returns the channels needed to find efforts and to compute their values. They are
// read together because, according to the sketches, most of these recordings contain efforts.
func channels() store.ChannelSet {
	return store.Channels(training.Latitude, training.Longitude, training.Distance, training.Power, training.HeartRate,
		training.Cadence, training.Speed, training.Altitude, training.Temperature)
}

// match finds the efforts of an activity. It finds none in a deleted activity
// or in damaged columns.
func (f *segmentsFollower) match(ctx context.Context, a training.AthleteID, j *job) ([]training.SegmentEffort, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx) // reads that can be cancelled cost more
	out, err := f.efforts(ctx, a, j)
	if kind := training.KindOf(err); err != nil && (kind == training.KindNotFound || kind == training.KindCorrupt) {
		return nil, nil
	}
	return out, err
}

func (f *segmentsFollower) efforts(ctx context.Context, a training.AthleteID, j *job) (out []training.SegmentEffort, err error) {
	defer func() { // a bug affects only this activity
		if recover() != nil {
			out, err = nil, nil
		}
	}()
	s := training.Everything(a)
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

func kept() []training.Metric {
	return []training.Metric{
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricAvgHRBpm, training.MetricMaxHRBpm,
		training.MetricAvgCadenceRPM, training.MetricElevationGainM, training.MetricAvgTempC,
	}
}

// effortOf returns the effort of a pass with its values. The speed is computed from
// the segment's length, because the recorded distance differs a little each time.
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

// sameTimer is the maximum relative difference between the timer times of two recordings
// for the work of one to apply to the other, too.
const sameTimer = 0.01

// WithWorkOf returns a copy of the primary recording with the device's total work taken from the
// recording that provides power, because the work measured by another meter does not
// match the rows. The copy has no work if that recording has none or differs in duration.
// Neither recording is changed.
func WithWorkOf(primary, powerFrom *training.Recording) training.Recording {
	out := *primary
	if powerFrom == nil || powerFrom == primary {
		return out
	}
	work, ok := powerFrom.DeviceValues[training.MetricWorkKJ]
	apart := math.Abs(powerFrom.TimerS-primary.TimerS) > sameTimer*primary.TimerS
	if was, had := primary.DeviceValues[training.MetricWorkKJ]; had && ok && was == work && !apart {
		return out
	}
	out.DeviceValues = maps.Clone(primary.DeviceValues)
	delete(out.DeviceValues, training.MetricWorkKJ)
	if ok && !apart {
		out.DeviceValues = out.DeviceValues.Put(training.MetricWorkKJ, work)
	}
	return out
}
