package signaltest

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/test/archivetest/bodytest"
)

func sample() *bodytest.Body {
	return &bodytest.Body{Start: time.Date(2026, 9, 10, 6, 0, 0, 0, time.UTC), Seed: 3, Seconds: 300, Sport: "cycling", Serial: 9}
}

func series(t *rapid.T) []any {
	var out []any
	for _, n := range rapid.SliceOfN(rapid.IntRange(-1, 500), 1, 60).Draw(t, "values") {
		if n < 0 {
			out = append(out, nil)
		} else {
			out = append(out, float64(n))
		}
	}
	return out
}

// TestBestIsTheBest compares with every window.
func TestBestIsTheBest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := series(t)
		n := rapid.IntRange(1, 70).Draw(t, "samples")
		taken := func(i int) bool { return i%7 == 3 && n < 7 }
		best, found := math.Inf(-1), false
		for from := 0; from+n <= len(data); from++ {
			sum, free := 0.0, true
			for i := from; i < from+n; i++ {
				v, _ := data[i].(float64)
				sum, free = sum+v, free && !taken(i)
			}
			if free {
				best, found = max(best, sum/float64(n)), true
			}
		}
		e, ok := Best(data, n, taken)
		if ok != found || ok && math.Abs(e.Average-best) > 1e-9 {
			t.Fatalf("best of %d over %v: %v %v, want %v %v", n, data, e.Average, ok, best, found)
		}
	})
}

// TestFastestIsTheFastest compares with every pair of samples.
func TestFastestIsTheFastest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var way, clock []any
		at := 0.0
		for i, step := range rapid.SliceOfN(rapid.IntRange(0, 9), 2, 40).Draw(t, "steps") {
			at += float64(step)
			way, clock = append(way, at), append(clock, float64(i))
		}
		metres := float64(rapid.IntRange(1, 60).Draw(t, "metres"))
		best := math.Inf(1)
		for i := range way {
			for j := i + 1; j < len(way); j++ {
				if way[j].(float64)-way[i].(float64) >= metres {
					best = min(best, float64(j-i))
				}
			}
		}
		e, ok := Streams{"distance": {Data: way}, "time": {Data: clock}}.Fastest(metres, func(int) bool { return false })
		if ok != !math.IsInf(best, 1) || ok && float64(e.Seconds) != best {
			t.Fatalf("%v m of %v in %v, want %v", metres, way, e.Seconds, best)
		}
	})
}

func TestHistogramCountsEverySampleOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := series(t)
		width := float64(rapid.IntRange(1, 60).Draw(t, "width"))
		want, got, last := 0, 0, math.Inf(-1)
		for _, v := range data {
			if v != nil {
				want++
			}
		}
		for _, b := range Histogram(data, width) {
			if b.Min <= last || b.Max-b.Min != width || b.Secs <= 0 {
				t.Fatalf("bin %+v after %v", b, last)
			}
			got, last = got+b.Secs, b.Min
		}
		if got != want {
			t.Fatalf("%d of %d samples", got, want)
		}
	})
}

func TestSeveralDoNotOverlap(t *testing.T) {
	t.Parallel()
	data := []any{9.0, 9.0, 1.0, 8.0, 8.0, 1.0, 7.0, 7.0}
	got := Several(9, func(taken func(int) bool) (Effort, bool) { return Best(data, 2, taken) })
	var averages []float64
	for _, e := range got {
		averages = append(averages, e.Average)
	}
	if diff := cmp.Diff([]float64{9, 8, 7}, averages); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStreamsOfABody(t *testing.T) {
	t.Parallel()
	all := Of(sample())
	for name, ch := range all {
		if len(ch.Data) != 301 {
			t.Errorf("%s has %d samples", name, len(ch.Data))
		}
	}
	if all["heartrate"].Data[0] != nil || all["heartrate"].Data[2] == nil || len(all["latlng"].Data2) != 301 {
		t.Error("heart rate or positions are not as they should be")
	}
	b := sample()
	b.NoGPS, b.NoHR, b.NoPower = true, true, true
	if bare := Of(b); len(bare) != 6 {
		t.Errorf("without sensors %d streams", len(bare))
	}
}

func TestCleaningAndClipping(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]any{200.0, 205.0, 210.0, nil}, Cleaned([]any{200.0, 1900.0, 210.0, nil})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{nil, 190.0, 150.0}, Clipped([]any{nil, 250.0, 150.0}, 190)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{250.0}, Clipped([]any{250.0}, 0)); diff != "" {
		t.Errorf("without a highest (-want +got):\n%s", diff)
	}
}

func TestSliceOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	all := Of(sample())
	for _, ends := range [][2]int{{-5, 3}, {290, 400}, {10, 10}, {20, 10}, {500, 600}} {
		d := all.Slice(ends[0], ends[1])
		if d["start_index"].(float64) < 0 || d["end_index"].(float64) > 301 {
			t.Errorf("%v: from %v to %v", ends, d["start_index"], d["end_index"])
		}
	}
	all["time"].Data[10] = nil
	if d := all.Slice(10, 20); d["elapsed_time"] != nil || d["average_watts"] == nil {
		t.Errorf("without a time at its start: %v", d)
	}
}

func TestGlance(t *testing.T) {
	t.Parallel()
	b := sample()
	for name, data := range map[string][]byte{"FIT": b.FIT(), "TCX": b.TCX(), "GPX": b.GPX("x")} {
		g, err := Glance(data)
		if err != nil || !g.Start.Equal(b.Start) || g.Seconds != 300 {
			t.Errorf("%s: %v from %v, %d s", name, err, g.Start, g.Seconds)
		}
	}
	g, err := Glance(b.FIT())
	if err != nil {
		t.Fatal(err)
	}
	points := b.Points()
	last := points[len(points)-1]
	for name, want := range map[string]float64{"watts": float64(last.PowerW), "heartrate": float64(last.HR), "time": 300} {
		if data := g.Streams[name].Data; data[len(data)-1] != want {
			t.Errorf("%s ends with %v, want %v", name, data[len(data)-1], want)
		}
	}
	if g.Sport != "Ride" {
		t.Errorf("a %s", g.Sport)
	}
	for _, data := range [][]byte{nil, []byte("text"), []byte("<gpx></gpx>"), b.FIT()[:20]} {
		if _, err := Glance(data); err == nil {
			t.Errorf("%d bytes of nothing are read", len(data))
		}
	}
}

// FuzzGlance asks only that no file breaks the emulator.
func FuzzGlance(f *testing.F) {
	b := sample()
	b.Seconds = 3
	f.Add(b.FIT())
	f.Add(b.TCX())
	f.Add(b.GPX("x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Glance(data)
		if err == nil && g.Start.IsZero() {
			t.Error("a recording without a time")
		}
	})
}
