package connections_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/app/limitedtest"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// apartHome is a home with the service whose rows lie apart.
type apartHome struct {
	*home

	passing *limitedtest.Server
	rows    *limited.DB
	s       *connections.Set
}

func newApart(t *testing.T) *apartHome {
	t.Helper()
	h := &apartHome{home: newHome(t, intervalstest.Options{Empty: true}), passing: limitedtest.New(t)}
	kinds := []connections.Kind{h.passing.Kind()}
	h.rows = limited.New(limited.Options{Home: h.dir, Now: h.Now, Terms: connections.Terms(connections.Limited(kinds), h.db.Connections())})
	t.Cleanup(func() { _ = h.rows.Close() })
	h.s = h.set(func(o *connections.Options) { o.Kinds, o.Limited = kinds, h.rows })
	return h
}

// rode returns a ride of so many days ago.
func rode(id string, days int) limitedtest.Ride {
	return limitedtest.Ride{
		ID: id, Name: limitedtest.Planted + " ride", Notes: limitedtest.Planted + " notes", Device: "Garmin Edge 530",
		Begun: began.Add(time.Duration(-24*days) * time.Hour), Seconds: 600, Meters: 5000, Watts: 180,
	}
}

func said() connect.Answers {
	return connect.Answers{Key: source.NewSecret(limitedtest.Key), Agreed: limitedtest.Terms().TextVersion}
}

func (h *apartHome) connect(t *testing.T) {
	t.Helper()
	if _, err := h.s.Connect(t.Context(), "passing", said(), h.Now()); err != nil {
		t.Fatal(err)
	}
}

