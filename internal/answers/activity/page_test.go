package activity_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

var (
	me  = training.Scope{Athlete: "me"}
	day = training.NewDay(2026, 5, 1)
)

// history holds activities with loads that were entered by hand.
type history struct {
	store.Reader

	seq    int64
	inputs []store.LoadInput
	reads  int
	fail   error
}

func newHistory() *history {
	h := &history{seq: 1}
	for i, l := range []float64{50, 0, 70, 50, 0, 90, 10} {
		h.add(string(rune('a'+i)), l)
	}
	return h
}

func (h *history) add(id string, load float64) {
	h.inputs = append(h.inputs, store.LoadInput{
		ID: training.ActivityID(id), Sport: training.Yoga,
		Day: day + training.Day(len(h.inputs)), ManualLoad: load,
	})
}

func (h *history) LastChange(ctx context.Context) (int64, error) {
	return h.seq, errors.Join(h.fail, ctx.Err())
}

func (h *history) Changes(_ context.Context, after int64, _ int) ([]store.Change, error) {
	var all []store.Change
	for after < h.seq {
		after++
		all = append(all, store.Change{Seq: after, Kind: store.ChangeActivity})
	}
	return all, h.fail
}

func (h *history) LoadInputs(_ context.Context, _ training.Scope, days training.DayRange) (out []store.LoadInput, err error) {
	h.reads++
	for _, in := range h.inputs {
		if days.Contains(in.Day) {
			out = append(out, in)
		}
	}
	return out, nil
}

// Activities filters by ids and races; every second activity is a race.
func (h *history) Activities(_ context.Context, _ training.Scope, f store.ActivityFilter) (page store.ActivityPage, err error) {
	for i, in := range h.inputs {
		if f.IDs != nil && !slices.Contains(f.IDs, in.ID) || f.Race != nil && *f.Race != (i%2 == 0) {
			continue
		}
		page.Rows = append(page.Rows, store.ActivityRow{Activity: training.Activity{ID: in.ID}})
	}
	page.Total = len(page.Rows)
	return page, nil
}

func plainLoads() (fitness.Loads, error) { return fitness.NewLoads(&training.Athlete{}, nil), nil }

