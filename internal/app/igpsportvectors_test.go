package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/metricstest"
)

// The vectors are those that igpsport-mcp's own tests assert, or follow from
// its definitions.

// orNaN returns a value that may be missing.
func orNaN(x float64, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return x
}

// TestItsNumbers of intensity, load and heart rate score.
func TestItsNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"P8 IF", orNaN(power.IntensityFactor(250, 250)), 1},
		{"P8 IF of 200 W", orNaN(power.IntensityFactor(200, 250)), 0.8},
		{"P8 IF without FTP", orNaN(power.IntensityFactor(200, 0)), math.NaN()},
		{"P9 TSS", orNaN(power.TSSOver(250, 250, 3600)), 100},
		{"P10 TSS", orNaN(power.TSSOver(175, 250, 7200)), 98},
		{"S1 TSS", orNaN(power.TSSOver(200, 250, 120)), 2.133333333333333},
		{"P11 work", metricstest.Power(metricstest.Repeat(100, 3600)).Power().SumJ() / 1000, 360},
		{"P11 work with a gap", metricstest.Power([]float64{100, math.NaN(), 100}).Power().SumJ() / 1000, 0.2},
		{"H1", orNaN(heart.HRTSS(160, 160, 3600)), 100},
		{"H2", orNaN(heart.HRTSS(128, 160, 7200)), 128},
		{"H3 without LTHR", orNaN(heart.HRTSS(128, 0, 7200)), math.NaN()},
		{"H3 without heart rate", orNaN(heart.HRTSS(0, 160, 7200)), math.NaN()},
		{"S2", orNaN(heart.HRTSS(150, 160, 120)), 2.9296875},
	} {
		if math.IsNaN(c.want) != math.IsNaN(c.got) || math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestItsZones of power are ours; P13: no zones without FTP.
func TestItsZones(t *testing.T) {
	t.Parallel()
	for ftp, want := range map[float64][]float64{ // P14, P15
		250: {137.5, 187.5, 225, 262.5, 300, 375}, 233: {128.2, 174.8, 209.7, 244.7, 279.6, 349.5},
	} {
		s, why := zones.For(training.ZonesPower, training.Cycling, training.Thresholds{FTPW: ftp})
		for i, w := range s.Lower {
			if math.Abs(w-want[i]) > 0.0501 || why != "" {
				t.Errorf("FTP %g: bound %d is %g, want %g (%s)", ftp, i, w, want[i], why)
			}
		}
	}
	s, _ := zones.For(training.ZonesPower, training.Cycling, training.Thresholds{FTPW: 100})
	for i, w := range []float64{10, 60, 80, 100, 110, 130, 200} { // P12
		if s.Zone(w) != i+1 {
			t.Errorf("%g W is in zone %d", w, s.Zone(w))
		}
	}
	hr, _ := zones.For(training.ZonesHR, training.Cycling, training.Thresholds{LTHRBpm: 100})
	for i, bpm := range []float64{50, 85, 91, 96, 105} { // H4; there zone 5 is all above
		if min(hr.Zone(bpm), 5) != i+1 {
			t.Errorf("%g bpm is in zone %d", bpm, hr.Zone(bpm))
		}
	}
	if s, why := zones.For(training.ZonesPower, training.Cycling, training.Thresholds{}); why == "" || len(s.Lower) != 0 {
		t.Errorf("without FTP there is %+v", s)
	}
}

// itsModel returns its weights and its form; it begins at the first day's load.
func itsModel(first float64) load.Model {
	return load.Model{Weighting: load.Inverse, SameDayForm: true, Seed: load.Seed{CTL: first, ATL: first}}
}

// TestItsTrainingLoad with what it begins from given to it.
func TestItsTrainingLoad(t *testing.T) {
	t.Parallel()
	steady := itsModel(100).Series(metricstest.Repeat(100, 400)) // L1
	metricstest.Close(t, "L1 CTL", steady[399].CTL, 100, 1e-9)
	metricstest.Close(t, "L1 TSB", steady[399].TSB, 0, 1e-9)
	l2 := itsModel(50).Series([]float64{50, 0, 120, 0, 0, 90, 200})
	for i, want := range []float64{50, 48.80952, 50.50454, 49.30205, 48.12819, 49.12514, 52.71739} {
		metricstest.Close(t, fmt.Sprint("L2 CTL ", i), l2[i].CTL, want, 1e-6)
	}
	for i, want := range []float64{50, 42.85714, 53.87755, 46.18076, 39.58351, 46.78586, 68.67360} {
		metricstest.Close(t, fmt.Sprint("L2 ATL ", i), l2[i].ATL, want, 1e-6)
	}
	metricstest.Close(t, "L2 TSB", l2[6].TSB, -15.95620, 1e-6)
	l3 := itsModel(100).Series([]float64{100, 0, 0, 80})[3]
	metricstest.Close(t, "L3 CTL", l3.CTL, 94.93062, 1e-6)
	metricstest.Close(t, "L3 ATL", l3.ATL, 74.40233, 1e-6)
	metricstest.Close(t, "L3 TSB", l3.TSB, 20.52829, 1e-6)
}

// bestsOf returns the best powers of steady efforts, as many seconds as watts.
func bestsOf(pairs ...float64) []curve.ThresholdEffort {
	var out []curve.ThresholdEffort
	for _, d := range []float64{5, 60, 180, 300, 480, 720, 1200, 1800, 3600} {
		best := 0.0
		for i := 0; i < len(pairs); i += 2 {
			if d <= pairs[i] {
				best = max(best, pairs[i+1])
			}
		}
		if best > 0 {
			out = append(out, curve.ThresholdEffort{Activity: "a", DurationS: d, Value: best})
		}
	}
	return out
}

// TestItsThresholds: FTP by the same rule where its rule is sound.
func TestItsThresholds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		power []curve.ThresholdEffort
		want  float64
		level curve.Confidence
	}{
		{"T5", bestsOf(300, 300, 1200, 250), 238, curve.High},
		{"T6", bestsOf(300, 450, 1200, 200), 190, curve.Low},
		{"T8", bestsOf(3600, 240), 240, curve.High},
	} {
		e, why := curve.FTP(curve.Input{Sport: training.Cycling, Power: c.power, Activities: 3})
		if math.RoundToEven(e.Value) != c.want || e.Confidence != c.level || why != "" {
			t.Errorf("%s: %+v %s", c.name, e, why)
		}
	}
	watts := slices.Repeat([]int32{300}, 1300) // T1
	if e := curve.After(watts, 0, []int32{300, 1200, 1800}); len(e) != 2 || e[0].Value != 300 || e[1].Value != 300 {
		t.Error("the best means of a steady effort are others")
	}
	watts = slices.Repeat([]int32{200}, 100) // T2
	if e := curve.After(watts, 0, []int32{5, 60, 180}); len(e) != 2 || e[0].Value != 200 || e[1].Value != 200 {
		t.Error("the best means of a short effort are others")
	}
	if _, why := curve.FTP(curve.Input{Sport: training.Cycling, Activities: 3}); why == "" { // T7
		t.Error("an FTP follows from no power")
	}
	if _, why := curve.LTHR(curve.Input{}); why == "" { // T14
		t.Error("an LTHR follows from nothing")
	}
}

