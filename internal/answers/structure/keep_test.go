package structure_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// disk keeps values in memory.
type disk map[string][]byte

func (k disk) Load(name string) ([]byte, bool)     { b, ok := k[name]; return b, ok }
func (k disk) Save(name string, data []byte) error { k[name] = append([]byte{}, data...); return nil }
func (k disk) Remove(name string)                  { delete(k, name) }

// TestALaterProcessFindsTheSame: an index that begins with stored sessions answers like one that
// reads everything, also if an activity was added since, and if what is stored is damaged.
func TestALaterProcessFindsTheSame(t *testing.T) {
	t.Parallel()
	m := history()
	m.Add(store.LoadInput{ID: "trainer", Sport: training.Cycling, SubSport: training.SubVirtual, Day: today - 5, Indoor: true},
		map[string][]byte{derive.Intervals: derive.EncodeIntervals(repeats(efforts.ByPower, 5, 240, 120, 264))})
	queries := []structure.Query{
		{Days: years},
		{Days: years, MinS: 200, MinPercent: 100},
		{Days: years, Sports: []training.Discipline{{Sport: training.Cycling, Indoor: true}}},
		{Days: years, Pattern: string(efforts.Repeats), MinCount: 5},
	}
	answer := func(k disk) (all []*structure.Answer) {
		t.Helper()
		x := structure.NewIndex(m)
		if k != nil {
			x.Keep(k)
		}
		for _, q := range queries {
			a, err := x.Search(t.Context(), answerstest.FitnessPage, here, q)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, a)
		}
		return all
	}
	k := disk{}
	check := func(what string) {
		t.Helper()
		if d := cmp.Diff(answer(nil), answer(k)); d != "" {
			t.Errorf("%s (-without +with what is stored):\n%s", what, d)
		}
	}
	check("first")
	if len(k) != 1 {
		t.Fatalf("%d values are stored", len(k))
	}
	check("later")
	m.put("added", training.Cycling, 3, repeats(efforts.ByPower, 6, 240, 120, 264))
	check("after another activity")
	for name, b := range k {
		for _, n := range []int{len(b) - 1, len(b) / 2, 1} {
			k[name] = b[:n]
			check("damaged")
		}
	}
}
