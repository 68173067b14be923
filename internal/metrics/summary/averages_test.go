package summary_test

import (
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// effort returns what somebody did in each second, whatever a device writes of it.
func effort(t int) (watts, cadence, bpm float64) {
	if t%300 >= 240 {
		return 0, 0, 120
	}
	return 200 + float64(t/300)*10, 90, 150
}

// done returns half an hour of it, with a row every second.
func done() *training.Recording {
	const seconds = 1800
	r := metricstest.Recording(training.Cycling, seconds)
	var watts, cadence, bpm []float64
	for t := range seconds {
		w, c, b := effort(t)
		watts, cadence, bpm = append(watts, w), append(cadence, c), append(bpm, b)
	}
	metricstest.Put(r, training.Power, watts)
	metricstest.Put(r, training.Cadence, cadence)
	metricstest.Put(r, training.HeartRate, bpm)
	return r
}

// truth returns the means over the seconds [from, to) that count.
func truth(from, to int, counts func(t int) bool) (watts, cadence, turning, bpm float64) {
	n, turns := 0.0, 0.0
	for t := from; t < to; t++ {
		if !counts(t) {
			continue
		}
		w, c, b := effort(t)
		n, watts, cadence, bpm = n+1, watts+w, cadence+c, bpm+b
		if c > 0 {
			turns++
		}
	}
	return watts / n, cadence / n, cadence / max(1, turns), bpm / n
}

// TestAveragesOfRecordingsOfAKnownTruth: a pause, lost rows, coasting and a sensor
// that drops out change no average beyond what they took away.
func TestAveragesOfRecordingsOfAKnownTruth(t *testing.T) {
	t.Parallel()
	all := func(int) bool { return true }
	silent := func(s int) bool { return s%300 < 20 }
	for name, c := range map[string]struct {
		change func(r *training.Recording)
		counts func(s int) bool
	}{
		"every second": {func(*training.Recording) {}, all},
		"a pause": {
			func(r *training.Recording) { metricstest.Pause(r, 600, 700) },
			func(s int) bool { return s < 600 || s >= 700 },
		},
		"rows lost": {func(r *training.Recording) {
			metricstest.Drop(r, func(s int) bool { return s%100 > 50 && s%100 < 60 })
		}, all},
	} {
		r := done()
		c.change(r)
		values := summary.Of(stream.Of(r, stream.Limits{})).Values
		watts, _, turning, bpm := truth(0, 1800, c.counts)
		metricstest.Close(t, name+": power", values[training.MetricAvgPowerW], watts, 1e-3)
		metricstest.Close(t, name+": cadence", values[training.MetricAvgCadenceRPM], turning, 1e-9)
		metricstest.Close(t, name+": heart rate", values[training.MetricAvgHRBpm], bpm, 1e-3)
	}
	r := done()
	for i, s := range r.Columns.TimeS {
		if silent(int(s)) {
			r.Columns.Data[training.Power].Valid.Clear(i)
		}
	}
	r.DeviceValues = training.Values{training.MetricWorkKJ: workKJ(1800)}
	heard := 1800 - 6*20.0
	values := summary.Of(stream.Of(r, stream.Limits{})).Values
	metricstest.Close(t, "more energy than rows: power", values[training.MetricAvgPowerW], workKJ(1800)*1000/heard, 1e-9)

	r = done()
	metricstest.Drop(r, func(s int) bool { return s%2 == 1 || s%300 > 240 && s%300 != 290 })
	watts, _, _, bpm := truth(0, 1800, all)
	values = summary.Of(stream.Of(r, stream.Limits{})).Values
	metricstest.Close(t, "rows on change: heart rate", values[training.MetricAvgHRBpm], bpm, 1e-9)
	metricstest.Close(t, "rows on change: energy", values[training.MetricWorkKJ], watts*1.8, 1e-9)
}

// workKJ returns the work of the first seconds.
func workKJ(seconds int) (kj float64) {
	for t := range seconds {
		w, _, _ := effort(t)
		kj += w / 1000
	}
	return kj
}

// TestTheAppsOfVirtualRidesCountZeros of cadence; head units do not.
func TestTheAppsOfVirtualRidesCountZeros(t *testing.T) {
	t.Parallel()
	_, all, turning, _ := truth(0, 1800, func(int) bool { return true })
	for sub, want := range map[string]float64{"": turning, training.SubIndoor: turning, training.SubVirtual: all} {
		r := done()
		r.SubSport = sub
		values := summary.Of(stream.Of(r, stream.Limits{})).Values
		metricstest.Close(t, sub, values[training.MetricAvgCadenceRPM], want, 1e-9)
	}
}

// TestARowCountsInItsOwnLap: the last row of a lap lasts no longer than the lap,
// the last row of a recording is in its mean, and the only lap has every row.
func TestARowCountsInItsOwnLap(t *testing.T) {
	t.Parallel()
	lap := func(r *training.Recording, i int) float64 { return lapsOf(r)[i].Values[training.MetricAvgPowerW] }
	r := metricstest.Recording(training.Cycling, 60)
	watts := metricstest.Repeat(100, 60)
	watts[29] = 400
	metricstest.Put(r, training.Power, watts)
	metricstest.Drop(r, func(s int) bool { return s >= 30 && s < 39 })
	cut(r, 0, 30)
	metricstest.Close(t, "the lap before the gap", lap(r, 0), 110, 1e-9)

	r = metricstest.Recording(training.Cycling, 60)
	watts = metricstest.Repeat(100, 60)
	watts[59] = 400
	metricstest.Put(r, training.Power, watts)
	r.ElapsedS = 59
	values := summary.Of(stream.Of(r, stream.Limits{})).Values
	metricstest.Close(t, "a recording that ends with its last row", values[training.MetricAvgPowerW], 105, 1e-9)

	r = metricstest.Recording(training.Cycling, 60)
	metricstest.Put(r, training.Power, append(metricstest.Repeat(100, 30), metricstest.Repeat(300, 30)...))
	r.ElapsedS, r.TimerS = 40, 40
	r.Laps = []training.Lap{{EndS: 60, ElapsedS: 40, TimerS: 40}}
	metricstest.Close(t, "the only lap", lap(r, 0), 200, 1e-9)
}
