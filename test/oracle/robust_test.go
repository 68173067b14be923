package oracle

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/sessiongen"
)

// measured is everything that a recording says, so that two may be compared.
type measured struct {
	Values  training.Values
	Windows int
	Curve   []curve.Point
	Beats   []curve.Point
	Power   []int32
	Rates   []uint32
}

func measure(r *training.Recording) measured {
	v := stream.Of(r, stream.Limits{})
	s := glossary.Of(v)
	m := measured{Values: s.Values, Windows: s.NPWindows, Power: v.Power().Watts}
	m.Curve, _ = curve.Power(v)
	m.Beats, _ = curve.HeartRate(v)
	m.Rates = zones.Of(v, training.HeartRate).Seconds
	return m
}

// outing returns half an hour of a generated session with all that the rules
// read.
func outing(seed uint64) *training.Recording {
	s, _ := sessiongen.Make("30_30", seed)
	n := min(1800, len(s.Power))
	r := metricstest.Recording(training.Cycling, n)
	bpm, speed, alt := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		bpm[i] = 130 + math.Round(20*math.Sin(float64(i)/40))
		speed[i] = 8 + math.Sin(float64(i)/60)
		alt[i] = 300 + 30*math.Sin(float64(i)/200)
	}
	metricstest.Put(r, training.Power, s.Power[:n])
	metricstest.Put(r, training.HeartRate, bpm)
	metricstest.Put(r, training.Speed, speed)
	metricstest.Put(r, training.Altitude, alt)
	return r
}

// TestASpikeIsAMissingSecond: what no sensor can have measured leaves every
// number as if the second had none, however large it is; the row keeps it.
func TestASpikeIsAMissingSecond(t *testing.T) {
	t.Parallel()
	limits := map[training.Channel]int32{training.Power: 2500, training.HeartRate: 240, training.Speed: 36_000}
	channels := slices.Sorted(maps.Keys(limits))
	rapid.Check(t, func(t *rapid.T) {
		spiked, without := outing(3), outing(3)
		for range rapid.IntRange(1, 20).Draw(t, "spikes") {
			ch := rapid.SampledFrom(channels).Draw(t, "channel")
			row := rapid.IntRange(0, spiked.Columns.Len()-1).Draw(t, "row")
			spiked.Columns.Data[ch].Values[row] = rapid.Int32Range(limits[ch]+1, math.MaxInt32).Draw(t, "value")
			without.Columns.Data[ch].Valid.Clear(row)
		}
		before := slices.Clone(spiked.Columns.Data[training.Power].Values)
		if diff := cmp.Diff(measure(without), measure(spiked)); diff != "" {
			t.Fatalf("a spike counts:\n%s", diff)
		}
		if !slices.Equal(before, spiked.Columns.Data[training.Power].Values) {
			t.Fatal("the recording was changed")
		}
	})
}

// TestRowsInAPauseAreNotThere: a device that goes on writing while its timer
// stands says no more than one that stops.
func TestRowsInAPauseAreNotThere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.IntRange(1, 1500).Draw(t, "from")
		to := from + rapid.IntRange(2, 250).Draw(t, "for")
		silent, wrote := outing(5), outing(5)
		metricstest.Pause(silent, from, to)
		wrote.Pauses, wrote.TimerS = silent.Pauses, silent.TimerS
		for i := from + 1; i < to; i++ {
			wrote.Columns.Data[training.Power].Values[i] = rapid.Int32Range(0, 2000).Draw(t, "watts")
			wrote.Columns.Data[training.HeartRate].Values[i] = rapid.Int32Range(0, 250).Draw(t, "bpm")
		}
		a, b := measure(silent), measure(wrote)
		delete(a.Values, training.MetricHRRecoveryBpm) // a heart recovers in a pause
		delete(b.Values, training.MetricHRRecoveryBpm)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatalf("rows in a pause count:\n%s", diff)
		}
	})
}

