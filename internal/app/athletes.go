package app

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// allAthletes is the word for everybody of the home.
const allAthletes = "all"

// athletes are the athletes whom a server answers about: the one it works for,
// and those that the settings add.
type athletes struct {
	*store.DB
	own   training.AthleteID
	all   bool
	named []string
	call  func(ctx context.Context, s training.Scope, face string) (*tools.Call, error)
}

func (p *Program) athletes(db *store.DB, rows *limited.DB, own training.AthleteID, s settings.Settings) *athletes {
	y := &athletes{DB: db, own: own, named: s.List(settings.Athletes)}
	y.all = slices.Contains(y.named, allAthletes)
	y.call = func(ctx context.Context, sc training.Scope, face string) (*tools.Call, error) {
		return p.newCall(ctx, db, rows, s, sc, face)
	}
	return y
}

// several says whether calls name whom they are about.
func (y *athletes) several() bool { return len(y.named) > 0 }

// Athletes lists them, the own one first.
func (y *athletes) Athletes(ctx context.Context) ([]training.Athlete, error) {
	a, err := y.Athlete(ctx, training.Scope{Athlete: y.own, Audience: training.AudiencePage})
	if err != nil || !y.several() {
		return []training.Athlete{a}, err
	}
	out := []training.Athlete{a}
	all, err := y.DB.Athletes(ctx)
	for _, a := range all {
		if a.ID != y.own && (y.all || slices.Contains(y.named, string(a.ID))) {
			out = append(out, a)
		}
	}
	return out, err
}

// check refuses names of athletes who are not there.
func (y *athletes) check(ctx context.Context) error {
	for _, name := range y.named {
		if name == allAthletes {
			continue
		}
		if _, err := y.Athlete(ctx, training.Scope{Athlete: training.AthleteID(name), Audience: training.AudiencePage}); err != nil {
			return err
		}
	}
	return nil
}

// find is the athlete of an id, or of a name in any letters.
func (y *athletes) find(ctx context.Context, name string) (training.AthleteID, error) {
	all, err := y.Athletes(ctx)
	if err != nil {
		return "", err
	}
	var ids, called []string
	for _, a := range all {
		if string(a.ID) == name {
			return a.ID, nil
		}
		ids = append(ids, string(a.ID))
		if strings.EqualFold(strings.TrimSpace(name), a.Name) || strings.EqualFold(name, string(a.ID)) {
			called = append(called, string(a.ID))
		}
	}
	switch {
	case len(called) == 1:
		return training.AthleteID(called[0]), nil
	case len(called) > 1:
		return "", training.Errorf(training.KindInvalid, "Several athletes are called %q.", i18n.Clip(name, i18n.MostQuoted)).
			WithFix("Give the id: %s.", strings.Join(called, ", "))
	}
	return "", training.Errorf(training.KindNotFound, "There is no athlete %q here.", i18n.Clip(name, i18n.MostQuoted)).
		WithFix("The athletes are %s.", strings.Join(ids, ", "))
}

// Turn is a call like c about another athlete.
func (y *athletes) Turn(ctx context.Context, c *tools.Call, name string) (*tools.Call, error) {
	if name == "" {
		return c, nil
	}
	id, err := y.find(ctx, name)
	if err != nil || id == c.Scope.Athlete {
		return c, err
	}
	sc := c.Scope
	sc.Athlete = id
	turned, err := y.call(ctx, sc, c.Face)
	if err != nil {
		return nil, err
	}
	turned.Progress, turned.Approval = c.Progress, c.Approval
	return turned, nil
}

// links are the connections to services of each athlete.
type links struct {
	set func(training.AthleteID) *connections.Set

	mu   sync.Mutex
	sets map[training.AthleteID]*connections.Set
}

// of are those of one athlete.
func (l *links) of(a training.AthleteID) *connections.Set {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sets[a] == nil {
		l.sets[a] = l.set(a)
	}
	return l.sets[a]
}

// comersEvery is how often a server looks for athletes who are new.
const comersEvery = time.Minute

// keep reads the services of all of these athletes, until ctx ends.
func (l *links) keep(ctx context.Context, y *athletes, tick func(time.Duration) (<-chan time.Time, func())) {
	var reading sync.WaitGroup
	defer reading.Wait()
	at, stop := tick(comersEvery)
	defer stop()
	begun := map[training.AthleteID]bool{}
	for {
		all, err := y.Athletes(ctx)
		if err != nil {
			all = append(all[:0], training.Athlete{ID: y.own})
		}
		for _, a := range all {
			if !begun[a.ID] {
				begun[a.ID] = true
				reading.Go(func() { l.of(a.ID).Keep(ctx) })
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-at:
		}
	}
}
