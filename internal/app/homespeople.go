package app

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/homes"
	"lapkeep/internal/people"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// bookOf opens the book of people of many homes. Without create, it is nil if there is none.
func (p *Program) bookOf(ctx context.Context, root homes.Root, create bool) (*people.Book, error) {
	path := filepath.Join(string(root), people.FileName)
	if _, err := os.Lstat(path); !create && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return people.Open(ctx, path, p.Now, p.Random, func(named []training.AthleteID) (out []training.AthleteID, err error) {
		if named == nil {
			all, err := root.Names()
			for _, name := range all {
				out = append(out, training.AthleteID(name))
			}
			return out, err
		}
		return slices.DeleteFunc(slices.Clone(named), func(id training.AthleteID) bool { return !root.Has(string(id)) }), nil
	})
}

// signIn lets the people of the homes sign in, if there are any. The book is in use until closed.
func (h *hosted) signIn(ctx context.Context, plan *httpPlan, addr net.Addr) (closed func() error, err error) {
	root := homes.Root(h.s.Get(settings.Home))
	book, err := h.p.bookOf(ctx, root, false)
	if err != nil || book == nil {
		return func() error { return nil }, err
	}
	h.in, err = h.p.signInTo(ctx, h.s, plan, addr, authserver.Options{
		Book: book, Waiting: h.waiting, Approve: h.approve,
		Needs: func(tool string) training.Permission { return h.table.Needs(tool) },
		Athletes: func(context.Context) (out []training.Athlete, err error) {
			all, err := root.Names()
			for _, name := range all {
				out = append(out, training.Athlete{ID: training.AthleteID(name)})
			}
			return out, err
		},
	})
	if err != nil {
		return nil, errors.Join(err, book.Close())
	}
	return book.Close, nil
}

// chosen returns the tools that the settings choose. Where people sign in, they may have several homes.
func (h *hosted) chosen(s settings.Settings) tools.Selection {
	c := chosen(s)
	c.Several = h.in != nil
	return c
}

// newCall returns a call for the home whose key the request carries. A call of somebody who signed
// in is about no home before [hosted.Turn] finds which one is meant.
func (h *hosted) newCall(ctx context.Context) (*tools.Call, error) {
	a := training.AccessOf(ctx)
	switch {
	case h.in == nil:
		return h.callOf(ctx, guard.Home(ctx))
	case a == nil:
		return nil, training.Errorf(training.KindForbidden, "The caller is not known.").WithFix("Connect again.")
	case a.Machine:
		return h.callNamed(ctx, training.AthleteID(guard.Home(ctx)))
	}
	c := h.p.bareCall(a)
	if c.Among = h.among(ctx); len(c.Among) > 0 {
		c.Named = c.Among[0]
	}
	return c, nil
}

func (h *hosted) callNamed(ctx context.Context, name training.AthleteID) (*tools.Call, error) {
	c, err := h.callOf(ctx, string(name))
	if err == nil {
		c.Named, c.Among = name, h.among(ctx)
	}
	return c, err
}

// among returns the homes that the caller may ask about, the first one without being named.
func (h *hosted) among(ctx context.Context) (out []training.AthleteID) {
	a := training.Limits(ctx)
	if a == nil {
		return []training.AthleteID{training.AthleteID(guard.Home(ctx))}
	}
	root := homes.Root(h.s.Get(settings.Home))
	for _, id := range a.Athletes {
		if root.Has(string(id)) {
			out = append(out, id)
		}
	}
	return out
}

// Athletes returns the homes that the caller may ask about.
func (h *hosted) Athletes(ctx context.Context) (out []training.Athlete, err error) {
	for _, id := range h.among(ctx) {
		out = append(out, training.Athlete{ID: id})
	}
	return out, nil
}

// Turn returns a copy of c for the home with a name, which is one that the caller may ask about.
func (h *hosted) Turn(ctx context.Context, c *tools.Call, name string) (*tools.Call, error) {
	id := c.Named
	if name != "" || id == "" {
		all, err := h.Athletes(ctx)
		if err == nil {
			id, err = findAthlete(all, name)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.Home != nil && id == c.Named {
		return c, nil
	}
	turned, err := h.callNamed(ctx, id)
	if err != nil {
		return nil, err
	}
	return turned.As(c), nil
}

// approvalsEnd is longer than an approval can be given.
const approvalsEnd = time.Hour

// note remembers that somebody who signed in wrote to a home, perhaps a question to a person.
func (h *hosted) note(ctx context.Context, name string) {
	if training.Limits(ctx) == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wrote[name] = h.p.Now()
}

// noted reports whether a question to a person may be waiting in a home, so that only such homes
// are opened to look.
func (h *hosted) noted(name string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, ok := h.wrote[name]; ok && h.p.Now().Sub(at) < approvalsEnd {
		return true
	}
	delete(h.wrote, name)
	return false
}

// waiting returns the writes in a home that wait for a person.
func (h *hosted) waiting(ctx context.Context, s training.Scope) ([]journal.Preview, error) {
	if !h.noted(string(s.Athlete)) {
		return nil, nil
	}
	o, done, err := h.pool.Take(ctx, string(s.Athlete))
	if err != nil {
		return nil, err
	}
	defer done()
	return o.w.Journal.WaitingFor(ctx, training.Scope{Athlete: o.w.Athlete, Audience: s.Audience}, h.p.Now())
}

// approve records that a person agreed to a write in a home.
func (h *hosted) approve(ctx context.Context, s training.Scope, by training.PersonID, token string) error {
	o, done, err := h.pool.Take(ctx, string(s.Athlete))
	if err != nil {
		return err
	}
	defer done()
	_, err = o.w.Journal.GrantBy(ctx, training.Everything(o.w.Athlete), by, token, h.p.Now())
	return err
}

// forgetHome ends what people were allowed about an earlier home of the same name.
func (p *Program) forgetHome(ctx context.Context, root homes.Root, name string) error {
	book, err := p.bookOf(ctx, root, false)
	if err != nil || book == nil {
		return err
	}
	return errors.Join(book.Forget(ctx, training.AthleteID(name)), book.Close())
}
