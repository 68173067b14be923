package structure_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const similarToday training.Day = 20000

// similarMemory is an athlete in memory without rows of activities.
type similarMemory struct{ *answerstest.FitnessStore }

func (similarMemory) Activities(context.Context, training.Scope, store.ActivityFilter) (store.ActivityPage, error) {
	return store.ActivityPage{}, nil
}

func (m similarMemory) put(id string, sport training.Sport, ago training.Day, s *route.Sketch) {
	m.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: similarToday - ago},
		map[string][]byte{derive.Route: derive.EncodeRoute(s)})
}

// course returns a loop of the given length, with hills of the given height.
func course(eastM, metres, hillM float64, seconds int64) *route.Sketch {
	const step = 1.11195 // metres per step
	s := &route.Sketch{DistanceDM: int64(metres * 10), TimerDS: seconds * 10}
	for i := range 49 {
		a := 2 * math.Pi * float64(i) / 48
		r := metres / 2 / math.Pi / step
		s.Line = append(s.Line, route.Point{Lat: int32(r * math.Sin(a)), Lon: int32(eastM/step + r*math.Cos(a))})
	}
	s.Extent = route.ExtentOf(s.Line)
	for i := range route.ProfilePoints {
		s.ProfileDM = append(s.ProfileDM, int32(2000+10*hillM*math.Sin(2*math.Pi*float64(i)/route.ProfilePoints)))
	}
	return s
}

func reversed(s *route.Sketch) *route.Sketch {
	slices.Reverse(s.Line)
	slices.Reverse(s.ProfileDM)
	return s
}

// similarHistory has a loop that was ridden five times, hills elsewhere, and
// other activities.
func similarHistory() similarMemory {
	m := similarMemory{&answerstest.FitnessStore{}}
	m.put("own", training.Cycling, 10, course(0, 30000, 60, 3600))
	m.put("fast", training.Cycling, 30, course(12, 30000, 60, 3400))
	m.put("slow", training.Cycling, 400, course(-15, 30100, 60, 3900))
	m.put("longer", training.Cycling, 50, course(0, 36000, 60, 4300))
	m.put("back", training.Cycling, 20, reversed(course(5, 30000, 60, 3300)))
	m.put("run", training.Running, 60, course(0, 30000, 60, 9000))
	m.put("away", training.Cycling, 70, course(90000, 31000, 55, 3700))
	m.put("flat", training.Cycling, 80, course(50000, 30000, 3, 3500))
	m.put("mountain", training.Cycling, 90, course(70000, 30000, 400, 6500))
	return m
}

func own() structure.SimilarSubject {
	return structure.SimilarSubject{ID: "own", Sport: training.Cycling, Day: similarToday - 10, Sketch: course(0, 30000, 60, 3600)}
}

func index(m similarMemory) *structure.SimilarIndex {
	return structure.NewSimilarIndex(m, structure.NewIndex(m))
}