func (h *apartHome) sync(t *testing.T) (stored, gone int) {
	t.Helper()
	r, err := h.s.Sync(t.Context(), "passing", false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Stored, r.Gone
}

// tally counts what is here, by kind, without the reader's place.
func (h *apartHome) tally(t *testing.T) map[string]int {
	t.Helper()
	n, err := h.rows.Tally(t.Context(), ann, "passing")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// traces returns the files of the home that contain a word.
func (h *apartHome) traces(t *testing.T, word string) (in []string) {
	t.Helper()
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(text, []byte(word)) {
			in = append(in, d.Name())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestNothingIsAskedBeforeTheTermsAreAgreedTo(t *testing.T) {
	t.Parallel()
	h := newApart(t)
	h.passing.Rode(rode("1", 1))
	for name, a := range map[string]connect.Answers{
		"none": {Key: source.NewSecret(limitedtest.Key)}, "another text": {Key: source.NewSecret(limitedtest.Key), Agreed: "2020-01-01"},
	} {
		if _, err := h.s.Connect(t.Context(), "passing", a, h.Now()); training.KindOf(err) != training.KindForbidden {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A key of the settings connects, and agrees to nothing.
	byKey := h.set(func(o *connections.Options) {
		o.Kinds, o.Limited = []connections.Kind{h.passing.Kind()}, h.rows
		o.Given = map[source.Name]connections.Given{"passing": {Key: source.NewSecret(limitedtest.Key), From: "a setting"}}
	})
	if _, err := byKey.Sync(t.Context(), "passing", false, nil); training.KindOf(err) != training.KindForbidden {
		t.Errorf("sync: %v", err)
	}
	if _, err := byKey.Check(t.Context(), "passing"); training.KindOf(err) != training.KindForbidden ||
		!strings.Contains(err.Error(), "agree to its terms") {
		t.Errorf("check: %v", err)
	}
	if asked := h.passing.Asked(); len(asked) > 0 {
		t.Errorf("it was asked %q", asked)
	}
	n, err := h.s.Needs("passing", "")
	if err != nil || n.Agree.Version != "2026-09-01" || n.Agree.Word != "passing" || n.Assistants.Text == "" {
		t.Errorf("%+v %v", n, err)
	}
}

// TestWhoMaySee: the switches, in the order in which they are turned.
func TestWhoMaySee(t *testing.T) {
	t.Parallel()
	h := newApart(t)
	h.passing.Rode(rode("1", 1))
	see := func(when, want string) {
		t.Helper()
		got := ""
		for _, who := range []training.Audience{training.AudiencePage, training.AudienceModel, training.AudienceExport} {
			n, err := h.rows.Count(t.Context(), limited.Place{
				Scope: training.Scope{Athlete: ann, Audience: who}, Source: "passing", Kind: limited.Activity,
			})
			may, merr := h.s.MayShow(t.Context(), "passing", who)
			if err != nil || merr != nil || may && h.s.Connected() != nil && n == 0 {
				t.Errorf("%s: %d rows, may %v, %v %v", when, n, may, err, merr)
			}
			if n > 0 {
				got += " " + who.String()
			}
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s it is seen by %q, want %q", when, got, want)
		}
	}
	if err := h.s.Assistants(t.Context(), "passing", "2026-09-01"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("before it is connected: %v", err)
	}
	h.connect(t)
	h.sync(t)
	see("connected,", "page")
	if err := h.s.Assistants(t.Context(), "passing", "2020-01-01"); training.KindOf(err) != training.KindConflict {
		t.Errorf("another text: %v", err)
	}
	for _, x := range []struct{ text, want string }{{"2026-09-01", "page model"}, {"", "page"}, {"2026-09-01", "page model"}} {
		if err := h.s.Assistants(t.Context(), "passing", x.text); err != nil {
			t.Fatal(err)
		}
		see("with "+x.text, x.want)
	}
	if err := h.leave(t); err != nil {
		t.Fatal(err)
	}
	see("disconnected,", "")
	h.connect2(t)
	h.sync(t)
	see("connected anew,", "page") // disconnecting withdrew the other
}

// connect2 connects once more, by a key that was not revoked.
func (h *apartHome) connect2(t *testing.T) {
	t.Helper()
	h.passing.Renew()
	h.connect(t)
}

// leave disconnects as a person does at a terminal.
func (h *apartHome) leave(t *testing.T) error {
	t.Helper()
	return h.disconnect(t, h.s, "passing")
}

// TestTheWholeListIsMirrored: page by page to the empty one; later what is new,
// and what was deleted is gone within a day.
func TestTheWholeListIsMirrored(t *testing.T) {
	t.Parallel()
	h := newApart(t)
	for n := range 450 {
		h.passing.Rode(rode(fmt.Sprint("r", n), 3*n+1))
	}
	h.connect(t)
	h.passing.Asked()
	if stored, gone := h.sync(t); stored != 450 || gone != 0 {
		t.Errorf("%d stored, %d gone", stored, gone)
	}
	lists, alone := split(h.passing.Asked())
	if len(lists) != 4 || len(alone) != 4 { // three pages and the empty one; two rides of this week, each alone and its streams
		t.Errorf("%d pages were asked, and %q", len(lists), alone)
	}
	if got := fmt.Sprint(h.tally(t)); got != "map[activity:450 detail:2 streams:2]" {
		t.Errorf("%s", got)
	}
	h.pass(t, time.Hour)
	h.passing.Rode(rode("new", 0))
	h.passing.Delete("r1")
	h.passing.Delete("r400")
	if stored, gone := h.sync(t); stored != 1 || gone != 1 {
		t.Errorf("an hour later %d stored, %d gone", stored, gone)
	}
	lists, alone = split(h.passing.Asked())
	if len(lists) != 2 || len(alone) != 2 {
		t.Errorf("an hour later: %q, %q", lists, alone)
	}
	h.pass(t, 24*time.Hour)
	if _, gone := h.sync(t); gone != 1 {
		t.Errorf("a day later %d gone", gone)
	}
	if got := fmt.Sprint(h.tally(t)); got != "map[activity:449 detail:2 streams:2]" {
		t.Errorf("%s", got)
	}
}

// pass lets time pass.
func (h *apartHome) pass(t *testing.T, d time.Duration) { t.Helper(); wait(t, h.home, d) }

func split(paths []string) (lists, alone []string) {
	for _, p := range paths {
		if strings.HasPrefix(p, "rides?") {
			lists = append(lists, p)
		} else {
			alone = append(alone, p)
		}
	}
	return lists, alone
}

// TestNothingOfItLiesElsewhere: while it is here in one file alone, after a week
// of standing still in none, and after disconnecting at once.
func TestNothingOfItLiesElsewhere(t *testing.T) {
	t.Parallel()
	h := newApart(t)
	h.passing.Rode(rode("1", 1), rode("2", 20))
	h.connect(t)
	h.sync(t)
	for _, name := range h.traces(t, limitedtest.Planted) {
		if !strings.HasPrefix(name, limited.FileName) {
			t.Errorf("%s has words of it", name)
		}
	}
	if h.count(t) != 0 {
		t.Error("an activity of it is among the others")
	}
	a, err := h.db.Athlete(t.Context(), storetest.Export(ann))
	if err != nil || a.Name != "" || a.TimeZone != "Etc/UTC" {
		t.Errorf("the athlete is %+v, %v", a, err)
	}
	h.pass(t, limitedtest.Week)
	if n, err := h.rows.Purge(t.Context()); err != nil || n == 0 {
		t.Errorf("%d were purged, %v", n, err)
	}
	if in := h.traces(t, limitedtest.Planted); len(in) > 0 {
		t.Errorf("after a week: %q", in)
	}
	h.sync(t)
	if err := h.leave(t); err != nil || !h.passing.Revoked() {
		t.Errorf("%v, revoked %v", err, h.passing.Revoked())
	}
	if in := h.traces(t, limitedtest.Planted); len(in) > 0 {
		t.Errorf("after disconnecting: %q", in)
	}
	in, err := filepath.Glob(filepath.Join(h.dir, limited.FileName+"*"))
	in = slices.DeleteFunc(in, func(path string) bool { return strings.HasSuffix(path, ".lock") })
	if err != nil || len(in) > 0 {
		t.Errorf("%q %v", in, err)
	}
}

// TestDisconnectingTellsWhatWent, by kind, and whether the access ended there.
func TestDisconnectingTellsWhatWent(t *testing.T) {
	t.Parallel()
	for _, broken := range []bool{false, true} {
		h := newApart(t)
		h.passing.Rode(rode("1", 1), rode("2", 20))
		h.connect(t)
		h.sync(t)
		if broken {
			h.passing.Fail(func(string) int { return 500 })
		}
		w := journal.Write{Audience: training.AudienceExport, Face: "cli", Tool: "disconnect_source", Now: h.Now()}
		if _, err := h.s.Disconnect(t.Context(), "passing", true, w); training.KindOf(err) != training.KindForbidden {
			t.Errorf("kept: %v", err)
		}
		_, err := h.s.Disconnect(t.Context(), "passing", false, w)
		ask, ok := errors.AsType[*journal.NeedsConsent](err)
		if !ok {
			t.Fatal(err)
		}
		if _, err := h.journal.Grant(t.Context(), storetest.Export(ann), ask.Preview.Token, h.Now()); err != nil {
			t.Fatal(err)
		}
		out, err := h.s.Disconnect(t.Context(), "passing", false, w)
		text := fmt.Sprintf("%+v", out)
		if err != nil || out.Undo != "" || !strings.Contains(text, "activity: 2, detail: 1, streams: 1") {
			t.Errorf("%s %v", text, err)
		}
		if len(out.AtService) != 1 || (out.AtService[0].State == "done") == broken || len(h.s.Connected()) != 0 || len(h.tally(t)) != 0 {
			t.Errorf("broken %v: %s, connected %q", broken, text, h.s.Connected())
		}
	}
}

// TestTheBackgroundLeavesRoom: a history under a small limit is read over many
// windows, and a person is answered in each of them.
func TestTheBackgroundLeavesRoom(t *testing.T) {
	t.Parallel()
	h := newApart(t)
	for n := range 3000 {
		h.passing.Rode(rode(fmt.Sprint("r", n), n/3+1))
	}
	h.connect(t)
	service, err := h.s.Service("passing")
	if err != nil {
		t.Fatal(err)
	}
	windows, pages := 0, 0
	for ; windows < 20 && h.tally(t)["streams"] < 21; windows++ {
		_, err := h.s.Sync(t.Context(), "passing", false, nil)
		if f, failed := source.FailureOf(err); err != nil && (!failed || f.Fault != source.RateLimited) {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := service.Check(context.WithoutCancel(t.Context())); err != nil {
				t.Fatalf("window %d: a person was refused: %v", windows, err)
			}
		}
		lists, alone := split(h.passing.Asked())
		if pages += len(lists); len(lists)+len(alone) > 100 {
			t.Errorf("%d requests in a window", len(lists)+len(alone))
		}
		h.pass(t, 15*time.Minute)
	}
	if n := h.tally(t); n["activity"] != 3000 || pages < 16 {
		t.Errorf("after %d windows and %d pages: %v", windows, pages, n)
	}
}
