package activity_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const today training.Day = 20_000

// hrexamplesList holds activities, and the seconds at 140 bpm of each as bytes.
type hrexamplesList struct {
	store.Reader
	rows []store.LoadInput
	data map[training.ActivityID][]byte
	err  error
}

func (s *hrexamplesList) LoadInputs(ctx context.Context, _ training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	var out []store.LoadInput
	for _, r := range s.rows {
		if days.Contains(r.Day) {
			out = append(out, r)
		}
	}
	return out, ctx.Err()
}

func (s *hrexamplesList) Primitives(_ context.Context, _ training.Scope, _ string,
	days training.DayRange,
) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		if s.err != nil {
			yield(store.Primitive{}, s.err)
			return
		}
		for _, r := range s.rows {
			if data, ok := s.data[r.ID]; ok && days.Contains(r.Day) && !yield(store.Primitive{Activity: r.ID, Data: data}, nil) {
				return
			}
		}
	}
}

// add adds an hour with both sensors to the list, changed by adjust.
func (s *hrexamplesList) add(day training.Day, adjust func(*store.LoadInput)) {
	in := store.LoadInput{
		ID: training.ActivityID(fmt.Sprint("a", len(s.rows))), Sport: training.Cycling, Day: day,
		TimerS: 3600, NP: 200, NPWindows: 3571, AvgHR: 140, HRSeconds: 3600,
	}
	if adjust != nil {
		adjust(&in)
	}
	s.rows = append(s.rows, in)
	if s.data == nil {
		s.data = map[training.ActivityID][]byte{}
	}
	s.data[in.ID] = derive.EncodeHistogram(zones.Histogram{Channel: training.HeartRate, Width: 1, First: 140, Seconds: []uint32{3600}})
}

func loads() fitness.Loads {
	return fitness.NewLoads(&training.Athlete{}, training.History{
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: 1, Values: []float64{250}},
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 50, Values: []float64{200}},
		{Key: training.KeyLTHR, From: 1, Values: []float64{165}},
	})
}

func TestOnlyWhatTeachesCounts(t *testing.T) {
	t.Parallel()
	s := &hrexamplesList{}
	s.add(today-100, nil)
	s.add(today-10, nil)
	for _, adjust := range []func(*store.LoadInput){
		func(in *store.LoadInput) { in.ID = "itself" },
		func(in *store.LoadInput) { in.Sport = training.Running },
		func(in *store.LoadInput) { in.NPWindows = 3000 },
		func(in *store.LoadInput) { in.HRSeconds = 3000 },
		func(in *store.LoadInput) { in.NP = 0 },
		func(in *store.LoadInput) { in.Day = today - 180 },
		func(in *store.LoadInput) { in.Day = today + 1 },
	} {
		s.add(today-5, adjust)
	}
	s.add(today-4, nil)
	s.data[s.rows[len(s.rows)-1].ID] = []byte{0xFF} // damaged
	s.add(today-3, nil)
	delete(s.data, s.rows[len(s.rows)-1].ID) // not derived yet
	got, err := activity.Examples(t.Context(), s, training.Scope{}, loads(),
		activity.Subject{ID: "itself", Sport: training.Cycling, Day: today})
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	// The latest first, each with the FTP of its day.
	if got[0].TSS < 99 || got[0].TSS > 100 || got[1].TSS < 63 || got[1].TSS > 64 || got[0].Hours != got[1].Hours {
		t.Errorf("%+v", got)
	}
}

func TestTheLatestTeach(t *testing.T) {
	t.Parallel()
	s := &hrexamplesList{}
	for i := range 170 {
		s.add(today-training.Day(170-i), nil)
	}
	of := activity.Subject{ID: "new", Sport: training.Cycling, Day: today}
	got, err := activity.Examples(t.Context(), s, training.Scope{}, loads(), of)
	if err != nil || len(got) != 100 || got[99].TSS > 64 {
		t.Errorf("%d examples, %v", len(got), err)
	}
	s.err = training.Errorf(training.KindCorrupt, "The store is damaged.")
	if _, err := activity.Examples(t.Context(), s, training.Scope{}, loads(), of); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := activity.Examples(ctx, s, training.Scope{}, loads(), of); training.KindOf(err) != training.KindCanceled {
		t.Errorf("%v", err)
	}
}

