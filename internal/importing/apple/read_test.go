package apple

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
)

// document returns a file of records around some elements.
func document(elements ...string) *health {
	h, err := read(strings.NewReader(`<HealthData><ExportDate value="2025-01-02 04:04:05 +0100"/>` + strings.Join(elements, "\n") + `</HealthData>`))
	if err != nil {
		panic(err) // of a test's own words
	}
	return h
}

const (
	appleWatch = `sourceName="Me" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,5, software:11.1&gt;"`
	otherApp   = `sourceName="Ring"`
	ownPhone   = `sourceName="iPhone" device="&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone&gt;"`
)

// record returns an element of that name.
func record(kind, source, unit, value, start, end string) string {
	return `<Record type="HK` + kind + `" ` + source + ` unit="` + unit + `" startDate="` + start + `" endDate="` + end +
		`" value="` + value + `"/>`
}

func quantityOf(kind, source, unit, value, at string) string {
	return record("QuantityTypeIdentifier"+kind, source, unit, value, at, at)
}

func TestUnitsOfRecords(t *testing.T) {
	t.Parallel()
	const at = "2024-05-01 08:00:00 +0200"
	for _, tt := range []struct {
		kind, unit, value string
		field             training.WellnessField
		want              float64 // 0 is left out
	}{
		{"BodyMass", "lb", "150", training.WellnessWeightKg, 68.0388555},
		{"BodyMass", "st", "11", training.WellnessWeightKg, 69.85322498},
		{"BodyMass", "g", "70500", training.WellnessWeightKg, 70.5},
		{"BodyMass", "stone", "11", training.WellnessWeightKg, 0},
		{"BodyMass", "kg", "7000", training.WellnessWeightKg, 0},
		{"OxygenSaturation", "%", "0.97", training.WellnessSpO2Pct, 97},
		{"OxygenSaturation", "%", "97", training.WellnessSpO2Pct, 0},
		{"BloodGlucose", "mg/dL", "90", training.WellnessGlucoseMmolL, 4.99567},
		{"RestingHeartRate", "count/s", "0.8", training.WellnessRestingHRBpm, 48},
		{"HeartRateVariabilitySDNN", "ms", "NaN", training.WellnessHRVSdnnMs, 0},
		{"DietaryWater", "mL", "1500", training.WellnessDrunkL, 1.5},
		{"DietaryEnergyConsumed", "kJ", "8368", training.WellnessEatenKcal, 2000},
		{"WaistCircumference", "in", "32", training.WellnessAbdomenCm, 81.28},
		{"BloodPressureDiastolic", "kPa", "10", training.WellnessDiastolicMmHg, 75.00617},
	} {
		h := document(quantityOf(tt.kind, otherApp, tt.unit, tt.value, at))
		d := h.days().best[training.NewDay(2024, time.May, 1)]
		got := 0.0
		if d != nil {
			got = d.Numbers[tt.field].Value
		}
		if math.Abs(got-tt.want) > 1e-4 || (tt.want == 0) != (h.odd == 1) {
			t.Errorf("%s %s %s is %v, want %v; %d odd", tt.value, tt.unit, tt.kind, got, tt.want, h.odd)
		}
	}
}

