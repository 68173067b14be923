package connections

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"lapkeep/internal/app/intake"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/training"
)

// Progress gets a reading's result so far and the day that it came to.
type Progress = func(syncer.Result, training.Day)

// syncer makes the reader of a connection.
func (s *Set) syncer(ctx context.Context, name source.Name, full bool, progress Progress) (*syncer.Syncer, error) {
	service, err := s.Service(name)
	if err != nil {
		return nil, err
	}
	k, err := s.kind(string(name))
	if err != nil {
		return nil, err
	}
	who, err := s.o.Store.Athlete(ctx, s.scope())
	if err != nil {
		return nil, err
	}
	g, err := agreement(ctx, s.o.Book, s.key(name))
	if err != nil {
		return nil, err
	}
	return syncer.New(syncer.Options{
		Limited: s.o.Limited, Acknowledged: service.Policy().MayFetch(g),
		Athlete: s.o.Athlete, Location: who.Location(), Source: service, Title: k.Title, Book: s.o.Book, Sink: s.sink(service),
		NewID: s.o.NewID, Now: s.o.Now, Log: s.o.Log, Full: full, Progress: progress,
		Wait: func(ctx context.Context) error { return s.sleep(ctx, waitStep) },
	}), nil
}

func (s *Set) sink(service source.Service) *intake.Sink {
	return &intake.Sink{
		Store: s.o.Store, Importer: s.o.Importer, Journal: s.o.Journal, Source: service.Name(), Policy: service.Policy(), Now: s.o.Now,
	}
}

// heed has the thresholds of a service's settings hold, before it is read: they
// count over what it says, over the athlete's own words only if asked for.
func (s *Set) heed(ctx context.Context, name source.Name, asked bool) error {
	service, err := s.Service(name)
	if err != nil || service.Policy().Place() == source.Limited { // nothing of it is settled here
		return err
	}
	var all []intake.Stated
	g := s.o.Given[name]
	for _, said := range []struct {
		connect.Threshold

		key training.ThresholdKey
	}{{g.FTPW, training.KeyFTP}, {g.LTHRBpm, training.KeyLTHR}} {
		if v, err := strconv.ParseFloat(said.Text, 64); err == nil {
			all = append(all, intake.Stated{Key: said.key, Value: v, Setting: said.Setting})
		}
	}
	return s.sink(service).Settle(ctx, s.o.Athlete, all, asked)
}

// Sync reads a connected service now.
func (s *Set) Sync(ctx context.Context, name source.Name, full bool, progress Progress) (syncer.Result, error) {
	reader, err := s.syncer(ctx, name, full, progress)
	if err != nil {
		return syncer.Result{}, err
	}
	if err := s.send(ctx, name, true); err != nil {
		return syncer.Result{}, err
	}
	herr := s.heed(ctx, name, false)
	r, err := reader.Run(ctx, true)
	if rerr := s.rosterOf(ctx, name); err == nil {
		err = cmp.Or(herr, rerr)
	}
	// Where nothing is new, one that was killed may have left the rest.
	if ferr := s.o.Follow(context.WithoutCancel(ctx)); err == nil {
		err = ferr
	}
	return r, err
}

// send sends what waits for a service. That another process does is no failure.
func (s *Set) send(ctx context.Context, name source.Name, now bool) error {
	if s.o.Outbox == nil {
		return nil
	}
	err := s.o.Outbox.Send(ctx, s.o.Athlete, name, now)
	if training.KindOf(err) == training.KindConflict {
		return nil
	}
	return err
}

// lookEvery is how often a server looks whether something is to be read.
const lookEvery = 30 * time.Second

// waitStep is how often a reading looks whether the one before it has ended.
const waitStep = 200 * time.Millisecond

// Keep reads every connected service whenever it is time, until ctx ends. A
// service that is connected meanwhile is read too.
func (s *Set) Keep(ctx context.Context) {
	told := map[source.Name]string{}
	for ctx.Err() == nil && !s.o.ReadOnly {
		for _, name := range s.Connected() {
			err := s.keepOne(ctx, name)
			if err == nil || ctx.Err() != nil {
				told[name] = ""
			} else if text := err.Error(); text != told[name] {
				told[name] = text // once, not at every look
				s.o.Log.Warn("a reading ended early", "source", name, "kind", training.KindOf(err).String(), "error", err)
			}
		}
		_ = s.sleep(ctx, lookEvery) // the loop asks how it ended
	}
}

// keepOne reads a service if it is time and nobody else does.
func (s *Set) keepOne(ctx context.Context, name source.Name) error {
	reader, err := s.syncer(ctx, name, false, nil)
	if err != nil {
		return err
	}
	if err := s.send(source.WithUrgency(ctx, source.Background), name, false); err != nil {
		return err
	}
	herr := s.heed(ctx, name, false)
	if _, err = reader.Run(ctx, false); training.KindOf(err) == training.KindConflict {
		return nil
	}
	if rerr := s.rosterOf(ctx, name); err == nil {
		err = cmp.Or(herr, rerr)
	}
	return err
}

// rosterOf keeps whom a service named while it was read.
func (s *Set) rosterOf(ctx context.Context, name source.Name) error {
	k, err := s.kind(string(name))
	if err != nil {
		return err
	}
	service, err := s.Service(name)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return s.keepRoster(ctx, k, service, s.here(ctx, k))
}

// sleep returns after d, or when ctx ends.
func (s *Set) sleep(ctx context.Context, d time.Duration) error {
	if s.o.Sleep != nil {
		return s.o.Sleep(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
