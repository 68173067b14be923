package demo_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/demo"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func today() training.Day { return training.NewDay(2026, time.August, 20) }

// words prints an item without its seconds.
func words(it demo.Item) string {
	return fmt.Sprint(it.ID, it.Day, it.Start, it.Sport, it.Name, it.Description, it.Note, it.Tags, it.Race, it.PerceivedExertion)
}

func TestTheSameDayGivesTheSameValues(t *testing.T) {
	t.Parallel()
	first, second := demo.Athlete(today()), demo.Athlete(today())
	if diff := cmp.Diff(first.Athlete, second.Athlete); diff != "" {
		t.Errorf("athlete:\n%s", diff)
	}
	if diff := cmp.Diff(first.Thresholds, second.Thresholds); diff != "" {
		t.Errorf("thresholds:\n%s", diff)
	}
	again := slices.Collect(second.Items())
	i := 0
	for it := range first.Items() {
		if words(it) != words(again[i]) {
			t.Fatalf("%s differs from %s", words(it), words(again[i]))
		}
		if i%60 == 0 || it.Race {
			one, err := it.FIT()
			if err != nil {
				t.Fatal(err)
			}
			// The other way round and twice: an item must not depend on others.
			if two, err := again[i].FIT(); err != nil || string(one) != string(two) {
				t.Errorf("%s: bytes differ (%v)", it.ID, err)
			}
		}
		i++
	}
	if i != len(again) {
		t.Errorf("%d and %d items", i, len(again))
	}
}

func TestItemsStopWhenAsked(t *testing.T) {
	t.Parallel()
	n := 0
	for range demo.Athlete(today()).Items() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d items", n)
	}
}

// TestAnyDayHasTheWholeStory holds for whatever day a user starts on.
func TestAnyDayHasTheWholeStory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := training.NewDay(2024, time.January, 1) + training.Day(rapid.IntRange(0, 3000).Draw(t, "day"))
		plan := demo.Athlete(day)
		races, ids, gap := 0, map[string]bool{}, training.Day(0)
		var before demo.Item
		for it := range plan.Items() {
			if ids[it.ID] || !plan.Days.Contains(it.Day) {
				t.Fatalf("%s stands twice or outside of %s", it.ID, plan.Days)
			}
			ids[it.ID] = true
			if before.ID != "" && !it.Start.After(before.Start) {
				t.Fatalf("%s starts before %s", it.ID, before.ID)
			}
			if before.ID != "" {
				gap = max(gap, it.Day-before.Day)
			}
			if it.Race {
				races++
			}
			before = it
		}
		if races < 3 || races > 4 {
			t.Fatalf("%d races until %s", races, day)
		}
		if gap < 15 || gap > 18 {
			t.Fatalf("the longest gap until %s is %d days", day, gap)
		}
		if len(ids) < 450 || len(ids) > 550 {
			t.Fatalf("%d activities until %s", len(ids), day)
		}
		if day-before.Day > 18 {
			t.Fatalf("nothing happened in the %d days before %s", day-before.Day, day)
		}
	})
}

func TestTheAthleteIsADemo(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	if !p.Athlete.Demo || !strings.Contains(p.Athlete.Name, "Demo") || p.Athlete.ID != demo.ID {
		t.Errorf("athlete %+v", p.Athlete)
	}
	if p.Athlete.Sharing != (training.Sharing{Position: true, Weight: true, Notes: true, Cycle: true, Sets: true, Food: true, Glucose: true}) {
		t.Errorf("sharing %+v", p.Athlete.Sharing)
	}
	for _, sport := range []training.Sport{training.Cycling, training.Running, training.Swimming} {
		first, last := p.Thresholds.At(sport.Plain(), p.Days.From), p.Thresholds.At(sport.Plain(), p.Days.To)
		for _, th := range []training.Thresholds{first, last} {
			if th.LTHRBpm <= th.RestHRBpm || th.MaxHRBpm <= th.LTHRBpm || th.WeightKg < 55 || th.WeightKg > 70 {
				t.Errorf("%s: %+v", sport, th)
			}
		}
		if sport == training.Cycling && last.FTPW < first.FTPW*1.1 {
			t.Errorf("FTP went from %g to %g W", first.FTPW, last.FTPW)
		}
		if sport != training.Cycling && last.ThresholdMPS <= first.ThresholdMPS {
			t.Errorf("%s: threshold went from %g to %g m/s", sport, first.ThresholdMPS, last.ThresholdMPS)
		}
	}
}

// sameColumns compares row by row, which cmp is too slow for.
func sameColumns(a, b training.Columns) bool {
	for ch := range a.Data {
		if !slices.Equal(a.Data[ch].Values, b.Data[ch].Values) || !slices.Equal(a.Data[ch].Valid, b.Data[ch].Valid) {
			return false
		}
	}
	return slices.Equal(a.TimeS, b.TimeS) && len(a.Developer) == len(b.Developer)
}

