package zones_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func histogram(ch training.Channel, values []float64) zones.Histogram {
	r := metricstest.Recording(training.Cycling, len(values))
	metricstest.Put(r, ch, values)
	return zones.Of(stream.Of(r, stream.Limits{}), ch)
}

func TestSchemes(t *testing.T) {
	t.Parallel()
	own := training.Thresholds{PowerZones: []float64{300, 100, 200}}
	for _, c := range []struct {
		name   string
		kind   training.ZoneKind
		sport  training.Sport
		t      training.Thresholds
		method string
		lower  []float64
		why    string
	}{
		{
			"coggan", training.ZonesPower, training.Cycling,
			training.Thresholds{FTPW: 250},
			"coggan7",
			[]float64{137.5, 187.5, 225, 262.5, 300, 375},
			"",
		},
		{
			"friel cycling", training.ZonesHR, training.Cycling,
			training.Thresholds{LTHRBpm: 170},
			"friel_cycling",
			[]float64{138, 153, 160, 170, 176, 182},
			"",
		},
		{
			"friel running", training.ZonesHR, training.Running,
			training.Thresholds{LTHRBpm: 170},
			"friel_running",
			[]float64{145, 153, 162, 170, 176, 182},
			"",
		},
		{
			"pace", training.ZonesPace, training.Running,
			training.Thresholds{ThresholdMPS: 4},
			"friel_pace",
			[]float64{4 / 1.29, 4 / 1.14, 4 / 1.06, 4, 4 / 0.97, 4 / 0.9},
			"",
		},
		{"own, put in order", training.ZonesPower, training.Cycling, own, "custom", []float64{100, 200, 300}, ""},
		{"no FTP", training.ZonesPower, training.Cycling, training.Thresholds{}, "", nil, "no FTP"},
		{"no LTHR", training.ZonesHR, training.Cycling, training.Thresholds{}, "", nil, "no threshold heart rate"},
		{"no pace", training.ZonesPace, training.Running, training.Thresholds{}, "", nil, "no threshold pace"},
		{"no kind", "colour", training.Running, training.Thresholds{}, "", nil, "there are no zones of this kind"},
	} {
		s, why := zones.For(c.kind, c.sport, c.t)
		if s.Method != c.method || !strings.HasPrefix(why.String(), c.why) || (why == "") != (c.why == "") {
			t.Errorf("%s: %q %q", c.name, s.Method, why)
		}
		if len(s.Lower) != len(c.lower) || why == "" && len(s.Names) != len(s.Lower)+1 {
			t.Fatalf("%s: %v %v", c.name, s.Lower, s.Names)
		}
		for i := range c.lower {
			metricstest.Close(t, c.name, s.Lower[i], c.lower[i], 1e-12)
		}
		if !slices.IsSorted(s.Lower) {
			t.Errorf("%s: not ascending: %v", c.name, s.Lower)
		}
	}
	if !slices.Equal(own.PowerZones, []float64{300, 100, 200}) {
		t.Error("the athlete's own bounds were changed")
	}
}

// TestEveryBoundBelongsToTheUpperZone holds each percentage of many
// thresholds, whose products are not all exact in the machine.
func TestEveryBoundBelongsToTheUpperZone(t *testing.T) {
	t.Parallel()
	for ftp := 100.0; ftp <= 400; ftp++ {
		s, _ := zones.For(training.ZonesPower, training.Cycling, training.Thresholds{FTPW: ftp})
		for i, low := range s.Lower {
			if low != math.Trunc(low) {
				continue
			}
			h := zones.Histogram{Channel: training.Power, Width: 1, First: int32(low) - 1, Seconds: []uint32{1, 10}}
			in := s.TimeIn(h)
			if in[i] != 1 || in[i+1] != 10 {
				t.Fatalf("FTP %v, bound %v: %v", ftp, low, in)
			}
			if s.Zone(low) != i+2 || s.Zone(low-1) != i+1 {
				t.Fatalf("FTP %v: %v is in zone %d", ftp, low, s.Zone(low))
			}
		}
	}
}

func TestTimeInAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var watts []float64
		for _, w := range rapid.SliceOfN(rapid.IntRange(-50, 500), 1, 200).Draw(t, "watts") {
			if w < 0 {
				watts = append(watts, math.NaN())
			} else {
				watts = append(watts, float64(w))
			}
		}
		var lower []float64
		for _, x := range rapid.SliceOfN(rapid.IntRange(0, 6000), 0, 7).Draw(t, "bounds") {
			lower = append(lower, float64(x)/10)
		}
		slices.Sort(lower)
		h := histogram(training.Power, watts)
		got := zones.Custom(training.ZonesPower, lower).TimeIn(h)
		if want := naive.TimeInZones(watts, nil, lower); !slices.Equal(got, want) {
			t.Fatalf("%v in %v: %v, want %v", watts, lower, got, want)
		}
	})
}

func TestPaceIsCountedInMillimetres(t *testing.T) {
	t.Parallel()
	h := histogram(training.Speed, []float64{2.999, 3, 3.001, 4.166, 4.167})
	got := zones.Custom(training.ZonesPace, []float64{3, 4.167}).TimeIn(h)
	if want := []float64{1, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestHistogram(t *testing.T) {
	t.Parallel()
	h := histogram(training.HeartRate, []float64{100, 100, 103, math.NaN(), 104})
	want := zones.Histogram{Channel: training.HeartRate, Width: 1, First: 100, Seconds: []uint32{2, 0, 0, 1, 1}}
	if d := cmp.Diff(want, h); d != "" {
		t.Error(d)
	}
	if h.TotalS() != 4 {
		t.Errorf("total %v", h.TotalS())
	}
	coarse := zones.Histogram{Channel: training.HeartRate, Width: 5, First: 20, Seconds: []uint32{4}}
	if d := cmp.Diff(coarse, h.Coarse(5)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(h, h.Coarse(1)); d != "" {
		t.Error(d)
	}
	below := zones.Histogram{Channel: training.Temperature, Width: 1, First: -7, Seconds: []uint32{1, 2, 3, 4}}
	split := zones.Histogram{Channel: training.Temperature, Width: 5, First: -2, Seconds: []uint32{3, 7}}
	if d := cmp.Diff(split, below.Coarse(5)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(below, below.Coarse(-1)); d != "" {
		t.Error(d)
	}
}

func TestHistogramsWithinBounds(t *testing.T) {
	t.Parallel()
	if h := histogram(training.Power, nil); len(h.Seconds) != 0 || h.TotalS() != 0 {
		t.Errorf("nothing has %v", h)
	}
	wild := histogram(training.RespirationRate, []float64{0, 5_000_000})
	if len(wild.Seconds) != 0 {
		t.Errorf("%d bins", len(wild.Seconds))
	}
	s := zones.Custom(training.ZonesPower, nil)
	if got := s.TimeIn(zones.Histogram{}); !slices.Equal(got, []float64{0}) {
		t.Errorf("no zones, no time: %v", got)
	}
}

func TestPolarizationVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "PI") {
		var in [][3]float64
		var want []float64
		v.Read(t, &in, &want)
		for i, z := range in {
			got, polarized, ok := zones.Thirds(z).Polarization()
			metricstest.Close(t, "index", got, want[i], v.Tol)
			if shape := z[0] > z[2] && z[2] > z[1] && want[i] > 2; polarized != shape || !ok {
				t.Errorf("%v: polarized %v, defined %v", z, polarized, ok)
			}
		}
	}
}

func TestPolarizationAtTheEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		z         zones.Thirds
		index     float64
		polarized bool
		ok        bool
	}{
		{zones.Thirds{}, 0, false, false},
		{zones.Thirds{3600, 0, 0}, 0, false, true},
		{zones.Thirds{80, 20, 0}, 0, false, true},
		{zones.Thirds{80, 0, 20}, math.Log10(0.8 / 0.01 * 0.19 * 100), true, true},
		{zones.Thirds{0, 50, 50}, 0, false, false},
		{zones.Thirds{999, 0, 1}, 0, false, false}, // less hard than stands in for the middle
		{zones.Thirds{10, 5, 85}, math.Log10(0.1 / 0.05 * 0.85 * 100), false, true},
	} {
		got, polarized, ok := c.z.Polarization()
		if polarized != c.polarized || ok != c.ok || math.Abs(got-c.index) > 1e-9 {
			t.Errorf("%v: %v %v %v", c.z, got, polarized, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		z := zones.Thirds{
			rapid.Float64Range(1, 9e4).Draw(t, "easy"), rapid.Float64Range(1, 9e4).Draw(t, "middle"),
			rapid.Float64Range(1, 9e4).Draw(t, "hard"),
		}
		s, _ := z.Shares()
		if got, _, ok := z.Polarization(); !ok || math.Abs(got-naive.PolarizationIndex(s[0], s[1], s[2])) > 1e-9 {
			t.Fatalf("%v: %v %v", z, got, ok)
		}
	})
}

func TestGroup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   []float64
		want zones.Thirds
		ok   bool
	}{
		{[]float64{1, 2, 3}, zones.Thirds{1, 2, 3}, true},
		{[]float64{1, 2, 3, 4, 5}, zones.Thirds{3, 7, 5}, true},
		{[]float64{1, 2, 3, 4, 5, 6, 7}, zones.Thirds{3, 7, 18}, true},
		{[]float64{1, 2, 3, 4}, zones.Thirds{}, false},
		{nil, zones.Thirds{}, false},
	} {
		got, ok := zones.Group(c.in)
		if got != c.want || ok != c.ok || ok && got.Total() != sum(c.in) {
			t.Errorf("%v: %v %v", c.in, got, ok)
		}
	}
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