// TestASensorOfZerosIsNoSensor: a meter that was never there, as devices
// write it, leaves every number as if the channel were absent.
func TestASensorOfZerosIsNoSensor(t *testing.T) {
	t.Parallel()
	for _, ch := range []training.Channel{training.Power, training.Speed, training.HeartRate} {
		zeros, without := outing(7), outing(7)
		clear(zeros.Columns.Data[ch].Values)
		without.Columns.Data[ch] = training.Column{}
		if diff := cmp.Diff(measure(without), measure(zeros)); diff != "" {
			t.Errorf("%s of zeros counts:\n%s", ch, diff)
		}
	}
}

// TestAGapIsNotRidden: seconds that a recording lost without a pause count in
// no mean, no zone and no work, and no heart rate is held across them.
func TestAGapIsNotRidden(t *testing.T) {
	t.Parallel()
	r := outing(9)
	metricstest.Drop(r, func(s int) bool { return 600 <= s && s < 900 })
	v := stream.Of(r, stream.Limits{})
	if n := len(v.Power().Watts); n != 1500 {
		t.Errorf("%d seconds of power, want 1500", n)
	}
	if s := zones.Of(v, training.Power).TotalS(); s != 1500 {
		t.Errorf("%v s in zones, want 1500", s)
	}
	beats, _ := curve.HeartRate(v)
	for _, p := range beats {
		if p.StartS < 600 && p.StartS+p.DurationS > 600 || p.DurationS > 900 {
			t.Errorf("%d s of heart rate from %d s cross the gap", p.DurationS, p.StartS)
		}
	}
	watts, _ := curve.Power(v)
	for _, p := range watts {
		if p.DurationS == 1800 && p.Value*1800 > v.Power().SumJ() {
			t.Errorf("the whole ride has %v J, its seconds %v", p.Value*1800, v.Power().SumJ())
		}
	}
}

// TestSparseRowsKeepTheirMeans: every third second gives what all of them do
// where nothing changes in between, and says what was held.
func TestSparseRowsKeepTheirMeans(t *testing.T) {
	t.Parallel()
	whole := outing(11)
	for _, ch := range []training.Channel{training.Power, training.HeartRate, training.Speed} {
		values := whole.Columns.Data[ch].Values
		for i := range values {
			values[i] = values[i-i%3]
		}
	}
	sparse := *whole
	metricstest.Drop(&sparse, func(s int) bool { return s%3 != 0 })
	a, b := measure(whole), measure(&sparse)
	for _, m := range []training.Metric{
		training.MetricAvgPowerW, training.MetricNormalizedPowerW, training.MetricWorkKJ, training.MetricAvgHRBpm, training.MetricMaxPowerW,
	} {
		metricstest.Close(t, fmt.Sprint(m, " of every third row"), b.Values[m], a.Values[m], 1e-9)
	}
	if s := stream.Of(&sparse, stream.Limits{}).Power(); s.Interpolated != 1200 {
		t.Errorf("%d values are said to be held, want 1200", s.Interpolated)
	}
}

// TestALyingMeterIsTold: rows whose energy is not the device's are named, and
// where the two are far apart no average is made of both.
func TestALyingMeterIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gapPct float64
		told   bool
		own    bool // the average is of the device's work
	}{{0.1, false, true}, {-0.3, false, true}, {1, true, true}, {-8, true, true}, {12, true, true}, {-23, true, false}, {240, true, false}} {
		r := outing(13)
		v := stream.Of(r, stream.Limits{})
		workKJ := v.Power().SumJ() / 1000 / (1 + c.gapPct/100)
		mean := summary.Of(v).Values[training.MetricAvgPowerW]
		r.DeviceValues = training.Values{training.MetricWorkKJ: workKJ}
		got := summary.Of(stream.Of(r, stream.Limits{}))
		if told := strings.Contains(strings.Join(phrasetest.Texts(got.Notes), "\n"), "add up to"); told != c.told {
			t.Errorf("gap %v %%: notes %v", c.gapPct, got.Notes)
		}
		want := mean
		if c.own {
			want = workKJ * 1000 / 1800
		}
		metricstest.Close(t, fmt.Sprint("average at a gap of ", c.gapPct), got.Values[training.MetricAvgPowerW], want, 1e-9)
	}
}

