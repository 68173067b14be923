package stream_test

import (
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// counted is a run of half an hour at 3 m/s whose counter begins at first.
func counted(first float64) *training.Recording {
	const seconds = 1800
	r := metricstest.Recording(training.Running, seconds)
	metres := make([]float64, seconds)
	for i := range metres {
		metres[i] = first + 3*float64(i)
	}
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Speed, metricstest.Repeat(3, seconds))
	return r
}

func total(r *training.Recording, sub string, km float64) *training.Recording {
	r.SubSport, r.DeviceValues = sub, training.Values{training.MetricDistanceKM: km}
	return r
}

// early ends the rows of a recording before it ends itself.
func early(r *training.Recording, at int) *training.Recording {
	metricstest.Drop(r, func(s int) bool { return s >= at })
	return r
}

// TestOneRuleOfDistance: where a counter begins, what a break counts, and which
// of the rows and the device's total is the distance.
func TestOneRuleOfDistance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		r    *training.Recording
		m    float64
		from stream.WaySource
	}{
		"rows alone":                      {counted(0), 5400, stream.WayRows},
		"a little before the first row":   {counted(20), 5420, stream.WayRows},
		"another leg counted before":      {counted(40_000), 5400, stream.WayRows},
		"a total of the leg":              {total(counted(40_000), "", 5.4), 5400, stream.WayRows},
		"a total of all that was counted": {total(counted(300), "", 5.7), 5700, stream.WayRows},
		"a total apart outdoors":          {total(counted(0), "", 5.9), 5400, stream.WayRows},
		"put right indoors":               {total(counted(0), training.SubIndoor, 5.9), 5900, stream.WayScaled},
		"put right downwards":             {total(counted(0), training.SubIndoor, 5), 5000, stream.WayScaled},
		"another thing indoors":           {total(counted(0), training.SubIndoor, 50), 5400, stream.WayRows},
		"rows end early":                  {total(early(counted(0), 60), "", 5.4), 5400, stream.WayTotal},
		"rows end early indoors":          {total(early(counted(0), 60), training.SubIndoor, 5.4), 5400, stream.WayTotal},
		"rows end early, less in all":     {total(early(counted(0), 60), "", 0.1), 177, stream.WayRows},
		"nobody is so fast":               {total(early(counted(0), 60), "", 500), 177, stream.WayRows},
	} {
		v := stream.Of(c.r, stream.Limits{})
		metricstest.Close(t, name, v.Way.M, c.m, 1e-3)
		if v.Way.From != c.from {
			t.Errorf("%s: it is from %v, want %v", name, v.Way.From, c.from)
		}
		if speed, _ := v.At(training.Speed, 30); c.from == stream.WayScaled {
			metricstest.Close(t, name+": speed", float64(speed)/1000, 3*c.m/5400, 1e-3)
		}
	}
}

// TestABreakCountsNoWay: what lies over a break has neither time nor way, by a
// counter as by positions; a counter that lags by some metres is believed.
func TestABreakCountsNoWay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ jump, want float64 }{
		"a ferry": {4000, 5097}, "some metres": {15, 5112}, "nothing": {0, 5097},
	} {
		r := counted(0)
		metricstest.Pause(r, 600, 700)
		for i, s := range r.Columns.TimeS {
			if s >= 700 {
				r.Columns.Data[training.Distance].Values[i] += int32((c.jump - 300) * training.Distance.Scale())
			}
		}
		placed := metricstest.Recording(training.Running, 1800)
		placed.Pauses, placed.TimerS, placed.Columns.TimeS = r.Pauses, r.TimerS, r.Columns.TimeS
		for i := range r.Columns.TimeS {
			m, _ := r.Columns.At(training.Distance, i)
			const semicircles = 1 << 31 / 180. / 111194.93
			placed.Columns.Put(training.Latitude, i, int32(float64(m)/100*semicircles))
			placed.Columns.Put(training.Longitude, i, 1<<20)
		}
		metricstest.Close(t, name, stream.Of(r, stream.Limits{}).Way.M, c.want, 1e-9)
		metricstest.Close(t, name+" by positions", stream.Of(placed, stream.Limits{}).Way.M, 5097, 1e-3)
	}
}

// TestTheTotalIsTheCounterAtTheEnd: devices stop writing rows before the timer
// stops. Their total says how far the counter came, as far as the last speed
// explains it; the last lap ends with it, too.
func TestTheTotalIsTheCounterAtTheEnd(t *testing.T) {
	t.Parallel()
	const last = 3 * 1799 // the last row's distance at 3 m/s
	ends := func(r *training.Recording, elapsedS float64) *training.Recording {
		r.ElapsedS, r.TimerS = elapsedS, elapsedS
		return r
	}
	for name, c := range map[string]struct {
		totalM, elapsedS, want float64
	}{
		"two seconds after the last row":         {last + 6, 1801, last + 6},
		"the same where the clock lost a second": {last + 6, 1798, last + 6},
		"nothing more":                           {last, 1805, last},
		"slower at the end":                      {last + 10, 1805, last + 10},
		"no total":                               {0, 1805, last + 18},
		"more than the time explains":            {last + 30, 1801, last + 6},
		"less than the rows":                     {last - 20, 1799.5, last},
	} {
		v := stream.Of(total(ends(counted(0), c.elapsedS), "", c.totalM/1000), stream.Limits{})
		metricstest.Close(t, name, v.Way.M, c.want, 1e-9)
		half, _ := v.DistanceIn(training.Span{FromS: 900, ToS: max(c.elapsedS, 1799) + 1})
		metricstest.Close(t, name+": the last half", half, c.want-2700, 1e-9)
	}
}
