package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// home is a store of rides that begin and end at one place.
type home struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	n       int
}

func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{T: t, db: storetest.Open(t)}
	h.journal = journal.New(h.db, h.id)
	storetest.Athlete(t, h.db, who)
	return h
}

func (h *home) id() string { h.n++; return fmt.Sprint("id", h.n) }

func (h *home) rides(n int) {
	h.Helper()
	sketch := route.Sketch{Line: []route.Point{{Lat: 4_737_000, Lon: 854_000}, {Lat: 4_750_000, Lon: 860_000}, {Lat: 4_737_000, Lon: 854_000}}}
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		for i := range n {
			act := storetest.Activity(training.ActivityID(fmt.Sprint("ride", i)), storetest.Noon().AddDate(0, 0, i))
			act.Name = "To the lake"
			if err := tx.PutActivity(who, act); err != nil {
				return err
			}
			if err := tx.PutPrimitive(who, store.Primitive{
				Activity: act.ID, Kind: derive.Route, Version: 1,
				Data: derive.EncodeRoute(&sketch),
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// run runs the command; typed is what a person types, "" for no person.
func (h *home) run(typed string, args ...string) (string, error) {
	h.Helper()
	var out bytes.Buffer
	c := cli.Command(&cli.Env{
		AtHome: func(text string) string { return text },
		In:     strings.NewReader(typed), Out: &out, Err: &out, InTTY: typed != "", Now: storetest.Clock,
		Usage: func(p cobra.PositionalArgs) cobra.PositionalArgs { return p },
		With: func(_ context.Context, _ bool, f func(cli.PrivacyDesk) error) error {
			return f(cli.PrivacyDesk{DB: h.db, Athlete: who, Journal: h.journal, NewID: h.id})
		},
	})
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&out)
	c.SilenceUsage = true
	err := c.ExecuteContext(h.Context())
	return out.String(), err
}

func (h *home) must(typed string, args ...string) string {
	h.Helper()
	out, err := h.run(typed, args...)
	if err != nil {
		h.Fatalf("privacy %q: %v\n%s", args, err, out)
	}
	return out
}

func (h *home) zones() (out []training.PrivacyZone) {
	h.Helper()
	docs, err := h.db.Documents(h.Context(), storetest.Export(who), document.PrivacyZones, document.Filter{})
	if err != nil {
		h.Fatal(err)
	}
	for _, d := range docs {
		z, err := document.Show[training.PrivacyZone](d)
		if err != nil {
			h.Fatal(err)
		}
		out = append(out, z)
	}
	return out
}

func TestProposedZonesAreKeptOnlyOnceAgreed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	if out := h.must("", "propose"); !strings.Contains(out, "stands out") {
		t.Errorf("without rides: %s", out)
	}
	h.rides(6)
	out := h.must("", "propose")
	if !strings.Contains(out, "6 of 6 activities") || !strings.Contains(out, "Nothing was changed") ||
		strings.Contains(out, "47.") || len(h.zones()) != 0 {
		t.Errorf("by a program: %s", out)
	}
	if out := h.must("n\n", "propose"); !strings.Contains(out, "47.37") || len(h.zones()) != 0 {
		t.Errorf("a person says no: %s", out)
	}
	out = h.must("y\n\u202eCastle\n", "propose")
	all := h.zones()
	if len(all) != 1 || all[0].Name != "Castle" || all[0].RadiusM != 600 || !strings.Contains(out, "take it back") {
		t.Fatalf("%s\n%+v", out, all)
	}
	if d := math.Hypot(all[0].LatDeg-47.37, all[0].LonDeg-8.54); d == 0 || d > 0.003 {
		t.Errorf("its middle is %+v", all[0])
	}
	if out := h.must("y\n", "propose"); !strings.Contains(out, "beyond the zones") || len(h.zones()) != 1 {
		t.Errorf("again: %s", out)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), "", storetest.Noon()); err != nil || len(h.zones()) != 0 {
		t.Errorf("undone: %v, %v", h.zones(), err)
	}
	h.must("y\n\n", "propose")
	if all := h.zones(); len(all) != 1 || all[0].Name != "home" {
		t.Errorf("without a name: %+v", all)
	}
}

func TestZonesByHand(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.must("", "add", "47.5, 8.25", "--name", "work", "--radius", "250")
	all := h.zones()
	if len(all) != 1 || all[0].Name != "work" || all[0].RadiusM != 350 {
		t.Fatalf("%+v", all)
	}
	list := h.must("")
	id := strings.TrimSuffix(strings.Fields(list[strings.Index(list, "zone "):])[1], ":")
	if strings.Contains(list, "47.") || !strings.Contains(h.must("\n"), "47.") {
		t.Errorf("a program is shown where: %s", list)
	}
	if _, err := h.run("", "remove", id); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a program removes a zone: %v", err)
	}
	if out := h.must("no\n", "remove", id); !strings.Contains(out, "Nothing") || len(h.zones()) != 1 {
		t.Errorf("not agreed: %s", out)
	}
	if _, err := h.run("y\n", "remove", "none"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a zone that is not there: %v", err)
	}
	h.must("y\n", "remove", id)
	if len(h.zones()) != 0 {
		t.Errorf("removed: %+v", h.zones())
	}
	for _, args := range [][]string{
		{"add", "47"},
		{"add", "91,0"},
		{"add", "NaN,0"},
		{"add", "x,y"},
		{"add", "1,2", "--radius", "50"},
		{"add", "1,2", "--radius", "NaN"},
	} {
		if _, err := h.run("", args...); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestHiddenAndShownAgain(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.rides(3)
	sees := func() int {
		t.Helper()
		page, err := h.db.Activities(t.Context(), storetest.Model(who), store.ActivityFilter{})
		if err != nil {
			t.Fatal(err)
		}
		return page.Total
	}
	h.must("", "hide", "ride0", "ride2")
	if sees() != 1 {
		t.Errorf("an assistant sees %d", sees())
	}
	out := h.must("")
	if !strings.Contains(out, "2 of 3 activities are hidden") || !strings.Contains(out, "hidden ride0") ||
		strings.Contains(out, "To the lake") {
		t.Errorf("a program is shown %s", out)
	}
	if out := h.must("\n"); !strings.Contains(out, "To the lake") {
		t.Errorf("a person is shown %s", out)
	}
	if out := h.must("", "hide", "ride0"); !strings.Contains(out, "Nothing changed") {
		t.Error(out)
	}
	if _, err := h.run("", "show", "ride0"); training.KindOf(err) != training.KindForbidden || sees() != 1 {
		t.Errorf("a program shows what is hidden: %v", err)
	}
	h.must("\n", "show", "ride0")
	if sees() != 2 {
		t.Errorf("an assistant sees %d", sees())
	}
	if _, err := h.run("", "hide", "none"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("%v", err)
	}
}
