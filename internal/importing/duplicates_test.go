package importing_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/mergetest"
)

// fixture is an athlete who decides, on a store that real files are imported into.
type fixture struct {
	*testing.T
	db *store.DB
	im *importing.Importer
	me training.AthleteID
	// became are the activities of the last import, by file and session.
	became map[mergetest.Session]training.ActivityID
}

func newFixture(t *testing.T, db *store.DB, me string) *fixture {
	t.Helper()
	now := func() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }
	d := &fixture{T: t, db: db, me: training.AthleteID(me), im: importing.New(db, importing.Options{
		Now: now, Derive: derive.Single,
		Workers: 1,
	})}
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: d.me, TimeZone: "Europe/Zurich"})
	})
	return d
}

func (d *fixture) scope() training.Scope { return storetest.Export(d.me) }

func (d *fixture) imports(c mergetest.Case, runID string) (statuses []importing.Status) {
	d.Helper()
	d.became = map[mergetest.Session]training.ActivityID{}
	items := func(yield func(listing.Item) bool) {
		for _, f := range c.Files {
			if !yield(listing.Memory(f.Name, f.Data)) {
				return
			}
		}
	}
	_, err := d.im.Import(d.Context(), d.me, items, importing.RunOptions{RunID: runID}, func(r importing.FileResult) {
		for i, id := range r.Activities {
			d.became[mergetest.Session{File: r.Path, Index: i}] = id
		}
		statuses = append(statuses, r.Status)
	})
	if err != nil {
		d.Fatal(err)
	}
	return statuses
}

func (d *fixture) find() []importing.Doubt {
	d.Helper()
	all, err := importing.FindDuplicates(d.Context(), d.db, d.scope())
	if err != nil {
		d.Fatal(err)
	}
	return all
}

