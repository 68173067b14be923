package wellness_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// enter stores the athlete's own values of a day.
func (s list) enter(day training.Day, values map[training.WellnessField]float64) {
	s.Helper()
	w := training.WellnessDay{Day: day}
	for f, x := range values {
		w.Put(f, x, "athlete")
	}
	body, err := json.Marshal(w)
	if err != nil {
		s.Fatal(err)
	}
	storetest.Write(s.TB, s.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.Wellness, wellness.ID(day), document.Own{Fields: body, Days: training.DayRange{From: day, To: day}})
		return err
	})
}

// prefer sets the athlete's order of sources.
func (s list) prefer(change string) {
	s.Helper()
	who, err := s.db.Athlete(s.Context(), storetest.Export("ann"))
	if err == nil {
		who.WellnessOrder, err = who.WellnessOrder.Change(change)
	}
	if err != nil {
		s.Fatal(err)
	}
	storetest.Write(s.TB, s.db, func(tx *store.Tx) error { return tx.PutAthlete(who) })
}

// together lists the fields that one source provides together, and which of them decides whether
// a source can provide them. It is written from the documentation.
var together = []struct {
	name   string
	fields []string
	need   string
	usual  []string // the sources of the test in the default order
}{
	{
		"sleep",
		[]string{"sleep_s", "sleep_deep_s", "sleep_rem_s", "sleep_score"},
		"sleep_s",
		[]string{"oura", "garmin", "apple/Apple Watch", "intervals", "zz"},
	},
	{"hrv", []string{"hrv_rmssd_ms", "hrv_sdnn_ms"}, "", []string{"oura", "garmin", "apple/Apple Watch", "intervals", "zz"}},
	{"resting_hr", []string{"resting_hr_bpm"}, "", []string{"oura", "garmin", "apple/Apple Watch", "intervals", "zz"}},
	{"steps", []string{"steps"}, "", []string{"garmin", "apple/Apple Watch", "oura", "intervals", "zz"}},
	{"weight", []string{"weight_kg", "body_fat_pct"}, "weight_kg", []string{"garmin", "oura", "apple/Apple Watch", "intervals", "zz"}},
	{"", []string{"device_stress"}, "", []string{"oura", "garmin", "apple/Apple Watch", "intervals", "zz"}},
}

// devices holds what each source has for each day.
type devices map[training.Day]map[string]map[string]float64

// shownOn returns the values of a day and their sources by the rule.
func (x devices) shownOn(d training.Day, prefer map[string][]string) (values map[string]float64, from map[string]string) {
	values, from = map[string]float64{}, map[string]string{}
	for _, g := range together {
		order := slices.Concat(prefer[g.name], g.usual)
		best := ""
		for _, needed := range []bool{true, false} {
			for _, s := range order {
				has := slices.ContainsFunc(g.fields, func(f string) bool { _, ok := x[d][s][f]; return ok })
				_, decides := x[d][s][g.need]
				if best == "" && has && (decides || !needed || g.need == "") {
					best = s
				}
			}
		}
		own := x[d]["athlete"]
		for _, f := range g.fields {
			if v, ok := x[d][best][f]; ok {
				values[f], from[f] = v, best
			}
		}
		if hours, entered := own["sleep_s"]; g.name == "sleep" && entered && values["sleep_s"] != 0 && values["sleep_s"] != hours {
			for _, f := range g.fields[1:] {
				delete(values, f)
			}
		}
		for _, f := range g.fields {
			if v, ok := own[f]; ok {
				if values[f] = v; from[f] == "" {
					from[f] = "athlete"
				}
			}
		}
	}
	return values, from
}

// TestDaysOfSeveralDevices compares what is shown of random days with the rule, and checks that
// everything stays stored.
func TestDaysOfSeveralDevices(t *testing.T) {
	t.Parallel()
	for round := range 8 {
		rng := rand.New(rand.NewPCG(uint64(round), 45))
		s := open(t)
		all, days := devices{}, training.DayRange{From: today - 19, To: today}
		for d := days.From; d <= days.To; d++ {
			all[d] = map[string]map[string]float64{}
			for _, source := range []string{"oura", "garmin", "apple/Apple Watch", "intervals", "zz", "athlete"} {
				values, told := map[string]float64{}, day{}
				for _, g := range together {
					for _, f := range g.fields {
						if rng.IntN(3) == 0 && (source != "athlete" || rng.IntN(3) == 0) {
							values[f] = math.Round(float64(60+rng.IntN(30)) + rng.Float64())
							told[training.WellnessField(f)] = values[f]
						}
					}
				}
				if all[d][source] = values; len(values) == 0 {
					continue
				}
				if source == "athlete" {
					s.enter(d, told)
				} else {
					s.say(source, d, told)
				}
			}
		}
		for _, change := range []string{"", "hrv=apple,intervals; sleep=intervals", "garmin", "default"} {
			prefer := map[string][]string{}
			switch change {
			case "":
			case "garmin":
				for _, g := range together {
					if g.name != "" {
						prefer[g.name] = []string{"garmin"}
					}
				}
				s.prefer(change)
			case "default":
				s.prefer(change)
			default:
				prefer = map[string][]string{"hrv": {"apple/Apple Watch", "intervals"}, "sleep": {"intervals"}}
				s.prefer(change)
			}
			all.check(s, days, prefer, fmt.Sprintf("round %d, %q", round, change))
		}
	}
}