func like(t *testing.T, x *structure.SimilarIndex, s training.Scope, of structure.SimilarSubject) *structure.Found {
	t.Helper()
	found, err := x.Like(t.Context(), s, of)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func similarIds(m structure.Matches) []string {
	out := []string{}
	for _, h := range m.Hits {
		id := string(h.ID)
		if h.Reversed {
			id += " reversed"
		}
		out = append(out, id)
	}
	return out
}

func TestLike(t *testing.T) {
	t.Parallel()
	found := like(t, index(similarHistory()), answerstest.FitnessPage, own())
	if d := cmp.Diff([]string{"back reversed", "fast", "slow"}, similarIds(found.Route)); d != "" || found.Route.Total != 3 {
		t.Errorf("route %+v\n%s", found.Route, d)
	}
	if found.Route.Rank != 2 {
		t.Errorf("it is number %d of the three that went this way round", found.Route.Rank)
	}
	if d := cmp.Diff([]string{"away"}, similarIds(found.Profile)); d != "" {
		t.Errorf("profile %+v\n%s", found.Profile, d)
	}
	if found.Structure.Total != 0 {
		t.Errorf("structure %+v", found.Structure)
	}
}

// TestEachMeasureNeedsItsOwn checks that a missing way, flat terrain and
// missing intervals each remove one of the measures.
func TestEachMeasureNeedsItsOwn(t *testing.T) {
	t.Parallel()
	m := similarHistory()
	five := &efforts.Session{Basis: efforts.ByPower, EndS: 3000}
	for i := range int32(5) {
		five.Intervals = append(five.Intervals, efforts.Interval{
			StartS: 600 + 360*i, EndS: 840 + 360*i, Kind: efforts.Work, Level: 280, Means: efforts.Means{PowerW: 280},
		})
	}
	for i := range 12 {
		m.Add(store.LoadInput{ID: training.ActivityID(fmt.Sprint("set", i)), Sport: training.Cycling, Day: similarToday - training.Day(100+i)},
			map[string][]byte{derive.Intervals: derive.EncodeIntervals(five)})
	}
	of := own()
	of.Sketch.Line, of.Session = nil, five
	found := like(t, index(m), answerstest.FitnessPage, of)
	if found.Route.Total != 0 || found.Route.Rank != 0 || found.Profile.Total != 3 {
		t.Errorf("without a way: %+v %+v", found.Route, found.Profile)
	}
	if found.Structure.Total != 12 || len(found.Structure.Hits) != 8 || found.Structure.Hits[0].ID != "set0" ||
		found.Structure.Hits[0].Share != 1 {
		t.Errorf("structure %+v", found.Structure)
	}
	of = own()
	of.Sketch = course(0, 30000, 2, 3600)
	if found = like(t, index(m), answerstest.FitnessPage, of); found.Route.Total != 3 || found.Profile.Total != 0 {
		t.Errorf("flat: %+v", found)
	}
	of.Sketch = &route.Sketch{}
	if found = like(t, index(m), answerstest.FitnessPage, of); found.Route.Total+found.Profile.Total+found.Structure.Total != 0 {
		t.Errorf("nothing: %+v", found)
	}
}

func TestSimilarTheIndexFollowsChanges(t *testing.T) {
	t.Parallel()
	m := similarHistory()
	m.Hidden = map[training.ActivityID]bool{"fast": true}
	x := index(m)
	if like(t, x, answerstest.FitnessPage, own()).Route.Total != 3 || like(t, x, answerstest.FitnessModel, own()).Route.Total != 2 {
		t.Error("what is hidden from models is not")
	}
	m.put("today", training.Cycling, 0, course(0, 30000, 60, 3500))
	m.Remove("slow")
	m.Add(store.LoadInput{ID: "bad", Sport: training.Cycling, Day: similarToday}, map[string][]byte{derive.Route: {1, 77}})
	if d := cmp.Diff([]string{"today", "back reversed", "fast"}, similarIds(like(t, x, answerstest.FitnessPage, own()).Route)); d != "" {
		t.Error(d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := index(m).Like(ctx, answerstest.FitnessPage, own()); training.KindOf(err) != training.KindCanceled {
		t.Errorf("cancelled: %v", err)
	}
}

// BenchmarkLike measures a comparison over 15,000 activities: forty loops in
// turn, or always the same way to work.
func BenchmarkLike(b *testing.B) {
	for name, loops := range map[string]int{"forty loops": 40, "one way": 1} {
		m := similarMemory{&answerstest.FitnessStore{}}
		inputs := make([]store.LoadInput, 0, 15000)
		for i := range 15000 {
			inputs = append(inputs, store.LoadInput{
				ID: training.ActivityID(fmt.Sprint("a", i)), Sport: training.Cycling,
				Day: training.Day(13000 + i/2),
			})
		}
		for i, in := range inputs {
			metres := 10000 + 2500*float64(i%loops)
			m.Add(in, map[string][]byte{derive.Route: derive.EncodeRoute(course(float64(i%7), metres, 60, 3600))})
		}
		of := own()
		of.Sketch = course(0, 10000, 60, 1500)
		b.Run(name+"/cold", func(b *testing.B) {
			for b.Loop() {
				if _, err := index(m).Like(b.Context(), answerstest.FitnessPage, of); err != nil {
					b.Fatal(err)
				}
			}
		})
		x := index(m)
		b.Run(name+"/warm", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				of.ID = training.ActivityID(fmt.Sprint("own", i))
				if _, err := x.Like(b.Context(), answerstest.FitnessPage, of); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/kept", func(b *testing.B) {
			for b.Loop() {
				if _, err := x.Like(b.Context(), answerstest.FitnessPage, of); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
