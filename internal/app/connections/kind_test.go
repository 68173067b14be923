package connections_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/importing"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

const ann training.AthleteID = "ann"

// began is when these tests begin; nobody's clock moves but by sleeping.
var began = time.Date(2026, 8, 20, 10, 0, 0, 0, time.UTC)

// clock moves when somebody sleeps.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// home is an athlete's home with an emulated service.
type home struct {
	*clock
	dir      string
	db       *store.DB
	journal  *journal.Journal
	importer *importing.Importer
	server   *intervalstest.Server
	base     http.RoundTripper
	windows  []source.Quota
	ids      int
}

func newHome(t *testing.T, o intervalstest.Options) *home {
	t.Helper()
	if o.Now == nil {
		o.Now = func() time.Time { return began }
	}
	h := &home{clock: &clock{now: began}, dir: t.TempDir(), server: intervalstest.New(t, o)}
	h.reopen(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Etc/UTC"}) })
	return h
}

// reopen opens the home as a new process does.
func (h *home) reopen(t *testing.T) {
	t.Helper()
	h.db = storetest.OpenHome(t, h.dir)
	h.journal = journal.New(h.db, h.newID)
	h.importer = importing.New(h.db, importing.Options{Now: h.Now, Derive: derive.Single})
}

func (h *home) newID() string { h.ids++; return fmt.Sprint("id", h.ids) }

func (h *home) set(change ...func(*connections.Options)) *connections.Set {
	kinds := connections.Kinds()
	if h.windows != nil {
		kinds[0].Windows = h.windows
	}
	o := connections.Options{
		Athlete: ann, Kinds: kinds, Given: map[source.Name]connections.Given{"intervals": {URL: h.server.URL}},
		Vault: &token.Vault{Dir: filepath.Join(h.dir, "keys"), NewID: h.newID},
		Meet:  func(context.Context) error { return nil }, // she is here
		State: h.db.Connections(), Store: h.db, Importer: h.importer, Journal: h.journal,
		Follow: func(ctx context.Context) error {
			if err := h.importer.Follow(ctx, h.db); err != nil {
				return err
			}
			_, err := derive.Follow(ctx, h.db, func(derive.Progress) {})
			return err
		},
		NewID: h.newID, Now: h.Now, Sleep: h.Sleep, Version: "test", Base: h.base, Random: rand.Reader,
	}
	for _, f := range change {
		f(&o)
	}
	return connections.New(o)
}

func key() source.Secret { return source.NewSecret(intervalstest.DefaultKey) }

// connected returns a set that is connected.
func (h *home) connected(t *testing.T, change ...func(*connections.Options)) *connections.Set {
	t.Helper()
	s := h.set(change...)
	if _, err := s.Connect(t.Context(), "intervals", connect.Answers{Key: key()}, h.Now()); err != nil {
		t.Fatal(err)
	}
	return s
}

func (h *home) count(t *testing.T) int {
	t.Helper()
	c, err := h.db.Counts(t.Context(), storetest.Export(ann))
	if err != nil {
		t.Fatal(err)
	}
	return c.Activities
}

func TestConnectingChecksTheKeyAndKeepsIt(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Coached: []string{"i777"}})
	s := h.set()
	wrong := connect.Answers{Key: source.NewSecret("wrong")}
	if _, err := s.Connect(t.Context(), "intervals", wrong, h.Now()); err == nil || len(s.Connected()) > 0 {
		t.Fatalf("a wrong key: %v", err)
	}
	if _, err := s.Service("intervals"); training.KindOf(err) != training.KindNotFound || !strings.Contains(err.Error(), "not connected") {
		t.Errorf("%v", err)
	}
	who, err := s.Connect(t.Context(), "Intervals.icu", connect.Answers{Key: key()}, h.Now())
	if err != nil || who.ID != intervalstest.DefaultAthlete || len(who.Others) != 1 {
		t.Fatalf("%+v %v", who, err)
	}
	v, err := s.View(t.Context(), "intervals", h.Now())
	if err != nil || !v.Connected || v.AccountID != who.ID || v.KeyIn != "file" || v.State != "new" {
		t.Errorf("%+v %v", v, err)
	}
	a, err := h.db.Athlete(t.Context(), storetest.Export(ann))
	if err != nil || a.Name != who.Name || a.TimeZone != "Europe/Berlin" {
		t.Errorf("%+v %v", a, err)
	}
	if _, err := s.Connect(t.Context(), "intervals", connect.Answers{Key: key(), Account: "i777"},
		h.Now()); training.KindOf(err) != training.KindConflict || !strings.Contains(err.Error(), "i12345") {
		t.Errorf("two accounts in one: %v", err)
	}
	if _, err := s.Connect(t.Context(), "myspace", connect.Answers{Key: key()}, h.Now()); training.KindOf(err) != training.KindNotFound {
		t.Errorf("%v", err)
	}
}

