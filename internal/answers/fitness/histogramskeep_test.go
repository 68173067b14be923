package fitness_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestSumsOfAFormerProcess: they answer the same without reading histograms
// of whole months, and what is damaged is read anew.
func TestSumsOfAFormerProcess(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{{Key: training.KeyFTP, Sport: training.Cycling, From: 0, Values: []float64{200}}, {
		Key: training.KeyIndoorFTP, Sport: training.Cycling, From: 0, Values: []float64{150},
	}}}
	for i := range 800 {
		h := zones.Histogram{Channel: training.Power, Width: 1, First: int32(100 + i%50), Seconds: []uint32{60, 0, uint32(i + 1)}}
		s.Add(store.LoadInput{
			ID: training.ActivityID(fmt.Sprint("r", i)), Sport: training.Cycling,
			Day: today - training.Day(i), TimerS: 3600, NP: 150, NPWindows: 3000, Indoor: i%3 == 0,
		},
			map[string][]byte{derive.PowerHistogram: derive.EncodeHistogram(h)})
	}
	k, f := answerstest.FitnessValues{}, answers.Frame{Today: today, TimeZone: "UTC"}
	ask := func(k answerstest.FitnessValues) (*fitness.SummaryView, int64) {
		h, before := fitness.NewHistograms(s), s.Reads.Load()
		h.Keep(k)
		q := fitness.SummaryQuery{Kind: fitness.PeriodRange, Days: training.DayRange{From: today - 700, To: today}}
		v, err := h.Summary(t.Context(), s, answerstest.FitnessModel, f, q)
		if err != nil {
			t.Fatal(err)
		}
		return v, s.Reads.Load() - before
	}
	want, first := ask(k)
	got, later := ask(k)
	if diff := cmp.Diff(want, got); diff != "" || len(k) == 0 || len(want.Zones) == 0 {
		t.Errorf("%d values are kept, %d zones:\n%s", len(k), len(want.Zones), diff)
	}
	if later > 62 || first < 700 {
		t.Errorf("%d histograms were read, then %d", first, later)
	}
	for name, whole := range k {
		for at := 0; at < len(whole); at += 97 {
			if got, _ := ask(answerstest.FitnessValues{name: whole[:at]}); !cmp.Equal(want, got) {
				t.Fatalf("cut at %d of %d: %s", at, len(whole), cmp.Diff(want, got))
			}
		}
	}
	s.Remove("r400")
	with, _ := ask(k)
	without, _ := ask(answerstest.FitnessValues{})
	if diff := cmp.Diff(without, with); diff != "" {
		t.Errorf("after one was removed:\n%s", diff)
	}
}