// TestItsCriticalPower checks T4: the line through two efforts, and none where
// the longer one was not easier.
func TestItsCriticalPower(t *testing.T) {
	t.Parallel()
	of := func(pairs ...float64) (efforts []curve.PowerModelEffort) {
		for i := 0; i < len(pairs); i += 2 {
			efforts = append(efforts, curve.PowerModelEffort{DurationS: pairs[i], PowerW: pairs[i+1]})
		}
		return efforts
	}
	fit, ok := curve.WorkTime.Fit(of(300, 300, 1200, 250))
	if metricstest.Close(t, "CP", fit.CPW, 700.0/3, 1e-9); !ok {
		t.Error("two efforts give no line")
	}
	for _, efforts := range [][]float64{{300, 300}, {300, 200, 1200, 260}} {
		if fit, ok := curve.WorkTime.Fit(of(efforts...)); ok {
			t.Errorf("%v give %+v", efforts, fit)
		}
	}
}

// TestItsMistakesStandWithOurValues: the page has what we compute in place of
// what is wrong there.
func TestItsMistakesStandWithOurValues(t *testing.T) {
	t.Parallel()
	rides := make([]float64, 21) // 80 on the 1st, 15th and 20th of June, up to the 21st
	rides[0], rides[14], rides[19] = 80, 80, 80
	months := itsModel(0).Series(rides)
	ours := load.Model{}.Series(rides)[20]
	week := itsModel(0).Series([]float64{50, 0, 120, 0, 0, 90, 200})[6]
	slack, _ := curve.FTP(curve.Input{
		Sport: training.Cycling, Power: bestsOf(300, 300, 1200, 272.5, 3600, 200), Activities: 3,
	})
	hard, _ := curve.LTHR(curve.Input{HR: bestsOf(1200, 160), Activities: 3})
	_, short := curve.LTHR(curve.Input{HR: bestsOf(100, 170), Activities: 3})
	friel, _ := zones.For(training.ZonesHR, training.Cycling, training.Thresholds{LTHRBpm: 160})
	gap := slices.Concat(metricstest.Repeat(200, 40), metricstest.Repeat(math.NaN(), 29), metricstest.Repeat(300, 40))
	np, _ := power.Of(metricstest.Power(gap), power.Canonical)
	line, _ := curve.CriticalPower(curve.Input{Power: []curve.ThresholdEffort{{DurationS: 300, Value: 300}, {DurationS: 1200, Value: 250}}})
	_, mistakes, ok := strings.Cut(readText(t, filepath.Join(repository, "docs", "coming-from.md")), "\n### Its mistakes\n")
	mistakes, _, _ = strings.Cut(mistakes, "\n## ")
	for _, want := range []string{
		fmt.Sprintf("CTL %.1f, ATL %.1f and form %.1f on that day with the same weights", months[19].CTL, months[19].ATL, months[19].TSB),
		fmt.Sprintf("CTL %.1f and ATL %.1f on 21 June with the usual ones", ours.CTL, ours.ATL),
		fmt.Sprintf("| CTL %.1f ", week.CTL),
		fmt.Sprintf("| %.1f W, with %s confidence ", slack.Value, slack.Confidence),
		fmt.Sprintf("| %.0f bpm, with %s confidence ", hard.Value, hard.Confidence),
		"| none: " + short.String() + " |",
		fmt.Sprintf("| %.1f ± %.0f W, ", line.CPW, line.Spread.CPHalfW),
		fmt.Sprintf("| %.0f bpm, at 90 %%", friel.Lower[1]),
		fmt.Sprintf("| %.1f W: ", np.Watts),
	} {
		if !ok || !strings.Contains(mistakes, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestImportIsCancelledOverMCP ends an import once it has reported its first
// file. What was stored is in the journal as one run, and nothing is left of it
// once that is undone.
func TestImportIsCancelledOverMCP(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	more := filepath.Join(a.user, "rides", "more")
	for i := range 60 {
		rides(t, filepath.Join(more, fmt.Sprint(i)), may.AddDate(0, 1, i).Add(5*time.Hour), 1200, training.Cycling)
	}
	before, entries := a.everything(t), a.journaled(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	session, end := a.connect(t, a.Workbench, []string{"all"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { cancel() },
	})
	params := &mcp.CallToolParams{Name: "import_files", Arguments: json.RawMessage(`{"paths":["more"]}`)}
	params.SetProgressToken("p")
	_, err := session.CallTool(ctx, params)
	if ctx.Err() == nil {
		t.Fatalf("no progress was told: %v", err)
	}
	end()
	if got := a.journaled(t); got != entries+1 {
		t.Fatalf("%d entries more, want the one run", got-entries)
	}
	a.undoLatest(t)
	a.follow(t)
	if d := cmp.Diff(before, a.everything(t)); d != "" {
		t.Errorf("what was undone left (-before +after):\n%.1500s", d)
	}
}

// TestALargeFileIsCancelledWhileItIsRead: the client learns how far one file of
// many megabytes is read, and may end it there; nothing of it is stored.
func TestALargeFileIsCancelledWhileItIsRead(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	var b bytes.Buffer
	if err := appletest.New(appletest.Options{Bytes: 40 << 20}).WriteZip(&b); err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(a.user, "rides", "export.zip"), b.String())
	before, entries := a.everything(t), a.journaled(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	var told []string
	session, end := a.connect(t, a.Workbench, []string{"all"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			if told = append(told, r.Params.Message); len(told) == 3 {
				cancel()
			}
		},
	})
	params := &mcp.CallToolParams{Name: "import_files", Arguments: json.RawMessage(`{"paths":["export.zip"]}`)}
	params.SetProgressToken("p")
	_, err := session.CallTool(ctx, params)
	end()
	mu.Lock()
	defer mu.Unlock()
	if err == nil || len(told) < 3 || !strings.HasPrefix(told[2], "2 of 4") || !strings.HasSuffix(told[2], " MiB read of export.xml") {
		t.Errorf("%v, told %q", err, told)
	}
	if d := cmp.Diff(before, a.everything(t)); d != "" || a.journaled(t) != entries {
		t.Errorf("something of it was stored (-before +after):\n%.1500s", d)
	}
}
