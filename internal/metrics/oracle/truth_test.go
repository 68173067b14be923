package oracle

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/terrain"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

var update = flag.Bool("update", false, "write docs/truth.md anew")

func fieldTallies(t *testing.T) []tally {
	t.Helper()
	reasons := map[string]string{
		"max_power":  "one peak that the device stored is in none of its rows",
		"max_hr":     "a rate above 240 is left out as a sensor error",
		"avg_hr":     "both differ by less than 1.5 bpm",
		"avg_speed":  "one differs by 2 mm/s; two stored a speed that follows neither from their distance and timer nor from their lengths",
		"distance_m": "",
		"avg_power":  "one leaves coasting out and has one lap, which cannot say so; one averaged other rows than it wrote",
	}
	var out []tally
	for _, c := range fieldChecks() {
		hits, n := c.of(t, true)
		bar := fmt.Sprintf("%d of %d", c.barHits, c.barN)
		out = append(out, tally{c.column, c.rule, "Garmin", hits, n, bar, float64(c.barHits) / float64(c.barN), reasons[c.column], -1})
	}
	for _, c := range fieldChecks() {
		hits, n := c.of(t, false)
		out = append(out, tally{c.column, c.rule, "other makers", hits, n, "none", 0, "each maker, and each app that writes files, has rules of its own", -1})
	}
	return out
}

// npGroup is the sessions of one maker and some classes of energy gap.
type npGroup struct {
	maker, classes string
	variant        power.Variant
	bar            string
	share          float64
	reason         string
}

func npGroups() []npGroup {
	return []npGroup{
		{"garmin", "A", power.Garmin, "24 of 24 with B", 1, "all are within rounding and the gap"},
		{"garmin", "B", power.Garmin, "24 of 24 with A", 1, ""},
		{"garmin", "C", power.Garmin, "none", 0, "the rows are not what the device computed from"},
		{"garmin", "D", power.Garmin, "none", 0, "the rows are not what the device computed from"},
		{"garmin", "u", power.Garmin, "none", 0, "no total work to know the gap by"},
		{"wahoo_fitness", "ABCDu", power.Wahoo, "6 of 6", 1, ""},
		{"srm", "ABCDu", power.Wahoo, "none", 0, "one session"},
		{"stages_cycling", "ABCDu", power.Canonical, "none", 0, "one session, whose rows are far from its total work"},
		{"hammerhead", "ABCDu", power.Canonical, "none", 0, "the maker's rule is not known"},
		{"dynastream", "ABCDu", power.Canonical, "none", 0, "the maker's rule is not known"},
	}
}

// of counts the sessions whose NP is within rounding and half a watt, ours
// and the independent program's by the same convention. Those of devices that
// drop zeros count like the others, by the Garmin variant.
func (g npGroup) of(t *testing.T) (hits, n, reference int) {
	t.Helper()
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["manufacturer"] != g.maker || !strings.Contains(g.classes, r["energy_class"][:1]) {
			continue
		}
		n++
		column := "NP_valid_full_carry"
		if g.variant == power.Wahoo {
			column = "NP_timer_full_reset"
		}
		if x, ok := r.number(column); ok && math.Abs(x-device) <= 0.56 {
			reference++
		}
		if v := session(t, r, r.int(t, "sess")); v != nil {
			if np, ok := power.Of(v, g.variant); ok && math.Abs(np.Watts-device) <= 0.56 {
				hits++
			}
		}
	}
	return hits, n, reference
}

func npTallies(t *testing.T) []tally {
	t.Helper()
	var out []tally
	for _, g := range npGroups() {
		hits, n, reference := g.of(t)
		rule, who := "variant "+string(g.variant)+", within 0.56 W", g.maker
		if len(g.classes) == 1 {
			who += ", class " + strings.Replace(g.classes, "u", "not known", 1)
		}
		out = append(out, tally{"NP", rule, who, hits, n, g.bar, g.share, g.reason, reference})
	}
	return out
}