func (x devices) check(s list, days training.DayRange, prefer map[string][]string, what string) {
	v := s.answer(wellness.Query{Days: days, Resolution: "day", Sections: []wellness.Section{wellness.SectionDays, wellness.SectionSources}})
	others := map[string][]float64{}
	for f, by := range v.Told.Values {
		for _, column := range by {
			for i, x := range column {
				if x != nil {
					k := v.Told.Dates[i].String() + " " + f
					others[k] = append(others[k], *x)
				}
			}
		}
	}
	for i, d := range v.Days.Dates {
		want, _ := x.shownOn(d, prefer)
		got := map[string]float64{}
		for f, column := range v.Days.Values {
			if column[i] != nil {
				got[f] = *column[i]
			}
		}
		if !maps.Equal(want, got) {
			s.Fatalf("%s: %s is %v, want %v of %v", what, d, got, want, x[d])
		}
		for source, values := range x[d] {
			for f, value := range values {
				if got[f] != value && !slices.Contains(others[d.String()+" "+f], value) {
					s.Fatalf("%s: %s of %s on %s is lost", what, f, source, d)
				}
			}
		}
	}
}

// TestBaselinesCountOneSource compares bands and averages after random changes of the device with
// the definitions.
func TestBaselinesCountOneSource(t *testing.T) {
	t.Parallel()
	for round := range 10 {
		rng := rand.New(rand.NewPCG(uint64(round), 7))
		s := open(t)
		values, from := map[training.Day]float64{}, map[training.Day]string{}
		source, last := "garmin", today
		for d := today - 66; d <= today; d++ {
			if rng.IntN(30) == 0 {
				source = []string{"oura", "garmin", "apple"}[rng.IntN(3)]
			}
			if rng.IntN(8) == 0 {
				continue
			}
			values[d], from[d], last = 40+20*rng.Float64(), source, d
			s.say(source, d, day{training.WellnessHRVRmssdMs: values[d], training.WellnessRestingHRBpm: values[d]})
		}
		v := s.answer(wellness.Query{Days: training.DayRange{From: today - 66, To: today}})
		var week, before, month []float64
		changed := false
		for d := today - 66; d <= today; d++ {
			switch x, ok := values[d]; {
			case !ok:
			case from[d] != from[last]:
				changed = true
			case d > today-7:
				week, month = append(week, x), append(month, x)
			default:
				if before = append(before, x); d > today-28 {
					month = append(month, x)
				}
			}
		}
		mean := func(of []float64) (m, sd float64) {
			for _, x := range of {
				m += x / float64(len(of))
			}
			for _, x := range of {
				sd += (x - m) * (x - m) / float64(len(of)-1)
			}
			return m, math.Sqrt(sd)
		}
		b := v.RestingHR
		if enough := len(week) >= 3 && len(before) >= 25; enough != (b != nil) {
			t.Fatalf("round %d: %d and %d days of %s, and the band is %+v", round, len(week), len(before), from[last], b)
		} else if enough {
			m, _ := mean(week)
			base, sd := mean(before)
			if math.Abs(b.Mean-m) > 0.06 || math.Abs(b.Low-(base-sd/2)) > 0.06 || b.Baseline != len(before) || changed != (b.Restarted != "") {
				t.Errorf("round %d: %+v, want %.1f against %.1f ± %.1f of %d days", round, b, m, base, sd/2, len(before))
			}
		} else if said := v.Missing["resting_hr_band"].String(); changed != strings.Contains(said, "the source changed from") {
			t.Errorf("round %d: changed %v, %q", round, changed, said)
		}
		i := slices.Index(v.Trends.Field, "resting_hr_bpm")
		if m, _ := mean(month); v.Trends.Days28[i] != len(month) || math.Abs(*v.Trends.Mean28[i]-m) > 0.06 {
			t.Errorf("round %d: %d days, mean %v, want %d and %.1f", round, v.Trends.Days28[i], *v.Trends.Mean28[i], len(month), m)
		}
	}
}

