package oracle

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/realdata"
)

// row is a line of one of the collection's tables, by column.
type row map[string]string

func (r row) number(column string) (float64, bool) {
	x, err := strconv.ParseFloat(r[column], 64)
	return x, err == nil
}

func (r row) int(t *testing.T, column string) int {
	t.Helper()
	n, err := strconv.Atoi(r[column])
	if err != nil {
		t.Fatalf("column %s of %s: %v", column, r["file"], err)
	}
	return n
}

// numbers returns a list like "1.5;2;;4"; entries that are no numbers end it.
func (r row) numbers(column string) []float64 {
	var out []float64
	for _, s := range strings.Split(r[column], ";") {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			break
		}
		out = append(out, x)
	}
	return out
}

func table(t *testing.T, name string) []row {
	t.Helper()
	f, err := os.Open(filepath.Join(realdata.Dir(t), "fit", name))
	if err != nil {
		t.Skipf("no oracle: %v", err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []row
	for _, line := range lines[1:] {
		r := row{}
		for i, cell := range line {
			r[lines[0][i]] = cell
		}
		out = append(out, r)
	}
	return out
}

// collection reads each file once for all tests of the package.
type collection struct {
	mu    sync.Mutex
	views map[string][]*stream.View
	half  map[string]half

	pairs       sync.Once
	whole, laps []pair
}

var files = collection{views: map[string][]*stream.View{}, half: map[string]half{}}

// session returns the view of one session of a file; nil if the reader has
// none.
func session(t *testing.T, r row, index int) *stream.View {
	t.Helper()
	files.mu.Lock()
	defer files.mu.Unlock()
	views, seen := files.views[r["file"]]
	if !seen {
		views, files.half[r["file"]] = read(t, r["file"])
		files.views[r["file"]] = views
	}
	for _, v := range views {
		if v.Recording.SessionIndex == index {
			return v
		}
	}
	return nil
}

// halfOf returns the half of the collection that the file of a row is in.
func halfOf(t *testing.T, r row) half {
	t.Helper()
	session(t, r, 0) // which reads the file
	files.mu.Lock()
	defer files.mu.Unlock()
	return files.half[r["file"]]
}

func read(t *testing.T, name string) ([]*stream.View, half) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(realdata.Dir(t), "fit", name))
	if err != nil {
		t.Fatal(err)
	}
	res, err := fit.Read(context.Background(), data, reading.Limits{})
	if err != nil {
		t.Logf("%s: %v", name, err)
	}
	var out []*stream.View
	for _, r := range res.Recordings {
		out = append(out, stream.Of(r, stream.Limits{}))
	}
	return out, halfBy(data)
}

// valueCheck is a value that a device stored for its sessions or laps under
// the name that ours has, and how near ours has to come.
type valueCheck struct {
	scope  string // session or lap
	metric training.Metric
	rule   string
	// near says whether ours is the device's.
	near func(ours, device float64) bool
	in   func(training.Sport) bool
	// barHits of barN is the rate on a larger collection, asserted; floor is
	// the share that is asserted where none was measured.
	barHits, barN int
	floor         float64
	reason        string // why some differ
}

func within(d float64) func(ours, device float64) bool {
	return func(ours, device float64) bool { return math.Abs(ours-device) <= d+1e-9 }
}

// part returns a comparison within a share of the device's value.
func part(share float64) func(ours, device float64) bool {
	return func(ours, device float64) bool { return math.Abs(ours-device) <= share*device }
}

// whole compares without fractions: older devices write none.
func whole(ours, device float64) bool { return math.Floor(ours+1e-9) == math.Floor(device) }

func every(training.Sport) bool  { return true }
func bike(s training.Sport) bool { return s == training.Cycling }

// dry leaves swims out: watches filter and fill their rates after they wrote
// the laps, and count strokes where others have cadence.
func dry(s training.Sport) bool { return s != training.Swimming }

