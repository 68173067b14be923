package segments_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const today training.Day = 20000

// road returns a winding road of the given length from a place, as recorded by
// one receiver: parts of it are off by some metres.
func road(lat, lon, fromM, toM, offM float64, noise *rand.Rand) (line []route.Point) {
	const perDegree = 6_371_000 * math.Pi / 180
	for d := fromM; d <= toM; d += 40 {
		north, east := d*0.8+30*math.Sin(d/150), 60*math.Sin(d/400)
		if noise != nil {
			north, east = north+offM*noise.NormFloat64(), east+offM*noise.NormFloat64()
		}
		x := lon + east/perDegree/math.Cos(lat*math.Pi/180)
		line = append(line, route.Point{Lat: int32(math.Round((lat + north/perDegree) * 1e5)), Lon: int32(math.Round(x * 1e5))})
	}
	return line
}

func backwards(line []route.Point) (out []route.Point) {
	for i := range line {
		out = append(out, line[len(line)-1-i])
	}
	return out
}

type ride struct {
	id     string
	sport  training.Sport
	day    training.Day
	climbs []route.Climb
	ways   [][]route.Point
}

func up(fromS, seconds, gainM float64) route.Climb {
	return route.Climb{
		Span: training.Span{FromS: fromS, ToS: fromS + seconds}, StartM: 1000, LengthM: 3000, GainM: gainM, TimerS: seconds, AvgPowerW: 200,
	}
}

func put(s *answerstest.FitnessStore, r ride) {
	if r.sport == "" {
		r.sport = training.Cycling
	}
	s.Add(store.LoadInput{ID: training.ActivityID(r.id), Sport: r.sport, Day: r.day}, map[string][]byte{
		derive.Climbs: derive.EncodeClimbs(r.climbs), derive.ClimbWays: derive.EncodeWays(r.ways),
	})
}

