package activity_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

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
		Key: training.KeyLactateTest, Sport: training.Cycling, From: 1,
		Values: []float64{0.86, 1.67},
	})
	own := describe(t, s, answerstest.Ride, activity.SectionLoad).Load["impulses"].(activity.Facts)
	if own["trimp_individual"] != own["trimp"] { // a woman's constants, given as her own
		t.Errorf("own constants: %v", own)
	}
	if d.Load["method"] != "power_tss" || d.Load["tss"] != tss["power_tss"] || d.Load["tss"] != d.Summary["tss"] {
		t.Errorf("load %v, summary %v", d.Load, d.Summary["tss"])
	}
	if d.Missing["load.manual"] == "" || d.Missing["load.rpe_tss"] == "" {
		t.Errorf("missing %v", d.Missing)
	}
	for k := range d.Missing { // a ride is not asked for what runs and swims have
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

// thinStore loses the heart rate after a minute.
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

// TestAMinuteOfHeartRateIsNoLoad of an hour.
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

// TestNoLoadIsShownAsZero: of a heart that never left its rest.
func TestNoLoadIsShownAsZero(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.Sex = training.Female
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyRestHR, Sport: training.Cycling, Values: []float64{187}})
	d := describe(t, s, answerstest.NoPower, activity.SectionLoad)
	for _, part := range []string{"tss_by_method", "impulses"} {
		for k, x := range d.Load[part].(activity.Facts) {
			if x == 0.0 {
				t.Errorf("%s is shown as zero", k)
			}
		}
	}
	if why := d.Missing["load.trimp"]; !strings.Contains(why.String(), "nothing") {
		t.Errorf("TRIMP is missing because %q, of %v", why, d.Load)
	}
}

// TestTheListFollowsTheOrderToo, page, filter and comparison alike.
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

// silentBeats is a store whose beats cannot be read.
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