func valueChecks() []valueCheck {
	const session, lap = "session", "lap"
	return []valueCheck{
		{
			session, training.MetricAvgCadenceRPM, "mean of the non-zero rows, truncated to a whole number", whole, bike, 54, 66,
			0, "two devices round up, two include some of the zeros",
		},
		{
			session, training.MetricMaxCadenceRPM, "highest row", within(1), every, 0, 0, 0.94,
			"peaks between rows, from watches that do not write every second",
		},
		{
			session, training.MetricMaxSpeedKMH, "highest row, within 0.001 m/s", within(0.0037), every, 0, 0, 0.87,
			"the same; one watch stored a peak that is in none of its rows",
		},
		{session, training.MetricAvgTempC, "time-weighted mean", within(1), every, 0, 0, 1, ""},
		{
			session, training.MetricWorkKJ, "Σ power rows, within 0.4 %", part(0.004), every, 0, 0, 0.5,
			"the sensor's own energy includes what the rows lost: the energy gap",
		},
		{session, training.MetricLengths, "active lengths", within(0), every, 0, 0, 1, ""},
		{session, training.MetricStrokes, "Σ strokes of lengths", within(0), every, 0, 0, 1, ""},
		{
			lap, training.MetricAvgHRBpm, "time-weighted mean of the lap's rows", within(1), dry, 0, 0, 0.98,
			"three contain rates above 240, which are left out",
		},
		{lap, training.MetricMaxHRBpm, "highest row", within(1), dry, 0, 0, 0.98, "rates above 240 are left out"},
		{
			lap, training.MetricAvgPowerW, "total work of the lap / seconds with power", within(1), every, 0, 0, 0.89,
			"strokes in a boat, in three laps of two files; energies that differ by more than a tenth",
		},
		{lap, training.MetricMaxPowerW, "highest row", within(1), every, 0, 0, 0.96, "peaks that are in none of the rows"},
		{
			lap, training.MetricAvgCadenceRPM, "mean of the lap's rows", within(1), dry, 0, 0, 0.89,
			"half are from one bike computer that includes some of the zeros, the others from watches on foot",
		},
		{lap, training.MetricMaxCadenceRPM, "highest row", within(1), dry, 0, 0, 0.97, "as for the session"},
		{
			lap, training.MetricDistanceKM, "between the rows at its bounds, within the distance of one second at each", nil, every, 0, 0,
			0.98, "two from a recording without a row every second, the others one lap of a triathlon that is stored twice",
		},
		{
			lap, training.MetricAvgSpeedKMH, "distance / timer time, with the distance within one second's travel at each bound",
			nil, every, 0, 0, 1, "",
		},
		{
			lap, training.MetricMaxSpeedKMH, "highest row, within 0.001 m/s", within(0.0037), every, 0, 0, 0.88,
			"peaks between rows, from watches that do not write every second",
		},
		{lap, training.MetricWorkKJ, "Σ power rows, within 0.4 %", part(0.004), every, 0, 0, 0.7, "the energy gap, as for the session"},
		{lap, training.MetricAvgTempC, "time-weighted mean", within(1), every, 0, 0, 1, ""},
		{lap, training.MetricLengths, "active lengths", within(0), every, 0, 0, 1, ""},
	}
}

// pair holds our values and the device's of a session, or of a lap of one.
type pair struct {
	name, maker  string
	half         half
	view         *stream.View
	ours, device training.Values
}

// sessionPairs and lapPairs make them once for all checks.
func sessionPairs(t *testing.T) []pair {
	t.Helper()
	table(t, "index.csv") // skips without the collection
	files.pairs.Do(func() { makePairs(t) })
	return files.whole
}

func lapPairs(t *testing.T) []pair {
	t.Helper()
	table(t, "index.csv") // skips without the collection
	files.pairs.Do(func() { makePairs(t) })
	return files.laps
}

func makePairs(t *testing.T) {
	t.Helper()
	sessions(t, func(r row, v *stream.View) {
		whole, add := summary.Of(v), summary.SportOf(v)
		add.Whole(&whole)
		files.whole = append(files.whole, pair{r["file"], r["manufacturer"], halfOf(t, r), v, whole.Values, v.Recording.DeviceValues})
		for i, l := range add.Laps(summary.LapsOf(v)) {
			files.laps = append(files.laps, pair{fmt.Sprint(r["file"], " lap ", i), r["manufacturer"], halfOf(t, r), v, l.Values, l.Device})
		}
	})
}

// heldHere returns a rate that was measured on this collection alone.
func heldHere(share float64) string { return fmt.Sprintf("%.0f %%, measured here", 100*share) }

func (c valueCheck) of(t *testing.T) tally {
	t.Helper()
	out := tally{
		field: c.scope + " " + string(c.metric), rule: c.rule, who: "Garmin", bar: "none", share: c.floor, reason: c.reason, reference: -1,
	}
	if c.barN > 0 {
		out.bar, out.share = fmt.Sprintf("%d of %d", c.barHits, c.barN), float64(c.barHits)/float64(c.barN)
	} else {
		out.bar = heldHere(c.floor)
	}
	c.count(t, &out, garmins)
	return out
}