func TestShapesAndSessions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		z       zones.Thirds
		shape   string
		session int
	}{
		{zones.Thirds{}, zones.ShapeUnclear, 0},
		{zones.Thirds{8000, 500, 1500}, zones.ShapePolarized, 2},
		{zones.Thirds{8000, 1500, 200}, zones.ShapePyramidal, 1},
		{zones.Thirds{9000, 400, 200}, zones.ShapePyramidal, 0},
		{zones.Thirds{1000, 2000, 100}, zones.ShapeThreshold, 1},
		{zones.Thirds{100, 200, 300}, zones.ShapeHard, 2},
		{zones.Thirds{300, 0, 300}, zones.ShapeUnclear, 2},
		{zones.Thirds{3600, 0, 239}, zones.ShapePolarized, 0},
		{zones.Thirds{3600, 0, 240}, zones.ShapePolarized, 2},
		{zones.Thirds{900, 0, 100}, zones.ShapePolarized, 2},
		{zones.Thirds{3600, 899, 0}, zones.ShapePyramidal, 0},
		{zones.Thirds{3600, 900, 0}, zones.ShapePyramidal, 1},
		{zones.Thirds{300, 100, 0}, zones.ShapePyramidal, 1},
	} {
		if shape, session := c.z.Shape(), c.z.Session(); shape != c.shape || session != c.session {
			t.Errorf("%v is %s, session %d, want %s, %d", c.z, shape, session, c.shape, c.session)
		}
	}
}

// TestTheLastPowerStaysWhileThePedalsTurn for two seconds in zones, as on head
// units, and never as work.
func TestTheLastPowerStaysWhileThePedalsTurn(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	r := metricstest.Recording(training.Cycling, 10)
	metricstest.Put(r, training.Power, []float64{0, 200, 300, 0, 0, 0, 0, 250, 0, nan})
	metricstest.Put(r, training.Cadence, []float64{80, 80, 80, 80, 60, 40, 0, 80, 0, 80})
	v := stream.Of(r, stream.Limits{})
	for name, c := range map[string]struct {
		h    zones.Histogram
		want map[int]uint32
	}{
		"zones": {zones.Of(v, training.Power), map[int]uint32{0: 4, 200: 1, 250: 1, 300: 3}},
		"work":  {zones.Work(v), map[int]uint32{0: 6, 200: 1, 250: 1, 300: 1}},
	} {
		for watts, want := range c.want {
			if got := c.h.Seconds[watts-int(c.h.First)]; got != want {
				t.Errorf("%s: %d s at %d W, want %d", name, got, watts, want)
			}
		}
		if total := c.h.TotalS(); total != 9 {
			t.Errorf("%s: %v s in all", name, total)
		}
	}
	if w, _ := v.At(training.Power, 3); w != 0 {
		t.Errorf("the recording itself has %d W", w)
	}
}
