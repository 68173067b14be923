package curves

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// trialKey identifies the best efforts of an activity after a given amount of work.
type trialKey struct {
	scope training.Scope
	id    training.ActivityID
	kind  string
	workJ int64
}

// trial is a best effort of an activity, with its mean heart rate, which is 0 if unknown.
type trial struct {
	effort curve.ThresholdEffort
	bpm    float64
}

// mostTrials is the maximum number of activities whose efforts are cached.
const mostTrials = 1024

// proof finds the maximal efforts of a sport in a range of days, by the rule in
// [curve.Rule.Find]. It reads the recordings of the activities that hold a best.
type proof struct {
	c        *Index
	scope    training.Scope
	kind     string // Power or Distance
	sport    training.Sport
	days     training.DayRange
	work     work // only efforts after this amount of work count
	timeline *fitness.Timeline
}

func (p *proof) rule() curve.Rule {
	if p.kind == Power {
		return curve.PowerRule()
	}
	return curve.SpeedRule(p.sport)
}

// find returns the maximal efforts among the given bests.
func (p *proof) find(ctx context.Context, points []Point) (curve.Found, error) {
	usual, err := p.usual(ctx)
	if err != nil {
		return curve.Found{}, err
	}
	rule := p.rule()
	var all []curve.ThresholdEffort
	var seen []training.ActivityID
	for _, best := range efforts(points, p.kind) {
		if best.DurationS < rule.FromS || best.DurationS > rule.ToS || slices.Contains(seen, best.Activity) {
			continue
		}
		seen = append(seen, best.Activity)
		found, err := p.efforts(ctx, best, points)
		if err != nil {
			return curve.Found{}, err
		}
		all = append(all, found...)
	}
	return rule.Find(all, usual), nil
}

// looked returns those bests whose durations are examined for maximal efforts.
func looked(points []Point) []Point {
	at := curve.TrialsS()
	return slices.DeleteFunc(slices.Clone(points), func(p Point) bool { return !slices.Contains(at, int32(p.At)) })
}

// efforts returns the efforts of an activity that holds a best. If its
// recording cannot be read, it returns only the bests that the activity holds.
func (p *proof) efforts(ctx context.Context, best curve.ThresholdEffort, points []Point) ([]curve.ThresholdEffort, error) {
	ref := Ref{best.Activity, best.Day, p.sport}
	k := trialKey{p.scope, ref.ID, p.kind, p.work.of(ref)}
	trials, err := p.c.trials.Get(ctx, p.c.r, k, func() ([]trial, error) { return p.read(ctx, ref, k.workJ) })
	if err != nil {
		return nil, err
	}
	if len(trials) == 0 {
		bests := efforts(points, p.kind)
		return slices.DeleteFunc(bests, func(e curve.ThresholdEffort) bool { return e.Activity != ref.ID }), nil
	}
	most := p.timeline.At(p.sport.Plain(), ref.Day).MaxHRBpm
	out := make([]curve.ThresholdEffort, len(trials))
	for i, t := range trials {
		out[i] = t.effort
		if most > 0 {
			out[i].HeartShare = t.bpm / most
		}
	}
	return out, nil
}

// read finds the efforts in the recording of an activity.
func (p *proof) read(ctx context.Context, ref Ref, workJ int64) ([]trial, error) {
	r, err := p.c.load(ctx, p.scope, ref, p.kind, training.HeartRate)
	if r == nil || err != nil {
		return nil, err
	}
	row, err := p.c.r.Activity(ctx, p.scope, ref.ID)
	if err = training.UnlessNotFound(err); err != nil {
		return nil, err
	}
	var out []trial
	for _, e := range r.trials(p.kind, ref.Sport, workJ) {
		e.Activity, e.Day, e.Placed, e.Race = ref.ID, ref.Day, true, row.Race
		out = append(out, trial{e, r.heart(e)})
	}
	return out, nil
}

