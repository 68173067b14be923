package intervals

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

// view is an operation that shows something of one activity, and what of a
// query concerns it.
type view struct {
	op    operation
	query func(source.ViewQuery) url.Values
	ext   bool
}

var views = map[source.ActivityView]view{
	source.ViewDetails:        {op: opActivity},
	source.ViewIntervals:      {op: opIntervals},
	source.ViewBestEfforts:    {op: opBestEfforts, query: effortsQuery},
	source.ViewPowerHistogram: {op: opPowerHistogram, query: bucketQuery},
	source.ViewHRHistogram:    {op: opHRHistogram, query: bucketQuery},
	source.ViewPaceHistogram:  {op: opPaceHistogram},
	source.ViewGAPHistogram:   {op: opGAPHistogram},
	source.ViewPowerCurve:     {op: opPowerCurve, ext: true},
	source.ViewHRCurve:        {op: opHRCurve, ext: true},
	source.ViewPaceCurve:      {op: opPaceCurve, ext: true, query: gradedQuery},
	source.ViewPowerVsHR:      {op: opPowerVsHR, ext: true},
	source.ViewTimeAtHR:       {op: opTimeAtHR},
	source.ViewWeather:        {op: opActivityWx},
	source.ViewMap:            {op: opMap},
	source.ViewSegments:       {op: opSegments},
}

// ActivityView gives what the service computed, as it says it.
func (c *Client) ActivityView(ctx context.Context, id string, what source.ActivityView, q source.ViewQuery) (json.RawMessage, error) {
	v, ok := views[what]
	if !ok {
		return nil, training.Errorf(training.KindUnsupported, "Intervals.icu has no view %q of an activity.", what).WithFix("Use intervals, best_efforts, power_histogram or another one of the list.")
	}
	a, err := c.one(ctx, id)
	if err != nil {
		return nil, err
	}
	if a.Stub() {
		return nil, withheld()
	}
	r := request{op: v.op, at: []string{id}}
	if v.ext {
		r.at = append(r.at, "")
	}
	if v.query != nil {
		r.query = v.query(q)
	}
	if what == source.ViewBestEfforts && q.DurationS == 0 && q.DistanceM == 0 {
		return nil, training.Errorf(training.KindInvalid, "Best efforts are of a duration or of a distance.").WithFix("Give one of the two.")
	}
	shown, err := ask[json.RawMessage](ctx, c, r)
	if errors.Is(err, errNoReason) {
		return nil, notFound("Intervals.icu has nothing to show there: the activity may lack what it is made from.")
	}
	return shown, err
}

func effortsQuery(q source.ViewQuery) url.Values {
	v := url.Values{"stream": {cmp.Or(q.Stream, "watts")}}
	if q.DurationS > 0 {
		v.Set("duration", whole(q.DurationS))
	} else {
		v.Set("distance", whole(q.DistanceM))
	}
	if q.Count > 0 {
		v.Set("count", whole(float64(q.Count)))
	}
	return v
}

func bucketQuery(q source.ViewQuery) url.Values {
	if q.BucketSize <= 0 {
		return nil
	}
	return url.Values{"bucketSize": {whole(q.BucketSize)}}
}

func gradedQuery(q source.ViewQuery) url.Values {
	if !q.Graded {
		return nil
	}
	return url.Values{"gap": {"true"}}
}

// Curves gives the service's curves of power, heart rate or pace. A sport is
// asked for always: without one the service refuses power.
func (c *Client) Curves(ctx context.Context, q source.CurveQuery) (json.RawMessage, error) {
	kind := cmp.Or(q.Type, "Ride")
	op, ok := map[string]operation{"power": opPowerCurves, "hr": opHRCurves, "pace": opPaceCurves}[q.Metric]
	if !ok {
		return nil, training.Errorf(training.KindInvalid, "%q is no curve of Intervals.icu.", q.Metric).WithFix("Use power, hr or pace.")
	}
	if q.Metric == "pace" {
		kind = cmp.Or(q.Type, "Run")
	}
	v := url.Values{"type": {kind}}
	var curves []string
	for _, r := range q.Days {
		curves = append(curves, "r."+r.From.String()+"."+r.To.String())
	}
	if len(curves) > 0 {
		v.Set("curves", strings.Join(curves, ","))
	}
	if q.Graded && q.Metric == "pace" {
		v.Set("gap", "true")
	}
	return ask[json.RawMessage](ctx, c, request{op: op, at: []string{c.athlete, ""}, query: v})
}
