package curves_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

const width = 6

var kind = curves.BestKind{Primitive: "rows", Width: width, Decode: decode}

// decode reads a row, stored as two bytes per value; 0 means none.
func decode(row []int32, data []byte) ([]int32, error) {
	if len(data)%2 != 0 {
		return row, errors.New("damaged")
	}
	for i := 0; i < len(data); i += 2 {
		v := int32(binary.LittleEndian.Uint16(data[i:]))
		if v == 0 {
			v = curves.None
		}
		row = append(row, v)
	}
	return row, nil
}

func encode(row []uint16) []byte {
	var b []byte
	for _, v := range row {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

type activity struct {
	id    training.ActivityID
	sport training.Sport
	day   training.Day
	row   []uint16
}

// indoor reports whether an activity counts as indoor, which is arbitrary.
func (a activity) indoor() bool { return len(a.row)%2 == 1 }

func (a activity) add(s *answerstest.FitnessStore) {
	s.Add(store.LoadInput{ID: a.id, Sport: a.sport, Day: a.day, Indoor: a.indoor()}, map[string][]byte{"rows": encode(a.row)})
}

func activities(t *rapid.T, prefix string) []activity {
	out := make([]activity, rapid.IntRange(0, 40).Draw(t, "activities"))
	for i := range out {
		out[i] = activity{
			training.ActivityID(fmt.Sprint(prefix, i)),
			rapid.SampledFrom([]training.Sport{training.Cycling, training.Running}).Draw(t, "sport"),
			training.Day(rapid.IntRange(0, 400).Draw(t, "day")),
			rapid.SliceOfN(rapid.Uint16Range(0, 500), 0, width).Draw(t, "row"),
		}
	}
	return out
}

// slow returns the best by brute force.
func slow(all []activity, days training.DayRange, sports []training.Sport, indoor *bool) (best []int32, n int) {
	best = slices.Repeat([]int32{curves.None}, width)
	for _, a := range all {
		if !days.Contains(a.day) || len(sports) > 0 && !slices.Contains(sports, a.sport) || indoor != nil && *indoor != a.indoor() {
			continue
		}
		n++
		for i, v := range a.row {
			if v > 0 {
				best[i] = max(best[i], int32(v))
			}
		}
	}
	return best, n
}

func check(t *rapid.T, x *curves.BestIndex, all []activity) {
	from := training.Day(rapid.IntRange(-10, 410).Draw(t, "from"))
	days := training.DayRange{From: from, To: from + training.Day(rapid.IntRange(0, 420).Draw(t, "days"))}
	if rapid.Bool().Draw(t, "whole year") {
		days = training.DayRange{
			From: -training.Day(rapid.IntRange(0, 400).Draw(t, "before")),
			To:   364 + training.Day(rapid.IntRange(0, 40).Draw(t, "after")),
		}
	}
	sports := rapid.SampledFrom([][]training.Sport{nil, {training.Cycling}, {training.Running}}).Draw(t, "sports")
	yes, no := true, false
	indoor := rapid.SampledFrom([]*bool{nil, nil, &yes, &no}).Draw(t, "indoor")
	got, err := x.Best(context.Background(), answerstest.FitnessPage, curves.Placed(kind.Primitive, indoor, training.Discipline{}), days,
		sports)
	if err != nil {
		t.Fatal(err)
	}
	want, n := slow(all, days, sports, indoor)
	if d := cmp.Diff(want, got.Values); d != "" || got.Activities != n {
		t.Fatalf("%s of %v: %d activities, want %d (-slow +index):\n%s", days, sports, got.Activities, n, d)
	}
	for i, v := range got.Values {
		if v == curves.None {
			continue
		}
		at := slices.IndexFunc(all, func(a activity) bool { return a.id == got.Whose(i).ID })
		if at < 0 || int32(all[at].row[i]) != v || all[at].day != got.Whose(i).Day || all[at].sport != got.Whose(i).Sport {
			t.Fatalf("step %d holds %d of %+v", i, v, got.Whose(i))
		}
	}
}

func TestAnyRangeIsWhatLookingAtEverythingGives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &answerstest.FitnessStore{}
		x := curves.NewBestIndex(s, kind)
		all := activities(t, "a")
		for _, a := range all {
			a.add(s)
		}
		for range 4 {
			check(t, x, all)
		}
		for _, a := range activities(t, "b") { // these are in the change log
			a.add(s)
			all = append(all, a)
		}
		check(t, x, all)
		if len(all) > 0 {
			gone := rapid.IntRange(0, len(all)-1).Draw(t, "gone")
			s.Remove(all[gone].id)
			all = slices.Delete(all, gone, gone+1)
		}
		check(t, x, all)
	})
}

