package curves_test

import (
	"math"
	"slices"
	"sort"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/collectiontest"
)

// asked returns durations of all lengths, most of them not stored.
func asked() (out []float64) {
	for d := 1.0; d <= 6*3600; d = math.Max(d+1, math.Round(d*1.047)) {
		out = append(out, d)
	}
	return append(out, 60, 300, 1200, 3600)
}

// series returns a recording's value in each second, NaN if no window may
// include it.
func series(v *stream.View, kind string) []float64 {
	switch kind {
	case curves.Power:
		watts, _, missing := curve.PowerSeries(v)
		if missing != "" {
			return nil
		}
		out := make([]float64, len(watts))
		for i, w := range watts {
			out[i] = float64(w)
		}
		return out
	case curves.HR:
		return held(v)
	}
	return speeds(v)
}

// held returns the heart rate, holding each value for up to ten seconds, or
// until the next row if rows are far apart.
func held(v *stream.View) (out []float64) {
	last, longest := int32(0), max(10, v.CapS)
	for i, now := range v.Columns.TimeS {
		bpm, ok := v.At(training.HeartRate, i)
		if !ok {
			continue
		}
		if len(out) > 0 && now == last {
			out[len(out)-1] = float64(bpm)
			continue
		}
		for t := last + 1; len(out) > 0 && t < now; t++ {
			value := out[len(out)-1]
			if now-last > longest+1 {
				value = math.NaN()
			}
			out = append(out, value)
			if t-last > 100+longest { // a hole remains a hole
				break
			}
		}
		out, last = append(out, float64(bpm)), now
	}
	return out
}

// speeds returns the metres covered in each second, interpolated between rows.
func speeds(v *stream.View) (out []float64) {
	limit := float64(stream.MaxSpeedMMS(v.Recording.Sport)) / 1000
	var lastS, lastM float64
	begun := false
	for i, t := range v.Columns.TimeS {
		cm, ok := v.At(training.Distance, i)
		if !ok {
			continue
		}
		now, m := float64(t), float64(cm)/100
		switch {
		case !begun:
		case now == lastS:
			if len(out) > 0 && !math.IsNaN(out[len(out)-1]) && m > lastM {
				return nil // two rows in a second, which the property tests cover
			}
			continue
		case m < lastM || limit > 0 && m-lastM > limit*(now-lastS):
			out = append(out, math.NaN())
		default:
			for range int(now - lastS) {
				out = append(out, (m-lastM)/(now-lastS))
			}
		}
		lastS, lastM, begun = now, m, true
	}
	return out
}

// slowMean returns the best mean over d seconds by trying every window.
func slowMean(values []float64, d int) float64 {
	best, sum, holes := math.NaN(), 0.0, 0
	for i, x := range values {
		if math.IsNaN(x) {
			holes++
		} else {
			sum += x
		}
		if i >= d {
			if out := values[i-d]; math.IsNaN(out) {
				holes--
			} else {
				sum -= out
			}
		}
		if mean := sum / float64(d); i+1 >= d && holes == 0 && !(mean <= best) {
			best = mean
		}
	}
	return best
}

// stretch holds distances in m at times in s, without a hole.
type stretch struct{ when, at []float64 }

// stretches returns the distance over the seconds of values, including the
// distance before the first and after the last row at no more than the mean speed.
func stretches(v *stream.View, values []float64) (out []stretch) {
	next := func(from int) (s stretch, end int) {
		s = stretch{[]float64{float64(from)}, []float64{0}}
		for ; from < len(values) && !math.IsNaN(values[from]); from++ {
			s.when, s.at = append(s.when, float64(from+1)), append(s.at, s.at[len(s.at)-1]+values[from])
		}
		return s, from
	}
	for from := 0; from <= len(values); from++ {
		var s stretch
		s, from = next(from)
		out = append(out, s)
	}
	edge := func(s stretch, seconds, metres float64) float64 {
		n := len(s.at) - 1
		took := max(seconds, metres*(s.when[n]-s.when[0])/s.at[n])
		if !(metres > 0 && took <= 10) {
			return 0
		}
		return took
	}
	for row := range v.Columns.TimeS {
		if cm, ok := v.At(training.Distance, row); ok {
			s, metres := &out[0], float64(cm)/100
			start := float64(v.Columns.TimeS[row])
			if took := edge(*s, start, metres); took > 0 && (v.Way.TotalM > 0 || took <= start+2) {
				for i := range s.at {
					s.at[i] += metres
				}
				s.when, s.at = append([]float64{s.when[0] - took}, s.when...), append([]float64{0}, s.at...)
			}
			break
		}
	}
	s := &out[len(out)-1]
	seconds, metres := v.Tail()
	if took := edge(*s, seconds, metres); took > 0 {
		n := len(s.at) - 1
		s.when, s.at = append(s.when, s.when[n]+took), append(s.at, s.at[n]+metres)
	}
	return out
}