// TestFITKeepsEverything reads back what devices would have written.
func TestFITKeepsEverything(t *testing.T) {
	t.Parallel()
	i := 0
	for it := range demo.Athlete(today()).Items() {
		if i++; i%37 != 0 && !it.Race {
			continue
		}
		data, err := it.FIT()
		if err != nil {
			t.Fatal(err)
		}
		got, err := fit.Read(context.Background(), data, reading.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", it.ID, err)
		}
		// A FIT file has no place for a description.
		diff := cmp.Diff(it.Recordings(), got.Recordings, cmpopts.IgnoreFields(training.Recording{}, "Name", "Description"),
			cmpopts.EquateEmpty(), cmp.Comparer(sameColumns))
		if diff != "" {
			t.Errorf("%s (-made +read):\n%.3000s", it.FileName(), diff)
		}
	}
}

// days on which a user may have begun, of every part of the year.
func beginnings() []training.Day {
	return []training.Day{today(), today() + 96, today() + 190, today() + 290, today() + 1000}
}

// measured gives the watch's values of a field by day.
func measured(p demo.Plan, f training.WellnessField) map[training.Day]float64 {
	out := map[training.Day]float64{}
	for _, m := range p.Mornings() {
		if v, ok := m.Watch.Numbers[f]; ok {
			out[m.Watch.Day] = v.Value
		}
	}
	return out
}

// meanOf returns the mean over some days that have a value.
func meanOf(values map[training.Day]float64, from, to training.Day) float64 {
	var in []float64
	for d := from; d <= to; d++ {
		if v, ok := values[d]; ok {
			in = append(in, v)
		}
	}
	return naive.Mean(in)
}

// TestTheIllnessIsInTheNights: as the athlete's note of that Monday has it,
// and gone a month later.
func TestTheIllnessIsInTheNights(t *testing.T) {
	t.Parallel()
	for _, day := range beginnings() {
		p := demo.Athlete(day)
		ill := illness(t, p)
		hrv, resting := measured(p, training.WellnessHRVRmssdMs), measured(p, training.WellnessRestingHRBpm)
		share := func(from, to training.Day) float64 { return meanOf(hrv, from, to) / meanOf(hrv, ill-32, ill-4) }
		more := func(from, to training.Day) float64 { return meanOf(resting, from, to) - meanOf(resting, ill-32, ill-4) }
		for _, tt := range []struct {
			when              string
			from, to          training.Day
			least, most       float64 // of HRV, as a share of what is usual
			leastBpm, mostBpm float64 // of resting heart rate, more than usual
		}{
			{"the three mornings before", ill - 2, ill, 0.72, 0.9, 3, 10},
			{"the fever", ill + 1, ill + 4, 0.5, 0.76, 9, 17},
			{"a month later", ill + 28, ill + 42, 0.9, 1.1, -2.5, 2.5},
		} {
			if got := share(tt.from, tt.to); got < tt.least || got > tt.most {
				t.Errorf("%s, %s: HRV is %.2f of what is usual", ill, tt.when, got)
			}
			if got := more(tt.from, tt.to); got < tt.leastBpm || got > tt.mostBpm {
				t.Errorf("%s, %s: resting heart rate is %+.1f", ill, tt.when, got)
			}
		}
	}
}

// illness returns the day on which it was noted.
func illness(t *testing.T, p demo.Plan) training.Day {
	t.Helper()
	for it := range p.Items() {
		if it.Name == "Cut it short" {
			return it.Day
		}
	}
	t.Fatal("there is no illness")
	return 0
}

// TestMorningsHold checks the laws of each day of wellness.
func TestMorningsHold(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	known, bare := map[training.WellnessField]int{}, 0
	last := training.Day(0)
	for _, m := range p.Mornings() {
		if m.Watch.Day != m.Own.Day || m.Watch.Day <= last || !p.Days.Contains(m.Watch.Day) {
			t.Fatalf("%s follows %s", m.Watch.Day, last)
		}
		last = m.Watch.Day
		if m.Watch.Empty() {
			bare++
		}
		for _, w := range []training.WellnessDay{m.Watch, m.Own} {
			for f, n := range w.Numbers {
				known[f]++
				if low, high, ok := f.Range(); !ok || n.Value < low || n.Value > high || n.Source == "" {
					t.Errorf("%s: %s is %+v", w.Day, f, n)
				}
			}
		}
		value := func(f training.WellnessField) float64 { return m.Watch.Numbers[f].Value }
		stages := value(training.WellnessSleepDeepS) + value(training.WellnessSleepLightS) + value(training.WellnessSleepRemS)
		if asleep := value(training.WellnessSleepS); stages != asleep {
			t.Errorf("%s: stages of %g s in %g s of sleep", last, stages, asleep)
		}
		resting, dated := value(training.WellnessRestingHRBpm), p.Thresholds.At(training.Discipline{}, last).RestHRBpm
		if !m.Watch.Empty() && math.Abs(resting-dated) > 20 {
			t.Errorf("%s: resting heart rate %g, and %g among the thresholds", last, resting, dated)
		}
	}
	if bare < 20 || bare > 60 {
		t.Errorf("the watch was not worn on %d days", bare)
	}
	for f, atLeast := range map[training.WellnessField]int{
		training.WellnessHRVRmssdMs: 680, training.WellnessSleepS: 680, training.WellnessSteps: 680, training.WellnessWeightKg: 220,
		training.WellnessSoreness: 500, training.WellnessFatigue: 500, training.WellnessMood: 500,
	} {
		if known[f] < atLeast || known[f] > 741 {
			t.Errorf("%s is known of %d days", f, known[f])
		}
	}
}

