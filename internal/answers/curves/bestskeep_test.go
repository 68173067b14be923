package curves_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// list keeps values in memory.
type list struct {
	values map[string][]byte
	saves  int
	full   bool
	saved  func() // called right after a save
}

func (k *list) Load(name string) ([]byte, bool) {
	b, ok := k.values[name]
	return slices.Clone(b), ok
}

func (k *list) Save(name string, data []byte) error {
	if k.full {
		return errors.New("no room")
	}
	if k.values == nil {
		k.values = map[string][]byte{}
	}
	k.values[name] = slices.Clone(data)
	k.saves++
	if k.saved != nil {
		k.saved()
	}
	return nil
}

func (k *list) Remove(name string) { delete(k.values, name) }

func kept(s *answerstest.FitnessStore, k *list) *curves.BestIndex {
	x := curves.NewBestIndex(s, kind)
	x.Keep(k, 1)
	return x
}

var ever = training.DayRange{From: -100_000, To: 100_000}

// TestALaterProcessAnswersTheSame checks that an index that starts from stored
// months equals a brute-force search, whatever changed in between.
func TestALaterProcessAnswersTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, k := &answerstest.FitnessStore{}, &list{full: rapid.IntRange(0, 9).Draw(t, "disk") == 0}
		all := activities(t, "a")
		for _, a := range all {
			a.add(s)
		}
		for round := range 3 {
			x := kept(s, k)
			if rapid.Bool().Draw(t, "everything first") {
				if _, err := x.Best(t.Context(), answerstest.FitnessPage, kind.Primitive, ever, nil); err != nil {
					t.Fatal(err)
				}
			}
			check(t, x, all)
			checkSearch(t, x, all)
			for _, a := range activities(t, fmt.Sprint("b", round)) {
				a.add(s)
				all = append(all, a)
			}
			if len(all) > 0 {
				gone := rapid.IntRange(0, len(all)-1).Draw(t, "gone")
				s.Remove(all[gone].id)
				all = slices.Delete(all, gone, gone+1)
			}
		}
	})
}

// checkSearch compares a search for the highest values at the first step with all rows.
func checkSearch(t *rapid.T, x *curves.BestIndex, all []activity) {
	days := training.DayRange{From: 50, To: 300}
	limit, most := int32(rapid.IntRange(0, 500).Draw(t, "limit")), rapid.IntRange(1, 9).Draw(t, "most")
	slack := int32(rapid.IntRange(0, 40).Draw(t, "slack")) // limits need not be exact
	values := map[training.ActivityID]int32{}
	first := func(row []int32) int32 {
		if len(row) == 0 {
			return curves.None
		}
		return row[0]
	}
	q := curves.Search{
		Month: func(best []int32, _ bool) int32 { return first(best) + slack },
		Row: func(r curves.Ref, row []int32) int32 {
			values[r.ID] = first(row)
			return first(row) + slack
		},
		Value: func(r curves.Ref) (int32, error) { return values[r.ID], nil },
		Above: limit, Most: most,
	}
	if slack == 0 {
		q.Value = nil
	}
	got, err := x.Search(t.Context(), answerstest.FitnessPage, kind.Primitive, days, nil, q)
	if err != nil {
		t.Fatal(err)
	}
	var want []int32
	for _, a := range all {
		if days.Contains(a.day) && len(a.row) > 0 && int32(a.row[0]) > limit {
			want = append(want, int32(a.row[0]))
		}
	}
	slices.Sort(want)
	slices.Reverse(want)
	want = want[:min(len(want), most)]
	for i, h := range got {
		at := slices.IndexFunc(all, func(a activity) bool { return a.id == h.Ref.ID })
		if i >= len(want) || h.Value != want[i] || int32(all[at].row[0]) != h.Value || h.Ref.Day != all[at].day {
			t.Fatalf("%v, want the values %v", got, want)
		}
		if i > 0 && got[i-1].Ref.ID == h.Ref.ID || slack == 0 && i > 0 && h.Value == got[i-1].Value && h.Ref.Day < got[i-1].Ref.Day {
			t.Fatalf("%v and %v are in the wrong order", got[i-1], h)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d activities, want %d", len(got), len(want))
	}
}

// thousand returns an athlete with activities on a thousand days.
func thousand() *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{}
	for i := range 1000 {
		activity{training.ActivityID(fmt.Sprint("a", i)), training.Cycling, training.Day(i), []uint16{uint16(i%400 + 1), 7}}.add(s)
	}
	return s
}