// slowTime returns the shortest time over a distance, trying every start and
// every end.
func slowTime(all []stretch, metres float64) float64 {
	best := math.NaN()
	for _, s := range all {
		moment := func(m float64) float64 {
			j := sort.SearchFloat64s(s.at, m)
			if j == 0 || s.at[j] == m {
				return s.when[j]
			}
			return s.when[j] - (s.at[j]-m)/(s.at[j]-s.at[j-1])*(s.when[j]-s.when[j-1])
		}
		for i, m := range s.at {
			if to, end := m+metres, s.at[len(s.at)-1]; to <= end+1e-6 { // allows for the rounding of sums
				if took := moment(min(to, end)) - s.when[i]; !(took >= best) {
					best = took
				}
			}
			if from := m - metres; from >= 0 {
				if took := s.when[i] - moment(from); !(took >= best) {
					best = took
				}
			}
		}
	}
	return best
}

// askedM returns stored and other distances.
func askedM(sport training.Sport) (out []float64) {
	kept := curve.Distances(sport)
	for m := kept[0]; m <= kept[len(kept)-1]; m = math.Round(m * 1.37) {
		out = append(out, m)
	}
	return append(out, kept[2], kept[5])
}

// TestRealRecordingsAreBruteForce compares each duration with the brute-force
// best, for every recording in the collection and for all of them together, and
// also the stored curves that get_activity shows.
func TestRealRecordingsAreBruteForce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	all := collectiontest.Recordings(t)
	together, best := &answerstest.FitnessStore{}, map[training.Sport]map[string]map[float64]float64{}
	day := today
	for name, r := range all {
		if r.Columns.Len() == 0 {
			continue
		}
		day--
		id := training.ActivityID(name)
		together.Record(id, r.Sport, day, r)
		alone := &answerstest.FitnessStore{}
		alone.Record(id, r.Sport, today, r)
		v := stream.Of(r, stream.Limits{})
		for _, kind := range []string{curves.Power, curves.HR, curves.Pace} {
			values := series(v, kind)
			want := map[float64]float64{}
			for _, at := range asked() {
				mean := slowMean(values, int(at))
				if math.IsNaN(mean) || kind == curves.Pace && (at < curve.LeastPaceS || len(values) < curve.LeastPaceS || mean == 0) ||
					kind == curves.Pace && r.Sport == training.Running && beyondRecords(kind, at, mean) {
					continue
				}
				want[at] = mean
			}
			if kind == curves.Power && beyondAnyone(want) {
				clear(want)
			}
			compare(t, name, alone, r.Sport, kind, days(1), want)
			merge(best, r.Sport, kind, want)
		}
		compareTimes(t, name, alone, r.Sport, stretches(v, speeds(v)))
		storedIsSlow(t, name, alone, id, v)
	}
	for sport, kinds := range best {
		for kind, want := range kinds {
			if sport == training.Cycling || kind == curves.HR || kind == curves.Pace { // power off the bike depends on its source
				compare(t, "all "+string(sport), together, sport, kind, training.DayRange{From: day, To: today}, want)
			}
		}
	}
	t.Logf("%d recordings", len(all))
}

