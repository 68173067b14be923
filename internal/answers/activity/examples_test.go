package activity_test

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const today training.Day = 20_000

// hrexamplesList holds activities and the seconds at 140 bpm of each, in its bytes.
type hrexamplesList struct {
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
	days training.DayRange) iter.Seq2[store.Primitive, error] {
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

// add puts an hour with both sensors on the list, changed by adjust.
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
		{Key: training.KeyFTP, Sport: training.Cycling, From: 1, Values: []float64{250}},
		{Key: training.KeyFTP, Sport: training.Cycling, From: today - 50, Values: []float64{200}},
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
	// The latest first, each by the FTP of its day.
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