// decides writes a plan as the journal does and follows it; the result takes
// it back the same way.
func (d *fixture) decides(p importing.Plan, err error) (undo func()) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
	var former []match.Former
	d.write(func(tx *store.Tx) (err error) {
		former, err = p.Write(tx, d.me)
		return err
	})
	return func() {
		d.Helper()
		d.write(func(tx *store.Tx) error {
			for _, f := range slices.Backward(former) {
				if _, err := tx.PutOwn(d.me, match.Collection, f.ID, f.Own); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func (d *fixture) write(change func(tx *store.Tx) error) {
	d.Helper()
	storetest.Write(d, d.db, change)
	d.follow()
}

func (d *fixture) follow() {
	d.Helper()
	if err := d.im.Follow(d.Context(), d.db); err != nil {
		d.Fatal(err)
	}
	if _, err := derive.Follow(d.Context(), d.db, nil); err != nil {
		d.Fatal(err)
	}
}

// shown lists the athlete's activities as they are kept, one line an activity.
func (d *fixture) shown() []string {
	d.Helper()
	page, err := d.db.Activities(d.Context(), d.scope(), store.ActivityFilter{Ascending: true})
	if err != nil {
		d.Fatal(err)
	}
	out := []string{}
	for _, row := range page.Rows {
		recs, err := d.db.Recordings(d.Context(), d.scope(), row.ID)
		if err != nil {
			d.Fatal(err)
		}
		notes, err := d.db.Notes(d.Context(), d.scope(), row.ID)
		if err != nil {
			d.Fatal(err)
		}
		line := fmt.Sprintf("%s %q %v %.2f km %d notes:", row.ID, row.Name, row.ExternalIDs,
			row.Summary.Values[training.MetricDistanceKM], len(notes))
		for _, r := range recs {
			line += fmt.Sprintf(" %s=%x", r.Origin.FileName, r.Chosen)
		}
		out = append(out, line)
	}
	return out
}

// TestEveryCaseIsDecided imports every case, and decides what is in doubt both
// ways: it must be as told, come back when it is taken back, and stand when
// the import is taken back and made again.
func TestEveryCaseIsDecided(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	for n, c := range mergetest.Cases(4) {
		if testing.Short() && n%4 > 0 {
			continue // they come one after another
		}
		t.Run(c.Name, func(t *testing.T) {
			d := newFixture(t, db, fmt.Sprintf("athlete-%d", n))
			d.imports(c, "run1")
			before := d.shown()
			if len(before) != len(c.Activities) {
				t.Errorf("%d activities, want %d", len(before), len(c.Activities))
			}
			doubts := d.find()
			for _, want := range c.Doubtful {
				ids := []training.ActivityID{d.became[want[0]], d.became[want[1]]}
				at := slices.IndexFunc(doubts, func(x importing.Doubt) bool { return slices.Contains(ids, x.A.ID) && slices.Contains(ids, x.B.ID) })
				if at < 0 {
					t.Fatalf("%v is not among the doubtful: %v", want, doubts)
				}
				if len(doubts[at].Reasons()) < 2 || doubts[at].Evidence.Overlap < 0.8 {
					t.Errorf("%q of %+v", doubts[at].Reasons(), doubts[at].Evidence)
				}
				d.holdsJoined(c, before, ids)
				d.holdsApart(c, before, ids)
			}
			if len(c.Doubtful) == 0 && n%3 == 0 { // an import that nobody decides about, again
				d.imports(c, "run2")
				if diff := cmp.Diff(before, d.shown()); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func (d *fixture) holdsJoined(c mergetest.Case, before []string, ids []training.ActivityID) {
	d.Helper()
	undo := d.decides(importing.Join(d.Context(), d.db, d.scope(), string(ids[0]), string(ids[1])))
	joined := d.shown()
	if len(joined) != len(before)-1 || len(d.find()) != 0 {
		d.Errorf("joined: %q", joined)
	}
	if got, err := d.db.Resolve(d.Context(), d.scope(), string(ids[1])); err != nil || got != ids[0] {
		d.Errorf("%s leads to %s, %v", ids[1], got, err)
	}
	undo()
	if diff := cmp.Diff(before, d.shown()); diff != "" {
		d.Errorf("taken back: %s", diff)
	}
	undo = d.decides(importing.Join(d.Context(), d.db, d.scope(), string(ids[0]), string(ids[1])))
	d.write(func(tx *store.Tx) error { return tx.RemoveRun(d.me, "run1") })
	if got := d.shown(); len(got) != 0 {
		d.Errorf("without the import: %q", got)
	}
	d.imports(c, "run1")
	d.follow()
	if diff := cmp.Diff(joined, d.shown()); diff != "" {
		d.Errorf("imported again: %s", diff)
	}
	undo()
	if got := d.shown(); len(got) != len(before) {
		d.Errorf("taken back after another import: %q", got)
	}
}

func (d *fixture) holdsApart(c mergetest.Case, before []string, ids []training.ActivityID) {
	d.Helper()
	d.decides(importing.Apart(d.Context(), d.db, d.scope(), string(ids[0]), string(ids[1])))
	if got := d.find(); len(got) != 0 {
		d.Errorf("asked again: %v", got)
	}
	d.write(func(tx *store.Tx) error { return tx.RemoveRun(d.me, "run1") })
	d.imports(c, "run1")
	if got := d.shown(); len(got) != len(before) || len(d.find()) != 0 {
		d.Errorf("imported again: %q", got)
	}
}

// TestSplitStands takes the parts of joined activities out by hand: each part
// is by itself, also after another import, and comes back when that is undone.
func TestSplitStands(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	for n, name := range []string{"watch, archive and service", "watch and head unit", "multisport siblings"} {
		t.Run(name, func(t *testing.T) {
			cases := mergetest.Cases(5)
			c := cases[slices.IndexFunc(cases, func(c mergetest.Case) bool { return c.Name == name })]
			d := newFixture(t, db, fmt.Sprintf("athlete-%d", n))
			d.imports(c, "run1")
			d.follow()
			before := d.shown()
			act := c.Activities[slices.IndexFunc(c.Activities, func(a mergetest.Activity) bool { return len(a.Sessions) > 1 })]
			out := act.Sessions[len(act.Sessions)-1]
			id := d.became[out]
			undo := d.decides(importing.Split(t.Context(), db, d.scope(), string(id), out.File))
			split := d.shown()
			if len(split) != len(before)+1 || len(d.find()) != 0 {
				t.Errorf("split: %q", split)
			}
			d.imports(c, "run2")
			if diff := cmp.Diff(split, d.shown()); diff != "" {
				t.Errorf("imported again: %s", diff)
			}
			undo()
			if diff := cmp.Diff(before, d.shown()); diff != "" {
				t.Errorf("taken back: %s", diff)
			}
			d.decides(importing.Split(t.Context(), db, d.scope(), string(id), out.File))
			d.write(func(tx *store.Tx) error { return tx.RemoveRun(d.me, "run1") })
			d.imports(c, "run3")
			if got := d.shown(); len(got) != len(split) {
				t.Errorf("imported anew: %q", got)
			}
		})
	}
}

func TestWhatCannotBeDecided(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	d := newFixture(t, db, "me")
	cases := mergetest.Cases(6)
	of := func(name string) mergetest.Case {
		return cases[slices.IndexFunc(cases, func(c mergetest.Case) bool { return c.Name == name })]
	}
	d.imports(of("multisport siblings"), "run1")
	leg := func(n int) string { return string(d.became[mergetest.Session{File: "watch.fit", Index: n}]) }
	swim, bike := leg(0), leg(1)
	d.imports(of("one run after the other"), "run2")
	first, second := string(d.became[mergetest.Session{File: "first.fit"}]), string(d.became[mergetest.Session{File: "second.fit"}])
	var manual []string
	d.write(func(tx *store.Tx) error {
		for n := range 2 {
			id, _, err := d.im.Create(t.Context(), tx, d.me,
				importing.Manual{Sport: training.Yoga, Start: time.Date(2024, 5, 20+n, 9, 0, 0, 0, time.UTC), TimerS: 600})
			if err != nil {
				return err
			}
			manual = append(manual, string(id))
		}
		return nil
	})
	tests := []struct {
		name, verb, a, b string
		kind             training.Kind
		says             string
	}{
		{"siblings", "join", swim, bike, training.KindConflict, "multisport"},
		{"at different times", "join", first, second, training.KindInvalid, "no time in common"},
		{"itself", "join", first, first, training.KindInvalid, "one activity"},
		{"nothing", "join", first, "nothing", training.KindNotFound, "nothing"},
		{"nothing first", "join", "nothing", first, training.KindNotFound, "nothing"},
		{"two entries", "join", manual[0], manual[1], training.KindUnsupported, "Neither"},
		{"itself apart", "apart", first, first, training.KindInvalid, "one activity"},
		{"the only recording", "split", first, "", training.KindConflict, "only one recording"},
		{"an entry", "split", manual[0], "", training.KindConflict, "only one recording"},
		{"another file", "split", bike, "other.fit", training.KindInvalid, "unit.fit"},
		{"nothing to split", "split", "nothing", "", training.KindNotFound, "nothing"},
	}
	for _, tt := range tests {
		try := map[string]func() (importing.Plan, error){
			"join":  func() (importing.Plan, error) { return importing.Join(t.Context(), db, d.scope(), tt.a, tt.b) },
			"apart": func() (importing.Plan, error) { return importing.Apart(t.Context(), db, d.scope(), tt.a, tt.b) },
			"split": func() (importing.Plan, error) { return importing.Split(t.Context(), db, d.scope(), tt.a, tt.b) },
		}[tt.verb]
		_, err := try()
		if training.KindOf(err) != tt.kind || !strings.Contains(fmt.Sprint(err), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestDecisionsComeBackWithAnExport: in another home the same files are what
// the athlete said that they are, and nobody asks.
func TestDecisionsComeBackWithAnExport(t *testing.T) {
	t.Parallel()
	db, other := storetest.Open(t), storetest.Open(t)
	cases := mergetest.Cases(8)
	from, to := newFixture(t, db, "me"), newFixture(t, other, "me")
	for _, name := range []string{"one device, two recordings", "a moved start time"} {
		c := cases[slices.IndexFunc(cases, func(c mergetest.Case) bool { return c.Name == name })]
		for i := range c.Files {
			c.Files[i].Name = name + c.Files[i].Name
		}
		from.imports(c, name)
	}
	doubts := from.find() // the cases are on one morning: also across
	if len(doubts) < 2 {
		t.Fatalf("%d in doubt", len(doubts))
	}
	from.decides(importing.Join(t.Context(), db, from.scope(), string(doubts[0].A.ID), string(doubts[0].B.ID)))
	for _, d := range from.find() {
		from.decides(importing.Apart(t.Context(), db, from.scope(), string(d.A.ID), string(d.B.ID)))
	}
	dest := filepath.Join(t.TempDir(), "export")
	if _, err := export.Write(t.Context(), db, "me", dest); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := to.im.Import(t.Context(), "me", archive.Walk(t.Context(), []string{dest}, archive.Limits{}), importing.RunOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		to.follow()
		if diff := cmp.Diff(from.shown(), to.shown()); diff != "" || len(to.find()) != 0 {
			t.Errorf("%v\n%s", to.find(), diff)
		}
	}
	// What an export cannot have said is left out.
	damaged := `{"format":"lapkeep-export","version":1,"profile":{},"decisions":[
		{"pair":"ra+rb","word":{"verdict":5}},{"pair":"ra","word":{"verdict":"same"}},{"pair":"ra+rb","word":{"verdict":"perhaps"}}]}`
	_, err := to.im.Import(t.Context(), "me", slices.Values([]listing.Item{listing.Memory("athlete.json", []byte(damaged))}),
		importing.RunOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(from.shown(), to.shown()); diff != "" {
		t.Error(diff)
	}
}

// unread is a store whose recordings cannot be read.
type unread struct{ *store.DB }

func (unread) Recordings(context.Context, training.Scope, training.ActivityID) ([]store.RecordingRow, error) {
	return nil, training.Errorf(training.KindUnavailable, "The disk is gone.")
}

// TestDoubtsThatCannotBeSettled checks that doubts that cannot be settled are
// reported as such, and not as none.
func TestDoubtsThatCannotBeSettled(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	for _, id := range []training.ActivityID{"a", "b"} {
		storetest.Write(t, db, func(tx *store.Tx) error {
			return storetest.AddRide(tx, "ann", id, storetest.Noon(), store.EveryAudience)
		})
	}
	if all, err := importing.FindDuplicates(t.Context(), unread{db},
		storetest.Export("ann")); training.KindOf(err) != training.KindUnavailable || err == nil {
		t.Errorf("%v, %v", all, err)
	}
}
