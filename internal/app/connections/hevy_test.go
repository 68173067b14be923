package connections_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/liftstest"
	"lapkeep/test/hevytest"
	"lapkeep/test/rawfit"
)

// lifter is an athlete with an account at the emulated service.
type lifter struct {
	*account

	at *hevytest.Server
}

func newLifter(t *testing.T, o hevytest.Options) *lifter {
	t.Helper()
	a := newAccount(t, "hevy")
	o.Now = a.Now
	l := &lifter{a, hevytest.New(t, o)}
	a.given.URL = l.at.URL
	a.again()
	return l
}

func (l *lifter) connect(key string) (source.Account, error) {
	return l.s.Connect(l.t.Context(), "hevy", connect.Answers{Key: source.NewSecret(key)}, l.Now())
}

func (l *lifter) connected() *lifter {
	l.t.Helper()
	if _, err := l.connect(hevytest.DefaultKey); err != nil {
		l.t.Fatal(err)
	}
	return l
}

// same checks that exactly the service's workouts are here, with their sets.
func (l *lifter) same() {
	l.t.Helper()
	all := l.at.Workouts()
	for _, w := range all {
		id, err := l.db.Resolve(l.t.Context(), storetest.Export(ann), "hevy:"+w.ID)
		if err != nil {
			l.t.Errorf("%s: %v", w.ID, err)
			continue
		}
		row, err := l.db.Activity(l.t.Context(), storetest.Export(ann), id)
		n := 0
		for _, e := range w.Exercises {
			for _, set := range e.Sets {
				if n < len(row.Sets) && (row.Sets[n].Exercise != e.Title || set.Reps != nil && row.Sets[n].Reps != *set.Reps) {
					l.t.Errorf("%s: set %d is %+v", w.ID, n, row.Sets[n])
				}
				n++
			}
		}
		if err != nil || !row.Start.Equal(w.Start) || row.Name != w.Title || row.Sport != training.Strength || len(row.Sets) != n {
			l.t.Errorf("%s: %s %q at %s with %d sets, want %+v, %v", w.ID, row.Sport, row.Name, row.Start, len(row.Sets), w, err)
		}
	}
	if n := l.count(l.t); n != len(all) {
		l.t.Errorf("%d activities of %d", n, len(all))
	}
}

// TestAnAthleteOfHevy: the first sync brings all, a later one what was added, edited and
// deleted there, and the key is in the vault alone.
func TestAnAthleteOfHevy(t *testing.T) {
	t.Parallel()
	l := newLifter(t, hevytest.Options{})
	if _, err := l.connect("wrong"); err == nil || len(l.s.Connected()) > 0 {
		t.Fatalf("a wrong key: %v", err)
	}
	if who, err := l.connect(hevytest.DefaultKey); err != nil || who.ID != hevytest.DefaultUser {
		t.Fatalf("%+v %v", who, err)
	}
	if r := l.sync(); r.Stored != 23 {
		t.Errorf("%+v", r)
	}
	l.same()
	wait(t, l.home, time.Hour)
	if r := l.sync(); r.Stored != 0 {
		t.Errorf("nothing is new: %+v", r)
	}
	all := l.at.Workouts()
	l.at.Edit(all[1].ID, func(w *hevytest.Workout) {
		w.Title, w.Exercises[0].Sets[0].Reps = "Pull, heavy", hevytest.Number(4)
	})
	l.at.Edit(all[20].ID, func(w *hevytest.Workout) { w.Exercises = w.Exercises[:1] }) // of weeks ago
	l.at.Delete(all[2].ID)
	l.at.Delete(all[15].ID)
	start := l.Now().Add(-time.Hour).Truncate(time.Second)
	l.at.Add(hevytest.Workout{Title: "New", Start: start, End: start.Add(30 * time.Minute), Exercises: all[0].Exercises})
	wait(t, l.home, time.Hour)
	if r := l.sync(); r.Stored != 3 {
		t.Errorf("%+v", r)
	}
	l.same()
	l.nowhere(t, "hevy", hevytest.DefaultKey, l.logged.String())
}

// TestHevyThatDoesNotAnswer: each sync says why it ended and what to do, and a later one
// brings all.
func TestHevyThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		with  hevytest.Fault
		want  source.Fault
		mends string
	}{
		"revoked":             {hevytest.Fault{Status: 401}, source.Unauthorised, "lapkeep connect hevy"},
		"a limit":             {hevytest.Fault{Status: 429}, source.RateLimited, "Try again"},
		"a limit with a time": {hevytest.Fault{Status: 429, RetryAfter: "7200"}, source.RateLimited, "2026-08-20T12:00:"},
		"maintenance":         {hevytest.Fault{Status: 503, Body: hevytest.HTML}, source.Unavailable, "later"},
		"maintenance as 200":  {hevytest.Fault{Body: hevytest.HTML}, source.Unavailable, "web page"},
		"half":                {hevytest.Fault{Truncate: true}, source.Unavailable, "cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLifter(t, hevytest.Options{}).connected()
			x.with.Operation, x.with.After = "workouts", 1 // the first page comes
			end := l.at.Inject(x.with)
			r, err := l.s.Sync(t.Context(), "hevy", false, nil)
			f, _ := source.FailureOf(err)
			if err == nil || f.Fault != x.want || !strings.Contains(err.Error(), x.mends) || strings.Contains(err.Error(), "<") || r.Stored != 10 {
				t.Errorf("%+v, %v: %v", r, f.Fault, err)
			}
			end()
			wait(t, l.home, 24*time.Hour)
			l.again()
			if r := l.sync(); r.Stored != 13 {
				t.Errorf("later: %+v", r)
			}
			l.same()
			l.nowhere(t, "hevy", hevytest.DefaultKey, l.logged.String())
		})
	}
}

