package summary_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
	"lapkeep/test/rawfit"
)

// meter is a class of devices by how it averages power (ADR 0007). It writes a
// recording with its own figures, which it computes from what it measured and
// not from its rows.
type meter struct {
	name          string
	maker, sport  int
	zerosOut      bool // a setting: coasting counts for nothing
	missingIsZero bool
	work          float64 // its total work as a share of what was done; 0 is not written
	oldNP         bool    // its normalized power leaves the zeros out too
	laps          int
	rowsLost      bool // not every second has a row
	catchesUp     bool // the sensor sends the energy of what it missed
	plain         bool // the rows' mean is what the device says
}

const meterS = 1800

// done is the work of the legs in a second: a quarter of each five minutes is
// coasted, and the third lap is harder than the others.
func (m meter) done(t int) (watts, cadence int) {
	if t%300 >= 225 {
		return 0, 0
	}
	return 180 + 40*(t/600) + t%25, 90
}

// missed says that the sensor was not heard in a second.
func (m meter) missed(t int) bool { return m.catchesUp && t%600 >= 100 && t%600 < 160 }

// figures are the device's average and work of a stretch.
func (m meter) figures(from, to int) (avg int, workJ int) {
	joules, seconds := 0, 0
	for t := from; t < to; t++ {
		watts, _ := m.done(t)
		joules += watts
		if m.zerosOut && watts == 0 || m.missed(t) && !m.missingIsZero {
			continue
		}
		seconds++
	}
	return int(math.Round(float64(joules) / float64(seconds))), int(float64(joules) * m.work)
}

// np is its normalized power, by the slow reference.
func (m meter) np() int {
	var watts []float64
	for t := range meterS {
		if w, _ := m.done(t); !m.missed(t) && (w > 0 || !m.oldNP) {
			watts = append(watts, float64(w))
		}
	}
	np, _ := naive.LapNP(watts, nil, 0, len(watts))
	return int(math.Round(np))
}

// file writes the meter's file.
func (m meter) file() []byte {
	at := func(t int) time.Time { return rawfit.Start().Add(time.Duration(t) * time.Second) }
	f := rawfit.New()
	f.FileID(rawfit.Fields{"type": 4, "manufacturer": m.maker, "product": 1, "serial_number": 1, "time_created": at(0)}).TimerStart(at(0))
	for t := range meterS {
		watts, cadence := m.done(t)
		row := rawfit.Fields{"timestamp": at(t), "power": watts, "cadence": cadence, "heart_rate": 140}
		if m.missed(t) {
			delete(row, "power")
		}
		if !m.rowsLost || t%300 >= 225 || t%3 == 0 { // coasting is written whole
			f.Record(row)
		}
	}
	f.TimerStop(at(meterS))
	said := func(from, to int) rawfit.Fields {
		avg, work := m.figures(from, to)
		out := rawfit.Fields{
			"timestamp": at(to), "start_time": at(from), "event": 9, "event_type": 1, "avg_power": avg,
			"total_elapsed_time": float64(to - from), "total_timer_time": float64(to - from),
		}
		if work > 0 {
			out["total_work"] = work
		}
		return out
	}
	for i := range m.laps {
		l := said(i*meterS/m.laps, (i+1)*meterS/m.laps)
		l["message_index"] = i
		f.Lap(l)
	}
	s := said(0, meterS)
	s["sport"], s["num_laps"], s["first_lap_index"], s["normalized_power"] = m.sport, m.laps, 0, m.np()
	f.Session(s)
	return f.Activity(rawfit.Fields{
		"timestamp": at(meterS), "total_timer_time": float64(meterS), "num_sessions": 1, "type": 0, "event": 26, "event_type": 1,
	}).Bytes()
}

func meters() []meter {
	const garmin, wahoo, srm, concept2, cycling, rowing = 1, 32, 6, 40, 2, 15
	return []meter{
		{name: "a head unit", maker: garmin, sport: cycling, work: 1, laps: 3, plain: true},
		{name: "a head unit whose sensor drops out", maker: garmin, sport: cycling, work: 1, laps: 3, catchesUp: true},
		{name: "a head unit that leaves coasting out", maker: garmin, sport: cycling, zerosOut: true, work: 1, laps: 3},
		{name: "the same with a sensor that drops out", maker: garmin, sport: cycling, zerosOut: true, work: 1, laps: 3, catchesUp: true},
		{name: "the same without its work", maker: garmin, sport: cycling, zerosOut: true, laps: 3},
		{name: "an old one of one lap", maker: garmin, sport: cycling, zerosOut: true, work: 1, laps: 1, oldNP: true},
		{name: "missing power is zero", maker: wahoo, sport: cycling, missingIsZero: true, work: 1, laps: 3, catchesUp: true},
		{name: "rows on change", maker: srm, sport: cycling, laps: 3, rowsLost: true},
		{name: "a work that is broken", maker: garmin, sport: cycling, work: 0.5, laps: 3, plain: true},
		{name: "strokes", maker: concept2, sport: rowing, zerosOut: true, work: 1, laps: 1},
	}
}

// TestEachDeviceAveragesPowerAsItDoes: what is shown as average power is what
// the device showed, whatever its settings are (ADR 0007); on all but the plain
// ones the mean of the rows is another.
func TestEachDeviceAveragesPowerAsItDoes(t *testing.T) {
	t.Parallel()
	for _, m := range meters() {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			res, err := recording.Read(t.Context(), "a.fit", m.file(), recording.Limits{})
			if err != nil || len(res.Recordings) != 1 || len(res.Recordings[0].Laps) != m.laps {
				t.Fatalf("%+v %v", res, err)
			}
			v := stream.Of(res.Recordings[0], stream.Limits{})
			whole := summary.Of(v)
			same := func(what string, from, to int, values training.Values) {
				t.Helper()
				device, _ := m.figures(from, to)
				if ours := values[training.MetricAvgPowerW]; math.Abs(ours-float64(device)) > 1 {
					t.Errorf("%s: ours is %.1f W, the device's %d W", what, ours, device)
				}
			}
			same("the whole", 0, meterS, whole.Values)
			for i, l := range summary.LapsOf(v) {
				same(fmt.Sprint("lap ", i+1), i*meterS/m.laps, (i+1)*meterS/m.laps, l.Values)
			}
			device, _ := m.figures(0, meterS)
			sum, rows := 0.0, 0.0
			for i := range v.Columns.TimeS {
				if w, ok := v.Columns.At(training.Power, i); ok {
					sum, rows = sum+float64(w), rows+1
				}
			}
			if apart := math.Abs(sum/rows - float64(device)); (apart > 3) == m.plain {
				t.Errorf("the rows' mean is %.1f W, the device's %d W", sum/rows, device)
			}
		})
	}
}
