package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web"
	"lapkeep/internal/homes"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// homesShown shows many homes to a person at this machine, beside other programs that have them open.
type homesShown struct {
	*hosted

	all   *tools.Table      // the tools, which answer about all homes or about one that is named
	adapt func(*tools.Call) // each call to its reader; may be nil
}

func (p *Program) homesShown(s settings.Settings, face string) *homesShown {
	h := &homesShown{hosted: p.hosted(s, mostHomes, face)}
	h.all = p.table(s).WithAthletes(h)
	return h
}

// Athletes returns the homes, each as an athlete.
func (h *homesShown) Athletes(context.Context) (out []training.Athlete, err error) {
	names, err := homes.Root(h.s.Get(settings.Home)).Names()
	for _, name := range names {
		out = append(out, training.Athlete{ID: training.AthleteID(name)})
	}
	return out, err
}

// Turn returns a copy of c for the home with a name.
func (h *homesShown) Turn(ctx context.Context, c *tools.Call, name string) (*tools.Call, error) {
	one, err := h.callOf(ctx, name)
	if err != nil {
		return nil, err
	}
	if one.Named = training.AthleteID(name); h.adapt != nil {
		h.adapt(one)
	}
	return one.As(c), nil
}

// call returns a call for all homes.
func (h *homesShown) call() *tools.Call {
	now, language := h.p.Now(), h.s.Get(settings.Language)
	return &tools.Call{
		Scope: training.Scope{Audience: training.AudiencePage}, Now: now, Location: now.Location(), Today: training.DayOf(now),
		Language: language, Said: saidIn(language), Face: h.face, Named: allAthletes,
	}
}

// openShown opens a home for a person, who sees what follows from its newest data.
func (h *hosted) openShown(ctx context.Context, s settings.Settings, name string) (*openHome, error) {
	w, err := h.p.open(ctx, s, cli.OpenOptions{OrReadOnly: true, Serves: true})
	if err != nil { // the commands in an error are for this home
		return nil, tools.NewTable().WithHome(s.AtHome()).Advised(err)
	}
	if _, err := w.Follow(ctx, func(int, int) {}); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return &openHome{w: w, table: w.Table, name: name, files: serviceFiles(s.Get(settings.Home))}, nil
}

// askHomes passes to use what calls a tool for the homes below the home folder in the settings.
func (p *Program) askHomes(
	ctx context.Context, s settings.Settings, adapt func(*tools.Call), use func(ask cli.AskTool) error,
) (err error) {
	h := p.homesShown(s, "cli")
	h.adapt = adapt
	defer func() { err = errors.Join(err, h.pool.Close(context.WithoutCancel(ctx))) }()
	return use(func(tool string, args json.RawMessage) (tools.Result, error) {
		return h.all.Call(ctx, tool, h.call(), args)
	})
}

// serveDashboardOfHomes shows the athletes of all homes, and the dashboard of each, to browsers
// on this machine until ctx is done.
func (p *Program) serveDashboardOfHomes(
	ctx context.Context, s settings.Settings, o cli.DashboardOptions, ready func(cli.DashboardAt),
) error {
	if !guard.Loopback(o.Addr) || len(o.PublicURLs)+len(o.Proxies) > 0 { // a key of the server's own opens no home
		return training.Errorf(training.KindInvalid, "The dashboard of many homes is for browsers on this machine.").
			WithFix("Leave out --public-url and --trusted-proxy, and keep --addr on 127.0.0.1.")
	}
	door, reach, err := p.dashboardDoor(s, o)
	if err != nil {
		return err
	}
	h, root := p.homesShown(s, onPage), s.Get(settings.Home)
	if err := h.ready(ctx); err != nil {
		return err
	}
	p.first = p.staySmall(pageGarbage)
	sessions := guard.NewSessions("", p.Now)
	pages, err := h.pages(ctx, sessions)
	if err != nil {
		return err
	}
	l, err := guard.Listen(ctx, o.Addr, true)
	if err != nil {
		return err
	}
	working := make(chan struct{})
	go func() {
		defer close(working)
		h.pool.Run(ctx)
	}()
	at := dashboardAt(l.Addr(), door, reach, sessions)
	if o.Open {
		defer func() { _ = os.Remove(filepath.Join(root, openFile)) }()
		at.Opened = p.browse(ctx, root, at.URL) == nil
	}
	ready(at)
	err = guard.Serve(ctx, l, pages.Handler(ctx), p.logger(s))
	<-working
	return errors.Join(err, h.pool.Close(context.WithoutCancel(ctx)))
}

// pages returns the pages of all homes. Those of one home exist while it is open.
func (h *homesShown) pages(ctx context.Context, sessions *guard.Sessions) (*web.Homes, error) {
	language := h.s.Get(settings.Language)
	return web.NewHomes(web.Options{
		Table: h.all, Sessions: sessions, Now: h.p.Now, Log: h.p.logger(h.s), Say: sayIn(language), Language: language,
		NewCall: func(context.Context) (*tools.Call, error) { return h.call(), nil },
	}, func(asking context.Context, name string) (http.Handler, func(), error) {
		o, done, err := h.pool.Take(asking, name)
		if err != nil {
			return nil, nil, err
		}
		before := o.w.DB.Written()
		pages, err := h.pagesOf(ctx, o, sessions)
		return pages, func() {
			if o.w.DB.Written() != before || !h.looked(context.WithoutCancel(asking), o) {
				h.pool.Due(name, h.p.Now())
			}
			done()
		}, err
	})
}

// pagesOf returns the pages of an open home, which are made at the first request.
func (h *homesShown) pagesOf(ctx context.Context, o *openHome, sessions *guard.Sessions) (http.Handler, error) {
	h.mu.Lock()
	if o.pages == nil {
		o.pages = sync.OnceValues(func() (http.Handler, error) {
			s, err := h.p.dashboard(ctx, o.w, sessions, guard.PagesOptions{}, cli.DashboardOptions{Homes: true}, web.Coach{})
			if err != nil {
				return nil, err
			}
			if err := s.DropUploads(); err != nil {
				h.p.logger(h.s).WarnContext(ctx, uploadsStay, "home", o.name, "error", err)
			}
			return s.Routes(ctx), nil
		})
	}
	h.mu.Unlock()
	return o.pages()
}