func TestWhatIsReadStandsWhereItBelongs(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Activities: 12, StubEvery: 6})
	s := h.connected(t)
	r, err := s.Sync(t.Context(), "intervals", false, nil)
	if err != nil || r.Failed > 0 || r.Withheld != 2 || r.Stored != 10 {
		t.Fatalf("%+v %v", r, err)
	}
	if n := h.count(t); n != 10 {
		t.Errorf("%d activities", n)
	}
	again, err := s.Sync(t.Context(), "intervals", true, nil)
	if err != nil || again.Stored > 0 || h.count(t) != 10 {
		t.Errorf("%+v %v", again, err)
	}
	v, err := s.View(t.Context(), "intervals", h.Now())
	if err != nil || v.State != "up_to_date" || v.Activities["withheld"] != 2 || len(v.Reasons) != 1 ||
		len(v.Quota) != 1 || v.LastSuccess == "" || v.NextTry == "" {
		t.Errorf("%+v %v", v, err)
	}
	page, err := h.db.Activities(t.Context(), storetest.Export(ann), store.ActivityFilter{Limit: 1})
	if err != nil || len(page.Rows) != 1 || page.Rows[0].Name == "" || page.Rows[0].Sources[0] != "intervals" ||
		page.Rows[0].Summary.Values[training.MetricDurationS] == 0 {
		t.Errorf("%+v %v", page.Rows, err)
	}
}

func TestDisconnectingTakesAwayAndUndoBringsBack(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Activities: 6, StubEvery: -1})
	s := h.connected(t)
	if _, err := s.Sync(t.Context(), "intervals", false, nil); err != nil {
		t.Fatal(err)
	}
	w := journal.Write{Face: "cli", Tool: "disconnect_source", Now: h.Now()}
	_, err := s.Disconnect(t.Context(), "intervals", false, w)
	ask, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok || h.count(t) != 6 || len(s.Connected()) != 1 || !strings.Contains(fmt.Sprint(ask.Preview.Changes), "6 activities") {
		t.Fatalf("%v %v", ask, err)
	}
	if _, err := h.journal.Grant(t.Context(), storetest.Export(ann), ask.Preview.Token, h.Now()); err != nil {
		t.Fatal(err)
	}
	out, err := s.Disconnect(t.Context(), "intervals", false, w)
	if err != nil || h.count(t) != 0 || len(s.Connected()) != 0 {
		t.Fatalf("%+v %v, %d left", out, err, h.count(t))
	}
	if _, err := s.Disconnect(t.Context(), "intervals", false, w); training.KindOf(err) != training.KindNotFound {
		t.Errorf("again: %v", err)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(ann), out.JournalID, h.Now()); err != nil {
		t.Fatal(err)
	}
	if n := h.count(t); n != 6 {
		t.Errorf("undone, there are %d", n)
	}
	s = h.connected(t)
	if r, err := s.Sync(t.Context(), "intervals", false, nil); err != nil || r.Stored != 6 || h.count(t) != 6 {
		t.Errorf("connected again: %+v %v, %d activities", r, err, h.count(t))
	}
}

func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// TestWhoIsConnectedHereIsSaid: also of a home that cannot be written, and each
// time anew.
func TestWhoIsConnectedHereIsSaid(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Coached: []string{"i777"}})
	h.connected(t)
	bea := &token.Vault{Dir: filepath.Join(h.dir, "keys-of-bea"), NewID: h.newID}
	if err := bea.Save("intervals", source.Token{Scheme: source.Basic, Access: key(), Account: "i777"}); err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{false, true} {
		there := []connections.Coach{{Athlete: "bea", Vault: bea}}
		s := h.set(func(o *connections.Options) {
			o.ReadOnly = readOnly
			o.Others = func(context.Context) []connections.Coach { return there }
		})
		for _, want := range []training.AthleteID{"bea", ""} {
			who, err := s.Check(t.Context(), "intervals")
			if err != nil || len(who.Others) != 1 || who.Others[0].Here != want {
				t.Errorf("read-only %v: %+v %v, want here as %q", readOnly, who.Others, err, want)
			}
			there = nil
		}
	}
}

