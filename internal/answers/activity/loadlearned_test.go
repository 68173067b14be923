package activity_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// seasoned has many rides before the others: an hour each, in the middle of
// Friel's second zone, at a load of 40.
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
	for i, in := range []store.LoadInput{ // none of which teaches anything
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

func loadOf(t *testing.T, r activity.Reader, id training.ActivityID) *activity.Detail {
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
