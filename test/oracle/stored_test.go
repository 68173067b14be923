package oracle

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// storedCheck is a value that a device stored for its sessions which no
// recording of ours keeps, read from the file's own message.
type storedCheck struct {
	field, rule string
	sport       training.Sport
	device      func(message) float64
	ours        func(v *stream.View, values training.Values) (float64, bool)
	near        func(ours, device float64) bool
	floor       float64
	reason      string
}

func metric(m training.Metric) func(*stream.View, training.Values) (float64, bool) {
	return func(_ *stream.View, values training.Values) (float64, bool) {
		x, ok := values[m]
		return x, ok
	}
}

// mean returns a function for the mean of a channel over all rows with a value.
func mean(ch training.Channel) func(*stream.View, training.Values) (float64, bool) {
	return func(v *stream.View, _ training.Values) (float64, bool) {
		x, _, ok := v.MeanOf(ch)
		return x / ch.Scale(), ok
	}
}

// everyRow is the devices' rule of running dynamics; ours leaves walks out.
const (
	everyRow = "time-weighted mean of all rows, walking included (Lapkeep leaves it out), within 1 %"
	sparse   = "recordings without a row every second"
)

// message holds a device's stored values of a session.
type message struct {
	*mesgdef.Session
	activeS float64 // NaN if it has none
}

// steps returns the average of both feet in steps a minute.
func (m message) steps() float64 {
	rate := float64(m.AvgCadence)
	if m.AvgFractionalCadence != math.MaxUint8 {
		rate += m.AvgFractionalCadenceScaled()
	}
	return 2 * rate
}

func messageOf(m *proto.Message) message {
	out := message{mesgdef.NewSession(m), math.NaN()}
	for _, f := range m.Fields {
		if f.Name == "active_time" && f.Value.Valid(f.BaseType) {
			out.activeS = float64(f.Value.Uint32()) / f.Scale
		}
	}
	return out
}

func storedChecks() []storedCheck {
	run, swim := training.Running, training.Swimming
	return []storedCheck{
		{
			"running avg_vertical_oscillation", everyRow, run, message.AvgVerticalOscillationScaled,
			mean(training.VerticalOscillation), part(0.01), 1, "",
		},
		{"running avg_stance_time", everyRow, run, message.AvgStanceTimeScaled, mean(training.GroundContact), part(0.01), 0.85, sparse},
		{"running avg_step_length", everyRow, run, message.AvgStepLengthScaled, mean(training.StepLength), part(0.01), 0.85, sparse},
		{
			"running avg_vertical_ratio", "oscillation / step length of the same rows, within 3.5 %", run, message.AvgVerticalRatioScaled,
			func(v *stream.View, _ training.Values) (float64, bool) {
				rise, _, ok := v.MeanOf(training.VerticalOscillation)
				step, _, has := v.MeanOf(training.StepLength)
				return 100 * rise / step, ok && has
			}, part(0.035), 0.85, sparse,
		},
		{
			"running avg_cadence", "time-weighted mean of steps per minute, zeros included, within 2 %", run,
			message.steps, metric(training.MetricAvgCadenceSPM), part(0.02), 0.84, sparse,
		},
		{
			"swimming avg_stroke_distance", "distance / strokes, within 1 cm", swim,
			func(s message) float64 { return s.AvgStrokeDistanceScaled() * 100 }, metric(training.MetricDistancePerStrokeCM), within(1), 1, "",
		},
		{
			"swimming avg_cadence", "strokes / time of the lengths with strokes, within 1", swim,
			func(s message) float64 { return float64(s.AvgCadence) }, metric(training.MetricAvgStrokesPerMin), within(1), 1, "",
		},
		{
			"swimming active_time", "Σ time of the lengths swum, within 0.1 s", swim,
			func(s message) float64 { return s.activeS },
			func(v *stream.View, _ training.Values) (float64, bool) {
				p, missing := summary.PoolOf(v.Recording)
				return p.SwimS, missing == ""
			}, within(0.1), 0.75, "one time is 3.7 s longer than all lengths of its file",
		},
		{
			"swimming total_timer_time", "Σ time of the lengths swum and of the rests, within 0.1 s", swim,
			message.TotalTimerTimeScaled,
			func(v *stream.View, _ training.Values) (float64, bool) {
				p, missing := summary.PoolOf(v.Recording)
				return p.SwimS + p.RestS, missing == ""
			}, within(0.1), 0.75, "one time is 3.7 s longer than all lengths of its file",
		},
	}
}