// told returns the climbs as text, with the number of ascents and the best one.
func told(t *testing.T, x *segments.ClimbIndex, s training.Scope) (out []string) {
	t.Helper()
	err := x.Climbs(t.Context(), s, func(all *segments.RiddenClimbs) {
		for _, c := range all.Ridden(1) {
			out = append(out, fmt.Sprintf("%s %d best %.0f %s", c.Sport, len(c.Ascents), c.Best().TimerS, c.Best().Activity))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// history returns rides up one hill: four times, once from further down, once
// down it, once on foot, and once up another hill next to it.
func history(lon float64) *answerstest.FitnessStore {
	s, noise := &answerstest.FitnessStore{}, rand.New(rand.NewPCG(1, 2))
	hill := func(from, to float64) []route.Point { return road(47, lon, from, to, 5, noise) }
	twice := []route.Climb{up(600, 700, 200), up(4000, 650, 205)}
	put(s, ride{"first", "", today - 90, twice, [][]route.Point{hill(0, 3000), hill(0, 2950)}})
	put(s, ride{"second", "", today - 60, []route.Climb{up(60, 640, 210)}, [][]route.Point{hill(-250, 3050)}})
	put(s, ride{"down", "", today - 50, []route.Climb{up(60, 300, 20)}, [][]route.Point{backwards(hill(0, 3000))}})
	put(s, ride{"walk", training.Walking, today - 45, []route.Climb{up(60, 3000, 200)}, [][]route.Point{hill(0, 3000)}})
	put(s, ride{"beside", "", today - 40, []route.Climb{up(60, 900, 190)}, [][]route.Point{road(47, lon+0.005, 0, 3000, 5, noise)}})
	put(s, ride{"short", "", today - 35, []route.Climb{up(60, 200, 90)}, [][]route.Point{hill(0, 1400)}})
	put(s, ride{"nowhere", "", today - 30, []route.Climb{up(60, 600, 200)}, [][]route.Point{nil}})
	put(s, ride{"third", "", today - 20, []route.Climb{up(60, 655, 200)}, [][]route.Point{hill(30, 3020)}})
	return s
}

// TestClimbsAreKnownAgain checks that climbs are recognised, also at the 180th meridian.
func TestClimbsAreKnownAgain(t *testing.T) {
	t.Parallel()
	for _, lon := range []float64{8, 179.9999, -180} {
		s := history(lon)
		x := segments.NewIndex(s)
		want := "[cycling 4 best 640 second walking 1 best 3000 walk cycling 1 best 900 beside cycling 1 best 200 short cycling 1 best 300 down]"
		if got := fmt.Sprint(told(t, x, answerstest.FitnessPage)); got != want {
			t.Errorf("at %v: %s", lon, got)
		}
		s.Hidden = map[training.ActivityID]bool{"second": true}
		if got := told(t, x, answerstest.FitnessModel); got[0] != "cycling 3 best 650 first" {
			t.Errorf("an assistant is told of what is hidden: %v", got)
		}
		err := x.Climbs(t.Context(), answerstest.FitnessPage, func(all *segments.RiddenClimbs) {
			c := all.Of("first", 1)
			if c == nil || c.ID().String() != "climb:first@600-1300" || c.Rank(655) != 3 || c.Rank(1) != 1 || c.Typical().GainM != 202.5 {
				t.Errorf("%+v", c)
			}
			if id, ok := segments.ParseID("climb:third@60-715"); !ok || all.At(id) != c {
				t.Error("it is not found by a later time up")
			}
			if id, _ := segments.ParseID("climb:third@60-720"); all.At(id) != nil || all.Of("nowhere", 0) != nil || all.Of("first", 2) != nil {
				t.Error("what is none is found")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheIndexFollowsChanges checks that adding an activity gives the same
// result as reading everything.
func TestTheIndexFollowsChanges(t *testing.T) {
	t.Parallel()
	s := history(8)
	x := segments.NewIndex(s)
	told(t, x, answerstest.FitnessPage)
	reads := s.Reads.Load()
	put(s, ride{"new", "", today, []route.Climb{up(60, 600, 200)}, [][]route.Point{road(47, 8, 0, 3000, 0, nil)}})
	if got := told(t, x, answerstest.FitnessPage); got[0] != "cycling 5 best 600 new" || s.Reads.Load() > reads+2 {
		t.Errorf("%v after %d reads", got, s.Reads.Load()-reads)
	}
	put(s, ride{"old", "", today - 400, []route.Climb{up(60, 500, 200)}, [][]route.Point{road(47, 8, 0, 3000, 0, nil)}})
	s.Remove("second")
	got := told(t, x, answerstest.FitnessPage)
	if fresh := told(t, segments.NewIndex(s), answerstest.FitnessPage); got[0] != "cycling 5 best 500 old" ||
		fmt.Sprint(got) != fmt.Sprint(fresh) {
		t.Errorf("%v, anew %v", got, fresh)
	}
	damaged := map[string][]byte{derive.Climbs: {1, 9}, derive.ClimbWays: {7}}
	s.Add(store.LoadInput{ID: "bad", Sport: training.Cycling, Day: today}, damaged)
	if again := told(t, x, answerstest.FitnessPage); fmt.Sprint(again) != fmt.Sprint(got) {
		t.Errorf("what is damaged hides others: %v", again)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range []*segments.ClimbIndex{x, segments.NewIndex(s)} {
		if err := x.Climbs(ctx, answerstest.FitnessPage, func(*segments.RiddenClimbs) {}); training.KindOf(err) != training.KindCanceled {
			t.Errorf("cancelled: %v", err)
		}
		if _, err := x.Stretches(ctx, answerstest.FitnessPage); training.KindOf(err) != training.KindCanceled {
			t.Errorf("cancelled: %v", err)
		}
	}
}

// TestIDs checks that ids are parsed as written, and that other text is rejected.
func TestIDs(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"climb:a@1-2": true, " Way:a@b@10-2000 ": true, "climb:a@2-1": false, "climb:@1-2": false, "climb:a@1-2x": false,
		"igpsport:a@1-2": false, "climb:a": false, "": false, "climb:a@1.5-2": false, "climb:a@-1-2": false, "climb:a@1-99999999999": false,
	} {
		if id, got := segments.ParseID(text); got != ok {
			t.Errorf("%q: %+v %v", text, id, got)
		}
	}
}

func FuzzParseID(f *testing.F) {
	f.Add("climb:xu5dfeps4c@1200-2400")
	f.Fuzz(func(t *testing.T, text string) {
		if id, ok := segments.ParseID(text); ok {
			if again, ok := segments.ParseID(id.String()); !ok || again != id {
				t.Fatalf("%q is %+v, then %+v", text, id, again)
			}
		}
	})
}

// BenchmarkClimbs measures 15,000 activities with two climbs each, on 300 hills.
func BenchmarkClimbs(b *testing.B) {
	s, noise := &answerstest.FitnessStore{}, rand.New(rand.NewPCG(1, 2))
	for i := range 15000 {
		var r ride
		for range 2 {
			k := float64(noise.IntN(300))
			r.climbs = append(r.climbs, up(60, 600, 200))
			r.ways = append(r.ways, road(45+k/50, 8, 0, 3000, 3, noise))
		}
		r.id, r.day = fmt.Sprint("a", i), today-training.Day(15000-i)/2
		put(s, r)
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			if err := segments.NewIndex(s).Climbs(b.Context(), answerstest.FitnessPage, func(*segments.RiddenClimbs) {}); err != nil {
				b.Fatal(err)
			}
		}
	})
	x := segments.NewIndex(s)
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			err := x.Climbs(b.Context(), answerstest.FitnessPage, func(all *segments.RiddenClimbs) {
				if n := len(all.Ridden(2)); n < 250 || n > 320 {
					b.Fatal(n)
				}
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

func sketch(s *answerstest.FitnessStore, id string, sport training.Sport, day training.Day, line []route.Point) {
	k := route.Sketch{Line: route.Simplified(line), Extent: route.ExtentOf(line)}
	k.DistanceDM = k.Extent.LengthDM * 101 / 100 // a wheel measures more than a receiver
	s.Add(store.LoadInput{ID: training.ActivityID(id), Sport: sport, Day: day}, map[string][]byte{derive.Route: derive.EncodeRoute(&k)})
}

// rides returns rides on one road every week, from different starts to
// different places, and on each other way once.
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

// TestTheStretchThatIsRiddenMost checks that the most ridden stretch is found once,
// as long as most rides follow it, and counted only in its direction and sport.
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
