package app

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"path/filepath"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// links are the connections of the athletes of a home. Keys that the settings
// give are those of the one whom the process works for.
func (p *Program) links(db *store.DB, own training.AthleteID, s settings.Settings, with parts) *links {
	return &links{sets: map[training.AthleteID]*connections.Set{}, set: func(id training.AthleteID) *connections.Set {
		g := connections.GivenBy(s, p.kinds())
		if id != own {
			g = onlyAddresses(g)
		}
		return p.connections(db, id, g, s, with)
	}}
}

// parts are what connections work on besides the store.
type parts struct {
	limited  *limited.DB
	journal  *journal.Journal
	importer *importing.Importer
	outbox   *outbox.Box
	readOnly bool
}

func onlyAddresses(g map[source.Name]connections.Given) map[source.Name]connections.Given {
	out := map[source.Name]connections.Given{}
	for name, of := range g {
		out[name] = connections.Given{URL: of.URL, URLFrom: of.URLFrom, SignInURL: of.SignInURL, SigningKeyFile: of.SigningKeyFile}
	}
	return out
}

// connections are an athlete's connections to services.
func (p *Program) connections(
	db *store.DB, id training.AthleteID, g map[source.Name]connections.Given, s settings.Settings, with parts,
) *connections.Set {
	home := s.Get(settings.Home)
	return connections.New(connections.Options{
		Athlete: id, Kinds: p.kinds(), Given: g, Sleep: p.Sleep,
		Vault: p.vault(home, id), Coach: func() connections.Coach { return p.coach(home, id) },
		Others: func(ctx context.Context) []connections.Coach { return p.others(ctx, db, home, id) },
		Meet:   func(ctx context.Context) error { return p.ensureAthlete(ctx, db, id, s, true) },
		Book:   db.Connections(), Store: db, Limited: with.limited, Importer: with.importer, Journal: with.journal, Outbox: with.outbox,
		Follow: func(ctx context.Context) error {
			_, err := follow(ctx, db, with.importer, keptIn(home), func(derive.Progress) {})
			return err
		},
		NewID: p.newID, Now: p.Now, Jitter: jitter, Random: p.Random, Version: p.Version, UserHome: p.Places.UserHome,
		Log: p.logger(s.Get(settings.LogLevel)), ReadOnly: with.readOnly,
	})
}

// outbox sends what the athlete's writes mean for services.
func (p *Program) outbox(
	db *store.DB, rows *limited.DB, s settings.Settings, services func(training.AthleteID) outbox.Services,
) *outbox.Box {
	return outbox.New(outbox.Options{
		Store: db, Services: services, Leases: db.Connections(), NewID: p.newID, Now: p.Now, Log: p.logger(s.Get(settings.LogLevel)),
		Kinds: sent(db, rows, p.Now), Words: rows,
	})
}

func (p *Program) vault(home string, id training.AthleteID) *token.Vault {
	return &token.Vault{Dir: filepath.Join(home, settings.KeysFolder, string(id)), Keyring: p.Keyring, NewID: p.newID}
}

// coach is whom a home belongs to, when a command works for another: the
// athlete of the settings without flags.
func (p *Program) coach(home string, id training.AthleteID) connections.Coach {
	in := p.places()
	in.Flags = map[settings.Key]string{settings.Home: home}
	s, err := settings.Load(in)
	if own := training.AthleteID(s.Get(settings.Athlete)); err == nil && own != id && ledger.CheckAthlete(own) == nil {
		return connections.Coach{Athlete: own, Vault: p.vault(home, own)}
	}
	return connections.Coach{} // the settings themselves are complained of elsewhere
}

// others are the other athletes of a home.
func (p *Program) others(ctx context.Context, db *store.DB, home string, id training.AthleteID) (out []connections.Coach) {
	all, err := db.Athletes(ctx)
	if err != nil {
		return nil // they count as not connected; who reads the home complains
	}
	for i := range all {
		if other := all[i].ID; other != id {
			out = append(out, connections.Coach{Athlete: other, Vault: p.vault(home, other)})
		}
	}
	return out
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

// keepReading reads the connected services, until stop is called. It begins
// when the client has had its first answer: to find the athletes reads the
// whole schema.
func (p *Program) keepReading(ctx context.Context, w *cli.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-ctx.Done():
		case <-time.After(followFirst):
			w.KeepReading(ctx)
		}
	}()
	return func() { cancel(); <-done }
}

// services are the names of those that can be connected.
func (p *Program) services() []string {
	var out []string
	for _, k := range p.kinds() {
		out = append(out, string(k.Name))
	}
	return out
}
