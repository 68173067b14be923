package activity_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/training"
)

// likener answers with what it holds and keeps what it was asked.
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

// TestSimilarNeedsSomethingToCompare: each measure that cannot be taken says why.
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
