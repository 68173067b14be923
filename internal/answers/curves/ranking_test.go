package curves_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/training"
)

// TestARankingIsInOrder compares rankings with the brute-force best of every activity, at
// stored steps and at others.
func TestARankingIsInOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 2))
		sport := []training.Sport{training.Cycling, training.Running}[seed%2]
		s, all := &answerstest.FitnessStore{}, []outing{}
		for i := range 3 + rng.IntN(12) {
			all = append(all, drawOuting(rng, i))
			all[i].add(s, sport)
		}
		x := curves.New(s)
		for _, kind := range curves.Kinds() {
			q := curves.Query{Kind: kind, Days: days(1 + rng.IntN(40)), Sports: []training.Sport{sport}, Rank: 1 + rng.IntN(6)}
			if q.Steps = []float64{stepOf(rng, kind)}; seed < 4 && kind == curves.Distance {
				q.Steps[0] = 1000 // stored
			}
			v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, q)
			if err != nil {
				t.Fatal(err)
			}
			checkRanking(t, all, q, v)
		}
	}
}

func checkRanking(t *testing.T, all []outing, q curves.Query, v *curves.View) {
	var want []float64
	own := map[string]float64{}
	for _, o := range all {
		at := o.of(q.Kind, q.Steps[0])
		if q.Sports[0] == training.Running && beyondRecords(q.Kind, q.Steps[0], at) || math.IsNaN(at) || math.IsInf(at, 0) ||
			!q.Days.Contains(o.day) {
			continue
		}
		want, own[string(o.id)] = append(want, at), at
	}
	slices.SortFunc(want, func(a, b float64) int { return cmp.Compare(b, a) })
	want = want[:min(len(want), q.Rank)]
	if len(want) == 0 {
		if v.Ranking != nil {
			t.Fatalf("%s at %v: a ranking of nothing: %v", q.Kind, q.Steps, v.Ranking)
		}
		return
	}
	c := v.Ranking
	values := slices.Concat(c.PowerW, c.NPW, c.HRBpm, c.SpeedKMH, c.TimeS)
	if len(values) == 0 {
		values = c.PaceKM
	}
	if len(values) != len(want) || len(c.IDs) != len(want) || len(c.Dates) != len(want) {
		t.Fatalf("%s at %v: %d of %d activities", q.Kind, q.Steps, len(values), len(want))
	}
	shown := func(v float64) float64 {
		switch {
		case q.Kind == curves.Distance:
			return -v
		case q.Kind == curves.Pace && q.Sports[0] == training.Running:
			return 1000 / v
		case q.Kind == curves.Pace:
			return v * 3.6
		}
		return v
	}
	seen := map[string]bool{}
	for i, id := range c.IDs {
		if seen[*id] || math.Abs(*values[i]-shown(want[i])) > 0.0056 || math.Abs(*values[i]-shown(own[*id])) > 0.0056 {
			t.Fatalf("%s at %v: place %d is %v of %s, want %v", q.Kind, q.Steps, i, *values[i], *id, shown(want[i]))
		}
		seen[*id] = true
	}
}

func TestARankingHasTheWeightOfItsDay(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: today - 100, Values: []float64{80}},
		{Key: training.KeyWeight, From: today - 5, Values: []float64{75}},
	}}
	for i, watts := range []int32{240, 300, 240, 280} {
		ride(s, training.ActivityID(fmt.Sprint("r", i)), training.Cycling, today-training.Day(10-2*i), steady(watts, 400))
	}
	q := curves.Query{Kind: curves.Power, Days: days(30), Steps: []float64{300}, Rank: 10, PerKg: true}
	if v := answer(t, s, q); v.Ranking.WPerKg != nil || v.Missing["power_w_per_kg"] == "" {
		t.Errorf("a model sees %v although the weight is not shared", cells(v.Ranking.WPerKg))
	}
	s.Who.Sharing.Weight = true
	v := answer(t, s, q)
	if got, want := fmt.Sprint(cells(v.Ranking.PowerW), cells(v.Ranking.WPerKg), cells(v.Ranking.IDs)),
		"[300 280 240 240] [3.75 3.73 3 3] [r1 r3 r0 r2]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if v := answer(t, s, curves.Query{Kind: curves.Power, Days: days(5), Steps: []float64{300}, Rank: 10}); len(v.Ranking.IDs) != 1 {
		t.Errorf("a ranking of five days has %d activities", len(v.Ranking.IDs))
	}
	s.Remove("r1")
	v = answer(t, s, curves.Query{Kind: curves.Power, Days: days(30), Steps: []float64{300}, Rank: 1})
	if got := *v.Ranking.IDs[0]; got != "r3" {
		t.Errorf("the best is %s after the best ride was deleted", got)
	}
	s.Hidden = map[training.ActivityID]bool{"r3": true}
	if v := answer(t, s, q); slices.Contains(cells(v.Ranking.IDs), "r3") {
		t.Errorf("a model sees %v although r3 is hidden", cells(v.Ranking.IDs))
	}
}

func TestBadRankings(t *testing.T) {
	t.Parallel()
	x := curves.New(answerstest.Years(20, 1, today))
	ask := func(ctx context.Context, q curves.Query) error {
		q.Kind, q.Days = curves.Power, days(300)
		_, err := x.Answer(ctx, answerstest.FitnessPage, here, q)
		return err
	}
	for _, q := range []curves.Query{
		{Rank: 5},
		{Rank: 5, Steps: []float64{60, 300}},
		{Rank: -1, Steps: []float64{60}},
		{Rank: curves.MaxRank + 1, Steps: []float64{60}},
	} {
		var e *training.Error
		if err := ask(t.Context(), q); !errors.As(err, &e) || e.Kind != training.KindInvalid || !strings.Contains(e.Fix, "1") {
			t.Errorf("%d at %v: %v", q.Rank, q.Steps, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := ask(ctx, curves.Query{Rank: 5, Steps: []float64{60}}); training.KindOf(err) != training.KindCanceled {
		t.Errorf("after cancellation: %v", err)
	}
}

func BenchmarkRanking(b *testing.B) {
	s := answerstest.Years(15000, 15, today)
	x := curves.New(s)
	q := curves.Query{Kind: curves.Power, Days: days(15 * 366), Steps: []float64{1200}, Rank: 10}
	start := time.Now()
	for b.Loop() {
		v, err := x.Answer(b.Context(), answerstest.FitnessPage, here, q)
		if err != nil || len(v.Ranking.IDs) != 10 {
			b.Fatal(err, v)
		}
		if start.IsZero() {
			continue
		}
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "first-ms")
		start = time.Time{}
	}
}