// seasoned has many earlier rides of an hour each, in the middle of Friel's
// second zone, with a load of 40.
type seasoned struct {
	*answerstest.ActivityStore
	rides   int
	damaged error
}

func (s seasoned) LoadInputs(ctx context.Context, sc training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	var out []store.LoadInput
	for i := range s.rides {
		np := 250 * math.Sqrt(0.4*3600/3571)
		out = append(out, store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("old", i)), Sport: training.Cycling, Day: days.To - 1,
			TimerS: 3600, NP: np, NPWindows: 3571, AvgHR: 140, HRSeconds: 3600,
		})
	}
	for i, in := range []store.LoadInput{ // none of these is an example
		{Sport: training.Running, NPWindows: 3571, HRSeconds: 3600},
		{Sport: training.Cycling, NPWindows: 1800, HRSeconds: 3600},
		{Sport: training.Cycling, NPWindows: 3571, HRSeconds: 1800},
	} {
		in.ID, in.Day, in.TimerS, in.NP, in.AvgHR = training.ActivityID(fmt.Sprint("other", i)), days.To-1, 3600, 600, 140
		out = append(out, in)
	}
	own, err := s.ActivityStore.LoadInputs(ctx, sc, days)
	return append(out, own...), err
}

func (s seasoned) Primitives(
	ctx context.Context, sc training.Scope, kind string, days training.DayRange,
) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		all, err := s.LoadInputs(ctx, sc, days)
		if err = errors.Join(err, s.damaged); err != nil {
			yield(store.Primitive{}, err)
			return
		}
		h := zones.Histogram{Channel: training.HeartRate, Width: 1, First: 140, Seconds: []uint32{3600}} // 85 % of the threshold
		for _, in := range all {
			if !strings.HasPrefix(string(in.ID), "o") || kind != derive.HRHistogram {
				continue
			}
			if !yield(store.Primitive{Activity: in.ID, Day: in.Day, Kind: kind, Data: derive.EncodeHistogram(h)}, nil) {
				return
			}
		}
	}
}

