package intervalsicu

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// said returns the weather of an activity that has these fields too.
func said(t testing.TB, fields string) (training.Values, string) {
	t.Helper()
	var a Activity
	if err := json.Unmarshal([]byte(`{"id":"i1","type":"Ride","start_date":"2026-09-19T05:15:00Z"`+fields+`}`), &a); err != nil {
		t.Fatal(err)
	}
	read := a.Read(time.UTC)
	return read.Statement.Weather, read.Version
}

func TestOnlyWhatIsSaidOfTheWeatherIsThere(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fields string
		want   training.Values
	}{
		"nothing":          {``, nil},
		"nulls":            {`,"has_weather":null,"average_weather_temp":null,"average_wind_speed":null`, nil},
		"none is known":    {`,"has_weather":false,"average_weather_temp":0,"max_rain":0`, nil},
		"it is not marked": {`,"average_weather_temp":-4.5`, training.Values{training.MetricWeatherTempC: -4.5}},
		"calm and dry": {
			`,"has_weather":true,"average_wind_speed":0,"max_rain":0.0`,
			training.Values{training.MetricWindSpeedKMH: 0, training.MetricMaxRainMM: 0},
		},
		"the device's own is another": {`,"average_temp":21,"min_temp":20`, nil},
		"it cannot be": {
			`,"average_weather_temp":-273,"average_feels_like":1e300,"average_wind_speed":1e308,"average_wind_gust":-1,"prevailing_wind_deg":400,"average_clouds":101,"max_rain":-0.1`, nil,
		},
		"the edges": {`,"prevailing_wind_deg":360,"headwind_percent":100,"tailwind_percent":0`, training.Values{
			training.MetricWindFromDeg: 360, training.MetricHeadwindPct: 100, training.MetricTailwindPct: 0,
		}},
	} {
		got, _ := said(t, tt.fields)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestWeatherThatComesLaterIsRead: it is no part of the file, and yet what is
// kept differs with it.
func TestWeatherThatComesLaterIsRead(t *testing.T) {
	t.Parallel()
	const file = `,"file_type":"fit"`
	_, before := said(t, file)
	_, none := said(t, file+`,"has_weather":false`)
	_, after := said(t, file+`,"has_weather":true,"average_weather_temp":12`)
	if before != none || before == after {
		t.Errorf("%q without, %q with none, %q with weather", before, none, after)
	}
}

// TestAListAsksForAllOfTheWeather: what is read is asked for, and no more.
func TestAListAsksForAllOfTheWeather(t *testing.T) {
	t.Parallel()
	asked := Fields()
	for f := range reflect.TypeFor[Weather]().Fields() {
		if name := f.Tag.Get("json"); !slices.Contains(asked, name) {
			t.Errorf("%s is not asked for", name)
		}
	}
	if slices.Contains(asked, "_note") || slices.Contains(asked, "") {
		t.Errorf("what the service sends unasked is asked for: %s", strings.Join(asked, " "))
	}
	if slices.Sort(asked); len(slices.Compact(slices.Clone(asked))) != len(asked) {
		t.Errorf("a field is asked for twice: %s", strings.Join(asked, " "))
	}
}

func TestWhateverIsSaidCanBe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var w Weather
		all := []**float64{
			&w.AirC, &w.MinAirC, &w.MaxAirC, &w.FeelsLikeC, &w.WindMPS, &w.GustMPS, &w.WindDeg, &w.Headwind, &w.Tailwind,
			&w.Clouds, &w.MaxRainMM, &w.MaxSnowMM,
		}
		some := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 500))
		for _, f := range all {
			*f = rapid.Ptr(some, true).Draw(t, "value")
		}
		for m, v := range w.values() {
			if !slices.Contains(training.WeatherMetrics(), m) {
				t.Fatalf("%s is no weather", m)
			}
			if v != v || v < -90 || v > 1000 {
				t.Fatalf("%s is %v", m, v)
			}
			if low := strings.HasSuffix(string(m), "_temp_c") || m == training.MetricFeelsLikeC; !low && v < 0 {
				t.Fatalf("%s is %v", m, v)
			}
		}
	})
}

func number(v float64) training.WellnessNumber {
	return training.WellnessNumber{Value: v, Source: "intervals"}
}