func best(t *testing.T, x *curves.BestIndex, days training.DayRange) curves.Best {
	t.Helper()
	b, err := x.Best(t.Context(), answerstest.FitnessPage, kind.Primitive, days, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestALaterProcessReadsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	s, k := thousand(), &list{}
	want := best(t, kept(s, k), ever)
	reads := func(f func()) int64 {
		before := s.Reads.Load()
		f()
		return s.Reads.Load() - before
	}
	if n := reads(func() {
		if b := best(t, kept(s, k), ever); b.Activities != 1000 || b.Values[0] != want.Values[0] || b.Whose(0) != want.Whose(0) {
			t.Errorf("%+v, want %+v", b, want)
		}
	}); n != 0 || k.saves != 1 {
		t.Errorf("a later process read %d activities; saved %d times", n, k.saves)
	}
	x := kept(s, k)
	if n := reads(func() { best(t, x, training.DayRange{From: 100, To: 905}) }); n == 0 || n > 62 {
		t.Errorf("the two months at the ends took %d reads", n)
	}
	if n := reads(func() { best(t, x, training.DayRange{From: 101, To: 904}) }); n != 0 {
		t.Errorf("asked again they took %d reads", n)
	}
	var askers sync.WaitGroup
	x = kept(s, k)
	if n := reads(func() {
		for range 8 {
			askers.Go(func() {
				if _, err := x.Best(t.Context(), answerstest.FitnessPage, kind.Primitive, training.DayRange{From: 100, To: 905}, nil); err != nil {
					t.Error(err)
				}
			})
		}
		askers.Wait()
	}); n == 0 || n > 62 {
		t.Errorf("eight that ask for them at once took %d reads", n)
	}
	activity{"new", training.Cycling, 500, []uint16{999}}.add(s)
	if n := reads(func() {
		if b := best(t, kept(s, k), ever); b.Values[0] != 999 || b.Whose(0).ID != "new" {
			t.Errorf("the new one is not seen: %+v", b)
		}
	}); n == 0 || n > 62 {
		t.Errorf("one new activity took %d reads", n)
	}
	for i := range 10 { // many enough to store their months again, so that the next process reads none of them
		activity{training.ActivityID(fmt.Sprint("some", i)), training.Cycling, 500, []uint16{1}}.add(s)
	}
	if n := reads(func() { best(t, kept(s, k), ever) }); n == 0 || k.saves != 2 {
		t.Errorf("after ten new activities: %d reads, saved %d times", n, k.saves)
	}
	if n := reads(func() { best(t, kept(s, k), ever) }); n != 0 {
		t.Errorf("the process after that read %d activities", n)
	}
	for i := range 100 {
		activity{training.ActivityID(fmt.Sprint("many", i)), training.Cycling, training.Day(i), []uint16{1}}.add(s)
	}
	if b := best(t, kept(s, k), ever); b.Activities != 1111 || k.saves != 3 {
		t.Errorf("after many changes: %d activities, saved %d times", b.Activities, k.saves)
	}
}

// TestWhatIsKeptOfAnotherLogIsNotUsed checks that stored months of another log
// are ignored: after a restore, equal sequence numbers may mean other changes.
func TestWhatIsKeptOfAnotherLogIsNotUsed(t *testing.T) {
	t.Parallel()
	s, k := thousand(), &list{}
	best(t, kept(s, k), ever)
	shorter, other := &answerstest.FitnessStore{}, &answerstest.FitnessStore{}
	for i := range 1500 {
		a := activity{training.ActivityID(fmt.Sprint("b", i)), training.Cycling, training.Day(i), []uint16{3}}
		a.add(other)
		if i < 500 {
			a.add(shorter)
		}
	}
	for name, s := range map[string]*answerstest.FitnessStore{"shorter": shorter, "other": other} {
		if b := best(t, kept(s, &list{values: k.values}), ever); b.Values[0] != 3 {
			t.Errorf("%s: %+v", name, b.Values)
		}
	}
	newer := curves.NewBestIndex(s, kind)
	newer.Keep(k, 2)
	before := s.Reads.Load()
	if best(t, newer, ever); s.Reads.Load() == before {
		t.Error("what another version kept is used")
	}
}

// TestDamageToWhatIsKeptIsSeen cuts and changes stored months at every byte. They
// must be rejected or, if they are still readable, damage only their own values.
func TestDamageToWhatIsKeptIsSeen(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for i := range 400 {
		activity{training.ActivityID(fmt.Sprint("a", i)), training.Cycling, training.Day(i), []uint16{uint16(i%9 + 1)}}.add(s)
	}
	k := &list{}
	best(t, kept(s, k), ever)
	for name, whole := range k.values {
		for at := 0; at < len(whole); at += 3 {
			cut := &list{values: map[string][]byte{name: whole[:at]}}
			best(t, kept(s, cut), ever)
			changed := slices.Clone(whole)
			changed[at] ^= 0x55
			best(t, kept(s, &list{values: map[string][]byte{name: changed}}), training.DayRange{From: 10, To: 380})
		}
	}
	if len(k.values) != 1 {
		t.Errorf("%d values were kept", len(k.values))
	}
}

func (k *list) holds(id training.ActivityID) bool {
	for _, b := range k.values {
		if bytes.Contains(b, []byte(id)) {
			return true
		}
	}
	return false
}

// TestWhatIsGoneIsNotKept checks that an activity that was deleted, or hidden
// from the audience of stored months, is removed from them at the next
// question: by the process that read it, by a later one, and also if it was
// removed during the save.
func TestWhatIsGoneIsNotKept(t *testing.T) {
	t.Parallel()
	ask := func(t *testing.T, x *curves.BestIndex) {
		if _, err := x.Best(t.Context(), answerstest.FitnessModel, kind.Primitive, ever, nil); err != nil {
			t.Fatal(err)
		}
	}
	gone := map[string]func(s *answerstest.FitnessStore){
		"deleted": func(s *answerstest.FitnessStore) { s.Remove("a500") },
		"hidden": func(s *answerstest.FitnessStore) {
			s.Hidden = map[training.ActivityID]bool{"a500": true}
			s.Changed(store.ChangeActivity, "a500")
		},
		"one of many": func(s *answerstest.FitnessStore) {
			for i := range 100 {
				s.Remove(training.ActivityID(fmt.Sprint("a", 450+i)))
			}
		},
	}
	for name, away := range gone {
		for _, when := range []string{"same process", "later process", "while saving", "no room"} {
			s, k := thousand(), &list{}
			x := kept(s, k)
			if when == "while saving" {
				k.saved = func() { k.saved = nil; away(s) }
			}
			ask(t, x)
			switch when {
			case "same process", "no room":
				k.full = when == "no room"
				away(s)
				ask(t, x)
			case "later process":
				away(s)
				ask(t, kept(s, k))
			}
			if k.holds("a500") {
				t.Errorf("%s, %s: it is still kept", name, when)
			}
			if when == "same process" && !k.holds("a700") {
				t.Errorf("%s, %s: the others are not kept any more", name, when)
			}
		}
	}
}

// TestTwoProcessesKeepBesideEachOther checks that the stored months are
// consistent whichever process saves last, and are then updated.
func TestTwoProcessesKeepBesideEachOther(t *testing.T) {
	t.Parallel()
	s, k := thousand(), &list{}
	one, old := kept(s, k), &list{}
	best(t, kept(s, old), ever)
	activity{"new", training.Cycling, 500, []uint16{999}}.add(s)
	best(t, one, ever)
	k.values = old.values // from the slower process, which began before the new activity
	for _, x := range []*curves.BestIndex{one, kept(s, k)} {
		if b := best(t, x, ever); b.Activities != 1001 || b.Whose(0).ID != "new" {
			t.Errorf("%d activities, the best is %v", b.Activities, b.Whose(0))
		}
	}
}

// TestAnActivityThatMovedWhileItWasRead checks that an activity that moves to
// another month during the read is in both months, and leaves both.
func TestAnActivityThatMovedWhileItWasRead(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	for _, day := range []training.Day{10, 100} { // as the two readers saw it
		activity{"moving", training.Cycling, day, []uint16{9}}.add(s)
	}
	x := curves.NewBestIndex(s, kind)
	if b := best(t, x, ever); b.Activities != 2 {
		t.Fatalf("%d activities", b.Activities)
	}
	s.Remove("moving")
	activity{"moving", training.Cycling, 100, []uint16{5}}.add(s)
	if b := best(t, x, ever); b.Activities != 1 || b.Values[0] != 5 {
		t.Errorf("%d activities, %v", b.Activities, b.Values)
	}
}

// TestALaterProcessDrawsTheSameCurves compares an index that starts from stored
// months with one that reads everything, for all kinds, at stored and other steps.
func TestALaterProcessDrawsTheSameCurves(t *testing.T) {
	t.Parallel()
	s, k := answerstest.Years(600, 3, today), answerstest.FitnessValues{}
	ask := func(x *curves.Index, q curves.Query) *curves.View {
		t.Helper()
		v, err := x.Answer(t.Context(), answerstest.FitnessModel, here, q)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		return v
	}
	later := func() *curves.Index { x := curves.New(s); x.Keep(k); return x }
	questions := func(x *curves.Index) (all []*curves.View) {
		for _, kind := range curves.Kinds() {
			for _, from := range []training.Day{2000, 401, 400, 31, 3} {
				for _, steps := range [][]float64{nil, {1, 60, 1234, 3600}} {
					all = append(all, ask(x, curves.Query{
						Kind: kind, Steps: steps, Sports: []training.Sport{training.Cycling},
						Days: training.DayRange{From: today - from, To: today - 2},
					}))
				}
			}
		}
		return append(all, ask(x, curves.Query{Kind: curves.Power, AfterKJ: 700, Days: training.DayRange{From: today - 2000, To: today}}))
	}
	questions(later())
	if len(k) != 0 {
		t.Errorf("%d values are kept of an empty log, which has no place to begin from", len(k))
	}
	s.Changed(store.ChangeSettings, "athlete")
	want := questions(curves.New(s))
	for range 2 {
		if diff := cmp.Diff(want, questions(later())); diff != "" {
			t.Errorf("(-who reads all +who begins with what was kept):\n%s", diff)
		}
	}
	if len(k) == 0 {
		t.Error("nothing was kept")
	}
}
