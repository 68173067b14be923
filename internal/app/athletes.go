package app

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// allAthletes is the name that stands for all athletes of the home.
const allAthletes = "all"

// athletes holds the athletes that a server answers questions about: its own athlete, and
// those that the settings add.
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

// several reports whether the server has more than one athlete, so calls name theirs.
func (y *athletes) several() bool { return len(y.named) > 0 }

// Athletes returns the athletes, beginning with the server's own. A caller from elsewhere gets
// only those that the grant covers.
func (y *athletes) Athletes(ctx context.Context) ([]training.Athlete, error) {
	all, err := y.everyone(ctx)
	if a := training.Limits(ctx); a != nil {
		all = slices.DeleteFunc(all, func(x training.Athlete) bool { return !a.Sees(x.ID) })
	}
	return all, err
}

func (y *athletes) everyone(ctx context.Context) ([]training.Athlete, error) {
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

// first returns the athlete whom a call is about that names none: the server's own, or the
// first one that the caller's grant covers; "" if it covers none.
func (y *athletes) first(ctx context.Context) (training.AthleteID, error) {
	a := training.Limits(ctx)
	if a == nil || a.Sees(y.own) {
		return y.own, nil
	}
	all, err := y.Athletes(ctx)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].ID, nil
}

// check returns an error if an athlete in the settings does not exist.
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

// find returns the athlete with the given id or name, ignoring the case of names.
func (y *athletes) find(ctx context.Context, name string) (training.AthleteID, error) {
	all, err := y.Athletes(ctx)
	if err != nil {
		return "", err
	}
	return findAthlete(all, name)
}

func findAthlete(all []training.Athlete, name string) (training.AthleteID, error) {
	if len(all) == 0 {
		return "", training.NotCovered()
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

// Turn returns a copy of c for another athlete.
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
	return turned.As(c), nil
}

type links struct {
	set func(training.AthleteID) *connections.Set

	mu   sync.Mutex
	sets map[training.AthleteID]*connections.Set
}

func (l *links) of(a training.AthleteID) *connections.Set {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sets[a] == nil {
		l.sets[a] = l.set(a)
	}
	return l.sets[a]
}

// athleteGap is the time between two searches for new athletes while data is being written.
const athleteGap = time.Minute

// keep syncs the services of all of these athletes until ctx is done. The channel that changed
// returns is closed when data has changed.
func (l *links) keep(ctx context.Context, y *athletes, changed func() <-chan struct{}) {
	var reading sync.WaitGroup
	defer reading.Wait()
	begun := map[training.AthleteID]bool{}
	for {
		news := changed()
		all, err := y.Athletes(ctx)
		if err != nil {
			all = append(all[:0], training.Athlete{ID: y.own})
		}
		for _, a := range all {
			if !begun[a.ID] {
				begun[a.ID] = true
				reading.Go(func() { l.of(a.ID).Keep(ctx, changed) })
			}
		}
		if !y.several() {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-news:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(athleteGap):
		}
	}
}

// hooks serves the addresses on which services call this server. They are looked up for each
// request.
type hooks struct {
	p    *Program
	w    *cli.Workbench
	ties *links
	// asking limits the number of events that are followed up at the same time. The next
	// sync handles all others.
	asking  chan struct{}
	running sync.WaitGroup
}

const mostAsking = 4

func newHooks(p *Program, w *cli.Workbench, asking chan struct{}) *hooks {
	all := p.links(w.DB, w.Athlete, w.Settings, parts{limited: w.Limited, journal: w.Journal})
	return &hooks{p: p, w: w, ties: all, asking: asking}
}

func (h *hooks) sets(ctx context.Context) (all []*connections.Set) {
	athletes, err := h.w.DB.Athletes(ctx)
	if err != nil {
		return nil // no token is accepted
	}
	for i := range athletes {
		all = append(all, h.ties.of(athletes[i].ID))
	}
	return all
}

// is reports whether the token belongs to a webhook address.
func (h *hooks) is(token string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for _, s := range h.sets(ctx) {
		if s.CalledAt(ctx, token) {
			return true
		}
	}
	return false
}

// with answers calls from services, and passes all other requests on.
func (h *hooks) with(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !guard.IsHook(r) {
			next.ServeHTTP(w, r)
			return
		}
		h.answer(ctx, w, r)
	})
}

