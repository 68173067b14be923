package route_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
	"lapkeep/test/realdata"
)

// piece is a stretch of road of one grade.
type piece struct{ metres, pct float64 }

// road rides pieces at 5 m/s with 200 W and 150 bpm.
func road(sport training.Sport, footM float64, pieces ...piece) *training.Recording {
	alt, dist := []float64{footM}, []float64{0}
	for _, p := range pieces {
		for range int(p.metres / 5) {
			alt = append(alt, alt[len(alt)-1]+5*p.pct/100)
			dist = append(dist, dist[len(dist)-1]+5)
		}
	}
	r := terrainHills(sport, alt)
	metricstest.Put(r, training.Distance, dist)
	metricstest.Put(r, training.Power, metricstest.Repeat(200, len(alt)))
	metricstest.Put(r, training.HeartRate, metricstest.Repeat(150, len(alt)))
	return r
}

func climbsOf(r *training.Recording) ([]route.Climb, i18n.Sentence) {
	return route.Climbs(stream.Of(r, stream.Limits{}))
}

func TestClimbsOfKnownRoads(t *testing.T) {
	t.Parallel()
	flat := piece{2000, 0}
	for _, c := range []struct {
		name  string
		road  []piece
		foots []float64 // where each climb begins, in m
		gains []float64
	}{
		{"one", []piece{flat, {3000, 6}, flat}, []float64{2000}, []float64{180}},
		{"a descent is none", []piece{flat, {3000, -6}, flat}, nil, nil},
		{"two with a valley", []piece{flat, {3000, 6}, {2000, -5}, {3000, 6}}, []float64{2000, 7000}, []float64{180, 180}},
		{"a dip belongs to it", []piece{flat, {3000, 6}, {300, -4}, {3000, 6}, flat}, []float64{2000}, []float64{348}},
		{"a flat run ends a short one", []piece{{1000, 6}, {1000, 0}, {1000, 6}}, []float64{0, 2000}, []float64{60, 60}},
		{"a false flat inside a long one", []piece{{6000, 7}, {1000, 0}, {3000, 7}}, []float64{0}, []float64{630}},
		{"too short", []piece{flat, {400, 12}, flat}, nil, nil},
		{"short and not steep", []piece{flat, {1500, 4}, flat}, nil, nil},
		{"short and steep", []piece{flat, {1500, 5}, flat}, []float64{2000}, []float64{75}},
		{"long and gentle", []piece{flat, {9000, 3}, flat}, []float64{2000}, []float64{270}},
		{"rises that are no climb", []piece{{9000, 1.5}}, nil, nil},
		{"to the very end", []piece{flat, {2000, 8}}, []float64{2000}, []float64{160}},
	} {
		got, missing := climbsOf(road(training.Cycling, 300, c.road...))
		if len(got) != len(c.foots) || (missing == "") != (len(got) > 0) {
			t.Errorf("%s: %+v %q", c.name, got, missing)
			continue
		}
		for i, x := range got {
			if math.Abs(x.StartM-c.foots[i]) > 25 || math.Abs(x.GainM-c.gains[i]) > 2 {
				t.Errorf("%s: climb %d from %v m gains %v m", c.name, i, x.StartM, x.GainM)
			}
		}
	}
}

func TestWhatIsSaidOfAClimb(t *testing.T) {
	t.Parallel()
	r := road(training.Cycling, 800, piece{1000, 0}, piece{4000, 5}, piece{2000, 10}, piece{1000, -5})
	for i := range 300 {
		r.Columns.Data[training.Power].Values[i] = 0 // before and early in the climb
	}
	metricstest.Pause(r, 500, 560)
	got, missing := climbsOf(r)
	if missing != "" || len(got) != 1 {
		t.Fatal(missing, got)
	}
	c := got[0]
	metricstest.Close(t, "grade", c.GradePct(), 400.0/60, 0.1)
	metricstest.Close(t, "timer", c.TimerS, c.Span.ToS-c.Span.FromS-60, 1e-9)
	metricstest.Close(t, "VAM", c.VAM(), c.GainM/c.TimerS*3600, 1e-9)
	metricstest.Close(t, "steepest", c.SteepPct, 10, 0.01)
	metricstest.Close(t, "foot", c.FootM, 800, 0.5)
	metricstest.Close(t, "heart rate", c.AvgHRBpm, 150, 1e-9)
	if c.AvgPowerW < 160 || c.AvgPowerW >= 200 {
		t.Errorf("power %v", c.AvgPowerW)
	}
	metricstest.Close(t, "FIETS", c.Fiets(), naive.Fiets(c.GainM, c.LengthM, c.FootM+c.GainM), 1e-12)
	if c.Category() != "2" {
		t.Errorf("%v m at %v %% is of category %q", c.LengthM, c.GradePct(), c.Category())
	}
	if (route.Climb{GainM: 10, LengthM: 500}).VAM() != 0 {
		t.Error("a climb without time has a VAM")
	}
}

func TestCategoryVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "climb/strava category") {
		var in [][]float64
		var want []string
		v.Read(t, &in, &want)
		for i, c := range in {
			got := route.Climb{LengthM: c[0], GainM: c[0] * c[1] / 100}.Category()
			if want[i] != "none" && got != want[i] || want[i] == "none" && got != "" {
				t.Errorf("%v: %q, want %s", c, got, want[i])
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		length, gain := rapid.Float64Range(500, 30_000).Draw(t, "length"), rapid.Float64Range(1, 2000).Draw(t, "gain")
		got := route.Climb{LengthM: length, GainM: gain}.Category()
		// on the line between two, the last digit decides
		low, high := naive.StravaCategory(length, (gain-1e-9)/length*100), naive.StravaCategory(length, (gain+1e-9)/length*100)
		if want := cmp.Or(got, "none"); want != low && want != high {
			t.Fatalf("%v m, %v m: %q, want %s or %s", length, gain, got, low, high)
		}
	})
}

// slowRises follows the rule's words: it looks at the whole past of each row.
func slowRises(dist, alt []float64) (legs [][2]int) {
	tilted := make([]float64, len(alt))
	for i := range alt {
		tilted[i] = alt[i] - 0.02*dist[i]
	}
	for start := 0; start < len(tilted); {
		begin, low := -1, 0
		for j := start; j < len(tilted) && begin < 0; j++ {
			least := slices.Min(tilted[start : j+1])
			if tilted[j]-least < 10 {
				continue
			}
			for begin, low = j, j; tilted[low] != least; low-- {
			}
		}
		if begin < 0 {
			break
		}
		end := len(tilted)
		for k := begin; k < len(tilted); k++ {
			top := slices.Max(tilted[begin : k+1])
			if top-tilted[k] > math.Max(10, 0.2*(top-tilted[low])) {
				end = k
				break
			}
		}
		top := slices.Max(tilted[begin:min(end+1, len(tilted))])
		legs = append(legs, [2]int{low, begin + slices.Index(tilted[begin:], top)})
		start = end
	}
	return legs
}

func TestClimbsAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		var pieces []piece
		for i := range rapid.IntRange(1, 12).Draw(t, "pieces") {
			pieces = append(pieces, piece{
				float64(rapid.IntRange(20, 2000).Draw(t, fmt.Sprint("metres ", i))),
				float64(rapid.IntRange(-10, 12).Draw(t, fmt.Sprint("percent ", i))),
			})
		}
		r := road(training.Hiking, 500, pieces...)
		var dist, alt []float64
		for i := range r.Columns.TimeS {
			d, _ := r.Columns.At(training.Distance, i)
			a, _ := r.Columns.At(training.Altitude, i)
			dist, alt = append(dist, float64(d)/100), append(alt, float64(a)/100)
		}
		alt = naive.Centred(alt, 2)
		var want []route.Climb
		for _, l := range slowRises(dist, alt) {
			length, gain := dist[l[1]]-dist[l[0]], alt[l[1]]-alt[l[0]]
			if math.Abs(length-500) <= 5 { // a row at its foot that is as low as the next decides
				t.Skip("as long as the shortest climb, to a row")
			}
			if length >= 500 && gain/length*1000 >= math.Max(60-length/100, 20) {
				want = append(want, route.Climb{Span: training.Span{FromS: float64(l[0]), ToS: float64(l[1])}, LengthM: length, GainM: gain})
			}
		}
		got, _ := climbsOf(r)
		if len(got) != len(want) {
			t.Fatalf("%d climbs, want %d", len(got), len(want))
		}
		found += len(got)
		for i, w := range want {
			g := got[i]
			// Rows of the same tilted altitude are as good as each other.
			tilted := func(s float64) float64 { return alt[int(s)] - 0.02*dist[int(s)] }
			foot, top := tilted(g.Span.FromS)-tilted(w.Span.FromS), tilted(g.Span.ToS)-tilted(w.Span.ToS)
			tilt := (g.GainM - w.GainM) - 0.02*(g.LengthM-w.LengthM)
			if max(math.Abs(foot), math.Abs(top), math.Abs(tilt)) > 1e-6 || g.SteepPct < g.GradePct()-2 {
				t.Fatalf("climb %d is %+v, want %+v", i, g, w)
			}
			if i > 0 && g.Span.FromS < got[i-1].Span.ToS {
				t.Fatalf("climb %d begins in the one before", i)
			}
		}
	})
	if found == 0 {
		t.Error("no road had a climb")
	}
}

