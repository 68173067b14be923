package connections_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

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

func (y *tray) Report(context.Context, training.AthleteID, source.Name, time.Time) (*serviced.Outbox, error) {
	return &serviced.Outbox{Waiting: 2}, nil
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
	y.before, y.err = nil, training.Errorf(training.KindConflict, "Another process is sending just now.")
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