func loadOf(t *testing.T, r store.Reader, id training.ActivityID) *activity.Detail {
	t.Helper()
	d, err := activity.Describe(t.Context(), r, answerstest.ActivityPage,
		activity.DetailQuery{ID: string(id), Sections: []activity.Section{activity.SectionLoad}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestLoadByWhatRidesTaught(t *testing.T) {
	t.Parallel()
	d := loadOf(t, seasoned{ActivityStore: answerstest.NewActivityStore(), rides: 60}, answerstest.NoPower)
	tss := d.Load["tss_by_method"].(activity.Facts)
	learned, ok := tss["hrtss_learned"].(float64)
	if friel := tss["hrtss_friel"].(float64); !ok || learned >= friel || d.Load["learned_from_activities"].(int) < 60 {
		t.Errorf("learned %v, Friel's %v, %v", tss["hrtss_learned"], friel, d.Load)
	}
}

func TestLoadThatNothingTaught(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		id   training.ActivityID
		want string
	}{
		"few": {answerstest.NoPower, "of the 10"}, "another sport": {answerstest.ActivityRun, "of the 10"},
		"no beats": {answerstest.NoHR, "no heart rate"},
	} {
		d := loadOf(t, seasoned{ActivityStore: answerstest.NewActivityStore(), rides: 5}, c.id)
		_, has := d.Load["tss_by_method"].(activity.Facts)["hrtss_learned"]
		if why := d.Missing["load.hrtss_learned"]; has || !strings.Contains(why.String(), c.want) || d.Load["learned_from_activities"] != nil {
			t.Errorf("%s: %v, missing because %q", name, d.Load, why)
		}
	}
	s := answerstest.NewActivityStore()
	s.Past = nil
	if d := loadOf(t, seasoned{ActivityStore: s, rides: 60}, answerstest.NoPower); d.Missing["load.hrtss_learned"] == "" {
		t.Error("learned without a threshold")
	}
	damaged := seasoned{ActivityStore: answerstest.NewActivityStore(), rides: 60, damaged: training.Errorf(training.KindCorrupt,
		"The store is damaged.")}
	_, err := activity.Describe(t.Context(), damaged, answerstest.ActivityPage,
		activity.DetailQuery{ID: string(answerstest.NoPower), Sections: []activity.Section{activity.SectionLoad}})
	if training.KindOf(err) != training.KindCorrupt {
		t.Errorf("%v", err)
	}
}

func TestEveryMethodSideBySide(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.Sex = training.Female
	d := describe(t, s, answerstest.Ride, activity.SectionSummary, activity.SectionLoad)
	tss, impulses := d.Load["tss_by_method"].(activity.Facts), d.Load["impulses"].(activity.Facts)
	for _, k := range []string{"power_tss", "hrtss_avg_lthr", "hrtss_reserve", "hrss_avg", "hrss_trimp", "hrtss_friel"} {
		if x, ok := tss[k].(float64); !ok || x <= 0 {
			t.Errorf("%s is %v (%s)", k, tss[k], d.Missing["load."+k])
		}
	}
	for _, k := range []string{"trimp", "trimp_edwards", "trimp_lucia", "trimp_zonal"} {
		if x, ok := impulses[k].(float64); !ok || x <= 0 {
			t.Errorf("%s is %v (%s)", k, impulses[k], d.Missing["load."+k])
		}
	}
	if d.Missing["load.trimp_individual"] != "no lactate test is set" {
		t.Errorf("own constants that nobody gave: %v", impulses["trimp_individual"])
	}
	s.Past = append(s.Past, training.ThresholdEntry{
		Key: training.KeyLactateTest, Sport: training.Cycling.Plain(), From: 1,
		Values: []float64{0.86, 1.67},
	})
	own := describe(t, s, answerstest.Ride, activity.SectionLoad).Load["impulses"].(activity.Facts)
	if own["trimp_individual"] != own["trimp"] { // her own constants are those of a woman
		t.Errorf("own constants: %v", own)
	}
	if d.Load["method"] != "power_tss" || d.Load["tss"] != tss["power_tss"] || d.Load["tss"] != d.Summary["tss"] {
		t.Errorf("load %v, summary %v", d.Load, d.Summary["tss"])
	}
	if d.Missing["load.manual"] == "" || d.Missing["load.rpe_tss"] == "" {
		t.Errorf("missing %v", d.Missing)
	}
	for k := range d.Missing { // metrics of runs and swims are not expected of a ride
		if strings.HasPrefix(k, "load.rtss") || k == "load.stss" {
			t.Errorf("%s: %s", k, d.Missing[k])
		}
	}
}

func TestLoadOfWhatHasNoHeartRateAndWhatWasTypedIn(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.LoadOrder = "rpe,power"
	none := describe(t, s, answerstest.NoHR, activity.SectionLoad)
	for _, k := range []string{"trimp", "trimp_lucia", "hrtss_friel", "hrtss_avg_lthr"} {
		if none.Missing["load."+k] == "" {
			t.Errorf("%s is not named", k)
		}
	}
	if order := none.Load["order"].([]string); !slices.Equal(order, []string{string(load.MethodExertion), string(load.MethodPower)}) {
		t.Errorf("the order is %v", order)
	}
	typed := describe(t, s, answerstest.ByHand, activity.SectionLoad)
	if typed.Load["method"] != "rpe_tss" || typed.Load["impulses"].(activity.Facts)["session_rpe"] == nil ||
		typed.Load["tss_by_method"].(activity.Facts)["manual"] == nil {
		t.Errorf("typed in: %v, missing %v", typed.Load, typed.Missing)
	}
}

// thinStore is a store whose heart rate stops after a minute.
type thinStore struct{ *answerstest.ActivityStore }

func (s thinStore) Stream(
	ctx context.Context, sc training.Scope, id training.ActivityID, want store.ChannelSet,
) (*training.Columns, error) {
	cols, err := s.ActivityStore.Stream(ctx, sc, id, want)
	if err == nil {
		heart := &cols.Data[training.HeartRate]
		heart.Valid = training.NewBitmap(cols.Len())
		for i := range 60 {
			heart.Valid.Set(i)
		}
	}
	return cols, err
}

// TestAMinuteOfHeartRateIsNoLoad checks that a minute of heart rate in an hour
// gives no load.
func TestAMinuteOfHeartRateIsNoLoad(t *testing.T) {
	t.Parallel()
	d, err := activity.Describe(t.Context(), thinStore{answerstest.NewActivityStore()}, answerstest.ActivityPage,
		activity.DetailQuery{ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionLoad}})
	if err != nil {
		t.Fatal(err)
	}
	for k, x := range d.Load["impulses"].(activity.Facts) {
		t.Errorf("%s is %v", k, x)
	}
	if why := d.Missing["load.trimp"]; !strings.Contains(why.String(), "2 %") {
		t.Errorf("missing because %q", why)
	}
}

// TestNoLoadIsShownAsZero checks that heart rate at rest gives no load instead of zero.
func TestNoLoadIsShownAsZero(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.Sex = training.Female
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyRestHR, Sport: training.Cycling.Plain(), Values: []float64{187}})
	d := describe(t, s, answerstest.NoPower, activity.SectionLoad)
	for _, part := range []string{"tss_by_method", "impulses"} {
		for k, x := range d.Load[part].(activity.Facts) {
			if x == 0.0 {
				t.Errorf("%s is shown as zero", k)
			}
		}
	}
	if why := d.Missing["load.trimp"]; !strings.Contains(why.String(), "zero") {
		t.Errorf("TRIMP is missing because %q, of %v", why, d.Load)
	}
}