// TestTheScaleAgreesWithTheThresholds: a weight that was entered is near the
// dated one, and within a year it drifts by less than 2 kg.
func TestTheScaleAgreesWithTheThresholds(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	monthly := map[training.Day][]float64{}
	for _, m := range p.Mornings() {
		kg, ok := m.Own.Numbers[training.WellnessWeightKg]
		if !ok {
			continue
		}
		if dated := p.Thresholds.At(training.Cycling.Plain(), m.Own.Day).WeightKg; math.Abs(kg.Value-dated) > 1.6 {
			t.Errorf("%s: %g kg on the scale, %g kg among the thresholds", m.Own.Day, kg.Value, dated)
		}
		monthly[m.Own.Day.MonthStart()] = append(monthly[m.Own.Day.MonthStart()], kg.Value)
	}
	for month, kg := range monthly {
		for other, others := range monthly {
			if drift := math.Abs(naive.Mean(kg) - naive.Mean(others)); other > month && other <= month+365 && drift >= 2 {
				t.Errorf("from %s to %s the weight drifts by %.1f kg", month, other, drift)
			}
		}
	}
}

// TestCyclesAreOfAboutFourWeeks, as the analysis finds them: of the period
// alone, so that the other phases are estimated.
func TestCyclesAreOfAboutFourWeeks(t *testing.T) {
	t.Parallel()
	for _, day := range beginnings() {
		said := map[training.Day]wellness.Phase{}
		for _, m := range demo.Athlete(day).Mornings() {
			if w, ok := m.Own.Words[training.WellnessMenstrualPhase]; ok {
				said[m.Own.Day] = wellness.Phase(w.Text)
			}
		}
		all, lengths := wellness.CycleOf(said), map[int]bool{}
		for _, c := range all {
			lengths[c.Days.Days()] = true
			if n := c.Days.Days(); n < 25 || n > 32 || !c.Estimated {
				t.Errorf("a cycle of %d days, estimated %v", n, c.Estimated)
			}
		}
		if len(all) < 23 || len(all) > 28 || len(lengths) < 3 {
			t.Errorf("%d cycles of %d lengths", len(all), len(lengths))
		}
	}
}

// TestThePastOfANightStays: what is added later changes nothing of before, but
// for the steps of a day that was not over.
func TestThePastOfANightStays(t *testing.T) {
	t.Parallel()
	morning := today().Time(time.UTC).Add(10 * time.Hour)
	before, after := demo.Athlete(today()).Until(morning).Mornings(), demo.Athlete(today()).Until(morning.AddDate(0, 0, 30)).Mornings()
	if n := len(after) - len(before); n < 25 || n > 30 {
		t.Errorf("%d days more", n)
	}
	for i, m := range before {
		if m.Watch.Day == today() {
			if _, ok := m.Watch.Numbers[training.WellnessSteps]; ok {
				t.Error("steps of a day that is not over")
			}
			delete(after[i].Watch.Numbers, training.WellnessSteps)
		}
		if diff := cmp.Diff(m, after[i]); diff != "" {
			t.Fatal(diff)
		}
	}
	early := demo.Athlete(today()).Until(today().Time(time.UTC).Add(2 * time.Hour)).Mornings()
	if last := early[len(early)-1].Watch.Day; last != today()-1 {
		t.Errorf("at four o'clock the last night is that of %s", last)
	}
}

// nightsFollowLoad: after the hardest days, heart rate variability is lower
// and resting heart rate higher than after days of rest.
func nightsFollowLoad(t *testing.T, p demo.Plan, load []float64) {
	t.Helper()
	hrv, resting := measured(p, training.WellnessHRVRmssdMs), measured(p, training.WellnessRestingHRBpm)
	var after [2]struct{ hrv, resting []float64 }
	for i, tss := range load[:len(load)-1] {
		of := &after[0]
		switch {
		case tss > 110:
			of = &after[1]
		case tss > 10:
			continue
		}
		day := p.Days.From + training.Day(i) + 1
		if v, ok := hrv[day]; ok {
			of.hrv, of.resting = append(of.hrv, v), append(of.resting, resting[day])
		}
	}
	rest, hard := after[0], after[1]
	if len(hard.hrv) < 15 || naive.Mean(hard.hrv) > 0.94*naive.Mean(rest.hrv) || naive.Mean(hard.resting) < naive.Mean(rest.resting)+0.4 {
		t.Errorf("after %d hard days HRV is %.1f ms and resting heart rate %.1f bpm, after rest %.1f and %.1f", len(hard.hrv),
			naive.Mean(hard.hrv), naive.Mean(hard.resting), naive.Mean(rest.hrv), naive.Mean(rest.resting))
	}
}