// stressTallies are IF and TSS of Garmin's sessions by class of energy gap.
func stressTallies(t *testing.T) []tally {
	t.Helper()
	ifA := tally{"IF", "NP not rounded / FTP, within 0.0023", "Garmin, class A", 0, 0, "all", 1, "", -1}
	ifB := tally{"IF", "the same", "Garmin, class B", 0, 0, "none", 0, "one by 0.0029: half a watt of its energy gap", -1}
	tssA := tally{"TSS", "windows/3600 · IF² · 100, within 0.15 or 0.2 %", "Garmin, class A", 0, 0, "10 of 11", 10.0 / 11, "", -1}
	tssB := tally{"TSS", "the same", "Garmin, class B", 0, 0, "none", 0, "the energy gap enters twice", -1}
	for _, r := range table(t, "oracle_sessions.csv") {
		ftp, hasFTP := r.number("FTP")
		if !hasFTP || r["manufacturer"] != "garmin" || !consistent(r) {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil || power.DropsZeros(v) {
			continue
		}
		np, _ := power.Of(v, power.Garmin)
		if device, ok := r.number("dev_IF"); ok {
			got, _ := power.IntensityFactor(np.Watts, ftp)
			byClass(r, &ifA, &ifB).count(math.Abs(got-device) <= 0.0023)
		}
		if device, ok := r.number("dev_TSS"); ok {
			got, _ := power.TSS(np, ftp)
			d := math.Abs(got - device)
			byClass(r, &tssA, &tssB).count(d <= 0.15 || d <= 0.002*device)
		}
	}
	return []tally{ifA, ifB, tssA, tssB}
}

// byClass is the tally of a session's class of energy gap.
func byClass(r row, a, b *tally) *tally {
	if strings.HasPrefix(r["energy_class"], "A") {
		return a
	}
	return b
}

func valueTallies(t *testing.T) []tally {
	t.Helper()
	var out []tally
	for _, c := range valueChecks() {
		out = append(out, c.of(t))
	}
	return append(out, timerTally(t))
}

// timerTally holds elapsed time less the pauses that the timer events make
// against the timer time that the device stored.
func timerTally(t *testing.T) tally {
	t.Helper()
	out := tally{"session duration_s", "elapsed − pauses, within 2 s", "Garmin", 0, 0, "none", 0, "one session's own times are broken, two stored a time that their events do not make", -1}
	sessions(t, func(r row, v *stream.View) {
		device, ok := r.number("timer_s")
		if ok && device > 0 && r["manufacturer"] == "garmin" {
			got := v.TimerIn(training.Span{ToS: v.Recording.ElapsedS})
			out.count(math.Abs(got-device) <= 2)
		}
	})
	return out
}

func lapTally(t *testing.T) tally {
	t.Helper()
	hits, n, reference := lapPower(t)
	return tally{
		"lap NP", "the session's window carried into the lap, within 1 W", "laps with consistent energy",
		hits, n, "269 of 293", 269.0 / 293, "four of the five are laps of one run, in whose walks the power is missing; what the device puts there is not known", reference,
	}
}

// medianLine is a line of the second table.
func medianLine(field, rule string, shares []float64, bar float64) string {
	if len(shares) == 0 {
		return fmt.Sprintf("| %s | %s | 0 | | | |\n", field, rule)
	}
	slices.Sort(shares)
	median, verdict, asked := shares[len(shares)/2], "information", "none"
	if bar > 0 {
		asked, verdict = fmt.Sprintf("%.2f %%", bar*100), "reached"
		if median > bar {
			verdict = "**below**"
		}
	}
	return fmt.Sprintf("| %s | %s | %d | %.2f %% | %s | %s |\n", field, rule, len(shares), median*100, asked, verdict)
}

// climbed are the shares by which our climb or descent differs from the
// device's, of sessions with 50 m or more whose altitude is of a kind, in two
// halves of the collection by a hash of the file's name.
func climbed(t *testing.T, m training.Metric, kind terrain.Kind) (first, second []float64) {
	t.Helper()
	sessions(t, func(r row, v *stream.View) {
		device := v.Recording.DeviceValues[m]
		ours, has := summary.Of(v).Values[m]
		if !has || device < 50 || terrain.ReliefOf(v).Kind() != kind {
			return
		}
		share := math.Abs(ours-device) / device
		if sha256.Sum256([]byte(r["file"]))[0]%2 == 0 {
			first = append(first, share)
		} else {
			second = append(second, share)
		}
	})
	return first, second
}

// climbKinds are the kinds of altitude with the goal of their median.
func climbKinds() []climbKind {
	return []climbKind{
		{terrain.Barometric, "barometer", "5 s smoothing, turns of 3 m", 0.04},
		{terrain.Satellite, "GPS", "5 s smoothing, turns of 5 m", 0.08},
		{terrain.Simulated, "virtual course", "every rise", 0},
	}
}

type climbKind struct {
	kind       terrain.Kind
	name, rule string
	goal       float64
}

func climbLines(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, f := range []struct {
		name   string
		metric training.Metric
		goals  bool
	}{{"ascent", training.MetricElevationGainM, true}, {"descent", training.MetricElevationLossM, false}} {
		for _, k := range climbKinds() {
			goal := k.goal
			if !f.goals {
				goal = 0
			}
			first, second := climbed(t, f.metric, k.kind)
			for i, half := range [][]float64{first, second} {
				if len(half) > 0 {
					b.WriteString(medianLine(fmt.Sprintf("%s, %s, half %d", f.name, k.name, i+1), k.rule, half, goal))
				}
			}
		}
	}
	return b.String()
}

const truthPreface = `# What devices say

How often Lapkeep's rules give the value that a device computed and stored in
its own recording. Made by ` + "`make truth`" + ` over a collection of recordings
that is not part of the project: %d files, %d sessions. Totals only.

A bar is the rate that the same rule reached when it was measured on a larger
collection; the collection here is the part that may be kept. Classes are by
energy gap, how far the recorded power adds up to the device's total work:
A to 0.1 %%, B to 0.4 %%, C to 2 %%, D beyond. Beyond B the rows are not what
the device computed from, so that its NP cannot be expected.

"Reached" is no fewer than the whole sessions that the bar's rate makes here.
Where an independent program, written by another hand, was run by the same
convention on the same rows, its count stands beside ours: if it reaches no
more than ours, the rule gives no more here.

| Field | Rule | Devices | Equal | The other program | Bar | | Where they differ |
|---|---|---|---|---|---|---|---|
`

const halves = `
The two halves of ascent and descent are by a hash of the file's name. The rule of barometers was chosen by the first
alone. All recordings with an altitude of GPS are of one watch and in the second: their rule was chosen by themselves.
`

func truthPage(t *testing.T) (page string, all []tally) {
	t.Helper()
	all = slices.Concat(fieldTallies(t), npTallies(t), stressTallies(t), []tally{lapTally(t)}, valueTallies(t), storedTallies(t))
	count := 0
	sessions(t, func(row, *stream.View) { count++ })
	var b strings.Builder
	fmt.Fprintf(&b, truthPreface, len(testdata.Files(t, "fit/*.fit")), count)
	for _, l := range all {
		b.WriteString(l.line())
	}
	b.WriteString("\n| Field | Rule | Sessions | Median difference | Bar | |\n|---|---|---|---|---|---|\n")
	for _, c := range zoneChecks() {
		b.WriteString(medianLine(fmt.Sprintf("time in %s zones", c.kind), "a value on a bound is in the upper zone; share of time in another zone", c.shares(t), c.bar))
	}
	b.WriteString(climbLines(t))
	b.WriteString(halves)
	return b.String(), all
}

// TestTruth makes the report. With -update it is written; without, the page
// that is kept must say the same if it was made from as many recordings.
func TestTruth(t *testing.T) {
	t.Parallel()
	page, all := truthPage(t)
	for _, l := range all {
		if l.verdict() == "**below**" {
			t.Errorf("below the bar: %s", l.line())
		}
		if l.hits < l.n && l.reason == "" {
			t.Errorf("nothing says why some differ: %s", l.line())
		}
	}
	path := filepath.Join("..", "..", "..", "docs", "truth.md")
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(page, "| Field")
	if strings.HasPrefix(string(kept), head) && string(kept) != page {
		t.Error("docs/truth.md is old: run make truth")
	}
}
