package app

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// What the dashboard keeps in the home.
const (
	sessionsDir = "dashboard.sessions"
	formerKey   = "dashboard.key" // of earlier versions, whose sessions outlived the process
	uploadDir   = "uploads"
	onPage      = "dashboard" // the face of the page's own calls
)

// serveDashboard shows the dashboard until ctx ends.
func (p *Program) serveDashboard(ctx context.Context, w *cli.Workbench, o cli.DashboardOptions, ready func(cli.DashboardAt)) error {
	door, reach, err := p.dashboardDoor(w.Settings, o)
	if err != nil {
		return err
	}
	p.first = p.staySmall // it stays open all day beside all else
	home := w.Settings.Get(settings.Home)
	_ = os.Remove(filepath.Join(home, formerKey)) // it opens nothing any more
	sessions := guard.NewSessions(filepath.Join(home, sessionsDir), p.Now)
	defer func() { _ = sessions.Close() }() // they end with this process, listed or not
	coach, err := p.talker(ctx, w.Settings, reach, o)
	if err != nil {
		return err
	}
	s, err := p.dashboard(w, sessions, reach, o, coach)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.DropUploads(); err != nil { // they are in the way of nobody
		p.logger(w.Settings.Get(settings.LogLevel)).WarnContext(ctx, "what is left of uploads was not removed", "error", err)
	}
	l, err := guard.Listen(ctx, o.Addr, true)
	if err != nil {
		return err
	}
	stop := p.keepFollowing(ctx, w)
	defer stop()
	defer p.keepReading(ctx, w)()
	if door.tls != nil {
		l = tls.NewListener(l, door.tls)
	}
	at := dashboardAt(l.Addr(), door, reach, sessions)
	if o.Open {
		defer func() { _ = os.Remove(filepath.Join(home, openFile)) }() // its ticket is used by then
		at.Opened = p.browse(ctx, home, at.URL) == nil                  // else its address is printed
	}
	ready(at)
	return guard.Serve(ctx, l, s.Handler(ctx), p.logger(w.Settings.Get(settings.LogLevel)))
}

// dashboardDoor is how the dashboard is reached: by the rules of the server over
// HTTP, and where others than this machine may come, with its key.
func (p *Program) dashboardDoor(s settings.Settings, o cli.DashboardOptions) (d door, reach guard.PagesOptions, err error) {
	d, err = doorOf(cli.HTTPOptions{
		Addr: o.Addr, PublicURLs: o.PublicURLs, Proxies: o.Proxies, CertFile: o.CertFile, KeyFile: o.KeyFile,
	})
	if err != nil {
		return d, reach, err
	}
	reach = guard.PagesOptions{Public: d.public, Proxies: d.proxies}
	if guard.Loopback(o.Addr) && len(d.public)+len(d.proxies) == 0 {
		return d, reach, nil
	}
	_, err = p.readKey(s)
	reach.Key = func() string {
		key, err := p.readKey(s) // key new may have replaced it
		if err != nil {
			return ""
		}
		return key.Text
	}
	return d, reach, err
}

// dashboardAt are the addresses of a listener, each with a ticket.
func dashboardAt(addr net.Addr, d door, reach guard.PagesOptions, sessions *guard.Sessions) cli.DashboardAt {
	scheme := "http://"
	if d.tls != nil {
		scheme = "https://"
	}
	at := cli.DashboardAt{URL: scheme + reachable(addr) + "/#" + sessions.Ticket(), Beyond: reach.Key != nil}
	for _, u := range d.public {
		at.Others = append(at.Others, strings.TrimSuffix(u.String(), "/")+"/#"+sessions.Ticket())
	}
	return at
}

func (p *Program) dashboard(
	w *cli.Workbench, sessions *guard.Sessions, reach guard.PagesOptions, o cli.DashboardOptions, coach web.Coach,
) (*web.Server, error) {
	scope := training.Scope{Athlete: w.Athlete, Audience: training.AudiencePage}
	language := saidIn(w.Settings.Get(settings.Language))
	if language == nil {
		language = english
	}
	return web.New(web.Options{
		Version: p.Version, Table: w.Table, Store: w.DB, AtOneMoment: ledger.AtOneMoment, Sessions: sessions, Reach: reach,
		Coach: coach, Now: p.Now,
		NewCall: func(ctx context.Context) (*tools.Call, error) {
			return p.newCall(ctx, w.DB, w.Limited, w.Settings, scope, onPage)
		},
		Pending: func(ctx context.Context) ([]journal.Preview, error) { return p.pending(ctx, w) },
		Grant: func(ctx context.Context, token string) error {
			_, err := w.Journal.Grant(ctx, w.Scope(), token, p.Now())
			return err
		},
		Undo: func(ctx context.Context, id string) (journal.Outcome, error) {
			out, err := w.Journal.Undo(ctx, w.Scope(), id, p.Now())
			if err == nil {
				_, err = w.Follow(ctx, func(int, int) {})
			}
			return out, err
		},
		Import: p.uploads(w), Setups: o.Setups, Install: o.Install,
		UploadDir: filepath.Join(w.Settings.Get(settings.Home), uploadDir), Basemap: basemapOf(w.Settings),
		Say: language, Language: w.Settings.Get(settings.Language), Explained: i18n.Explained,
		Log: p.logger(w.Settings.Get(settings.LogLevel)),
	})
}

// basemapOf is the map that the config names.
func basemapOf(s settings.Settings) page.Source {
	return page.Source{Tiles: s.Get(settings.MapTiles), Credit: s.Get(settings.MapCredit), File: s.Get(settings.MapFile)}
}

// uploads imports a file by the tool that does so for assistants, which here may
// read the folder of uploads and no other.
func (p *Program) uploads(w *cli.Workbench) func(ctx context.Context, c *tools.Call, path string) (json.RawMessage, error) {
	return func(ctx context.Context, c *tools.Call, path string) (json.RawMessage, error) {
		importer, ok := w.Importer.(activities.Importer)
		if !ok {
			return nil, training.Errorf(training.KindUnsupported, "Nothing can be imported here.")
		}
		table := tools.NewTable(activities.Rows(activities.Deps{
			Store: w.DB, Journal: w.Journal, Importer: importer, NewID: w.NewID,
			ImportRoots: []string{filepath.Join(w.Settings.Get(settings.Home), uploadDir)},
		})...)
		args, err := json.Marshal(map[string][]string{"paths": {path}})
		if err != nil {
			return nil, err
		}
		res, err := table.Call(ctx, "import_files", c, args)
		if err != nil {
			return nil, err
		}
		_, err = w.Follow(ctx, func(int, int) {})
		return res.Structured, err
	}
}

// english says a sentence as it is written.
func english(format string, args ...any) string { return i18n.Sentencef(format, args...).String() }

// pending are the writes that wait for the athlete's yes, the latest first.
func (p *Program) pending(ctx context.Context, w *cli.Workbench) ([]journal.Preview, error) {
	all, err := w.DB.Approvals(ctx, w.Scope())
	if err != nil {
		return nil, err
	}
	var out []journal.Preview
	for _, a := range all {
		if a.Expired(p.Now()) || !a.GrantedAt.IsZero() || !a.UsedAt.IsZero() {
			continue
		}
		preview, err := w.Journal.Pending(ctx, w.Scope(), a.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, preview)
	}
	return out, nil
}