func says(s string) training.WellnessWords {
	return training.WellnessWords{Text: s, Source: "intervals"}
}

func TestADayIsReadWithItsOwnFieldsAndNothingThatWasNotMeasured(t *testing.T) {
	t.Parallel()
	got := must[[]training.WellnessDay](t)(newFixture(t).client(t).Wellness(t.Context(), days(t, "2026-09-01", "2026-09-30")))
	want := []training.WellnessDay{{
		Day: day(t, "2026-09-19"),
		Numbers: map[training.WellnessField]training.WellnessNumber{
			// weight is of the settings; mood 0 and stress −1 are none
			training.WellnessRestingHRBpm: number(48), training.WellnessHRVRmssdMs: number(65.5), training.WellnessSleepS: number(27000),
			training.WellnessSleepQuality: number(1), training.WellnessFatigue: number(0), "custom:Caffeine": number(120),
		},
		Words: map[training.WellnessField]training.WellnessWords{
			training.WellnessMenstrualPhase: says("follicular"), training.WellnessComments: says("ok"), "custom:Shoes": says("red"),
		},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A day ahead holds what the service projects: that is no wellness.
func TestFitnessIsApartFromWellnessAndProjectedDaysHaveIt(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	got := must[[]training.FitnessDay](t)(d.client(t).Fitness(t.Context(), days(t, "2026-09-01", "2026-09-30")))
	want := []training.FitnessDay{
		{
			Day: day(t, "2026-09-19"), CTL: 50.5, ATL: 60, Ramp: 1.5, CTLLoad: 70, ATLLoad: 70,
			Sports: []training.SportModel{{Type: "Ride", FTPW: 250, WPrimeJ: 15800, MaxPowerW: 830}},
		},
		{Day: day(t, "2026-09-25"), CTL: 48, ATL: 40, Ramp: -1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if q := d.last(t, "listWellnessRecords").query; q.Get("fields") != "id,ctl,atl,rampRate,ctlLoad,atlLoad,sportInfo" {
		t.Errorf("%v", q)
	}
}

func TestWhatIsPutIsThereAndWhatIsNotIsLeft(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	one, two := days(t, "2026-09-19"), days(t, "2026-09-18")
	before := must[[]training.WellnessDay](t)(c.Wellness(t.Context(), one))[0]
	edit := training.WellnessDay{Day: one.From}
	edit.Put(training.WellnessSteps, 12000.4, "athlete")
	edit.Put(training.WellnessSoreness, 0, "athlete")
	edit.Set(training.WellnessMenstrualPhase, "luteal", "athlete")
	other := training.WellnessDay{Day: two.From}
	other.Put(training.WellnessBodyFatPct, 18.5, "athlete")
	for _, put := range [][]training.WellnessDay{{edit}, {edit, other}} {
		if err := c.PutWellness(t.Context(), put...); err != nil {
			t.Fatal(err)
		}
	}
	want := before
	want.Put(training.WellnessSteps, 12000, "intervals")
	want.Put(training.WellnessSoreness, 0, "intervals")
	want.Set(training.WellnessMenstrualPhase, "luteal", "intervals")
	if diff := cmp.Diff(want, must[[]training.WellnessDay](t)(c.Wellness(t.Context(), one))[0]); diff != "" {
		t.Error(diff)
	}
	if got := must[[]training.WellnessDay](t)(c.Wellness(t.Context(), two))[0]; got.Numbers[training.WellnessBodyFatPct].Value != 18.5 {
		t.Errorf("%+v", got)
	}
}

// Null changes nothing there; −1 empties.
func TestFieldsAreEmptiedByMinusOne(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	d := days(t, "2026-09-19")
	if err := c.ClearWellness(t.Context(), d.From, training.WellnessWeightKg, training.WellnessMood); err != nil {
		t.Fatal(err)
	}
	got := must[[]training.WellnessDay](t)(c.Wellness(t.Context(), d))[0]
	for _, f := range []training.WellnessField{training.WellnessWeightKg, training.WellnessMood} {
		if v, ok := got.Numbers[f]; ok {
			t.Errorf("%s is %v", f, v)
		}
	}
	if len(got.Numbers) == 0 {
		t.Error("all is gone")
	}
	if err := c.ClearWellness(t.Context(), d.From); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	if err := c.ClearWellness(t.Context(), d.From, training.CustomWellness("Caffeine")); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}

// A locked day stays as it is, with 200 and without a word.
func TestALockedDayIsToldNotSilentlyLeft(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	a, b := day(t, "2026-09-19"), day(t, "2026-09-18")
	put := func(weight float64, days ...training.Day) error {
		var list []training.WellnessDay
		for _, d := range days {
			w := training.WellnessDay{Day: d}
			w.Put(training.WellnessWeightKg, weight, "athlete")
			list = append(list, w)
		}
		return c.PutWellness(t.Context(), list...)
	}
	locked := training.WellnessDay{Day: a, Locked: true}
	locked.Put(training.WellnessWeightKg, 61, "athlete")
	if err := c.PutWellness(t.Context(), locked); err != nil { // this one is still taken
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"one": put(60, a), "many": put(59, a, b),
		"clear": c.ClearWellness(t.Context(), a, training.WellnessWeightKg),
	} {
		if training.KindOf(err) != training.KindConflict || !strings.Contains(err.Error(), "2026-09-19") ||
			strings.Contains(err.Error(), "2026-09-18") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := put(61, a); err != nil { // it has that already
		t.Error(err)
	}
}

func TestADayThatIsNotLockedDoesNotSaySo(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	w := training.WellnessDay{Day: day(t, "2026-09-19")}
	w.Put(training.WellnessWeightKg, 62, "athlete")
	if err := d.client(t).PutWellness(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(object{"id": "2026-09-19", "weight": 62.0}, sent[object](t, d, "updateWellness")); diff != "" {
		t.Error(diff)
	}
}

// The service refuses a day for one word that it does not know.
func TestAFieldThatTheServiceLacksIsRefusedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	w := training.WellnessDay{Day: day(t, "2026-09-19")}
	w.Put(training.WellnessWeightKg, 62, "athlete")
	w.Put(training.WellnessSleepDeepS, 3600, "athlete")
	err := d.client(t).PutWellness(t.Context(), w)
	if training.KindOf(err) != training.KindUnsupported || !strings.Contains(err.Error(), "sleep_deep_s") || len(d.log) != 0 {
		t.Errorf("%v", err)
	}
	if err := d.client(t).PutWellness(t.Context()); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

func TestAFieldOfTheAthletesOwnIsWrittenAndReadByItsCode(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Lenient: true}) // the document names no field of an athlete's own
	w := training.WellnessDay{Day: day(t, "2026-09-19")}
	w.Put(training.CustomWellness("Caffeine"), 120, "athlete")
	if err := c.PutWellness(t.Context(), w); fault(err) != "refused" ||
		!strings.Contains(err.Error(), "Unrecognized wellness field [Caffeine]") {
		t.Errorf("%v", err)
	}
	item := training.CustomItem{
		Type: "INPUT_FIELD", Name: "Caffeine",
		Content: json.RawMessage(`{"code":"Caffeine","type":"numeric","aggregate":"SUM"}`),
	}
	must[training.CustomItem](t)(c.SaveCustomItem(t.Context(), item))
	if err := c.PutWellness(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	got := must[[]training.WellnessDay](t)(c.Wellness(t.Context(), days(t, "2026-09-19")))[0]
	if got.Numbers["custom:Caffeine"].Value != 120 {
		t.Errorf("%+v", got.Numbers)
	}
}

// 1 is the best there is on every scale but soreness, fatigue and stress,
// where it is the least: the service's own, not the 1 to 5 of other clients.
func TestScalesGoFromOneToFour(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for body, want := range map[string]int{
		`"sleepQuality":1,"mood":4,"motivation":1,"injury":4,"hydration":1`:  5,
		`"sleepQuality":5,"mood":0,"motivation":-1,"injury":9,"hydration":0`: 0,
		`"soreness":0,"fatigue":4,"stress":1`:                                3, `"soreness":5,"fatigue":-1,"stress":7`: 0,
	} {
		d.says("listWellnessRecords", text(`[{"id":"2026-09-19","comments":"x",`+body+`}]`))
		if got := must[[]training.WellnessDay](t)(d.client(t).Wellness(t.Context(), days(t, "2026-09-19"))); len(got[0].Numbers) != want {
			t.Errorf("%s: %v", body, got[0].Numbers)
		}
	}
}
