package app

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"path/filepath"
	"strings"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/app/intake"
	"lapkeep/internal/cli"
	"lapkeep/internal/cli/settings"
	"lapkeep/internal/derive"
	"lapkeep/internal/ingest"
	"lapkeep/internal/journal"
	"lapkeep/internal/journal/outbox"
	"lapkeep/internal/source"
	"lapkeep/internal/source/token"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// keysFolder is where each athlete's keys of services lie, below the home.
const keysFolder = "keys"

// connections are an athlete's connections to services.
func (p *Program) connections(db *store.DB, id training.AthleteID, s settings.Settings, j *journal.Journal, im *ingest.Importer, box *outbox.Box, readOnly bool) *connections.Set {
	home := s.Get(settings.Home)
	return connections.New(connections.Options{
		Athlete: id, Kinds: connections.Kinds(), Given: given(s),
		Vault: &token.Vault{Dir: filepath.Join(home, keysFolder, string(id)), Keyring: p.Keyring, NewID: p.newID},
		Meet:  func(ctx context.Context) error { return p.ensureAthlete(ctx, db, id, s) },
		Book:  db.Connections(), Store: db, Importer: im, Journal: j, Outbox: box,
		Follow: func(ctx context.Context) error {
			_, err := follow(ctx, db, im, keptIn(home), func(derive.Progress) {})
			return err
		},
		NewID: p.newID, Now: p.Now, Jitter: jitter, Version: p.Version, Log: p.logger(s.Get(settings.LogLevel)), ReadOnly: readOnly,
	})
}

// outbox sends what the athlete's writes mean for services.
func (p *Program) outbox(db *store.DB, s settings.Settings, services func() outbox.Services) *outbox.Box {
	return outbox.New(outbox.Options{
		Store: db, Services: services, Leases: db.Connections(), NewID: p.newID, Now: p.Now, Log: p.logger(s.Get(settings.LogLevel)),
		Kinds: []outbox.Kind{outbox.Events{Say: intake.Say}, outbox.Wellness{Say: intake.Say}},
	})
}

// given is what the settings say of services.
func given(s settings.Settings) map[source.Name]connections.Given {
	key := s.Value(settings.IntervalsKey)
	g := connections.Given{Key: source.NewSecret(key.Text), From: key.From, Account: s.Get(settings.IntervalsAthlete), URL: s.Get(settings.IntervalsURL)}
	if strings.HasSuffix(key.From, " API_KEY") && g.Account == "" {
		g.Key = source.NewSecret("") // any program may call its key that
	}
	return map[source.Name]connections.Given{"intervals": g}
}

// jitter draws from [0, 1), so that many programs do not ask at once.
func jitter() float64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return float64(binary.LittleEndian.Uint64(b[:])>>11) / (1 << 53)
}

// writeMode is the write mode, narrowed by what may be deleted.
func writeMode(s settings.Settings) tools.Writes {
	w := tools.Writes(s.Get(settings.Writes))
	if w == tools.WritesFull && s.Get(settings.DeleteMode) != "full" {
		return tools.WritesSafe
	}
	return w
}

// keepReading reads the connected services, until stop is called.
func (p *Program) keepReading(ctx context.Context, w *cli.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Connections.Keep(ctx)
	}()
	return func() { cancel(); <-done }
}