// TestAKeyThatWasRevokedAtHevy is told, and another one brings the connection back.
func TestAKeyThatWasRevokedAtHevy(t *testing.T) {
	t.Parallel()
	l := newLifter(t, hevytest.Options{}).connected()
	l.sync()
	l.at.Revoke()
	wait(t, l.home, time.Hour)
	_, err := l.s.Sync(t.Context(), "hevy", false, nil)
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "lapkeep connect hevy") {
		t.Errorf("%v", err)
	}
	if n := l.count(t); n != 23 {
		t.Errorf("%d activities are left", n)
	}
}

// TestHevyIsReadOnceThoughKilled: the process ends at three requests, and in the end each
// workout is here once.
func TestHevyIsReadOnceThoughKilled(t *testing.T) {
	t.Parallel()
	l := newLifter(t, hevytest.Options{Workouts: 95})
	l.connected()
	l.killed(5, 9, 14)
	l.same()
}

// imported imports files by their names.
func (l *lifter) imported(run string, files map[string][]byte) {
	l.t.Helper()
	dir := l.t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			l.t.Fatal(err)
		}
	}
	_, err := l.importer.Import(l.t.Context(), ann, archive.Walk(l.t.Context(), []string{dir}, archive.Limits{}),
		importing.RunOptions{RunID: run, Paths: []string{dir}}, func(r importing.FileResult) {
			if r.Status == importing.Failed {
				l.t.Errorf("%+v", r)
			}
		})
	if err == nil {
		err = l.importer.Follow(l.t.Context(), l.db)
	}
	if err != nil {
		l.t.Fatal(err)
	}
}

// watched is what a watch recorded of a session, without sets.
func watched(start time.Time, minutes int) []byte {
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "serial_number": 77, "time_created": start}).TimerStart(start)
	for m := range minutes {
		f.Record(rawfit.Fields{"timestamp": start.Add(time.Duration(m) * time.Minute), "heart_rate": 100 + m%30})
	}
	end, long := start.Add(time.Duration(minutes)*time.Minute), float64(60*minutes)
	f.TimerStop(end)
	f.Session(rawfit.Fields{
		"timestamp": end, "start_time": start, "total_elapsed_time": long, "total_timer_time": long, "sport": 10, "sub_sport": 20,
	})
	return f.Activity(rawfit.Fields{"timestamp": end, "total_timer_time": long, "num_sessions": 1}).Bytes()
}

// session is a workout of the service and the same as its table has it, where the clock on
// the wall is so far ahead of UTC.
func session(title string, start time.Time, ahead time.Duration) (hevytest.Workout, liftstest.Session) {
	w := hevytest.Workout{Title: title, Start: start, End: start.Add(time.Hour), Exercises: []hevytest.Exercise{{
		Title: "Bench Press (Barbell)", Template: "79D0BB3A", Sets: []hevytest.Set{
			{Kind: "normal", WeightKg: hevytest.Number(82.553811), Reps: hevytest.Number(8), RPE: hevytest.Number(8.5)},
			{Kind: "normal", WeightKg: hevytest.Number(80.0), Reps: hevytest.Number(6)},
		},
	}}}
	return w, liftstest.Session{Start: start.Add(ahead).Truncate(time.Minute), Min: 60, Name: title, Sets: []liftstest.Set{
		{Exercise: "Bench Press (Barbell)", Kg: 82.55, Reps: 8, RPE: 8.5}, {Exercise: "Bench Press (Barbell)", Kg: 80, Reps: 6},
	}}
}

