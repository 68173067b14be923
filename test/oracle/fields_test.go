package oracle

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// sessions calls f for every session of the collection that was read.
func sessions(t *testing.T, f func(r row, v *stream.View)) {
	t.Helper()
	for _, r := range table(t, "index.csv") {
		if r["sess_idx"] == "" || r["records"] == "0" {
			continue
		}
		if v := session(t, r, r.int(t, "sess_idx")); v != nil && v.Columns.Len() > 0 {
			f(r, v)
		}
	}
}

// fieldCheck is a device field, the metric that gives it, how near it has to
// come, and the share of sessions that it gave on a larger collection.
type fieldCheck struct {
	column, needs, rule string
	metric              training.Metric
	scale, within       float64
	barHits, barN       int
}

func fieldChecks() []fieldCheck {
	return []fieldCheck{
		{"max_power", "has_power", "highest row", training.MetricMaxPowerW, 1, 1, 55, 57},
		{"max_hr", "has_hr", "highest row", training.MetricMaxHRBpm, 1, 1, 130, 132},
		{"avg_hr", "has_hr", "time-weighted mean of valid rows", training.MetricAvgHRBpm, 1, 1, 124, 132},
		{
			"avg_speed", "has_speed", "distance / timer time; pool swims: distance / time of the lengths swum", training.MetricAvgSpeedKMH,
			1 / 3.6, 0.0011, 113, 120,
		},
		{
			"distance_m", "has_speed", "last row's distance, plus the distance after it by the total or the row's speed",
			training.MetricDistanceKM, 1000, 1, 90, 116,
		},
		{
			"avg_power", "has_power", "total work / (timer time − seconds without power), coasting as in the laps",
			training.MetricAvgPowerW, 1, 1, 45, 57,
		},
	}
}

// count counts the sessions of the makers that have the field and those that
// it is given for.
func (c fieldCheck) count(t *testing.T, l *tally, of makers) {
	t.Helper()
	sessions(t, func(r row, v *stream.View) {
		device, ok := r.number(c.column)
		got, has := summary.Of(v).Values[c.metric]
		if !ok || device == 0 || r[c.needs] != "1" || !has || !of(r["manufacturer"]) {
			return
		}
		hit := math.Abs(got*c.scale-device) <= c.within
		l.count(halfOf(t, r), hit)
		if !hit {
			t.Logf("%s: %.4f, device %.4f", r["file"], got*c.scale, device)
		}
	})
}

// makers says whose devices are counted.
type makers func(manufacturer string) bool

func garmins(manufacturer string) bool { return manufacturer == "garmin" }
func others(manufacturer string) bool  { return manufacturer != "garmin" }
func anyones(string) bool              { return true }

// TestAveragesAndMaximaAreTheDevices asserts the share of sessions in which
// the rule gives the device's value, at the rates measured on a larger
// collection.
func TestAveragesAndMaximaAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, c := range fieldChecks() {
		t.Run(c.column, func(t *testing.T) {
			var l tally
			c.count(t, &l, garmins)
			t.Logf("%d of %d", l.hits, l.n)
			share := float64(c.barHits) / float64(c.barN)
			if l.n == 0 || l.hits < int(share*float64(l.n)) {
				t.Errorf("%d of %d are the device's, want %.1f %%", l.hits, l.n, share*100)
			}
		})
	}
}

type zoneCheck struct {
	kind          training.ZoneKind
	channel       training.Channel
	times, bounds string
	median        float64 // asserted
	bar           float64 // measured on a larger collection
}

func zoneChecks() []zoneCheck {
	return []zoneCheck{
		{training.ZonesHR, training.HeartRate, "time_in_hr_zone", "hr_zone_high", 0.002, 0.0012},
		{training.ZonesPower, training.Power, "time_in_power_zone", "power_zone_high", 0.01, 0.0087},
	}
}

// shares returns the misplaced shares of the sessions with zones.
func (c zoneCheck) shares(t *testing.T) differences {
	t.Helper()
	var out differences
	sessions(t, func(r row, v *stream.View) {
		if share, ok := misplaced(v, c.kind, c.channel, r.numbers(c.times), r.numbers(c.bounds)); ok {
			out = append(out, difference{share, halfOf(t, r)})
		}
	})
	return out
}

// TestZoneTimesAreTheDevices compares time in zone by the device's own bounds
// and asserts the median share of time that lies in another zone.
func TestZoneTimesAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, c := range zoneChecks() {
		t.Run(string(c.kind), func(t *testing.T) {
			shares := c.shares(t)
			if len(shares) < 5 {
				t.Fatalf("only %d sessions have zones", len(shares))
			}
			median := shares.median()
			t.Logf("%d sessions, median %.3f %%", len(shares), median*100)
			if median > c.median {
				t.Errorf("median misplaced time %.3f %%, want at most %.1f %%", median*100, c.median*100)
			}
		})
	}
}

