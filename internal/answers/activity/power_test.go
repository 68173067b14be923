package activity_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func set(s *answerstest.ActivityStore, key training.ThresholdKey, value float64) {
	s.Past = append(s.Past, training.ThresholdEntry{Key: key, Sport: training.Cycling.Plain(), Values: []float64{value}})
}

// hard lists the sections on the intensity of power.
var hard = []activity.Section{activity.SectionSummary, activity.SectionLoad}

// shownAt returns a value from the summary or from the load.
func shownAt(d *activity.Detail, m training.Metric) (float64, bool) {
	for _, f := range []activity.Facts{d.Summary, d.Load} {
		if x, ok := f[string(m)].(float64); ok {
			return x, true
		}
	}
	return 0, false
}

func belowZero(note i18n.Sentence) bool { return strings.Contains(note.String(), "below zero") }

func TestPowerByTheSettingsOfTheDay(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	set(s, training.KeyCP, 190)
	set(s, training.KeyWPrime, 12_000)
	s.Who.Sharing.Weight = true
	d := describe(t, s, answerstest.Ride, hard...)
	watts := s.Watts(t, answerstest.Ride)
	excess, whole := naive.WorkAbove(watts, 250)
	low := math.Inf(1)
	for _, j := range naive.WBal(watts, 190, 12_000) {
		low = math.Min(low, j)
	}
	for key, want := range map[training.Metric]float64{
		training.MetricWorkAboveFTPKJ: excess / 1000, training.MetricWorkInAboveFTPKJ: whole / 1000,
		training.MetricWPrimeBalanceMinJ: low,
		training.MetricAvgPowerWPerKg:    d.Summary["avg_power_w"].(float64) / 61.5,
		training.MetricNPWPerKg:          d.Summary["normalized_power_w"].(float64) / 61.5,
	} {
		got, ok := shownAt(d, key)
		if !ok || math.Abs(got-want) > 0.51*math.Pow10(-answers.Decimals(key)) {
			t.Errorf("%s is %v, want %v (%s)", key, got, want, d.Missing[string(key)])
		}
	}
	if !slices.ContainsFunc(d.DataQuality, belowZero) {
		t.Errorf("nothing says that it falls below zero: %v", d.DataQuality)
	}
	if low > -20_000 || d.Load["critical_power_w"] != 190.0 || d.Load["w_prime_j"] != 12_000.0 {
		t.Errorf("an impossible critical power shows: %v J by %v", low, d.Load)
	}
}

func TestBelowZeroIsSaidOnlyWhereItIs(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	set(s, training.KeyCP, 300)
	set(s, training.KeyWPrime, 90_000)
	d := describe(t, s, answerstest.Ride, hard...)
	if low, ok := shownAt(d, training.MetricWPrimeBalanceMinJ); !ok || low < 0 || slices.ContainsFunc(d.DataQuality, belowZero) {
		t.Errorf("%v: %v", low, d.DataQuality)
	}
}

func TestPowerThatSettingsLack(t *testing.T) {
	t.Parallel()
	names := func(d *activity.Detail, keys ...training.Metric) {
		t.Helper()
		for _, key := range keys {
			if _, has := shownAt(d, key); has || d.Missing[string(key)] == "" {
				t.Errorf("%s: %s is %v, missing because %q", d.ID, key, d.Summary[string(key)], d.Missing[string(key)])
			}
		}
	}
	s := answerstest.NewActivityStore()
	d := describe(t, s, answerstest.Ride, hard...)
	names(d, training.MetricAvgPowerWPerKg, training.MetricNPWPerKg)
	if why := d.Missing[string(training.MetricWPrimeBalanceMinJ)]; why != "" {
		t.Errorf("who never set critical power reads of W′bal: %q", why)
	}
	s.Past = nil
	s.Who.Sharing.Weight = true
	names(describe(t, s, answerstest.Ride, hard...), training.MetricWorkAboveFTPKJ, training.MetricWorkInAboveFTPKJ, training.MetricNPWPerKg)
	for key, value := range map[training.ThresholdKey]float64{training.KeyWPrime: 12_000, training.KeyCP: 250} {
		s.Past = nil
		set(s, key, value)
		names(describe(t, s, answerstest.Ride, hard...), training.MetricWPrimeBalanceMinJ)
	}
	if d := describe(t, s, answerstest.NoPower, hard...); d.Missing[string(training.MetricWorkAboveFTPKJ)] != "" ||
		d.Missing[string(training.MetricAvgPowerW)] == "" {
		t.Errorf("a ride without a meter says more than that: %v", d.Missing)
	}
}