// TestASessionOfHevysTableAndItsService is one activity, whichever comes first: at home in
// summer and winter, on a journey if its sets are the same, and beside a watch's recording.
func TestASessionOfHevysTableAndItsService(t *testing.T) {
	t.Parallel()
	summer, winter := time.Date(2026, 8, 18, 16, 5, 40, 0, time.UTC), time.Date(2026, 2, 3, 22, 40, 1, 0, time.UTC)
	abroad := time.Date(2026, 8, 10, 22, 5, 0, 0, time.UTC)
	var there []hevytest.Workout
	var table []liftstest.Session
	for _, x := range []struct {
		at    time.Time
		ahead time.Duration
	}{{winter, time.Hour}, {abroad, -4 * time.Hour}, {summer, 2 * time.Hour}} {
		w, s := session("Push", x.at, x.ahead)
		there, table = append(there, w), append(table, s)
	}
	other, _ := session("Pull", summer.Add(-4*time.Hour), 0) // which the table does not have
	csv := map[string][]byte{"hevy.csv": liftstest.Hevy(table, liftstest.HevyDate, false)}
	watch := map[string][]byte{"watch.fit": watched(summer.Add(-time.Minute), 63)}
	steps := map[string]func(l *lifter){
		"service": func(l *lifter) { l.connected().sync() },
		"table":   func(l *lifter) { l.imported("table", csv) },
		"watch":   func(l *lifter) { l.imported("watch", watch) },
	}
	for _, order := range [][]string{
		{"table", "service"},
		{"service", "table"},
		{"watch", "table", "service"},
		{"table", "watch", "service"},
		{"service", "watch", "table"},
		{"service", "table", "watch"},
	} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			l := newLifter(t, hevytest.Options{Workouts: -1})
			for _, w := range append(slices.Clone(there), other) {
				l.at.Add(w)
			}
			for _, step := range order {
				steps[step](l)
			}
			wait(t, l.home, time.Hour)
			l.sync()
			seq := storetest.LastSeq(t, l.db)
			l.imported("again", csv) // and nothing comes twice
			if after := storetest.LastSeq(t, l.db); after != seq {
				t.Errorf("%d changes by what is here", after-seq)
			}
			if n := l.count(t); n != 4 {
				page, err := l.db.Activities(t.Context(), storetest.Export(ann), store.ActivityFilter{})
				for _, r := range page.Rows {
					t.Logf("%s %q %s %q", r.Start, r.Name, r.ID, r.ExternalIDs)
				}
				t.Fatalf("%d activities, want 4, %v", n, err)
			}
			for i, w := range l.at.Workouts() { // newest first
				id, err := l.db.Resolve(t.Context(), storetest.Export(ann), "hevy:"+w.ID)
				if err != nil {
					t.Fatal(err)
				}
				row, err := l.db.Activity(t.Context(), storetest.Export(ann), id)
				recorded := i == 0 && slices.Contains(order, "watch")
				if err != nil || len(row.Sets) != 2 || row.Sets[0].Reps != 8 || row.Name != w.Title || !recorded && !row.Start.Equal(w.Start) ||
					recorded && !row.Start.Equal(summer.Add(-time.Minute)) {
					t.Errorf("%d: %q at %s with %+v, %v", i, row.Name, row.Start, row.Sets, err)
				}
			}
		})
	}
}

// TestSessionsOfHevyThatAreNotOne: of another name, or abroad with other sets.
func TestSessionsOfHevyThatAreNotOne(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 8, 18, 16, 5, 0, 0, time.UTC)
	for name, change := range map[string]func(s *liftstest.Session){
		"another name": func(s *liftstest.Session) { s.Name = "Pull" },
		"other sets":   func(s *liftstest.Session) { s.Start, s.Sets = s.Start.Add(-6*time.Hour), s.Sets[:1] },
		"other minute": func(s *liftstest.Session) { s.Start = s.Start.Add(7 * time.Minute) },
	} {
		l := newLifter(t, hevytest.Options{Workouts: -1})
		w, s := session("Push", start, 2*time.Hour)
		change(&s)
		l.at.Add(w)
		l.imported("table", map[string][]byte{"hevy.csv": liftstest.Hevy([]liftstest.Session{s}, liftstest.HevyDate, false)})
		l.connected().sync()
		if n := l.count(t); n != 2 {
			t.Errorf("%s: %d activities", name, n)
		}
	}
}

// TestDisconnectingHevy takes away what came from there, and leaves what the table has.
func TestDisconnectingHevy(t *testing.T) {
	t.Parallel()
	l := newLifter(t, hevytest.Options{Workouts: 4})
	w, s := session("Push", time.Date(2026, 8, 19, 16, 5, 0, 0, time.UTC), 2*time.Hour)
	l.at.Add(w)
	l.imported("table", map[string][]byte{"hevy.csv": liftstest.Hevy([]liftstest.Session{s}, liftstest.HevyDate, false)})
	l.connected().sync()
	if n := l.count(t); n != 5 {
		t.Fatalf("%d activities", n)
	}
	if err := l.disconnect(t, l.s, "hevy"); err != nil {
		t.Fatal(err)
	}
	page, err := l.db.Activities(t.Context(), storetest.Export(ann), store.ActivityFilter{})
	if err != nil || len(page.Rows) != 1 || len(page.Rows[0].Sets) != 2 || len(l.s.Connected()) > 0 {
		t.Errorf("%+v %v", page.Rows, err)
	}
	for _, r := range l.at.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("%+v", r)
		}
	}
}