// beyondAnyone reports whether the bests contain a power that nobody can hold.
// The meter's power is then left out.
func beyondAnyone(power map[float64]float64) bool {
	const minute, most = 60, 1.1 * 1150
	for at, watts := range power {
		if at >= minute && watts > most {
			return true
		}
	}
	return false
}

func merge(best map[training.Sport]map[string]map[float64]float64, sport training.Sport, kind string, found map[float64]float64) {
	if best[sport] == nil {
		best[sport] = map[string]map[float64]float64{}
	}
	if best[sport][kind] == nil {
		best[sport][kind] = map[float64]float64{}
	}
	for at, v := range found {
		best[sport][kind][at] = max(best[sport][kind][at], v)
	}
}

// compare asks for every duration, as many as fit into each answer.
func compare(
	t *testing.T, name string, s *answerstest.FitnessStore, sport training.Sport, kind string, r training.DayRange, want map[float64]float64,
) {
	t.Helper()
	x := curves.New(s)
	for steps := range slices.Chunk(asked(), curves.MaxSteps) {
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{
			Kind: kind, Days: r,
			Sports: []training.Sport{sport}, Steps: steps,
		})
		if err != nil {
			t.Fatal(name, err)
		}
		got := map[float64]float64{}
		if v.Curve != nil {
			c := v.Curve
			for i, at := range c.DurationS {
				for _, col := range [][]*float64{c.PowerW, c.HRBpm, c.SpeedKMH, c.PaceKM, c.Pace100M} {
					if len(col) > 0 && col[i] != nil {
						got[at] = *col[i]
					}
				}
			}
		}
		for _, at := range steps {
			w, ok := want[at]
			if kind == curves.Pace && ok {
				switch sport {
				case training.Cycling:
					w *= 3.6
				case training.Swimming:
					w = 100 / w
				default:
					w = 1000 / w
				}
			}
			if g, has := got[at]; has != ok && w > 0 || math.Abs(g-w) > 0.05 && w > 0 {
				t.Errorf("%s: %s %s over %v s is %v, the slow one %v", name, sport, kind, at, g, w)
			}
		}
	}
}

func compareTimes(t *testing.T, name string, s *answerstest.FitnessStore, sport training.Sport, way []stretch) {
	t.Helper()
	if sport == training.Swimming || sport == training.Walking || sport == training.Hiking { // this test does not know their records
		return
	}
	v, err := curves.New(s).Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{
		Kind: curves.Distance, Days: days(1), Sports: []training.Sport{sport}, Steps: askedM(sport),
	})
	if err != nil {
		t.Fatal(name, err)
	}
	for _, m := range askedM(sport) {
		want, got := slowTime(way, m), math.NaN()
		if v.Curve != nil {
			if i := slices.Index(v.Curve.DistanceM, m); v.Curve.TimeS[i] != nil {
				got = *v.Curve.TimeS[i]
			}
		}
		if sport == training.Running && beyondRecords(curves.Distance, m, -want) {
			want = math.NaN()
		}
		if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 0.05*m/1000 && math.Abs(got-want) > 0.0056 {
			t.Errorf("%s: %s over %v m took %v s, the slow one %v", name, sport, m, got, want)
		}
	}
}

// storedIsSlow compares the stored curves, which get_activity shows, with the
// brute-force best.
func storedIsSlow(t *testing.T, name string, s *answerstest.FitnessStore, id training.ActivityID, v *stream.View) {
	t.Helper()
	for kind, of := range map[string]string{derive.PowerCurve: curves.Power, derive.HRCurve: curves.HR} {
		p, err := s.Primitive(t.Context(), answerstest.FitnessPage, id, kind)
		if err != nil {
			continue
		}
		points, err := derive.DecodeCurve(p.Data)
		if err != nil {
			t.Fatal(err)
		}
		values := series(v, of)
		for i := 0; i < len(points); i += 7 {
			if want := slowMean(values, int(points[i].DurationS)); math.Abs(points[i].Value-want) > 1e-6 {
				t.Errorf("%s: %s over %d s is stored as %v, the slow one is %v", name, of, points[i].DurationS, points[i].Value, want)
			}
		}
	}
}