// TestTheListFollowsTheOrderToo checks that pages, filters and comparisons
// follow the athlete's order of methods.
func TestTheListFollowsTheOrderToo(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.LoadOrder = "hr"
	least := 1.0
	for name, q := range map[string]activity.ListQuery{"page": {}, "bounded": {MinLoad: &least}, "sorted": {SortByLoad: true}} {
		q.Fields = []string{"tss", "load_method"}
		out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityPage, q)
		if err != nil {
			t.Fatal(err)
		}
		seen := false
		for _, f := range out.Activities {
			if m, ok := f["load_method"]; ok {
				seen = true
				if m != "hrtss_avg_lthr" {
					t.Errorf("%s: %v", name, f)
				}
			}
		}
		if !seen {
			t.Errorf("%s: no load in %v", name, out.Activities)
		}
	}
}

func ridesBeats(t *testing.T, rr []uint16) *activity.Detail {
	t.Helper()
	s := answerstest.NewActivityStore()
	rows, err := s.Recordings(t.Context(), answerstest.ActivityPage, answerstest.Ride)
	if err != nil || len(rows) == 0 {
		t.Fatal(rows, err)
	}
	s.Beats = map[training.RecordingID][]uint16{rows[0].ID: rr}
	return describe(t, s, answerstest.Ride, activity.SectionHRV)
}

func TestHeartbeats(t *testing.T) {
	t.Parallel()
	d := ridesBeats(t, slices.Repeat([]uint16{500, 510}, 30))
	if d.HRV == nil || d.HRV.Beats != 60 || *d.HRV.Coverage != 0.01 || *d.HRV.RMSSD != 10 ||
		!strings.Contains(d.Missing["hrv.alpha1"].String(), "two minutes") {
		t.Errorf("%+v %v", d.HRV, d.Missing)
	}
	none := ridesBeats(t, nil)
	if none.HRV != nil || !strings.Contains(none.Missing["hrv"].String(), "RR") {
		t.Errorf("%v %v", none.HRV, none.Missing)
	}
	typed := describe(t, answerstest.NewActivityStore(), answerstest.ByHand, activity.SectionHRV)
	if typed.HRV != nil || typed.Missing["hrv"] == "" {
		t.Errorf("%v %v", typed.HRV, typed.Missing)
	}
}

// silentBeats is a store whose heartbeats cannot be read.
type silentBeats struct{ *answerstest.ActivityStore }

func (silentBeats) RR(context.Context, training.Scope, training.RecordingID) ([]uint16, error) {
	return nil, training.Errorf(training.KindCorrupt, "The beats are damaged.")
}

func TestDamagedBeatsAreAnError(t *testing.T) {
	t.Parallel()
	_, err := activity.Describe(t.Context(), silentBeats{answerstest.NewActivityStore()}, answerstest.ActivityPage,
		activity.DetailQuery{ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionHRV}})
	if training.KindOf(err) != training.KindCorrupt {
		t.Errorf("%v", err)
	}
}
