package curves_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// outing is a recording from which bests are taken: power with rests, heart
// rate with holes, and a distance that jumps.
type outing struct {
	id    training.ActivityID
	day   training.Day
	watts []float64
	bpm   []float64 // NaN if no window may include it
	cm    []float64 // of each second
	leap  int       // the second in which the recorded distance jumps, which does not count; -1 for none

	means map[string][]float64 // the brute-force best of each duration
}

func drawOuting(rng *rand.Rand, i int) outing {
	n := 320 + rng.IntN(500)
	o := outing{id: training.ActivityID(fmt.Sprint("o", i)), day: today - training.Day(rng.IntN(40))}
	o.watts, o.bpm, o.cm = noisy(rng, n, 180, 200), noisy(rng, n, 140, 30), noisy(rng, n-1, 350, 150)
	for range rng.IntN(4) { // rests
		from := rng.IntN(n)
		for j := from; j < min(n, from+rng.IntN(60)); j++ {
			o.watts[j] = 0
			if j < n-1 {
				o.cm[j] = 0
			}
		}
	}
	if rng.IntN(2) == 0 {
		from := 1 + rng.IntN(n-20)
		for j := from; j < from+11; j++ { // longer than a heart rate is held
			o.bpm[j] = math.NaN()
		}
	}
	o.leap = -1
	if rng.IntN(2) == 0 {
		o.leap = rng.IntN(n - 1)
	}
	if rng.IntN(3) == 0 { // about a minute at a speed that no runner can hold, although one step may be fast
		from := rng.IntN(n - 120)
		for j := from; j < from+30+rng.IntN(80); j++ {
			o.cm[j] = 1100
		}
	}
	if o.leap >= 0 {
		o.cm[o.leap] = 0
	}
	o.means = map[string][]float64{curves.Power: naive.MeanMax(o.watts), curves.HR: naive.MeanMax(o.bpm), curves.Pace: naive.MeanMax(o.cm)}
	return o
}

// leapM is farther than in any sport within a second.
const leapM = 500

func (o outing) add(s *answerstest.FitnessStore, sport training.Sport) {
	metres, at := []float64{0}, 0.0
	for second, cm := range o.cm {
		if second == o.leap {
			cm = leapM * 100
		}
		at += cm
		metres = append(metres, at/100)
	}
	record(s, o.id, sport, o.day, map[training.Channel][]float64{
		training.Power: o.watts, training.HeartRate: o.bpm, training.Distance: metres,
	})
}

// of returns the brute-force best of a kind at a step, or NaN if there is none.
func (o outing) of(kind string, step float64) float64 {
	d := int(step)
	switch means := o.means[kind]; {
	case kind == curves.Distance:
		return -o.shortest(step)
	case kind == curves.NP:
		return o.normalized(d)
	case d > len(means):
		return math.NaN()
	case kind == curves.Pace:
		return means[d-1] / 100
	default:
		return means[d-1]
	}
}

// normalized returns the highest normalized power over d seconds, from full 30 s
// means.
func (o outing) normalized(d int) float64 {
	var fourths []float64
	for from := 0; from+30 <= len(o.watts); from++ {
		fourths = append(fourths, math.Pow(naive.Mean(o.watts[from:from+30]), 4))
	}
	best := math.NaN()
	for from := 0; from+d <= len(o.watts); from++ {
		if np := math.Sqrt(math.Sqrt(naive.Mean(fourths[from : from+d-29]))); math.IsNaN(best) || np > best {
			best = np
		}
	}
	return best
}

func (o outing) shortest(metres float64) float64 {
	d := summed(o.cm)
	seconds := make([]float64, len(d))
	for k := range seconds {
		seconds[k] = float64(k)
	}
	s, _ := naive.BestEffort(seconds, d, metres)
	return s
}

// TestABestIsOverExactlyItsStep compares every kind, range and step, stored or
// not, with the brute-force best of the range and an activity that has it.
func TestABestIsOverExactlyItsStep(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
		rng := rand.New(rand.NewPCG(seed, 1))
		sport := []training.Sport{training.Cycling, training.Running}[seed%2]
		s, all := &answerstest.FitnessStore{}, []outing{}
		for i := range 1 + rng.IntN(8) {
			all = append(all, drawOuting(rng, i))
			all[i].add(s, sport)
		}
		x := curves.New(s)
		for _, kind := range curves.Kinds() {
			q := curves.Query{Kind: kind, Days: days(1 + rng.IntN(40)), Sports: []training.Sport{sport}}
			for range 8 {
				q.Steps = append(q.Steps, stepOf(rng, kind))
			}
			v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, q)
			if err != nil {
				t.Fatal(err)
			}
			checkExact(t, all, q, v)
		}
	}
}

func stepOf(rng *rand.Rand, kind string) float64 {
	switch kind {
	case curves.NP:
		return float64(300 + rng.IntN(400))
	case curves.Pace:
		return float64(30 + rng.IntN(700))
	case curves.Distance:
		if rng.IntN(3) == 0 {
			return 2000 // which other sports store
		}
		return float64(1000 + rng.IntN(2500))
	}
	return float64(1 + rng.IntN(800))
}

