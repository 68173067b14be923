package connections_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/app/intake"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/intervalstest"
)

// planner is an athlete whose new workouts go to a region of iGPSport.
type planner struct {
	*testing.T
	*home
	server  *igpsporttest.Server
	region  igpsporttest.Region
	set     *connections.Set
	box     *outbox.Box
	journal *journal.Journal
}

const sweetSpot = "- 10m 50-60%\n\n2x\n- 20m 88-94%\n- 5m 45-55%"

// atBothRegions runs a test against each region of a service of its own.
func atBothRegions(t *testing.T, o igpsporttest.Options, f func(l *planner)) {
	t.Helper()
	for _, region := range []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL} {
		t.Run(string(region), func(t *testing.T) {
			t.Parallel()
			l := &planner{T: t, home: newHome(t, intervalstest.Options{Empty: true}), region: region}
			o.Now, o.Activities = func() time.Time { return began }, 1
			l.server = igpsporttest.New(t, o)
			l.set = ofIGPSport(t, l.home, l.server, region)
			refs := kinds.Refs{Rows: l.db.Outbox}
			l.box = outbox.New(outbox.Options{
				Store: l.db, Services: func(training.AthleteID) outbox.Services { return l.set }, Leases: l.db.Connections(), NewID: l.newID,
				Now:   l.Now,
				Kinds: []outbox.Kind{kinds.Folders(intake.Say, refs), kinds.Workouts(intake.Say, refs, l.db, l.Now)},
			})
			l.journal = journal.New(l.db, l.newID).WithOutbox(l.box)
			storetest.Write(t, l.db, func(tx *store.Tx) error {
				if err := tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Etc/UTC", HomeSource: "igpsport"}); err != nil {
					return err
				}
				return tx.PutThreshold(ann, training.ThresholdEntry{
					Key: training.KeyFTP, Sport: training.Cycling, From: training.DayOf(began) - 100, Values: []float64{250},
				})
			})
			l.sync()
			f(l)
		})
	}
}

func (l *planner) sync() {
	l.Helper()
	if _, err := l.set.Sync(l.Context(), "igpsport", false, nil); err != nil {
		l.Fatal(err)
	}
}

// put has the athlete say something of a document of the library, as the tools do.
func (l *planner) put(c document.Collection, id string, own document.Own) journal.Outcome {
	l.Helper()
	w := journal.Write{
		Athlete: ann, Face: "cli", Tool: "test", Summary: "A change", Now: l.Now(), Audience: training.AudienceExport,
		Targets: map[string]string{string(c) + ":" + id: ""},
	}
	out, err := l.journal.Do(l.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(ann, c, id, own)
		return journal.Effect{Changed: []journal.Changed{journal.DocumentChanged{Collection: c, ID: id, Before: former}}}, err
	})
	if err != nil {
		l.Fatal(err)
	}
	return out
}

func (l *planner) say(name, text string) journal.Outcome {
	l.Helper()
	fields, err := json.Marshal(map[string]any{"name": name, "sport": "cycling", "description": text, "tags": []string{"sst"}})
	if err != nil {
		l.Fatal(err)
	}
	return l.put(document.Workouts, "mine", document.Own{Fields: fields})
}

// named are the workouts of a name at the service.
func (l *planner) named(name string) (all []igpsporttest.Workout) {
	l.server.Do(l.region, func(m *igpsporttest.Member) {
		for _, w := range m.Workouts {
			if w.Doc["title"] == name {
				all = append(all, *w)
			}
		}
	})
	return all
}

