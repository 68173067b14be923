package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
)

// recorder is a program that writes a ride into a watched folder while it is
// ridden.
type recorder struct {
	*lookout
	p     *person
	inbox string
	now   time.Time
	whole []byte
}

func newRecorder(t *testing.T, form string) *recorder {
	t.Helper()
	p := newPerson(t)
	r := &recorder{p: p, inbox: filepath.Join(p.user, "inbox"), now: noon}
	ride := answerstest.Session(training.Cycling, may, 1800, nil)
	ride.Device = training.Device{Manufacturer: "zwift", Serial: "42"}
	var b bytes.Buffer
	err := fit.Write(&b, []*training.Recording{ride})
	if form == "tcx" {
		b.Reset()
		err = xmlfile.WriteTCX(&b, ride)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.whole = b.Bytes()
	if err := os.MkdirAll(r.inbox, 0o700); err != nil {
		t.Fatal(err)
	}
	r.lookout = p.watchesAt(t, func() time.Time { return r.now }, "--poll", r.inbox)
	return r
}

// writes puts a share of the ride into a file, in percent. A FIT file has no
// length in its header before its end is written.
func (r *recorder) writes(name string, percent int) {
	r.t.Helper()
	data := bytes.Clone(r.whole[:len(r.whole)*percent/100])
	if percent < 100 && filepath.Ext(name) == ".fit" {
		copy(data[4:8], []byte{0, 0, 0, 0})
	}
	path := filepath.Join(r.inbox, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Chtimes(path, r.now, r.now); err != nil {
		r.t.Fatal(err)
	}
}

// passes lets time go by while the folder is looked at.
func (r *recorder) passes(d time.Duration) {
	r.t.Helper()
	r.now = r.now.Add(d)
	r.look(3)
}

func (r *recorder) has(total, seconds string) {
	r.t.Helper()
	list := r.p.must(r.t, "call", "list_activities", `{}`)
	if got := r.p.total(r.t); got != total || seconds != "" && !strings.Contains(list, seconds) {
		r.t.Errorf("%s activities, want %s of %s: %s\n%s", got, total, seconds, list, r.out)
	}
}

// TestARideThatGrowsIsOneActivity: however often it lies still at two looks.
func TestARideThatGrowsIsOneActivity(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"fit", "tcx"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			r := newRecorder(t, form)
			for _, percent := range []int{3, 20, 40, 60, 80, 97} {
				r.writes("ride."+form, percent)
				r.passes(time.Minute)
				r.has("0", "")
			}
			if n := strings.Count(r.out.String(), "is not finished"); n != 1 {
				t.Errorf("said %d times:\n%s", n, r.out)
			}
			r.writes("ride."+form, 100)
			r.look(3)
			r.has("1", `"duration_s":1800,`)
			r.end()
		})
	}
}

// TestACrashIsImportedAndGoesOn: what does not grow any more is imported as it
// is, and what goes on from it replaces it, with the athlete's words kept.
func TestACrashIsImportedAndGoesOn(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"fit", "tcx"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			r := newRecorder(t, form)
			r.writes("ride."+form, 30)
			r.passes(9 * time.Minute)
			r.passes(9 * time.Minute)
			r.has("0", "")
			r.passes(2 * time.Minute)
			r.has("1", "")
			id := r.p.only(t)
			r.p.must(t, "call", "update_activity", `{"id":"`+id+`","name":"Home roads"}`)
			r.writes("ride."+form, 60)
			r.passes(time.Minute)
			r.passes(10 * time.Minute)
			r.has("1", "Home roads")
			r.writes("ride."+form, 100)
			r.look(3)
			r.has("1", "Home roads")
			r.has("1", `"duration_s":1800,`)
			r.end()
			r.p.must(t, "undo")
			if list := r.p.must(t, "call", "list_activities", `{}`); r.p.total(t) != "1" || strings.Contains(list, `"duration_s":1800,`) ||
				!strings.Contains(list, "Home roads") || r.p.only(t) != id {
				t.Errorf("undone: %s", list)
			}
		})
	}
}

// TestZwiftsPairIsOneActivity: the dated file and the program's buffer grow side
// by side, and the buffer stays as it was.
func TestZwiftsPairIsOneActivity(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]int{"the buffer ends earlier": 95, "the program ends it too": 100} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRecorder(t, "fit")
			for _, percent := range []int{10, 50, 90} {
				r.writes("2026-05-01-08-00-00.fit", percent)
				r.writes("inProgressActivity.fit", percent-5)
				r.passes(time.Minute)
			}
			r.has("0", "")
			r.writes("inProgressActivity.fit", last)
			r.writes("2026-05-01-08-00-00.fit", 100)
			r.look(3)
			r.has("1", `"duration_s":1800,`)
			r.passes(11 * time.Minute)
			r.has("1", `"duration_s":1800,`)
			r.end()
		})
	}
}

// TestHalfAFileByHand and later the whole one, in both orders.
func TestHalfAFileByHand(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{40, 100}, {100, 40}, {30, 60, 100}} {
		r := newRecorder(t, "fit")
		r.look(1)
		r.end()
		for _, percent := range order {
			r.writes("ride.fit", percent)
			r.p.must(t, "import", filepath.Join(r.inbox, "ride.fit"))
		}
		r.has("1", `"duration_s":1800,`)
	}
}