// TestWeightIsNotToldByItsQuotient checks that watts per kg are hidden from an
// audience that may not see the weight.
func TestWeightIsNotToldByItsQuotient(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if d := describe(t, s, answerstest.Ride, hard...); d.Load[string(training.MetricNPWPerKg)] != nil {
		t.Error("an assistant can divide")
	}
	if d := describe(t, s, answerstest.Ride, activity.SectionBestEfforts); d.BestEfforts["power"][0]["avg_power_w_per_kg"] != nil {
		t.Error("an assistant can divide a best")
	}
	page, err := activity.Describe(t.Context(), s, answerstest.ActivityPage, activity.DetailQuery{
		ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionLoad, activity.SectionBestEfforts},
	})
	if err == nil {
		best := page.BestEfforts["power"][0]
		if x, _ := best["avg_power_w_per_kg"].(float64); math.Abs(x-best["avg_power_w"].(float64)/61.5) > 0.006 {
			t.Errorf("the best second: %v", best)
		}
	}
	if err != nil || page.Load[string(training.MetricNPWPerKg)] == nil {
		t.Errorf("the athlete sees %v (%v)", page.Missing, err)
	}
}

func TestPowerOnFootSaysItsSource(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if d := describe(t, s, answerstest.Foot); d.PowerSource != "acme" {
		t.Errorf("a run by the watch: %q", d.PowerSource)
	}
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.ActivityRun} {
		if d := describe(t, s, id); d.PowerSource != "" {
			t.Errorf("%s: %q", id, d.PowerSource)
		}
	}
}

// withCP returns the athlete with critical power and W′ set.
func withCP(cp, wPrime float64) *answerstest.ActivityStore {
	s := answerstest.NewActivityStore()
	s.Past = append(s.Past,
		training.ThresholdEntry{Key: training.KeyCP, Sport: training.Cycling.Plain(), Values: []float64{cp}},
		training.ThresholdEntry{Key: training.KeyWPrime, Sport: training.Cycling.Plain(), Values: []float64{wPrime}})
	return s
}

func TestBalanceIsTheSlowReference(t *testing.T) {
	t.Parallel()
	s := withCP(190, 12_000)
	q := activity.Query{ID: string(answerstest.Ride), Channels: []string{"w_prime_balance"}, ResolutionS: 1, FromS: 1200, ToS: 2400}
	got := read(t, s, q)
	watts := s.Watts(t, answerstest.Ride)
	want := naive.WBal(watts, 190, 12_000)
	seconds := values(got.Channels["w_prime_balance_j"])
	if len(seconds) != 1200 {
		t.Fatalf("%d seconds, missing %v", len(seconds), got.Missing)
	}
	for i, j := range seconds {
		if math.Abs(j-want[1200+i]) > 0.5 {
			t.Fatalf("at %d s %v J, want %v", 1200+i, j, want[1200+i])
		}
	}
	q.ResolutionS = 60
	for i, j := range values(read(t, s, q).Channels["w_prime_balance_j"]) {
		low := math.Inf(1)
		for _, x := range seconds[60*i : 60*(i+1)] {
			low = math.Min(low, x)
		}
		if j != low {
			t.Fatalf("minute %d shows %v J, its least is %v", i, j, low)
		}
	}
}

func TestBalanceThatIsMissing(t *testing.T) {
	t.Parallel()
	for id, want := range map[training.ActivityID]string{
		answerstest.NoPower: training.NoPower, answerstest.ByHand: answers.NoStreams,
	} {
		s := withCP(190, 12_000)
		s.Past[len(s.Past)-1].Sport, s.Past[len(s.Past)-2].Sport = training.Discipline{}, training.Discipline{}
		got := read(t, s, activity.Query{ID: string(id), Channels: []string{"w_prime_balance"}})
		if got.Missing["w_prime_balance"].String() != want || len(got.Channels) != 0 {
			t.Errorf("%s: %v %v", id, got.Missing, got.Channels)
		}
	}
}

// TestMovingTimeEndsAtTheNumber checks that at any resolution the last value is
// the activity's moving time, and that each other value belongs to the first
// second of its bucket.
func TestMovingTimeEndsAtTheNumber(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.NoPower} {
		row, err := activity.Find(t.Context(), s, answerstest.ActivityPage, string(id))
		if err != nil {
			t.Fatal(err)
		}
		q := activity.Query{ID: string(id), Channels: []string{"moving_time"}, ResolutionS: 1, FromS: 0, ToS: 1000}
		seconds := values(read(t, s, q).Channels["moving_time_s"])
		q.FromS, q.ToS = 0, 0
		for _, q.ResolutionS = range []int{30, 60, 300} {
			got := read(t, s, q)
			at := values(got.Channels["moving_time_s"])
			if want := answers.Round(row.Summary.Values[training.MetricMovingTimeS], 0); len(at) == 0 || at[len(at)-1] != want {
				t.Fatalf("%s by %d s ends with %v, not %v: %v", id, q.ResolutionS, at[max(0, len(at)-1):], want, got.Missing)
			}
			if n := q.ResolutionS; at[1] != seconds[n] || at[2] != seconds[2*n] {
				t.Errorf("%s by %d s: %v", id, n, at[:3])
			}
		}
	}
	if got := read(t, s, activity.Query{ID: string(answerstest.ByHand), Channels: []string{"moving_time"}}); got.Missing["moving_time"] == "" {
		t.Errorf("of one by hand: %+v", got)
	}
}