func checkExact(t *testing.T, all []outing, q curves.Query, v *curves.View) {
	var c curves.Columns
	if v.Curve != nil {
		c = v.Curve.Columns
	}
	got := map[float64]float64{}
	whose := map[float64]string{}
	if q.Kind == curves.Distance {
		c.PaceKM = nil
	}
	for _, col := range [][]*float64{c.PowerW, c.NPW, c.HRBpm, c.SpeedKMH, c.PaceKM, c.TimeS} {
		for i, cell := range col {
			if cell == nil {
				continue
			}
			steps := c.DurationS
			if q.Kind == curves.Distance {
				steps = c.DistanceM
			}
			got[steps[i]], whose[steps[i]] = *cell, *c.IDs[i]
		}
	}
	for _, at := range q.Steps {
		want, holds := math.Inf(-1), map[string]bool{}
		for _, o := range all {
			v := o.of(q.Kind, at)
			if q.Sports[0] == training.Running && beyondRecords(q.Kind, at, v) || math.IsNaN(v) || !q.Days.Contains(o.day) {
				continue
			}
			if v > want-1e-4 { // to the precision of the index for values that are not sums
				holds[string(o.id)] = true
			}
			if v > want+1e-4 {
				holds = map[string]bool{string(o.id): true}
			}
			want = max(want, v)
		}
		if _, ok := got[at]; ok != !math.IsInf(want, -1) {
			t.Fatalf("%s at %v: %v, want %v", q.Kind, at, got[at], want)
		}
		if math.IsInf(want, -1) {
			continue
		}
		switch {
		case q.Kind == curves.Distance:
			want = -want
		case q.Kind == curves.Pace && q.Sports[0] == training.Running:
			want = 1000 / want
		case q.Kind == curves.Pace:
			want *= 3.6
		}
		if math.Abs(got[at]-want) > 0.0056 || !holds[whose[at]] {
			t.Fatalf("%s at %v: %v of %s, want %v of %v", q.Kind, at, got[at], whose[at], want, holds)
		}
	}
}

// beyondRecords reports whether nobody has run that far in so short a time.
func beyondRecords(kind string, step, value float64) bool {
	m, s := step, -value
	switch kind {
	case curves.Pace:
		m, s = step*value, step
	case curves.Distance:
	default:
		return false
	}
	for _, r := range [...]struct{ m, s float64 }{{3000, 437}, {1500, 206}, {1000, 131}, {800, 100}, {400, 43}} {
		if m >= r.m {
			return s < m*r.s/r.m
		}
	}
	return false
}

// TestACurveMayRise checks that if only a longer window compensates for a
// second of rest, it is not a best of the shorter one, and neither is its day.
func TestACurveMayRise(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	effort := metricstest.Repeat(300, 610)
	for i := 9; i < len(effort); i += 10 {
		effort[i] = 0 // nine seconds of ten
	}
	record(s, "broken", training.Cycling, today, map[training.Channel][]float64{training.Power: effort})
	v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(2), Steps: []float64{10, 19, 61, 69}})
	want := []float64{270, 300. * 18 / 19, 300. * 55 / 61, 300. * 63 / 69}
	for i, w := range want {
		metricstest.Close(t, fmt.Sprint(v.Curve.DurationS[i], " s"), *v.Curve.PowerW[i], w, 0.0051)
	}
	if *v.Curve.PowerW[1] <= *v.Curve.PowerW[0] {
		t.Error("the example does not rise")
	}
}

// TestAGapEndsWhatALongerWindowSays checks that a heart rate that stops right
// after the step counts there, whatever the stored steps on both sides are.
func TestAGapEndsWhatALongerWindowSays(t *testing.T) {
	t.Parallel()
	at := int32(101)
	for slices.Contains(curve.Grid(), at) {
		at++
	}
	hi, _ := slices.BinarySearch(curve.Grid(), at)
	broken := func(seconds int32, bpm, rest float64) []float64 {
		gap := metricstest.Repeat(math.NaN(), 20)
		return slices.Concat(metricstest.Repeat(bpm, int(seconds)), gap, metricstest.Repeat(rest, 300))
	}
	s := &answerstest.FitnessStore{}
	for i, bpm := range [][]float64{metricstest.Repeat(150, 600), broken(at, 180, 120), broken(curve.Grid()[hi-1], 190, 100)} {
		record(s, training.ActivityID(fmt.Sprint(i)), training.Cycling, today-training.Day(i),
			map[training.Channel][]float64{training.HeartRate: bpm})
	}
	v := answer(t, s, curves.Query{Kind: curves.HR, Days: days(5), Steps: []float64{float64(at)}})
	if got := *v.Curve.HRBpm[0]; got != 180 || *v.Curve.IDs[0] != "1" {
		t.Errorf("%d s: %v bpm of %s", at, got, *v.Curve.IDs[0])
	}
}