// brakes checks that the streams which the athlete defined are read where the
// activity came as a file too, and are named. It changes a value, and followed
// checks that it has arrived.
func (h *home) brakes(t *testing.T) (followed func()) {
	t.Helper()
	const stream = "Brake pressure"
	ref := ""
	h.server.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].Activities {
			if ch, ok := a.Written["BrakePressure"]; ok {
				ref, ch.Data[3] = "intervals:"+intervalstest.IDOf(a.Doc), 7.5
			}
		}
	})
	d, err := activity.Describe(t.Context(), h.db, storetest.Export(ann), activity.DetailQuery{ID: ref})
	if err != nil || !slices.Equal(d.OwnStreams, []string{stream}) || len(d.Recordings) == 0 || d.Recordings[0]["format"] != "fit" {
		t.Fatalf("%+v %v", d, err)
	}
	read := func() []*float64 {
		t.Helper()
		got, err := activity.ReadStream(t.Context(), h.db, storetest.Export(ann),
			activity.Query{ID: ref, Channels: []string{"hr", "others"}, ResolutionS: 1, ToS: 30})
		if err != nil || got.Channels[stream] == nil || got.Channels["hr_bpm"] == nil {
			t.Fatalf("%+v %v", got, err)
		}
		return got.Channels[stream]
	}
	for i, v := range read() {
		if i%17 == 5 && v != nil || i%17 != 5 && (v == nil || *v != float64(i%12)) {
			t.Errorf("at %d s: %v", i, v)
		}
	}
	return func() {
		t.Helper()
		if v := read()[3]; v == nil || *v != 7.5 {
			t.Errorf("a value that changed there: %v", v)
		}
	}
}

// tray is an outbox that notes what it is asked.
type tray struct {
	sent   []bool // whether now
	parted string
	joined string
	left   bool
	err    error
	before func()
}

func (y *tray) Send(_ context.Context, _ training.AthleteID, _ source.Name, now bool) error {
	y.sent = append(y.sent, now)
	if y.before != nil {
		y.before()
	}
	return y.err
}

func (y *tray) Part(_ context.Context, _ training.AthleteID, name source.Name, account string) error {
	y.parted = name.Ref(account)
	return nil
}

func (y *tray) Rejoin(_ context.Context, _ training.AthleteID, name source.Name, account string) error {
	y.joined = name.Ref(account)
	return nil
}

func (y *tray) Leave(*store.Tx, training.AthleteID, source.Name) (func() ([]journal.Changed, error), error) {
	return func() ([]journal.Changed, error) { y.left = true; return nil, nil }, nil
}

func (y *tray) Report(context.Context, training.AthleteID, source.Name, time.Time) (*servicevalues.Outbox, error) {
	return &servicevalues.Outbox{Waiting: 2}, nil
}

func TestWhatWaitsIsSentBeforeAnythingIsRead(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Activities: 2, StubEvery: -1})
	y := &tray{}
	s := h.connected(t, func(o *connections.Options) { o.Outbox = y })
	h.server.Forget()
	y.before = func() {
		if n := len(h.server.Requests()); n > 0 {
			t.Errorf("%d requests before", n)
		}
	}
	if _, err := s.Sync(t.Context(), "intervals", false, nil); err != nil || len(y.sent) != 1 || !y.sent[0] {
		t.Errorf("%v %v", y.sent, err)
	}
	v, err := s.View(t.Context(), "intervals", h.Now())
	if err != nil || v.Outbox == nil || v.Outbox.Waiting != 2 {
		t.Errorf("%+v %v", v, err)
	}
	y.before, y.err = nil, training.Errorf(training.KindConflict, "Another process is sending right now.")
	if _, err := s.Sync(t.Context(), "intervals", false, nil); err != nil {
		t.Errorf("another sends: %v", err)
	}
	y.err = training.Errorf(training.KindUnavailable, "The disk is full.")
	if _, err := s.Sync(t.Context(), "intervals", false, nil); training.KindOf(err) != training.KindUnavailable {
		t.Errorf("our own disk: %v", err)
	}
}

func TestDisconnectingEndsWhatWaits(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Activities: 2, StubEvery: -1})
	y := &tray{}
	s := h.connected(t, func(o *connections.Options) { o.Outbox = y })
	w := journal.Write{Face: "cli", Tool: "disconnect_source", Now: h.Now()}
	_, err := s.Disconnect(t.Context(), "intervals", true, w)
	ask, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok || y.parted != "" {
		t.Fatalf("%v, parted %q", err, y.parted)
	}
	if _, err := h.journal.Grant(t.Context(), storetest.Export(ann), ask.Preview.Token, h.Now()); err != nil {
		t.Fatal(err)
	}
	me := "intervals:" + intervalstest.DefaultAthlete
	if _, err := s.Disconnect(t.Context(), "intervals", true, w); err != nil || y.parted != me || y.left || y.joined != me {
		t.Errorf("%v, %+v", err, y)
	}
}