// answer answers a call from a service. What it requires is done until ctx is done.
func (h *hooks) answer(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		h.prove(w, r)
		return
	}
	h.hear(ctx, w, r)
}

// prove answers a service that verifies a webhook address before it uses it.
func (h *hooks) prove(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	for _, s := range h.sets(r.Context()) {
		if q.Get("hub.mode") == "subscribe" && s.Proves(r.Context(), guard.HookToken(r.URL.Path), q.Get("hub.verify_token")) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(map[string]string{"hub.challenge": q.Get("hub.challenge")}) // a closed connection cannot receive an error
			return
		}
	}
	http.Error(w, "Nobody subscribed by this word.", http.StatusForbidden)
}

// hear handles a webhook event. It also accepts a known event that concerns no
// athlete here, because the service would otherwise send the event again.
func (h *hooks) hear(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	token, body := guard.HookToken(r.URL.Path), guard.Body(r.Context())
	sets := h.sets(r.Context())
	for _, s := range sets {
		if !s.CalledAt(r.Context(), token) {
			continue
		}
		name, e, ok, err := s.Called(r.Context(), token, body)
		switch {
		case err != nil:
			h.warn("an event of a service was not read", err)
			http.Error(w, "It cannot be taken now.", http.StatusServiceUnavailable)
			return
		case !ok:
			http.Error(w, "This is no event of the subscription.", http.StatusForbidden)
			return
		}
		for _, of := range sets {
			if of.AccountAt(name) == e.Owner {
				h.actOn(ctx, r.Context(), of, name, e)
			}
		}
		w.WriteHeader(http.StatusOK)
		return
	}
	http.NotFound(w, r)
}

// actOn does what an event requires. It sends requests to the service only after the
// event has been answered, because the service waits at most two seconds.
func (h *hooks) actOn(ctx, now context.Context, s *connections.Set, name source.Name, e source.WebhookEvent) {
	ask, err := s.ActOn(context.WithoutCancel(now), name, e)
	if err != nil {
		h.warn("an event of a service was not followed", err)
		return
	}
	if ask == nil {
		return
	}
	select {
	case h.asking <- struct{}{}:
	default:
		return // the next sync handles it
	}
	h.running.Go(func() {
		defer func() { <-h.asking }()
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := ask(ctx); err != nil && ctx.Err() == nil {
			h.warn("what an event is about was not read", err)
		}
	})
}

// wait blocks until all running requests have finished. It is called when no more calls come.
func (h *hooks) wait() { h.running.Wait() }

// hookFile is a file in the home. For each address that a service calls, it contains a hash of
// the token, as in the database, so that the home of a call is found without opening homes.
const hookFile = "service.hooks"

// keepHook keeps the hash of the address that a service calls about an athlete, or removes it if
// it is empty.
func keepHook(home string, id training.AthleteID, name source.Name, hash string) error {
	file, all := filepath.Join(home, hookFile), map[string]string{}
	b, err := disk.ReadRegular(file, maxFeedFile)
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		if all[string(id)+" "+string(name)] = hash; hash == "" {
			delete(all, string(id)+" "+string(name))
		}
		if b, err = json.Marshal(all); err == nil {
			err = disk.WriteAtomic(file, b, 0o600)
		}
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The addresses that services call cannot be kept: %w.", err).
			WithFix("Remove %s from the home folder and make the folder writable, then turn the notifications on again.", hookFile)
	}
	return nil
}

func (h *hooks) warn(what string, err error) {
	err = source.Unsaid(err)
	h.p.logger(h.w.Settings).Warn(what, "kind", training.KindOf(err).String())
}