// misplaced returns the share of time that our zones put elsewhere than the
// device's; false where the device has no zones or no time in them.
func misplaced(v *stream.View, kind training.ZoneKind, ch training.Channel, device, high []float64) (float64, bool) {
	for len(high) > 1 && high[len(high)-1] <= high[len(high)-2] || len(high) > 0 && high[len(high)-1] >= 65535 {
		high = high[:len(high)-1]
	}
	if len(high) < 3 || len(device) < len(high) || !slices.IsSorted(high) || high[0] >= 255 && ch == training.HeartRate {
		return 0, false
	}
	ours := zones.Custom(kind, high).TimeIn(zones.Of(v, ch))
	total, wrong := 0.0, 0.0
	for i := range ours {
		d := 0.0
		if i < len(device) {
			d = device[i]
		}
		total += d
		wrong += math.Abs(ours[i] - d)
	}
	if total < 300 || zones.Of(v, ch).TotalS() == 0 {
		return 0, false
	}
	return wrong / 2 / total, true
}

// askedRates returns the rates that are required on unseen recordings, in
// percent. Those here are shown against them and may be below.
func askedRates() map[string]float64 {
	return map[string]float64{
		"avg_power": 82, "lap " + string(training.MetricAvgPowerW): 85, "distance_m": 88, "avg_speed": 88, "running avg_cadence": 85,
	}
}

// askedTallies returns those rates over the devices of all makers.
func askedTallies(t *testing.T) []tally {
	t.Helper()
	var out []tally
	for _, c := range fieldChecks() {
		l := tally{field: c.column, rule: c.rule}
		c.count(t, &l, anyones)
		out = append(out, l)
	}
	for _, c := range valueChecks() {
		l := tally{field: c.scope + " " + string(c.metric), rule: c.rule}
		c.count(t, &l, anyones)
		out = append(out, l)
	}
	checks := storedChecks()
	stored := make([]tally, len(checks))
	for i, c := range checks {
		stored[i] = tally{field: c.field, rule: c.rule}
	}
	countStored(t, checks, stored, anyones)
	return withAsked(append(out, stored...))
}

// withAsked keeps those whose rate is asked.
func withAsked(all []tally) []tally {
	var out []tally
	for _, l := range all {
		if _, ok := askedRates()[l.field]; ok {
			out = append(out, l)
		}
	}
	return out
}

// askedLine returns a line of the table of asked rates.
func askedLine(l tally) string {
	asked, got := askedRates()[l.field], 100*float64(l.hits)/float64(l.n)
	return fmt.Sprintf("| %s | %d of %d | %.1f %% | %s | %s | %.0f %% | %s |\n",
		l.field, l.hits, l.n, got, l.first(), l.shownSecond(), asked, reachedOrBelow(got >= asked))
}

func reachedOrBelow(reached bool) string {
	if reached {
		return "reached"
	}
	return "**below**"
}

// askedTable returns the rates and times in zones that are asked, over all
// makers.
func askedTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(askedPreface)
	for _, l := range askedTallies(t) {
		b.WriteString(askedLine(l))
	}
	for i, asked := range []float64{0.0012, 0.009} {
		c := zoneChecks()[i]
		d := c.shares(t)
		fmt.Fprintf(&b, "| time in another %s zone, median | %d | %.2f %% | %s | %.2f %% | %s |\n",
			c.kind, len(d), d.median()*100, d.halves(), asked*100, reachedOrBelow(d.median() <= asked))
	}
	return b.String()
}

const askedPreface = `
## Goals for unseen recordings

The same rules over the devices of all makers, compared with the goals for
recordings outside this collection. Missed goals are shown, too: if a maker's
rule is unknown, it is unknown here as well.

| Field | Equal | Rate | First half | Second half | Goal | |
|---|---|---|---|---|---|---|
`

// TestAskedRatesHaveTheirRows: each is counted, and none over nothing.
func TestAskedRatesHaveTheirRows(t *testing.T) {
	t.Parallel()
	got := askedTallies(t)
	if len(got) != len(askedRates()) {
		t.Errorf("%d rows for %d rates", len(got), len(askedRates()))
	}
	for _, l := range got {
		if l.n < 10 {
			t.Errorf("%s over %d", l.field, l.n)
		}
	}
}

// asked returns the prefixes of vectors that the tests of the metrics' packages
// run the product on, read from their source.
func asked(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(filepath.Join("..", "..", "internal", "metrics"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if prefix, ok := vectorsCall(n); ok {
				out = append(out, prefix)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// vectorsCall returns the prefix of a call metricstest.Vectors(t, "prefix").
func vectorsCall(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return "", false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Vectors" {
		return "", false
	}
	lit, ok := call.Args[1].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	prefix, err := strconv.Unquote(lit.Value)
	return prefix, err == nil
}

func begins(id string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(id, p) {
			return true
		}
	}
	return false
}

// TestEveryVectorIsRun fails on a published number that no test runs the
// product on.
func TestEveryVectorIsRun(t *testing.T) {
	t.Parallel()
	prefixes, all := asked(t), metricstest.Vectors(t, "")
	if slices.Contains(prefixes, "") {
		t.Error("a test asks for all vectors, which says nothing of any")
	}
	for _, v := range all {
		if !begins(v.ID, prefixes) {
			t.Errorf("no test runs the product on %s", v.ID)
		}
	}
	t.Logf("%d published numbers are run", len(all))
}
