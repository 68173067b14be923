package app

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// hooks are the addresses at which services call this server. They are looked
// for when somebody asks for one.
type hooks struct {
	p    *Program
	w    *cli.Workbench
	ties *links
	// asking bounds how many events are asked about at once; what is over is left
	// to the next reading.
	asking chan struct{}
}

const mostAsking = 4

func newHooks(p *Program, w *cli.Workbench) *hooks {
	all := p.links(w.DB, w.Athlete, w.Settings, parts{limited: w.Limited, journal: w.Journal})
	return &hooks{p, w, all, make(chan struct{}, mostAsking)}
}

// sets are the connections of all athletes of the home.
func (h *hooks) sets(ctx context.Context) (all []*connections.Set) {
	athletes, err := h.w.DB.Athletes(ctx)
	if err != nil {
		return nil // nobody is let in
	}
	for i := range athletes {
		all = append(all, h.ties.of(athletes[i].ID))
	}
	return all
}

// is reports whether a token is that of an address.
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

// with answers services that call, and hands everybody else on.
func (h *hooks) with(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !guard.IsHook(r):
			next.ServeHTTP(w, r)
		case r.Method == http.MethodGet:
			h.prove(w, r)
		default:
			h.hear(ctx, w, r)
		}
	})
}

// prove answers a service that asks whether it may call here.
func (h *hooks) prove(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	for _, s := range h.sets(r.Context()) {
		if q.Get("hub.mode") == "subscribe" && s.Proves(r.Context(), guard.HookToken(r.URL.Path), q.Get("hub.verify_token")) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(map[string]string{"hub.challenge": q.Get("hub.challenge")}) // who is gone reads no error
			return
		}
	}
	http.Error(w, "Nobody subscribed by this word.", http.StatusForbidden)
}

// hear takes an event. What is known of it and concerns nobody here is taken
// too: the service would send it again.
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

// actOn does what an event asks for, and asks the service for more after it was
// answered: it waits two seconds at most.
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
		return // the next reading has it
	}
	go func() {
		defer func() { <-h.asking }()
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := ask(ctx); err != nil && ctx.Err() == nil {
			h.warn("what an event is about was not read", err)
		}
	}()
}

// wait is for those who are asking, when the server ends.
func (h *hooks) wait() {
	for range mostAsking {
		h.asking <- struct{}{}
	}
}

func (h *hooks) warn(what string, err error) {
	err = source.Unsaid(err)
	h.p.logger(h.w.Settings.Get(settings.LogLevel)).Warn(what, "kind", training.KindOf(err).String())
}