// trials returns the best efforts of a recording.
func (r *recorded) trials(kind string, sport training.Sport, workJ int64) (out []curve.ThresholdEffort) {
	if kind == Distance {
		found, _ := r.tracks.Efforts(curve.Distances(sport))
		for _, e := range found {
			if e.Believed() {
				e = e.Rounded() // rounded as in the store, so that all answers show the same time
				out = append(out, curve.ThresholdEffort{
					DurationS: e.TimeS, Value: e.DistanceM / e.TimeS, DistanceM: e.DistanceM, StartS: e.StartS,
				})
			}
		}
		return out
	}
	for _, pt := range curve.After(r.watts, workJ, curve.TrialsS()) {
		out = append(out, curve.ThresholdEffort{
			DurationS: float64(pt.DurationS), Value: pt.Value, StartS: float64(r.firstS + pt.StartS),
		})
	}
	return out
}

// riseS is the time in s at the start of an effort that its mean heart rate leaves out,
// because heart rate needs minutes to rise.
const riseS = 120

// heart returns the mean heart rate of an effort, without the first [riseS] seconds, or 0
// if less than half of the values are known.
func (r *recorded) heart(e curve.ThresholdEffort) float64 {
	span := training.Span{FromS: e.StartS + min(riseS, e.DurationS/3), ToS: e.StartS + e.DurationS}
	mean, seconds, ok := r.view.MeanIn(training.HeartRate, span)
	if !ok || 2*seconds < span.ToS-span.FromS {
		return 0
	}
	return mean / training.HeartRate.Scale()
}

// usual returns the power or speed in everyday training: the median over the
// activities on these days, or 0 if it is unknown.
func (p *proof) usual(ctx context.Context) (float64, error) {
	inputs, err := p.c.r.LoadInputs(ctx, p.scope, p.days)
	if err != nil {
		return 0, err
	}
	var rates []float64
	for i := range inputs {
		in := &inputs[i]
		rate := in.DistanceM
		if p.kind == Power {
			rate = in.WorkJ
		}
		if s := cmp.Or(in.MovingS, in.TimerS); in.Sport == p.sport && rate > 0 && s > 0 {
			rates = append(rates, rate/s)
		}
	}
	if len(rates) == 0 {
		return 0, nil
	}
	slices.Sort(rates)
	return rates[len(rates)/2], nil
}

// hardOf returns those bests that may be maximal, judging by heart rate or else by everyday
// training. For heart rate, it uses the activity's highest mean over the same duration. No
// effort of the activity can exceed that, so the recordings of years need not be read.
func (p *proof) hardOf(ctx context.Context, points []Point, usual float64) (out []Point, err error) {
	rule, rates := p.rule(), map[training.ActivityID][]curve.Point{}
	for _, e := range efforts(points, p.kind) {
		if e.DurationS < rule.FromS || e.DurationS > rule.ToS {
			continue
		}
		rate, ok := rates[e.Activity]
		if !ok {
			prim, err := p.c.r.Primitive(ctx, p.scope, e.Activity, derive.HRCurve)
			if err = training.UnlessNotFound(err); err != nil {
				return nil, err
			}
			if rate, err = derive.DecodeCurve(prim.Data); err != nil {
				rate = nil // a damaged curve will be derived again
			}
			rates[e.Activity] = rate
		}
		if most := p.timeline.At(p.sport.Plain(), e.Day).MaxHRBpm; most > 0 {
			if i := slices.IndexFunc(rate, func(pt curve.Point) bool { return float64(pt.DurationS) == e.DurationS }); i >= 0 {
				e.HeartShare = rate[i].Value / most
			}
		}
		if rule.Hard(e, usual) {
			out = append(out, Point{e.DurationS, e.Value, Ref{e.Activity, e.Day, p.sport}})
		}
	}
	return out, nil
}

// testWords returns a sentence that recommends a test because none was found.
func testWords(sport training.Sport, days int) i18n.Sentence {
	switch sport {
	case training.Cycling:
		return i18n.Sentencef("Cycling: no test in these %d days. Ride 20 minutes all out after a thorough warm-up, with power and "+
			"heart rate; or 3 and 12 minutes all out with half an hour of easy riding between them.", days)
	case training.Swimming:
		return i18n.Sentencef("Swimming: no test in these %d days. Swim 400 m and 200 m all out, with full rest between them.", days)
	}
	return i18n.Sentencef("Running: no test in these %d days. Run 30 minutes alone on flat ground at the hardest pace that you can "+
		"hold, with heart rate; or race 5 or 10 km.", days)
}

// noTest returns the reason why there is no estimate of a threshold.
func noTest(why i18n.Sentence) i18n.Sentence {
	return i18n.Sentencef("no test in this period: %s", why)
}
