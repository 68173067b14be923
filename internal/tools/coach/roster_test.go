package coach_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/coach/roster"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// squad serves athletes of the board's home.
type squad struct {
	*board
	ids []training.AthleteID
}

func (s squad) Athletes(context.Context) (out []training.Athlete, err error) {
	for _, id := range s.ids {
		out = append(out, training.Athlete{ID: id})
	}
	return out, nil
}

func (s squad) Turn(_ context.Context, c *tools.Call, name string) (*tools.Call, error) {
	turned := *c
	turned.Scope.Athlete = training.AthleteID(name)
	return &turned, nil
}

// rosterFor returns the roster of some athletes as an audience sees it.
func (b *board) rosterFor(to training.Audience, ids ...training.AthleteID) (v roster.View) {
	b.Helper()
	c := call()
	c.Scope.Audience = to
	res, err := b.table.WithAthletes(squad{b, ids}).Call(b.Context(), "get_roster", c, json.RawMessage(`{}`))
	if err != nil {
		b.Fatal(err)
	}
	if err := json.Unmarshal(res.Structured, &v); err != nil {
		b.Fatal(err)
	}
	return v
}

func names(v *roster.View) (out []training.AthleteID) {
	for i := range v.Lines {
		out = append(out, v.Lines[i].Athlete)
	}
	return out
}

// TestRosterPutsWhoNeedsAttentionFirst: pain and silence move an athlete up, and the reason
// is in the line.
func TestRosterPutsWhoNeedsAttentionFirst(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ran("run1", noon.AddDate(0, 0, -1), "UTC", "") // Ada's
	v := b.rosterFor(training.AudiencePage, who, "bob")
	if got := names(&v); !slices.Equal(got, []training.AthleteID{"bob", who}) {
		t.Errorf("without anything else, the silent one comes first: %v", got)
	}
	if l := v.Lines[1]; l.Attention != roster.None || len(l.Why) > 0 || l.Last == nil || l.Last.Days != 1 || l.Last.Sport == "" {
		t.Errorf("Ada, who ran yesterday: %+v", l)
	}
	if l := v.Lines[0]; l.Attention != roster.Soon || l.Last != nil || !strings.Contains(l.Why[0].String(), "no activities") || l.TSB != nil {
		t.Errorf("Bob, who never did: %+v", l)
	}
	b.mark("athlete", "2026-04-30", "left_kneecap", 2)
	v = b.rosterFor(training.AudiencePage, who, "bob")
	if l := v.Lines[0]; l.Athlete != who || l.Attention != roster.Soon || l.Pain == nil || *l.Pain != 2 ||
		l.Why[0].String() != "left kneecap: pain 2 of 10 since 2026-04-30." {
		t.Errorf("with a little pain: %+v", l)
	}
	b.mark("athlete", "2026-05-01", "left_kneecap", 6)
	if l := b.rosterFor(training.AudiencePage, who, "bob").Lines[0]; l.Athlete != who || l.Attention != roster.Now || *l.Pain != 6 {
		t.Errorf("with pain: %+v", l)
	}
}

// TestRosterTellsOnlyOfThoseItServes: an athlete who is not among them is not in it.
func TestRosterTellsOnlyOfThoseItServes(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	for _, to := range []training.Audience{training.AudiencePage, training.AudienceModel} {
		v := b.rosterFor(to, "bob")
		if got := names(&v); !slices.Equal(got, []training.AthleteID{"bob"}) {
			t.Errorf("%v", got)
		}
	}
}

// TestRosterOfACanceledCall: it ends with the call.
func TestRosterOfACanceledCall(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.table.WithAthletes(squad{b, []training.AthleteID{who, "bob"}}).Call(ctx, "get_roster", call(), json.RawMessage(`{}`))
	if training.KindOf(err) != training.KindCanceled {
		t.Errorf("%v", err)
	}
}