// TestAWorkoutArrivesInWatts: 2×20 minutes at 88–94 % of an FTP of 250 W are
// 220–235 W there, what it has no place for is told, and here the athlete's own
// words stay.
func TestAWorkoutArrivesInWatts(t *testing.T) {
	t.Parallel()
	atBothRegions(t, igpsporttest.Options{}, func(l *planner) {
		out := l.say("2x20", sweetSpot)
		if len(out.AtService) != 1 || out.AtService[0].State != "done" {
			l.Fatalf("%+v", out.AtService)
		}
		want := []ledger.Difference{{Field: "tags", Meant: `["sst"]`}}
		if d := cmp.Diff(want, out.AtService[0].Differences); d != "" {
			l.Error(d)
		}
		if n := out.AtService[0].Note; n.String() != "Percent of FTP are written as watts by an FTP of 250 W: they do not follow a new one." {
			l.Error(n)
		}
		there := l.named("2x20")
		text, err := json.Marshal(there)
		if err != nil || len(there) != 1 || !strings.Contains(string(text), `"maxValue":235,"minValue":220,"unit":"PowerCustom"`) {
			l.Fatalf("there: %s", text)
		}
		l.sync()
		w, err := workouts.FindWorkout(l.Context(), l.db, storetest.Export(ann), "mine")
		if err != nil || w.Description != sweetSpot || w.Name != "2x20" {
			l.Errorf("here: %+v %v", w.LibraryWorkout, err)
		}
		l.renamed()
		l.deletedInTheApp()
	})
}

// renamed: a new name leaves the steps that are there, and an undo brings the
// former back.
func (l *planner) renamed() {
	l.Helper()
	before := l.named("2x20")[0].Doc["structure"]
	out := l.say("Threshold", sweetSpot)
	now := l.named("Threshold")
	if out.AtService[0].State != "done" || len(now) != 1 || len(l.named("2x20")) != 0 || cmp.Diff(before, now[0].Doc["structure"]) != "" {
		l.Errorf("renamed: %+v, %d", out.AtService, len(now))
	}
	if _, err := l.journal.Undo(l.Context(), storetest.Export(ann), out.JournalID, l.Now()); err != nil || len(l.named("2x20")) != 1 {
		l.Errorf("undone: %v", err)
	}
}

// deletedInTheApp: it is not made again, neither by a sync nor by a change.
func (l *planner) deletedInTheApp() {
	l.Helper()
	l.server.Do(l.region, func(m *igpsporttest.Member) { m.Workouts = m.Workouts[:3] })
	out := l.say("Changed", sweetSpot)
	if at := out.AtService; len(at) != 1 || at[0].State != "failed" || !strings.Contains(at[0].Note.String(), "kept here only") {
		l.Errorf("%+v", at)
	}
	l.sync()
	l.sync()
	if len(l.named("Changed"))+len(l.named("2x20")) > 0 {
		l.Error("it was made again")
	}
	w, err := workouts.FindWorkout(l.Context(), l.db, storetest.Export(ann), "mine")
	if err != nil || w.Name != "Changed" || w.Description != sweetSpot {
		l.Errorf("here: %+v %v", w.LibraryWorkout, err)
	}
}

// TestALostAnswerMakesOneWorkout, found by its name among those that are new.
func TestALostAnswerMakesOneWorkout(t *testing.T) {
	t.Parallel()
	atBothRegions(t, igpsporttest.Options{NullCreated: true}, func(l *planner) {
		l.server.Inject(igpsporttest.Fault{Operation: "saveWorkout", Times: 1, Cut: true, Late: true})
		if out := l.say("Once", sweetSpot); out.AtService[0].State == "done" {
			l.Fatalf("%+v", out.AtService)
		}
		for range 3 {
			if err := l.Sleep(l.Context(), 10*time.Minute); err != nil {
				l.Fatal(err)
			}
			if err := l.box.Send(l.Context(), ann, "igpsport", true); err != nil {
				l.Fatal(err)
			}
		}
		if n := len(l.named("Once")); n != 1 {
			l.Errorf("%d of them", n)
		}
		out := l.put(document.Workouts, "mine", document.Own{Deleted: true})
		if out.AtService[0].State != "done" || len(l.named("Once")) != 0 {
			l.Errorf("%+v", out.AtService)
		}
	})
}

// TestAFolderStaysHere, for the service has none.
func TestAFolderStaysHere(t *testing.T) {
	t.Parallel()
	atBothRegions(t, igpsporttest.Options{}, func(l *planner) {
		out := l.put(document.Folders, "base", document.Own{Fields: []byte(`{"name":"Base"}`)})
		if at := out.AtService; len(at) != 1 || at[0].State != "not_for_service" || !strings.Contains(at[0].Note.String(), "kept here only") {
			l.Errorf("%+v", at)
		}
	})
}
