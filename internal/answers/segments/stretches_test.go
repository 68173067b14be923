package segments_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func sketch(s *answerstest.FitnessStore, id string, sport training.Sport, day training.Day, line []route.Point) {
	k := route.Sketch{Line: route.Simplified(line), Extent: route.ExtentOf(line)}
	k.DistanceDM = k.Extent.LengthDM * 101 / 100 // a wheel measures more than a receiver
	s.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: day}, map[string][]byte{derive.Route: derive.EncodeRoute(&k)})
}

// rides goes one road each week, from other homes to other places, and each way once.
func rides() *answerstest.FitnessStore {
	s, noise := &answerstest.FitnessStore{}, rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		far := 500 * float64(i%3)
		way := append(road(46.9+0.01*float64(i), 7.9, 0, 3000, 4, noise), road(47, 8, -1000-far, 6000+far, 6, noise)...)
		way = append(way, road(47.1, 8+0.02*float64(i), 0, 4000, 4, noise)...)
		sketch(s, fmt.Sprint("week", i), training.Cycling, today-training.Day(7*i), way)
	}
	for i := range 3 {
		sketch(s, fmt.Sprint("back", i), training.Cycling, today-training.Day(20+i), backwards(road(47, 8, -1500, 6500, 6, noise)))
		sketch(s, fmt.Sprint("run", i), training.Running, today-training.Day(30+i), road(47, 8, -1500, 6500, 6, noise))
		sketch(s, fmt.Sprint("long ago", i), training.Cycling, today-training.Day(900+i), road(48, 8, -1500, 6500, 6, noise))
	}
	return s
}

// TestTheStretchThatIsRiddenMost is found once, as long as most ride it, and
// counted in its direction and sport alone.
func TestTheStretchThatIsRiddenMost(t *testing.T) {
	t.Parallel()
	s := rides()
	x := segments.NewIndex(s)
	all, err := x.Stretches(t.Context(), answerstest.FitnessPage)
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	best := all[0]
	if best.Ridden != 12 || best.Sport != training.Cycling || best.Metres < 5000 || best.Metres > 8000 ||
		best.ID.Kind != segments.StretchKind {
		t.Errorf("%+v", best)
	}
	for _, x := range all[1:] {
		if m, same := route.NewMatcher(best.Line).Same(x.Line); same && !m.Reversed {
			t.Errorf("the same again: %v", x.ID)
		}
	}
	if span := best.ID.Span.ToS - best.ID.Span.FromS; span < best.Metres || span > 1.05*best.Metres {
		t.Errorf("%v is %v m of recorded distance", best.Metres, span)
	}
	s.Hidden = map[training.ActivityID]bool{}
	for i := range 9 {
		s.Hidden[training.ActivityID(fmt.Sprint("week", i))] = true
	}
	if all, err := x.Stretches(t.Context(), answerstest.FitnessModel); err != nil || len(all) > 0 {
		t.Errorf("an assistant is told of what is hidden: %v, %v", all, err)
	}
	if none, err := segments.NewIndex(&answerstest.FitnessStore{}).Stretches(t.Context(), answerstest.FitnessPage); err != nil ||
		len(none) > 0 {
		t.Errorf("of nothing: %v, %v", none, err)
	}
}

func BenchmarkStretches(b *testing.B) {
	var ways []segments.Way
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range 1500 {
		line := route.Simplified(road(45+float64(i%40)/50, 8, 0, 40_000, 4, noise))
		ways = append(ways, segments.Way{Activity: "a", Sport: training.Cycling, Line: line, Extent: route.ExtentOf(line), Scale: 1})
	}
	b.ResetTimer()
	for b.Loop() {
		if all, err := segments.Most(b.Context(), ways); err != nil || len(all) == 0 {
			b.Fatal(all, err)
		}
	}
}