func TestNoClimbsHasItsReason(t *testing.T) {
	t.Parallel()
	up := piece{3000, 6}
	noDistance := road(training.Cycling, 0, up)
	noDistance.Columns.Data[training.Distance] = training.Column{}
	for name, c := range map[string]struct {
		r    *training.Recording
		want string
	}{
		"a lift":      {road(training.AlpineSki, 0, up), "cross-country skis"},
		"no altitude": {metricstest.Recording(training.Running, 10), "no altitude"},
		"no distance": {noDistance, "no distance"},
		"flat":        {road(training.Running, 0, piece{3000, 0}), "steep enough"},
	} {
		if got, missing := climbsOf(c.r); got != nil || !strings.Contains(missing.String(), c.want) {
			t.Errorf("%s: %v %q", name, got, missing)
		}
	}
}

// TestNoiseMakesNoClimbs: an altitude that wanders as a barometer's does on a
// flat road is no climb, and splits none.
func TestNoiseMakesNoClimbs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		noise := rapid.SliceOfN(rapid.IntRange(-150, 150), 2000, 2000).Draw(t, "cm")
		for _, c := range []struct {
			pct  float64
			want int
		}{{0, 0}, {7, 1}} {
			r := road(training.Cycling, 100, piece{9990, c.pct})
			for i := range min(len(noise), r.Columns.Len()) {
				r.Columns.Data[training.Altitude].Values[i] += int32(noise[i])
			}
			if got, _ := climbsOf(r); len(got) != c.want {
				t.Fatalf("%v %%: %d climbs", c.pct, len(got))
			}
		}
	})
}

func BenchmarkClimbs(b *testing.B) {
	r := road(training.Cycling, 100, piece{4000, 0}, piece{6000, 6}, piece{4000, -6}, piece{4000, 5})
	v := stream.Of(r, stream.Limits{})
	b.Logf("%d rows", v.Columns.Len())
	for b.Loop() {
		if got, _ := route.Climbs(v); len(got) != 2 {
			b.Fatal(got)
		}
	}
}

func BenchmarkElevation(b *testing.B) {
	v := stream.Of(road(training.Cycling, 100, piece{18_000, 1}), stream.Limits{})
	for b.Loop() {
		route.ReliefOf(v).Elevation(route.Whole(v))
	}
}

// TestDevicesTimedTheSame: a segment cut from a recording where its device saw
// one is found there again, with the device's time within a second.
func TestDevicesTimedTheSame(t *testing.T) {
	t.Parallel()
	efforts := 0
	for _, file := range realdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			v := stream.Of(r, stream.Limits{})
			for _, e := range r.DeviceEfforts {
				efforts++
				if why := timedAlike(v, e); why != "" {
					t.Errorf("%s: %s", filepath.Base(file), why)
				}
			}
		}
	}
	if efforts == 0 {
		t.Skip("no device timed an effort")
	}
	t.Logf("%d efforts", efforts)
}

// timedAlike returns how our efforts differ from the device's, "" if they do
// not.
func timedAlike(v *stream.View, e training.DeviceEffort) string {
	points, err := route.SegmentPoints(route.Cut(v, training.Span{FromS: e.StartS, ToS: e.EndS}))
	if err != nil {
		return err.Error()
	}
	way, err := route.NewWay(points)
	if err != nil {
		return err.Error()
	}
	why := "it is not found"
	for _, p := range way.Passes(route.TrackOf(v)) {
		off := p.ToS - p.FromS - e.ElapsedS
		if math.Abs(p.FromS-e.StartS) > 2 {
			continue
		}
		if math.Abs(off) <= 1 {
			return ""
		}
		why = "the times differ"
	}
	return why
}