// steeper is a store with hills multiplied in height.
type steeper struct {
	*answerstest.ActivityStore
	times int32
}

func (s steeper) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, set store.ChannelSet) (*training.Columns, error) {
	c, err := s.ActivityStore.Stream(ctx, sc, id, set)
	if err != nil {
		return nil, err
	}
	out := *c
	alt := &out.Data[training.Altitude]
	values := make([]int32, len(alt.Values))
	for i, v := range alt.Values {
		values[i] = 10000 + (v-10000)*s.times
	}
	alt.Values = values
	return &out, nil
}

func TestClimbsWithPowerByTheWeightOfTheDay(t *testing.T) {
	t.Parallel()
	s := steeper{answerstest.NewActivityStore(), 3} // 2 km at 9 %, from 100 m
	d := describe(t, s, answerstest.Ride, activity.SectionClimbs)
	if len(d.Climbs) < 3 || d.Missing["climbs"] != "" {
		t.Fatalf("%v %v", d.Climbs, d.Missing)
	}
	c := d.Climbs[1]
	for key, want := range map[string]float64{"length_km": 2, "gain_m": 180, "avg_grade_pct": 9, "start_km": 4, "top_m": 280, "fiets": 1.62} {
		if got := c[key].(float64); math.Abs(got-want) > 0.02*want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	seconds, vam := c["duration_s"].(float64), c["vam_m_per_h"].(float64)
	if math.Abs(vam-c["gain_m"].(float64)/seconds*3600) > 10 || c["category"] != "3" || c["avg_hr_bpm"] == nil || c["climb"] != 2 {
		t.Errorf("%v", c)
	}
	watts := c["avg_power_w"].(float64)
	if _, ok := c["avg_power_w_per_kg"]; ok || watts < 120 || watts > 300 {
		t.Errorf("a model was told the weight, or nonsense: %v", c)
	}
	s.Who.Sharing.Weight = true
	c = describe(t, s, answerstest.Ride, activity.SectionClimbs).Climbs[1]
	if got := c["avg_power_w_per_kg"].(float64); math.Abs(got-watts/61.5) > 0.02 {
		t.Errorf("%v W/kg of %v W", got, watts)
	}
}

func TestNoClimbsSaysWhy(t *testing.T) {
	t.Parallel()
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.Pool, answerstest.ByHand} {
		if d := describe(t, answerstest.NewActivityStore(), id, activity.SectionClimbs); d.Climbs != nil || d.Missing["climbs"] == "" {
			t.Errorf("%s: %v %v", id, d.Climbs, d.Missing)
		}
	}
}

// zigzag is a store with one climb per kilometre.
type zigzag struct{ *answerstest.ActivityStore }

func (z zigzag) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, set store.ChannelSet) (*training.Columns, error) {
	c, err := z.ActivityStore.Stream(ctx, sc, id, set)
	if err != nil {
		return nil, err
	}
	out := &training.Columns{}
	for i := range c.Len() {
		cm := 2000 * i // 20 m a second
		x := cm % 120_000
		if x > 60_000 {
			x = 120_000 - x
		}
		out.TimeS = append(out.TimeS, int32(i))
		out.Put(training.Distance, i, int32(cm))
		out.Put(training.Altitude, i, int32(x/10+cm/120_000))
	}
	return out, nil
}

func TestManyClimbsAreCut(t *testing.T) {
	t.Parallel()
	d := describe(t, zigzag{answerstest.NewActivityStore()}, answerstest.Ride, activity.SectionClimbs)
	if len(d.Climbs) != 40 || !d.Truncated || d.Narrow == "" {
		t.Errorf("%d climbs, truncated %v %q", len(d.Climbs), d.Truncated, d.Narrow)
	}
}

func TestRunsAndSwimsHaveTheirOwnValues(t *testing.T) {
	t.Parallel()
	run := describe(t, answerstest.NewActivityStore(), answerstest.ActivityRun, activity.SectionSummary, activity.SectionLaps,
		activity.SectionSplits)
	for _, key := range []string{"gap_s_per_km", "ngp_s_per_km", "avg_cadence_spm"} {
		if run.Summary[key] == nil {
			t.Errorf("the run lacks %s: %v", key, run.Missing)
		}
	}
	if run.Laps[0]["gap_s_per_km"] == nil || run.Splits.Values["gap_s_per_km"] == nil ||
		*run.Splits.Values["gap_s_per_km"][0] >= *run.Splits.Values["pace_s_per_km"][0] {
		t.Errorf("uphill: lap %v, splits %v", run.Laps[0], run.Splits)
	}
	swim := describe(t, answerstest.NewActivityStore(), answerstest.Pool)
	if swim.Summary["pace_s_per_100m"] == nil || swim.Summary["avg_strokes_per_min"] == nil || swim.Laps[0]["distance_per_stroke_cm"] == nil {
		t.Errorf("the swim: %v", swim.Summary)
	}
}
