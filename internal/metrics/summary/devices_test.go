package summary_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
	"lapkeep/test/rawfit"
	"lapkeep/test/realdata"
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

// done returns the work of the legs in a second: a quarter of each five minutes
// is coasted, and the third lap is harder than the others.
func (m meter) done(t int) (watts, cadence int) {
	if t%300 >= 225 {
		return 0, 0
	}
	return 180 + 40*(t/600) + t%25, 90
}

// missed reports whether the sensor was not heard in a second.
func (m meter) missed(t int) bool { return m.catchesUp && t%600 >= 100 && t%600 < 160 }

// figures returns the device's average and work of a stretch.
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

// np returns the normalized power, by the slow reference.
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

// TestWhyTheDeviceAveragesOtherwise: where nothing but the wanted value itself
// tells of the setting, our average stays, and a note says why the device's is
// another.
func TestWhyTheDeviceAveragesOtherwise(t *testing.T) {
	t.Parallel()
	const note = "The device's average power leaves out coasting, and Lapkeep's includes it. The file does not contain the device's setting."
	for _, m := range []meter{
		{name: "with coasting", maker: 1, sport: 2, work: 1, laps: 1},
		{name: "without, one lap", maker: 1, sport: 2, zerosOut: true, work: 1, laps: 1},
		{name: "without, as the laps say", maker: 1, sport: 2, zerosOut: true, work: 1, laps: 3},
	} {
		res, err := recording.Read(t.Context(), "a.fit", m.file(), recording.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		r := summary.Of(stream.Of(res.Recordings[0], stream.Limits{}))
		device, _ := m.figures(0, meterS)
		differs := math.Abs(r.Values[training.MetricAvgPowerW]-float64(device)) > 1
		if said := slices.Contains(phrasetest.Texts(r.Notes), note); said != differs || differs != (m.name == "without, one lap") {
			t.Errorf("%s: ours is %.1f W, the device's %d W, the notes are %q", m.name, r.Values[training.MetricAvgPowerW], device, r.Notes)
		}
	}
}

// sessionsOf returns the device's own summaries in a file.
func sessionsOf(data []byte) (out []*mesgdef.Session) {
	f, err := decoder.New(bytes.NewReader(data), decoder.WithIgnoreChecksum()).Decode()
	if err != nil {
		return nil
	}
	for i := range f.Messages {
		if f.Messages[i].Num == mesgnum.Session {
			out = append(out, mesgdef.NewSession(&f.Messages[i]))
		}
	}
	return out
}

// deviceSays gives the device's own values of our metrics.
func deviceSays(d *mesgdef.Session, sport training.Sport) map[training.Metric]float64 {
	if sport == training.Swimming {
		return map[training.Metric]float64{
			training.MetricDistancePerStrokeCM: d.AvgStrokeDistanceScaled() * 100, training.MetricAvgStrokesPerMin: known(d.AvgCadence),
		}
	}
	return map[training.Metric]float64{
		training.MetricAvgVerticalOscillationMM: d.AvgVerticalOscillationScaled(), training.MetricAvgGroundContactMS: d.AvgStanceTimeScaled(),
		training.MetricAvgStepLengthCM: d.AvgStepLengthScaled() / 10, training.MetricAvgVerticalRatioPct: d.AvgVerticalRatioScaled(),
		training.MetricAvgGroundContactBalancePct: d.AvgStanceTimeBalanceScaled(),
		training.MetricAvgCadenceSPM:              2 * known(d.AvgCadence),
	}
}

func known(x uint8) float64 {
	if x == math.MaxUint8 {
		return math.NaN()
	}
	return float64(x)
}

// TestDevicesAgree compares running dynamics, steps and strokes with what
// makers' devices stored, and holds every recording to what can be.
func TestDevicesAgree(t *testing.T) {
	t.Parallel()
	apart := map[training.Metric][]float64{}
	climbs := 0
	for _, path := range realdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		res, _ := fit.Read(context.Background(), data, reading.Limits{}) //nolint:errcheck // what could be read is looked at
		var said []*mesgdef.Session
		for _, r := range res.Recordings {
			v := stream.Of(r, stream.Limits{})
			values := plausible(t, filepath.Base(path), v)
			found, _ := route.Climbs(v)
			climbs += len(found)
			if r.Device.Manufacturer == "development" || r.Sport != training.Running && r.Sport != training.Swimming {
				continue // written by programs, with values of no device
			}
			if said == nil {
				said = sessionsOf(data)
			}
			if r.SessionIndex >= len(said) {
				continue
			}
			for m, device := range deviceSays(said[r.SessionIndex], r.Sport) {
				if ours, ok := values[m]; ok && device > 0 {
					apart[m] = append(apart[m], math.Abs(ours-device)/device*100)
				}
			}
		}
	}
	t.Logf("%d climbs", climbs)
	for m, most := range map[training.Metric]float64{
		training.MetricAvgVerticalOscillationMM: 1.5, training.MetricAvgGroundContactMS: 1.5, training.MetricAvgStepLengthCM: 1.5,
		training.MetricAvgVerticalRatioPct: 1.5, training.MetricAvgGroundContactBalancePct: 0.2, training.MetricAvgCadenceSPM: 1.5,
		training.MetricDistancePerStrokeCM: 0.2, training.MetricAvgStrokesPerMin: 1.5, // devices round to one
	} {
		diffs := slices.Sorted(slices.Values(apart[m]))
		if len(diffs) < 4 {
			t.Errorf("%s: only %d sessions to compare", m, len(diffs))
			continue
		}
		median := diffs[len(diffs)/2]
		t.Logf("%s: median %.2f %%, worst %.1f %% of %d sessions", m, median, diffs[len(diffs)-1], len(diffs))
		if median > most {
			t.Errorf("%s is %.2f %% from devices (median)", m, median)
		}
	}
}

// plausible adds the sport's values to a recording and holds them and its
// climbs to what can be.
func plausible(t *testing.T, name string, v *stream.View) training.Values {
	t.Helper()
	res := summary.Of(v)
	add := summary.SportOf(v)
	add.Whole(&res)
	sets := []training.Values{res.Values}
	for _, l := range add.Laps(summary.LapsOf(v)) {
		sets = append(sets, l.Values)
	}
	for _, values := range sets {
		for m, x := range values {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: %s is %v", name, m, x)
			}
		}
		gap, pace := values[training.MetricGAPSPerKM], values[training.MetricPaceSPerKM]
		if gap > 0 && (gap > 2.5*pace || gap < pace/5) {
			t.Errorf("%s: graded pace %v of %v", name, gap, pace)
		}
	}
	if v.Recording.Sport == training.Running {
		_, has := res.Values[training.MetricGAPSPerKM]
		if _, why := res.Missing[training.MetricGAPSPerKM]; has == why {
			t.Errorf("%s: graded pace has value %v and reason %v", name, has, why)
		}
	}
	found, why := route.Climbs(v)
	if (why == "") != (len(found) > 0) {
		t.Errorf("%s: %d climbs and %q", name, len(found), why)
	}
	end := 0.0
	for _, c := range found {
		if c.Span.FromS < end || c.LengthM < 500 || c.GainM <= 0 || c.TimerS <= 0 || c.GradePct() > 30 || c.VAM() > 3000 {
			t.Errorf("%s: %+v", name, c)
		}
		end = c.Span.ToS
	}
	return res.Values
}