// TestOneSourceADay holds that sources are never added up, and that which of
// them counts is decided for each day and each measure.
func TestOneSourceADay(t *testing.T) {
	t.Parallel()
	steps := func(source, value, at string) string { return quantityOf("StepCount", source, "count", value, at) }
	h := document(
		steps(ownPhone, "900", "2024-05-01 09:00:00 +0200"), steps(appleWatch, "400", "2024-05-01 09:00:00 +0200"),
		steps(appleWatch, "500", "2024-05-01 23:59:59 +0200"),
		steps(otherApp, "7000", "2024-05-01 12:00:00 +0200"), quantityOf("BodyMass", otherApp, "kg", "70", "2024-05-01 06:00:00 +0200"),
		steps(ownPhone, "800", "2024-05-02 00:00:00 +0200"), steps(otherApp, "600", "2024-05-02 00:00:00 +0200"),
		steps(ownPhone, "300", "2024-05-02 23:30:00 -0700"),
		`<Correlation type="x"><Record type="HKQuantityTypeIdentifierStepCount" `+appleWatch+
			` unit="count" startDate="2024-05-01 09:00:00 +0200" value="1"/></Correlation>`,
		`<ActivitySummary dateComponents="2024-05-03" activeEnergyBurned="418.4" activeEnergyBurnedUnit="kJ"/>`,
		`<ActivitySummary dateComponents="2024-05-04" activeEnergyBurned="0" activeEnergyBurnedUnit="kJ"/>`,
	)
	got := map[string]training.WellnessNumber{}
	for day, d := range h.days().best {
		for f, n := range d.Numbers {
			n.Value = math.Round(n.Value*1000) / 1000
			got[day.String()+" "+string(f)] = n
		}
	}
	want := map[string]training.WellnessNumber{
		"2024-05-01 steps": {Value: 900, Source: "apple/Apple Watch"}, "2024-05-01 weight_kg": {Value: 70, Source: "apple/Ring"},
		"2024-05-02 steps": {Value: 600, Source: "apple/Ring"}, "2024-05-03 active_energy_kcal": {Value: 100, Source: "apple"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestNights(t *testing.T) {
	t.Parallel()
	sleep := func(source, stage, start, end string) string {
		return record("CategoryTypeIdentifierSleepAnalysis", source, "", "HKCategoryValueSleepAnalysis"+stage, start, end)
	}
	const date = "2024-05-02"
	for name, tt := range map[string]struct {
		in   []string
		day  string
		want map[training.WellnessField]float64
	}{
		"what overlaps counts once": {[]string{
			sleep(otherApp, "InBed", "2024-05-01 22:00:00 +0200", "2024-05-02 07:00:00 +0200"),
			sleep(otherApp, "Asleep", "2024-05-01 23:00:00 +0200", "2024-05-02 05:00:00 +0200"),
			sleep(otherApp, "AsleepUnspecified", "2024-05-02 04:00:00 +0200", "2024-05-02 06:00:00 +0200"),
		}, date, map[training.WellnessField]float64{training.WellnessSleepS: 7 * 3600, training.WellnessSleepInBedS: 9 * 3600}},
		"an hour awake is within a night": {[]string{
			sleep(appleWatch, "AsleepCore", "2024-05-01 23:00:00 +0200", "2024-05-02 01:00:00 +0200"),
			sleep(appleWatch, "AsleepDeep", "2024-05-02 02:00:00 +0200", "2024-05-02 06:00:00 +0200"),
		}, date, map[training.WellnessField]float64{
			training.WellnessSleepS: 6 * 3600, training.WellnessSleepLightS: 2 * 3600, training.WellnessSleepDeepS: 4 * 3600,
			training.WellnessSleepRemS: 0, training.WellnessSleepAwakeS: 0,
		}},
		"a nap is not the night": {[]string{
			sleep(appleWatch, "Asleep", "2024-05-02 00:00:00 +0200", "2024-05-02 06:00:00 +0200"),
			sleep(appleWatch, "Asleep", "2024-05-02 14:00:00 +0200", "2024-05-02 15:00:00 +0200"),
		}, date, map[training.WellnessField]float64{training.WellnessSleepS: 6 * 3600}},
		"a long nap by the watch, a night by a program": {[]string{
			sleep(appleWatch, "Asleep", "2024-05-02 14:00:00 +0200", "2024-05-02 15:00:00 +0200"),
			sleep(otherApp, "Asleep", "2024-05-02 00:00:00 +0200", "2024-05-02 06:00:00 +0200"),
		}, date, map[training.WellnessField]float64{training.WellnessSleepS: 3600}},
		"in bed is not asleep":  {[]string{sleep(ownPhone, "InBed", "2024-05-01 22:00:00 +0200", "2024-05-02 07:00:00 +0200")}, date, nil},
		"words that are new":    {[]string{sleep(ownPhone, "Dreaming", "2024-05-01 22:00:00 +0200", "2024-05-02 07:00:00 +0200")}, date, nil},
		"an end before a start": {[]string{sleep(ownPhone, "Asleep", "2024-05-02 22:00:00 +0200", "2024-05-02 07:00:00 +0200")}, date, nil},
		"the night the clocks go forward": {[]string{
			sleep(appleWatch, "Asleep", "2024-03-30 23:00:00 +0100", "2024-03-31 07:00:00 +0200"),
		}, "2024-03-31", map[training.WellnessField]float64{training.WellnessSleepS: 7 * 3600}},
	} {
		days := document(tt.in...).days().best
		var got map[training.WellnessField]float64
		for day, d := range days {
			if day.String() != tt.day {
				t.Errorf("%s: %s", name, day)
			}
			got = map[training.WellnessField]float64{}
			for f, n := range d.Numbers {
				got[f] = n.Value
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestPeriods: days are those of the athlete's clock, and a test says less than a period.
func TestPeriods(t *testing.T) {
	t.Parallel()
	flow := func(value, start, end string) string {
		return record("CategoryTypeIdentifierMenstrualFlow", otherApp, "", "HKCategoryValue"+value, start+" +0200", end+" +0200")
	}
	test := func(value, at string) string {
		at += " +0200"
		return record("CategoryTypeIdentifierOvulationTestResult", otherApp, "", "HKCategoryValueOvulationTestResult"+value, at, at)
	}
	h := document(
		flow("MenstrualFlowMedium", "2024-05-01 00:00:00", "2024-05-03 00:00:00"),
		flow("VaginalBleedingLight", "2024-05-03 23:30:00", "2024-05-03 23:30:00"),
		flow("MenstrualFlowNone", "2024-05-04 12:00:00", "2024-05-04 12:00:00"),
		test("LuteinizingHormoneSurge", "2024-05-14 00:30:00"), test("Negative", "2024-05-13 08:00:00"), test("Positive", "2024-05-02 08:00:00"),
		flow("MenstrualFlowHeavy", "2024-06-01 12:00:00", "2024-08-01 12:00:00"),
		flow("MenstrualFlowHeavy", "2024-06-02 12:00:00", "2024-06-01 12:00:00"),
	)
	got := map[string]string{}
	for day, w := range h.days().best {
		got[day.String()] = w.Words[training.WellnessMenstrualPhase].Text + " " + w.Words[training.WellnessMenstrualPhase].Source
	}
	want := map[string]string{
		"2024-05-01": "period apple/Ring", "2024-05-02": "period apple/Ring", "2024-05-03": "period apple/Ring",
		"2024-05-14": "ovulating apple/Ring",
	}
	if d := cmp.Diff(want, got); d != "" || h.odd != 2 {
		t.Errorf("%d odd ones\n%s", h.odd, d)
	}
}

func TestSamplesComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		type sample struct{ at, v int64 }
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) sample {
			return sample{rapid.Int64Range(0, 5000).Draw(t, "at"), rapid.Int64Range(0, 1<<31).Draw(t, "v")}
		}), 0, 300).Draw(t, "samples")
		from, to := rapid.Int64Range(0, 5000).Draw(t, "from"), rapid.Int64Range(0, 5000).Draw(t, "to")
		var s samples
		var want, got []sample
		for range rapid.IntRange(1, 40).Draw(t, "times") { // over several blocks
			for _, x := range all {
				s.add(x.at, x.v)
				if x.at >= from && x.at <= to {
					want = append(want, x)
				}
			}
		}
		s.each(from, to, func(at, v int64) bool { got = append(got, sample{at, v}); return true })
		if !slices.Equal(want, got) || s.any(from, to) != (len(want) > 0) {
			t.Fatalf("%d samples of %d", len(got), len(want))
		}
	})
}

// TestLargeFilesTakeLittleMemory holds that what is kept of heart rates is a
// hundredth of what the file has of them.
func TestLargeFilesTakeLittleMemory(t *testing.T) {
	t.Parallel()
	const size = 24 << 20
	r, w := io.Pipe()
	go func() {
		w.CloseWithError(appletest.New(appletest.Options{Bytes: size, Days: 2, Workouts: 1, Malformed: 7}).WriteXML(w))
	}()
	h, err := read(r)
	if err != nil {
		t.Fatal(err)
	}
	if kept := h.blocks * blockBytes; kept == 0 || kept > size/100 || len(h.totals) > 100 {
		t.Errorf("%d bytes and %d totals are kept of %d", kept, len(h.totals), size)
	}
	if h.odd != 7 {
		t.Errorf("%d records are odd, want 7", h.odd)
	}
}

// TestTotalsThatNoDayCanHave checks that totals that no day can have are left
// out and reported.
func TestTotalsThatNoDayCanHave(t *testing.T) {
	t.Parallel()
	steps := func(day string) string {
		return quantityOf("StepCount", otherApp, "count", "150000", "2024-05-"+day+" 09:00:00 +0200")
	}
	for want, in := range map[string][]string{
		"": {steps("01"), steps("02")},
		"Left out: 1 daily total that no day can have.": {steps("01"), steps("01"), steps("02")},
	} {
		h := document(in...)
		h.days()
		if got := h.leftOut(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFilesThatAreCut(t *testing.T) {
	t.Parallel()
	whole := `<HealthData>` + quantityOf("StepCount", otherApp, "count", "5", "2024-05-01 09:00:00 +0200") + `</HealthData>`
	for name, tt := range map[string]struct {
		in   string
		days int
		kind training.Kind
	}{
		"cut behind a record": {strings.TrimSuffix(whole, "</HealthData>"), 1, training.KindCorrupt},
		"cut in a record":     {whole[:60], 0, training.KindCorrupt},
		"another root":        {"<html></html>", 0, training.KindCorrupt}, "nothing": {"", 0, training.KindCorrupt},
	} {
		h, err := read(strings.NewReader(tt.in))
		if err == nil || training.KindOf(err) != tt.kind || len(h.days().best) != tt.days {
			t.Errorf("%s: %v, %d days", name, err, len(h.days().best))
		}
	}
}

func BenchmarkRead(b *testing.B) {
	const size = 32 << 20
	var doc strings.Builder
	if err := appletest.New(appletest.Options{Bytes: size}).WriteXML(&doc); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(doc.Len()))
	for b.Loop() {
		if _, err := read(strings.NewReader(doc.String())); err != nil {
			b.Fatal(err)
		}
	}
}