// TestWhatIsNotBelievedBoundsNothing checks that a run whose 800 m are
// implausible holds the best 900 m in a month with a slow run.
func TestWhatIsNotBelievedBoundsNothing(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i, r := range []struct {
		day training.Day
		cm  []float64
	}{
		{today, metricstest.Repeat(500, 200)},
		{today - 60, metricstest.Repeat(200, 600)},
		{today - 60, slices.Concat(metricstest.Repeat(842, 95), metricstest.Repeat(500, 30))},
	} {
		record(s, training.ActivityID(fmt.Sprint(i)), training.Running, r.day, map[training.Channel][]float64{training.Distance: summed(r.cm)})
	}
	v := answer(t, s, curves.Query{Kind: curves.Distance, Days: days(90), Steps: []float64{800, 900}})
	if c := v.Curve; *c.TimeS[0] != 160 || *c.IDs[1] != "2" || math.Abs(*c.TimeS[1]-115) > 0.1 {
		t.Errorf("%v s and %v s of %s", *c.TimeS[0], *c.TimeS[1], *c.IDs[1])
	}
}

// slope adds a run at a constant speed and grade, without altitude if the grade is NaN.
func slope(s *answerstest.FitnessStore, id training.ActivityID, sport training.Sport, before int, seconds int, mps, grade float64) {
	metres, alt := make([]float64, seconds), make([]float64, seconds)
	for i := range seconds {
		metres[i] = math.Round(mps*float64(i)*100) / 100
		alt[i] = math.Round((200+grade*metres[i])*100) / 100
	}
	channels := map[training.Channel][]float64{training.Distance: metres, training.Speed: metricstest.Repeat(mps, seconds)}
	if !math.IsNaN(grade) {
		channels[training.Altitude] = alt
	}
	record(s, id, sport, today-training.Day(before), channels)
}

// TestGradedCurvesHaveTheCostOfTheHill checks that the flat run holds every
// best by actual pace, and the uphill run every best by graded pace, at stored
// and other steps. Runs without altitude do not count.
func TestGradedCurvesHaveTheCostOfTheHill(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	slope(s, "flat", training.Running, 1, 1800, 3.6, 0)
	slope(s, "hill", training.Running, 2, 1800, 2.8, 0.10)
	slope(s, "unknown", training.Running, 3, 1800, 4.2, math.NaN())
	slope(s, "hike", training.Hiking, 4, 1800, 2.9, 0.2)
	x := curves.New(s)
	ask := func(q curves.Query) *curves.Curve {
		q.Days = days(10)
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, q)
		if err != nil || v.Curve == nil || v.Graded != q.Graded {
			t.Fatal(q, err, v)
		}
		if q.Graded && !strings.Contains(strings.Join(phrasetest.Texts(v.Notes), " "), "flat running") {
			t.Errorf("notes: %v", v.Notes)
		}
		return v.Curve
	}
	worth := 2.8 * naive.MinettiCost(0.10) / 3.6
	pace := ask(curves.Query{Kind: curves.Pace, Graded: true, Steps: []float64{60, 67, 300, 811}})
	for i := range pace.DurationS {
		metricstest.Close(t, "graded pace", *pace.PaceKM[i], 1000/worth, 1)
	}
	far := ask(curves.Query{Kind: curves.Distance, Graded: true, Steps: []float64{1000, 1234, 5000}})
	for i, m := range far.DistanceM {
		metricstest.Close(t, "graded time", *far.TimeS[i], m/worth, 0.004*m/worth)
	}
	for _, c := range []*curves.Curve{pace, far} {
		if c.Activities != 2 || slices.ContainsFunc(c.IDs, func(id *string) bool { return *id != "hill" }) {
			t.Errorf("%d activities; held by %v", c.Activities, c.IDs)
		}
	}
	if plain := ask(curves.Query{Kind: curves.Pace, Steps: []float64{300}}); *plain.IDs[0] != "unknown" {
		t.Errorf("as it was: %v", *plain.IDs[0])
	}
}

func TestBadGradedQuestions(t *testing.T) {
	t.Parallel()
	x := curves.New(&answerstest.FitnessStore{})
	for _, q := range []curves.Query{
		{Kind: curves.Power},
		{Kind: curves.HR},
		{Kind: curves.NP},
		{Kind: curves.Pace, Sports: []training.Sport{training.Cycling}},
		{Kind: curves.Distance, Sports: []training.Sport{training.Swimming}},
	} {
		q.Graded, q.Days = true, days(10)
		if _, err := x.Answer(t.Context(), answerstest.FitnessPage, here, q); training.KindOf(err) != training.KindInvalid ||
			!strings.Contains(err.Error(), "runs") {
			t.Errorf("%+v: %v", q, err)
		}
	}
	v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{Kind: curves.Pace, Graded: true, Days: days(10)})
	if err != nil || !strings.Contains(v.Missing["curve"].String(), "altitude") {
		t.Errorf("%v, %v", v.Missing, err)
	}
}
