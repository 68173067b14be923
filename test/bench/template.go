package main

import (
	"math"

	"lapkeep/internal/demo"
	"lapkeep/internal/derive"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// template is an activity of the demo athlete with what is derived from it.
type template struct {
	recording  *training.Recording
	name       string
	summary    store.Summary
	primitives []store.Primitive
}

// templates computes a mix of the demo athlete's rides, runs and swims: every
// nth activity, so that all kinds of training days are among them.
func templates(today training.Day) []template {
	const nth = 18
	var all []template
	i := 0
	for item := range demo.Athlete(today).Items() {
		if i++; i%nth != 0 {
			continue
		}
		rec := item.Recordings()[0]
		t := template{recording: rec, name: item.Name}
		act := training.Activity{ID: "a", Sport: rec.Sport, SubSport: rec.SubSport, LocalDay: item.Day}
		t.summary, t.primitives = derive.Single(act, "r", rec)
		all = append(all, t)
	}
	return all
}

// varier makes one template into activities that differ in their values, so
// that bests, lists and sums have something to choose from.
type varier struct{ curves derive.Curves }

// effort are the metrics that are higher on a better day.
func effort() []training.Metric {
	return []training.Metric{
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricXPowerW,
		training.MetricWorkKJ, training.MetricDistanceKM, training.MetricAvgSpeedKMH,
	}
}

// summary is the template's on a day that is by times better.
func (v varier) summary(s store.Summary, times float64) store.Summary {
	values := make(training.Values, len(s.Values))
	for m, x := range s.Values {
		values[m] = x
	}
	for _, m := range effort() {
		if x, ok := values[m]; ok {
			values[m] = x * times
		}
	}
	s.Values = values
	return s
}

// primitive is the template's on such a day; histograms and laps stay.
func (v varier) primitive(p store.Primitive, times float64) (store.Primitive, error) {
	switch p.Kind {
	case derive.PowerCurve, derive.HRCurve:
		points, err := v.curves.Decode(p.Data)
		if err != nil {
			return p, err
		}
		if p.Kind == derive.HRCurve {
			times = math.Sqrt(times)
		}
		for i, pt := range points {
			d := float64(pt.DurationS)
			points[i].Value = math.Round(pt.Value*times*d) / d
		}
		p.Data = v.curves.Encode(points)
	case derive.Efforts:
		efforts, err := derive.DecodeEfforts(p.Data)
		if err != nil {
			return p, err
		}
		for i := range efforts {
			efforts[i].TimeS /= times
		}
		p.Data = derive.EncodeEfforts(efforts)
	}
	return p, nil
}
