package curves_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// climbed stores an activity with one climb.
func climbed(s *answerstest.FitnessStore, id training.ActivityID, day training.Day, gain float64) {
	s.Add(store.LoadInput{ID: id, Sport: training.Cycling, Day: day, GainM: gain}, map[string][]byte{derive.Climbs: derive.EncodeClimbs(
		[]route.Climb{{Span: training.Span{ToS: 4 * gain}, GainM: gain, LengthM: 20 * gain, TimerS: 4 * gain}})})
}

// TestABookFollowsTheStore: one that is asked again and again answers as a
// new one does, whatever was added, removed, written anew or hidden between.
func TestABookFollowsTheStore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &answerstest.FitnessStore{Hidden: map[training.ActivityID]bool{}}
		climbed(s, "first", recordsToday-1000, 500)
		b, q := book(s), curves.RecordQuery{Sport: training.Cycling, By: []string{curves.ByClimb, curves.ByActivity}}
		for i := range rapid.IntRange(1, 12).Draw(t, "steps") {
			id := training.ActivityID(fmt.Sprint("ride", rapid.IntRange(0, 3).Draw(t, "id")))
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				s.Remove(id)
			case 1:
				s.Hidden[id] = !s.Hidden[id]
				s.Changed(store.ChangeActivity, id)
			default:
				s.Remove(id)
				climbed(s, id, recordsToday-training.Day(rapid.IntRange(0, 500).Draw(t, "ago")), float64(rapid.IntRange(100, 900).Draw(t, "gain")))
			}
			got, err := b.Answer(t.Context(), answerstest.FitnessModel, recordsHere, q)
			want, also := book(s).Answer(t.Context(), answerstest.FitnessModel, recordsHere, q)
			if err != nil || also != nil {
				t.Fatal(errors.Join(err, also))
			}
			if d := cmp.Diff(want.Periods, got.Periods); d != "" {
				t.Fatalf("after step %d (-a new book +this one):\n%s", i, d)
			}
		}
	})
}

// TestWhatIsAskedAgainIsNotReadAgain: climbs that are shown stay in memory
// until something changes.
func TestWhatIsAskedAgainIsNotReadAgain(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	climbed(s, "alps", recordsToday-10, 700)
	counted := &singles{FitnessStore: s}
	b := curves.NewRecordBook(counted, s, nil)
	ask := func() int {
		before := counted.reads
		if v, err := b.Answer(t.Context(), answerstest.FitnessPage, recordsHere,
			curves.RecordQuery{By: []string{curves.ByClimb}}); err != nil || len(v.Periods[0].Climbs) != 1 {
			t.Fatalf("%v, %+v", err, v)
		}
		return counted.reads - before
	}
	if first, again := ask(), ask(); first != 1 || again != 0 {
		t.Errorf("%d reads, then %d", first, again)
	}
	climbed(s, "hill", recordsToday-9, 20)
	if n := ask(); n == 0 {
		t.Error("after a change nothing was read")
	}
}

// singles counts primitives that are read one by one.
type singles struct {
	*answerstest.FitnessStore

	reads int
}

func (s *singles) Primitive(ctx context.Context, sc training.Scope, id training.ActivityID, kind string) (store.Primitive, error) {
	s.reads++
	return s.FitnessStore.Primitive(ctx, sc, id, kind)
}