// TestChangeOfDevice checks what is said of a change: when, from what to what, and how many days are left.
func TestChangeOfDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	for d := today - 66; d <= today; d++ {
		source := "garmin"
		if d > today-9 {
			source = "oura"
		}
		s.say(source, d, day{training.WellnessHRVRmssdMs: 50 + float64(d%5), training.WellnessWeightKg: 70 + float64(d%3)})
	}
	v := s.answer(wellness.Query{Days: training.DayRange{From: today - 13, To: today}, Sections: wellness.Sections()})
	const changed = "the source changed from garmin to oura on 2024-09-26, so only the 9 days from oura count"
	if got := v.Missing["hrv_band"].String(); got != "fewer than 25 of the 60 days before have a value; "+changed {
		t.Error(got)
	}
	if v.Weight == nil || v.Weight.Restarted.String() != changed || v.Weight.Change28Kg != nil {
		t.Errorf("%+v", v.Weight)
	}
	if len(v.Notes) != 2 || !strings.Contains(v.Notes[0].String()+v.Notes[1].String(), "Averages of heart rate variability: "+changed) {
		t.Error(v.Notes)
	}
	if r := v.Days.Runs["hrv"]; r == nil || r.Usual != "oura" || !slices.Equal(r.Other, []string{"garmin 2024-09-21..2024-09-25"}) {
		t.Errorf("%+v", r)
	}
	if v.Told != nil || v.Missing["sources"] == "" {
		t.Errorf("no day has two sources: %+v", v.Told)
	}
	c, err := wellness.NewCache(s.db).Correlate(t.Context(), storetest.Export("ann"), frame, training.DayRange{From: today - 66, To: today},
		[2]training.WellnessField{training.WellnessHRVRmssdMs, training.WellnessWeightKg})
	if err != nil || c.Correlation.SameDay.Days != 58 || len(c.Notes) != 2 {
		t.Errorf("%+v %+v %v", c.Correlation, c.Notes, err)
	}
}

// TestCopyIsNoChange checks that a service which copies a device goes on with the device's values,
// and that a service with values of its own does not.
func TestCopyIsNoChange(t *testing.T) {
	t.Parallel()
	for off, restarts := range map[float64]bool{0: false, 3: true} {
		s := open(t)
		for d := today - 66; d <= today; d++ {
			x := 50 + float64(d%5) + 0.4
			if d < today-9 {
				s.say("garmin", d, day{training.WellnessRestingHRBpm: x})
			}
			if d > today-20 {
				s.say("intervals", d, day{training.WellnessRestingHRBpm: math.Round(x) + off})
			}
		}
		v := s.answer(wellness.Query{Days: training.DayRange{From: today - 6, To: today}})
		if restarts != (v.RestingHR == nil) || !restarts && (v.RestingHR.Baseline != 60 || v.RestingHR.Restarted != "") {
			t.Errorf("off by %g: %+v %v", off, v.RestingHR, v.Missing)
		}
	}
}

// TestEntriesBelongToTheDevice checks that a correction and a filled gap do not start a baseline
// again, and that weeks of entries are a source of their own.
func TestEntriesBelongToTheDevice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		garmin, own func(ago int) bool
		baseline    int
	}{
		"a correction today":     {func(int) bool { return true }, func(ago int) bool { return ago == 0 }, 60},
		"a gap filled today":     {func(ago int) bool { return ago > 1 }, func(ago int) bool { return ago < 2 }, 60},
		"a month of entries":     {func(ago int) bool { return ago > 30 }, func(ago int) bool { return ago < 30 }, 0},
		"entries before devices": {func(ago int) bool { return ago < 40 }, func(ago int) bool { return ago >= 40 }, 33},
	} {
		s := open(t)
		for ago := range 67 {
			d := today - training.Day(ago)
			if c.garmin(ago) {
				s.say("garmin", d, day{training.WellnessRestingHRBpm: 50 + float64(ago%4)})
			}
			if c.own(ago) {
				s.enter(d, day{training.WellnessRestingHRBpm: 51 + float64(ago%4)})
			}
		}
		v := s.answer(wellness.Query{})
		got := 0
		if v.RestingHR != nil {
			got = v.RestingHR.Baseline
		}
		if got != c.baseline {
			t.Errorf("%s: %d days, want %d; %v", name, got, c.baseline, v.Missing)
		}
	}
}

// TestOtherSourcesKeepWhatIsNotShared checks that a model is not told a weight by way of the other source.
func TestOtherSourcesKeepWhatIsNotShared(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, source := range []string{"garmin", "withings", "apple/Ann's scale"} {
		s.say(source, today, day{training.WellnessWeightKg: 61.25, training.WellnessSteps: 8000})
	}
	q := wellness.Query{Days: training.DayRange{From: today, To: today}, Sections: wellness.Sections()}
	ask := func(a training.Audience) string {
		v, err := wellness.NewCache(s.db).Answer(t.Context(), training.Scope{Athlete: "ann", Audience: a}, frame, q)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if said := ask(training.AudienceModel); strings.Contains(said, "61.") || !strings.Contains(said, `"steps":{"apple":[8000],"withings":[8000]}`) {
		t.Error(said)
	}
	if said := ask(training.AudiencePage); strings.Count(said, "61.25") < 3 || strings.Contains(said, "Ann") {
		t.Error(said)
	}
}