func (c valueCheck) count(t *testing.T, l *tally, of makers) {
	t.Helper()
	all := sessionPairs(t)
	if c.scope == "lap" {
		all = lapPairs(t)
	}
	for _, p := range all {
		d, ok := p.device[c.metric]
		got, has := p.ours[c.metric]
		if !ok || !has || d == 0 || !c.in(p.view.Recording.Sport) || !of(p.maker) {
			continue
		}
		near := c.near
		if near == nil { // a second at the lap's highest speed at each end
			near = within(2 * p.ours[training.MetricMaxSpeedKMH] / 3600)
			if c.metric == training.MetricAvgSpeedKMH {
				near = within(2*p.ours[training.MetricMaxSpeedKMH]/p.ours[training.MetricDurationS] + 0.0037)
			}
		}
		l.count(p.half, near(got, d))
		if !near(got, d) {
			t.Logf("%s: %s %.4f, device %.4f", p.name, c.metric, got, d)
		}
	}
}

// TestValuesAreTheDevices holds every value that a device stores under a name
// of ours at the rate that it has reached.
func TestValuesAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, c := range valueChecks() {
		t.Run(c.scope+" "+string(c.metric), func(t *testing.T) {
			t.Parallel()
			if got := c.of(t); got.n == 0 || got.verdict() != "reached" {
				t.Errorf("%d of %d are the device's, want %s", got.hits, got.n, got.bar)
			}
		})
	}
}

// TestLapPowerIsTheDevices asks of the laps with consistent energy what the
// reference rule reaches in an independent program.
func TestLapPowerIsTheDevices(t *testing.T) {
	t.Parallel()
	var l tally
	lapPower(t, &l)
	t.Logf("%d of %d laps within 1 W", l.hits, l.n)
	if l.n < 34 || l.hits < l.reference {
		t.Errorf("%d of %d laps within 1 W of the device, the independent program %d", l.hits, l.n, l.reference)
	}
}

// lapPower counts the laps with consistent energy and those within a watt, by
// us and by the independent program.
func lapPower(t *testing.T, l *tally) {
	t.Helper()
	for _, r := range table(t, "oracle_laps.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["energy_ok"] != "1" {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil {
			t.Errorf("%s was not read", r["file"])
			continue
		}
		all, index := summary.LapsOf(v), r.int(t, "lap")
		if index >= len(all) {
			t.Errorf("%s: lap %d of %d", r["file"], index, len(all))
			continue
		}
		np, ok := all[index].Values[training.MetricNormalizedPowerW]
		want, _ := r.number("NP_carry_valid_full")
		if math.Abs(want-device) <= 1 {
			l.reference++
		}
		if !ok || math.Abs(np-want) > 0.6 {
			t.Logf("%s lap %d: NP %.3f, reference %.3f", r["file"], index, np, want)
		}
		l.count(halfOf(t, r), ok && math.Abs(np-device) <= 1)
	}
}

// TestGrappeLoadVector checks the load of scikit-sports by Grappe's scale of
// effort: minutes in seven zones of maximal aerobic power, each with a weight.
func TestGrappeLoadVector(t *testing.T) {
	t.Parallel()
	ride := metricstest.Vectors(t, "np/stairs_20s")[0]
	var signal struct{ Samples []float64 }
	var none any
	ride.Read(t, &signal, &none)
	for _, v := range metricstest.Vectors(t, "np/scikit-sports variant") {
		var in struct{ MPA float64 }
		var want map[string]json.Number
		v.Read(t, &in, &want)
		load, err := want["training_load_ride2"].Float64()
		if err != nil {
			t.Fatal(err)
		}
		bounds := []float64{0.3, 0.5, 0.6, 0.75, 0.85, 1, 1.8}
		for i := range bounds {
			bounds[i] *= in.MPA
		}
		seconds := zones.Custom(training.ZonesPower, bounds).TimeIn(zones.Of(metricstest.Power(signal.Samples), training.Power))
		got := 0.0
		for i, weight := range []float64{0, 2, 2.5, 3, 3.5, 4.5, 7, 11} {
			got += weight * seconds[i] / 60
		}
		metricstest.Close(t, "load by minutes in Grappe's zones", got, load, v.Tol)
	}
}