func TestOnlyWhatChangedIsReadAgain(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i := range 400 {
		activity{training.ActivityID(fmt.Sprint("a", i)), training.Cycling, training.Day(i), []uint16{uint16(i + 1)}}.add(s)
	}
	x := curves.NewBestIndex(s, kind)
	best := func(days training.DayRange) curves.Best {
		t.Helper()
		b, err := x.Best(t.Context(), answerstest.FitnessPage, kind.Primitive, days, nil)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	reads := func(f func()) int64 {
		before := s.Reads.Load()
		f()
		return s.Reads.Load() - before
	}
	if n := reads(func() { best(training.DayRange{From: 390, To: 399}) }); n > 62 {
		t.Errorf("ten days read %d activities", n)
	}
	all := training.DayRange{From: -100000, To: 100000}
	if n := reads(func() { best(all) }); n < 300 || n > 400 {
		t.Errorf("the rest read %d activities", n)
	}
	if n := reads(func() { best(all) }); n != 0 {
		t.Errorf("a warm question read %d activities", n)
	}
	s.Remove("a399")
	s.Changed(store.ChangeSettings, "")
	if n := reads(func() { best(all) }); n == 0 || n > 31 {
		t.Errorf("one deletion read %d activities again", n)
	}
	if b := best(all); b.Values[0] != 399 || b.Whose(0).ID != "a398" || b.Activities != 399 {
		t.Errorf("after the deletion the best is %d of %s", b.Values[0], b.Whose(0).ID)
	}
	for i := range 100 {
		s.Changed(store.ChangeActivity, training.ActivityID(fmt.Sprint("a", i)))
	}
	if n := reads(func() { best(all) }); n != 399 {
		t.Errorf("many changes read %d activities again", n)
	}
}

func TestWhatIsHiddenFromModelsStaysHidden(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{Hidden: map[training.ActivityID]bool{"secret": true}}
	activity{"open", training.Cycling, 5, []uint16{200}}.add(s)
	activity{"secret", training.Cycling, 6, []uint16{300}}.add(s)
	x := curves.NewBestIndex(s, kind)
	days := training.DayRange{From: 0, To: 10}
	for scope, want := range map[training.Scope]int32{
		answerstest.FitnessPage: 300, answerstest.FitnessModel: 200,
		{Athlete: "eve"}: curves.None,
	} {
		b, err := x.Best(t.Context(), scope, kind.Primitive, days, nil)
		if err != nil || b.Values[0] != want {
			t.Errorf("%+v sees %d (%v), want %d", scope, b.Values[0], err, want)
		}
	}
	s.Hidden["open"] = true // hiding changes the activity
	s.Changed(store.ChangeActivity, "open")
	if b, _ := x.Best(t.Context(), answerstest.FitnessModel, kind.Primitive, days, nil); b.Values[0] != curves.None {
		t.Errorf("what was hidden later is still seen: %d", b.Values[0])
	}
}

func TestDamageAndCancellation(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	activity{"good", training.Cycling, 5, []uint16{200}}.add(s)
	s.Add(store.LoadInput{ID: "bad", Day: 5}, map[string][]byte{"rows": {1}})
	x := curves.NewBestIndex(s, kind)
	days := training.DayRange{From: 0, To: 10}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Best(ctx, answerstest.FitnessPage, kind.Primitive, days, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	b, err := x.Best(t.Context(), answerstest.FitnessPage, kind.Primitive, days, nil)
	if err != nil || b.Values[0] != 200 || b.Activities != 1 {
		t.Errorf("after a cancelled call and beside a damaged row: %+v, %v", b, err)
	}
}

// TestManyAskAtOnce checks that all calls of a process can share the index.
func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i := range 900 {
		activity{training.ActivityID(fmt.Sprint("a", i)), training.Cycling, training.Day(i * 3), []uint16{uint16(i + 1)}}.add(s)
	}
	x := curves.NewBestIndex(s, kind)
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			for n := range 50 {
				last := 100 + (i*50+n)*7%800
				b, err := x.Best(t.Context(), answerstest.FitnessPage, kind.Primitive, training.DayRange{From: 0, To: training.Day(last * 3)}, nil)
				if err != nil || b.Values[0] != int32(last+1) || b.Activities != last+1 {
					return fmt.Errorf("up to a%d the best is %d of %d: %w", last, b.Values[0], b.Activities, err)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestIndoorsAndOutdoorsAlone checks that each place has its own bests, at
// stored and other steps, and that both together have the better ones. A ride
// that is later marked as indoor moves.
func TestIndoorsAndOutdoorsAlone(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	ride := func(id training.ActivityID, sub string, watts float64) {
		rec := metricstest.Recording(training.Cycling, 900)
		rec.SubSport = sub
		metricstest.Put(rec, training.Power, metricstest.Repeat(watts, 900))
		s.Record(id, training.Cycling, today-training.Day(len(id)), rec)
	}
	ride("road", training.SubRoad, 250)
	ride("trainer", training.SubIndoor, 230)
	ride("zwift", training.SubVirtual, 240)
	ride("unsaid", "", 245)
	x := curves.New(s)
	yes, no := true, false
	check := func(kind string, indoor *bool, id string, n int, says string) {
		t.Helper()
		v, err := x.Answer(t.Context(), answerstest.FitnessPage, here,
			curves.Query{Kind: kind, Days: days(9), Indoor: indoor, Steps: []float64{300, 433}})
		if err != nil || v.Curve == nil {
			t.Fatal(err, v)
		}
		if v.Curve.Activities != n || *v.Curve.IDs[0] != id || *v.Curve.IDs[1] != id || v.Indoor != indoor ||
			!strings.Contains(v.Words[0].String(), says) {
			t.Errorf("%s: %d activities, held by %s and %s: %v", says, v.Curve.Activities, *v.Curve.IDs[0], *v.Curve.IDs[1], v.Words)
		}
	}
	for _, kind := range []string{curves.Power, curves.NP} {
		check(kind, nil, "road", 4, "4 activities")
		check(kind, &yes, "zwift", 2, "2 indoor activities")
		check(kind, &no, "road", 2, "2 outdoor activities")
	}
	s.Remove("road")
	ride("road", training.SubIndoor, 250)
	check(curves.Power, &yes, "road", 3, "3 indoor activities")
	check(curves.Power, &no, "unsaid", 1, "1 outdoor activity")

	v, err := x.Answer(t.Context(), answerstest.FitnessPage, here, curves.Query{Kind: curves.Pace, Days: days(9), Indoor: &yes})
	if err != nil || !strings.Contains(v.Missing["curve"].String(), "no indoor running activity") {
		t.Errorf("%v, %v", v.Missing, err)
	}
}