func byloadAsk(t *testing.T, h *history, m *activity.Memory, f store.ActivityFilter, b activity.Bounds) string {
	t.Helper()
	var all []string
	for {
		page, err := activity.Page(t.Context(), h, me, f, b, m, plainLoads)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Rows {
			all = append(all, string(r.ID))
		}
		if f.After = page.Next; f.After == "" {
			if page.Total != len(all) {
				t.Errorf("%d of %d", len(all), page.Total)
			}
			return strings.Join(all, "")
		}
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		f    store.ActivityFilter
		b    activity.Bounds
		want string
	}{
		{"falling", store.ActivityFilter{}, activity.Bounds{Sorted: true}, "fcdageb"},
		{"rising", store.ActivityFilter{Ascending: true}, activity.Bounds{Sorted: true}, "gadcfbe"},
		{"in pages", store.ActivityFilter{Limit: 2}, activity.Bounds{Sorted: true}, "fcdageb"},
		{"of few days", store.ActivityFilter{Days: &training.DayRange{From: day + 1, To: day + 3}}, activity.Bounds{Sorted: true}, "cdb"},
		{"of many days", store.ActivityFilter{Days: &training.DayRange{From: day + 1, To: day + 900}}, activity.Bounds{Sorted: true}, "fcdgeb"},
		{"races", store.ActivityFilter{Race: new(true)}, activity.Bounds{Sorted: true}, "cage"},
		{"of no such sport", store.ActivityFilter{Sports: []training.Discipline{training.Rowing.Plain()}}, activity.Bounds{Sorted: true}, ""},
		{"bounded and sorted", store.ActivityFilter{}, activity.Bounds{Least: new(50.0), Most: new(70.0), Sorted: true}, "cda"},
		{"bounded", store.ActivityFilter{}, activity.Bounds{Least: new(50.0)}, "acdf"},
		{"bounded races", store.ActivityFilter{Race: new(true)}, activity.Bounds{Most: new(50.0)}, "ag"},
		{"beyond all", store.ActivityFilter{}, activity.Bounds{Least: new(500.0)}, ""},
		{"races beyond all", store.ActivityFilter{Race: new(true)}, activity.Bounds{Least: new(500.0), Sorted: true}, ""},
	} {
		h := newHistory()
		m := activity.NewMemory(h)
		for range 2 {
			if got := byloadAsk(t, h, m, c.f, c.b); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
		if got := byloadAsk(t, h, nil, c.f, c.b); got != c.want {
			t.Errorf("%s, with nothing kept: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestMemory checks that loads are computed again after a change, and only then.
func TestMemory(t *testing.T) {
	t.Parallel()
	h := newHistory()
	m := activity.NewMemory(h)
	b := activity.Bounds{Least: new(60.0)}
	var got []string
	for _, change := range []func(){
		func() {},
		func() { b.Sorted = true },
		func() { h.add("h", 80); h.seq++ },
		func() {},
	} {
		change()
		got = append(got, byloadAsk(t, h, m, store.ActivityFilter{}, b))
	}
	if d := cmp.Diff([]string{"cf", "fc", "fhc", "fhc"}, got); d != "" || h.reads != 2 {
		t.Errorf("%d reads (-want +got):\n%s", h.reads, d)
	}
	h.fail = errors.New("no log")
	if _, err := activity.Page(t.Context(), h, me, store.ActivityFilter{}, b, m, plainLoads); !errors.Is(err, h.fail) {
		t.Errorf("a log that cannot be read: %v", err)
	}
}

// likener returns a fixed result and records the question.
type likener struct {
	found structure.Found
	err   error
	asked structure.SimilarSubject
}

func (l *likener) Like(_ context.Context, _ training.Scope, of structure.SimilarSubject) (*structure.Found, error) {
	l.asked = of
	return &l.found, l.err
}

func alike(t *testing.T, l activity.Likener, id training.ActivityID) *activity.Detail {
	t.Helper()
	q := activity.DetailQuery{ID: string(id), Sections: []activity.Section{activity.SectionSimilar}, Similar: l}
	d, err := activity.Describe(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityPage, q)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSimilar(t *testing.T) {
	t.Parallel()
	l := &likener{found: structure.Found{
		Route: structure.Matches{Total: 12, Rank: 3, Hits: []structure.Hit{
			{ID: answerstest.NoPower, Share: 0.934, Reversed: true}, {ID: "gone", Share: 1},
		}},
		Structure: structure.Matches{Total: 1, Hits: []structure.Hit{{ID: answerstest.Bike, Share: 0.81}}},
	}}
	d := alike(t, l, answerstest.Ride)
	if l.asked.ID != answerstest.Ride || l.asked.Sport != training.Cycling || len(l.asked.Sketch.Line) < 2 || l.asked.Session == nil {
		t.Errorf("asked for %+v", l.asked)
	}
	if d.Similar == nil || d.Similar.Route == nil || len(d.Similar.Route.Activities) != 1 || len(d.Missing) > 0 {
		t.Fatalf("%+v %v", d.Similar, d.Missing)
	}
	row := d.Similar.Route.Activities[0]
	if d.Similar.Route.Total != 12 || d.Similar.Route.Rank != 3 || row["id"] != "a1" ||
		row["route_overlap_pct"] != 93.0 || row["reversed"] != true {
		t.Errorf("%+v", d.Similar.Route)
	}
	if row["duration_s"] != 1800.0 || row["local_date"] != "2026-05-02" || row["avg_power_w"] != nil || row["tss"] == nil {
		t.Errorf("%v", row)
	}
	if d := cmp.Diff(&activity.Matches{}, d.Similar.Profile); d != "" {
		t.Error(d)
	}
	if set := d.Similar.Structure.Activities[0]; set["structure_likeness_pct"] != 81.0 || set["reversed"] != nil {
		t.Errorf("%v", set)
	}
}

// TestSimilarNeedsSomethingToCompare checks that each missing measure has its reason.
func TestSimilarNeedsSomethingToCompare(t *testing.T) {
	t.Parallel()
	d := alike(t, &likener{}, answerstest.Pool)
	if d.Missing["similar.route"] == "" || d.Missing["similar.profile"] == "" || d.Similar.Route != nil || d.Similar.Profile != nil {
		t.Errorf("a pool swim: %+v %v", d.Similar, d.Missing)
	}
	if d = alike(t, &likener{}, answerstest.NoHR); d.Missing["similar.route"] == "" || d.Similar.Profile == nil {
		t.Errorf("without positions: %+v %v", d.Similar, d.Missing)
	}
	if d = alike(t, &likener{}, answerstest.ByHand); d.Missing["similar"] == "" || d.Similar != nil {
		t.Errorf("typed in: %+v %v", d.Similar, d.Missing)
	}
	if d = alike(t, nil, answerstest.Ride); d.Missing["similar"] == "" || d.Similar != nil {
		t.Errorf("without a history: %+v %v", d.Similar, d.Missing)
	}
	broken := &likener{err: errors.New("the disk is gone")}
	q := activity.DetailQuery{ID: "a0", Sections: []activity.Section{activity.SectionSimilar}, Similar: broken}
	if _, err := activity.Describe(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityPage, q); !errors.Is(err, broken.err) {
		t.Errorf("%v", err)
	}
}