// consistent reports whether the recorded power is what the device computed
// from: an energy gap of class A or B.
func consistent(r row) bool {
	return strings.HasPrefix(r["energy_class"], "A") || strings.HasPrefix(r["energy_class"], "B")
}

// TestNormalizedPowerIsTheDevices holds every energy-consistent Garmin
// session within rounding and half a watt, and none may be left out.
func TestNormalizedPowerIsTheDevices(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["manufacturer"] != "garmin" || !consistent(r) {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil {
			t.Errorf("%s: session %s was not read", r["file"], r["sess"])
			continue
		}
		if power.DropsZeros(v) {
			t.Logf("%s: drops zeros, left out", r["file"])
			continue
		}
		np, ok := power.Of(v, power.Garmin)
		compared++
		if !ok || math.Abs(np.Watts-device) > 0.56 {
			t.Errorf("%s: NP %.3f, device %.0f", r["file"], np.Watts, device)
		}
	}
	if compared < 10 {
		t.Errorf("only %d sessions were compared", compared)
	}
}

// TestVariantsAreTheReferences compares each convention with an independent
// program's result on every session, whatever the device said. That program
// takes a pause's edge seconds a little differently where windows restart,
// and fills gaps with zeros under xPower, so those are compared where there
// are no gaps.
func TestVariantsAreTheReferences(t *testing.T) {
	t.Parallel()
	for _, r := range table(t, "oracle_sessions.csv") {
		v := session(t, r, r.int(t, "sess"))
		if v == nil || v.Masked[training.Power] > 0 {
			continue
		}
		for _, c := range []struct {
			column  string
			variant power.Variant
			within  float64
		}{
			{"NP_valid_full_carry", power.Canonical, 0.001},
			{"NP_timer_full_reset", power.Wahoo, 0.15},
		} {
			want, ok := r.number(c.column)
			np, has := power.Of(v, c.variant)
			if ok && (!has || math.Abs(np.Watts-want) > c.within) {
				t.Errorf("%s: %s %.3f, reference %.3f", r["file"], c.variant, np.Watts, want)
			}
		}
		if r["pauses"] != "0" || r["invalid_power"] != "0" {
			continue
		}
		x, _ := power.XPower(v.Power().Watts, power.AlphaExponential)
		if want, ok := r.number("xPower_25s"); ok && math.Abs(x-want) > 0.001 {
			t.Errorf("%s: xPower %.3f, reference %.3f", r["file"], x, want)
		}
	}
}

// TestTSSIsTheDevices asserts class A and reports class B.
func TestTSSIsTheDevices(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_TSS")
		ftp, hasFTP := r.number("FTP")
		if !ok || !hasFTP || r["manufacturer"] != "garmin" || !consistent(r) {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil || power.DropsZeros(v) {
			continue
		}
		np, _ := power.Of(v, power.Garmin)
		tss, _ := power.TSS(np, ftp)
		d := math.Abs(tss - device)
		if !strings.HasPrefix(r["energy_class"], "A") {
			t.Logf("class B %s: TSS %.2f, device %.1f", r["file"], tss, device)
			continue
		}
		compared++
		if d > 0.15 && d > 0.002*device {
			t.Errorf("%s: TSS %.3f, device %.1f", r["file"], tss, device)
		}
	}
	if compared < 5 {
		t.Errorf("only %d sessions were compared", compared)
	}
}

// TestWahooRestartsItsWindow holds the Wahoo with 55 pauses.
func TestWahooRestartsItsWindow(t *testing.T) {
	t.Parallel()
	for _, r := range table(t, "oracle_sessions.csv") {
		device, ok := r.number("dev_NP")
		if !ok || r["manufacturer"] != "wahoo_fitness" {
			continue
		}
		v := session(t, r, r.int(t, "sess"))
		if v == nil {
			t.Errorf("%s was not read", r["file"])
			continue
		}
		if np, _ := power.Of(v, power.Wahoo); math.Abs(np.Watts-device) > 0.56 {
			t.Errorf("%s: NP %.3f, device %.0f", r["file"], np.Watts, device)
		}
	}
}