// storedSessions calls f for every session of the makers' devices, what we
// have of it and what the device stored.
func storedSessions(t *testing.T, of makers, f func(name string, v *stream.View, ours training.Values, device message)) {
	t.Helper()
	for _, path := range realdata.Files(t, "fit/*.fit") {
		name := filepath.Base(path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var said []message
		decoded, err := decoder.New(bytes.NewReader(data), decoder.WithIgnoreChecksum()).Decode()
		if err != nil {
			continue
		}
		for i := range decoded.Messages {
			if decoded.Messages[i].Num == mesgnum.Session {
				said = append(said, messageOf(&decoded.Messages[i]))
			}
		}
		for i, s := range said {
			v := session(t, row{"file": name}, i)
			if v == nil || !of(v.Recording.Device.Manufacturer) {
				continue
			}
			whole := summary.Of(v)
			summary.SportOf(v).Whole(&whole)
			f(name, v, whole.Values, s)
		}
	}
}

func storedTallies(t *testing.T) []tally {
	t.Helper()
	var out []tally
	checks := storedChecks()
	for _, c := range checks {
		out = append(out, tally{
			field: c.field, rule: c.rule, who: "Garmin", bar: heldHere(c.floor), share: c.floor, reason: c.reason, reference: -1,
		})
	}
	countStored(t, checks, out, garmins)
	return out
}

// countStored counts each check in the tally of the same index.
func countStored(t *testing.T, checks []storedCheck, out []tally, of makers) {
	t.Helper()
	storedSessions(t, of, func(name string, v *stream.View, values training.Values, device message) {
		for i, c := range checks {
			d := c.device(device)
			ours, ok := c.ours(v, values)
			if v.Recording.Sport != c.sport || !ok || !(d > 0) || c.field == "running avg_cadence" && device.AvgCadence == math.MaxUint8 {
				continue
			}
			out[i].count(halfOf(t, row{"file": name}), c.near(ours, d))
			if !c.near(ours, d) {
				t.Logf("%s: %s %.3f, device %.3f", name, c.field, ours, d)
			}
		}
	})
}

// TestStoredValuesAreTheDevices holds them at the rate that they have reached.
func TestStoredValuesAreTheDevices(t *testing.T) {
	t.Parallel()
	for _, l := range storedTallies(t) {
		t.Log(l.line())
		if l.n == 0 || l.verdict() != "reached" {
			t.Errorf("%d of %d of %s are the device's, want %s", l.hits, l.n, l.field, l.bar)
		}
	}
}

// comparedFigure is a figure that other programs compute too, the column of
// index.csv in which the device's stands, what the recording has to have, and
// how near is equal: the same lines as FIGURES in test/others/run.py.
type comparedFigure struct {
	name, column, needs string
	near                func(ours, device float64) bool
	// ours is in the device's unit; false where we give none.
	ours func(v *stream.View, values training.Values, ftp float64) (float64, bool)
	why  string // why another program is ahead of us, where one is
}

// scaled returns a function for a metric in the device's unit.
func scaled(m training.Metric, scale float64) func(*stream.View, training.Values, float64) (float64, bool) {
	return func(_ *stream.View, values training.Values, _ float64) (float64, bool) {
		x, ok := values[m]
		return x * scale, ok
	}
}

// byMaker returns NP by the rule of the device's maker, where one is known.
func byMaker(v *stream.View) (power.NP, bool) {
	switch v.Recording.Device.Manufacturer {
	case "garmin":
		return power.Of(v, power.Garmin)
	case "wahoo_fitness", "srm":
		return power.Of(v, power.Wahoo)
	}
	return power.Of(v, power.Canonical)
}

// Why another program is nearer than we are.
const (
	filledIn = "if the rows lost power that the device had (classes C and D), interpolating over up to 10 s comes " +
		"closer; Lapkeep fills nothing in"
	oneMore = "one more ride, in which 74 s have no rows: interpolating over them lowers the mean by 0.3 bpm, to " +
		"within 1 of the device's; Lapkeep fills nothing in"
	above240 = "one strap's 245 bpm, which we leave out as a sensor error"
)

func comparedFigures() []comparedFigure {
	np := func(v *stream.View, _ training.Values, _ float64) (float64, bool) {
		x, ok := byMaker(v)
		return x.Watts, ok
	}
	intensity := func(v *stream.View, _ training.Values, ftp float64) (float64, bool) {
		x, _ := byMaker(v)
		return power.IntensityFactor(x.Watts, ftp)
	}
	tss := func(v *stream.View, _ training.Values, ftp float64) (float64, bool) {
		x, _ := byMaker(v)
		return power.TSS(x, ftp)
	}
	nearTSS := func(ours, device float64) bool { return within(max(0.15, 0.002*device))(ours, device) }
	return []comparedFigure{
		{"NP", "NP", "has_power", within(0.56), np, ""},
		{"IF", "IF", "has_power", within(0.0023), intensity, filledIn},
		{"TSS", "TSS", "has_power", nearTSS, tss, ""},
		{"avg_power", "avg_power", "has_power", within(1), scaled(training.MetricAvgPowerW, 1), ""},
		{"max_power", "max_power", "has_power", within(1), scaled(training.MetricMaxPowerW, 1), ""},
		{"avg_hr", "avg_hr", "has_hr", within(1), scaled(training.MetricAvgHRBpm, 1), oneMore},
		{"max_hr", "max_hr", "has_hr", within(1), scaled(training.MetricMaxHRBpm, 1), above240},
		{"distance_m", "distance_m", "has_speed", within(1), scaled(training.MetricDistanceKM, 1000), ""},
		{"avg_speed", "avg_speed", "has_speed", within(0.0011), scaled(training.MetricAvgSpeedKMH, 1/3.6), ""},
		{"duration_s", "timer_s", "", within(2), scaled(training.MetricDurationS, 1), ""},
		{"ascent", "ascent", "has_alt", part(0.05), scaled(training.MetricElevationGainM, 1), ""},
	}
}

// count counts the recordings of one session, as the other programs were asked.
func (c comparedFigure) count(t *testing.T) rate {
	t.Helper()
	var out rate
	for _, r := range table(t, "index.csv") {
		device, has := r.number(c.column)
		ftp, _ := r.number("threshold_power")
		records, _ := r.number("records")
		switch {
		case r["n_sess"] != "1" || records <= 0 || !has || device <= 0 || c.needs != "" && r[c.needs] != "1":
			continue
		case (c.name == "IF" || c.name == "TSS") && ftp <= 0:
			continue
		}
		out.n++
		v := session(t, r, r.int(t, "sess_idx"))
		if v == nil || v.Columns.Len() == 0 {
			continue
		}
		if ours, ok := c.ours(v, summary.Of(v).Values, ftp); ok && c.near(ours, device) {
			out.hits++
		}
	}
	return out
}

// othersTotals reads the findings of test/others: the head, and a line a figure.
func othersTotals(t *testing.T) (head []string, byFigure map[string][]string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "others.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	byFigure = map[string][]string{}
	for _, line := range lines[1:] {
		byFigure[line[0]] = line
	}
	return lines[0], byFigure
}

const othersPreface = `
## Compared with other programs

How often each program gives the value that the device stored, for recordings
with one session (the others read a multisport file as one session). Lapkeep's NP
uses the maker's rule if it is known. "Equal" means NP within 0.56 W, IF 0.0023, TSS 0.15 or 0.2 %,
power and heart rate 1, distance 1 m, speed 0.0011 m/s, duration 2 s, ascent
5 %. No device stores best efforts, so there is nothing to compare them with.
The other programs' totals come from ` + "`make others`" + `; values that a program copies
from the device instead of computing them are not counted.

`

// othersTable returns that table, and the figures in which another program is
// ahead.
func othersTable(t *testing.T) (page string, ahead []string) {
	t.Helper()
	head, totals := othersTotals(t)
	var b strings.Builder
	b.WriteString(othersPreface)
	fmt.Fprintf(&b, "| Figure | Sessions | Lapkeep | %s | |\n|%s\n", strings.Join(head[2:], " | "), strings.Repeat("---|", len(head)+2))
	for _, c := range comparedFigures() {
		ours, line := c.count(t), totals[c.name]
		if len(line) != len(head) || line[1] != strconv.Itoa(ours.n) {
			t.Errorf("%s: others were asked of another collection: %v, here %d sessions; run make others", c.name, line, ours.n)
			continue
		}
		most := 0
		for _, cell := range line[2:] {
			if n, err := strconv.Atoi(cell); err == nil {
				most = max(most, n)
			}
		}
		verdict := "first"
		switch {
		case most == ours.hits:
			verdict = "level"
		case most > ours.hits:
			verdict = "**not first**: " + c.why
		}
		if most > ours.hits && c.why == "" {
			ahead = append(ahead, fmt.Sprintf("%s: %d of %d, another %d", c.name, ours.hits, ours.n, most))
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s | %s |\n", c.name, ours.n, ours.hits, strings.Join(line[2:], " | "), verdict)
	}
	return b.String(), ahead
}

// TestNoOtherProgramIsNearer to the devices, unless the reason is told.
func TestNoOtherProgramIsNearer(t *testing.T) {
	t.Parallel()
	table(t, "index.csv") // skips without the collection
	if _, ahead := othersTable(t); len(ahead) > 0 {
		t.Errorf("another program is nearer, and nothing says why:\n%s", strings.Join(ahead, "\n"))
	}
}
