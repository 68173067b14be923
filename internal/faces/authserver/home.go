package authserver

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"lapkeep/internal/people"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// consent is the page on which a person decides.
type consent struct {
	*view
	ask
	offered  []training.Permission // those asked for that the person can give
	athletes []training.Athlete
	at       string // host of the address for the answer
	own      bool   // a program on the person's own device
	problem  error
}

// account is the page of a signed-in person.
type account struct {
	*view
	waiting []waiting
	grants  []people.Grant
	lines   []people.Line
	keys    []people.Passkey
	names   map[training.AthleteID]string
	roles   map[training.AthleteID]training.Role
	others  []people.Person // for the owner
}

// waiting is a write that waits for the person.
type waiting struct {
	athlete training.AthleteID
	journal.Preview
}

// mayApprove reports whether a role may agree to writes. A viewer changes nothing.
func mayApprove(r training.Role) bool { return slices.Contains(r.Permissions(), training.MayWrite) }

// audience returns how much of an athlete's data a person sees on these pages: athletes and the
// owner see it all, others what the athlete shares.
func audience(r training.Role) training.Audience {
	if r == training.RoleOwner || r == training.RoleAthlete {
		return training.AudiencePage
	}
	return training.AudienceModel
}

// shownLines is the number of lines of the access log on the page.
const shownLines = 50

// home shows what waits for the person, which programs they allowed, and who asked about their
// athletes.
func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	v, ok := s.view(w, r)
	if !ok {
		return
	}
	if v.person == nil {
		s.welcome(w, r, http.StatusOK, v, "", nil)
		return
	}
	a, err := s.account(r.Context(), v)
	if err != nil {
		s.trouble(w, r, http.StatusServiceUnavailable, err)
		return
	}
	if s.keys != nil {
		if a.keys, err = s.passkeysOf(r, v); err == nil {
			v.options, err = s.askForNew(w, r, v, a.keys)
		}
		if err != nil {
			s.trouble(w, r, http.StatusServiceUnavailable, err)
			return
		}
	}
	if to := s.leaving(r.Context()); to != nil { // where the form for signing out leads
		v.sendsTo = to.Scheme + "://" + to.Host
	}
	s.show(w, r, http.StatusOK, v, accountPage(a))
}

func (s *Server) account(ctx context.Context, v *view) (*account, error) {
	a := &account{view: v, names: map[training.AthleteID]string{}}
	grants, err := s.Book.Grants(ctx)
	if err != nil {
		return nil, err
	}
	athletes, roles, err := s.athletesOf(ctx, *v.person)
	if err != nil {
		return nil, err
	}
	a.roles = roles
	for i := range athletes {
		if err := s.about(ctx, a, &athletes[i]); err != nil {
			return nil, err
		}
	}
	if v.person.Role == training.RoleOwner {
		if err := s.owned(ctx, a); err != nil {
			return nil, err
		}
	}
	for _, g := range grants {
		if mayWithdraw(v.person, g, a.roles) {
			a.grants = append(a.grants, g)
		}
	}
	return a, nil
}

// about adds what a person sees about one athlete: what waits for the person, and who asked.
func (s *Server) about(ctx context.Context, a *account, x *training.Athlete) error {
	role := a.roles[x.ID]
	a.names[x.ID] = athleteName(*x)
	if mayApprove(role) {
		all, err := s.Waiting(ctx, training.Scope{Athlete: x.ID, Audience: audience(role)})
		if err != nil {
			return err
		}
		for _, p := range all {
			if s.mayAgree(role, p.Tool) {
				a.waiting = append(a.waiting, waiting{x.ID, p})
			}
		}
	}
	if audience(role) != training.AudiencePage {
		return nil
	}
	lines, err := s.Book.Log(ctx, x.ID, shownLines)
	a.lines = append(a.lines, lines...)
	return err
}

// owned adds what the owner alone sees: the other people, and calls about no athlete who agreed.
func (s *Server) owned(ctx context.Context, a *account) error {
	lines, err := s.Book.Log(ctx, "", shownLines)
	all, failed := s.Book.People(ctx)
	a.lines = append(a.lines, lines...)
	a.others = slices.DeleteFunc(all, func(p people.Person) bool { return p.ID == a.person.ID })
	return errors.Join(err, failed)
}

// mayAgree reports whether a person may agree to a write of a tool: athletes to all that is
// about themselves, and a coach to what a coach may do. What an undo takes back is not known
// here, so a coach does not decide about it.
func (s *Server) mayAgree(r training.Role, tool string) bool {
	return r != training.RoleCoach || tool != "undo" && slices.Contains(r.Permissions(), s.Needs(tool))
}

// mayWithdraw reports whether a person may end a grant: the one who made it, the owner, and an
// athlete whom it is about.
func mayWithdraw(p *people.Person, g people.Grant, roles map[training.AthleteID]training.Role) bool {
	if g.Person == p.ID || p.Role == training.RoleOwner {
		return true
	}
	return slices.ContainsFunc(g.Athletes, func(id training.AthleteID) bool { return roles[id] == training.RoleAthlete })
}

func (s *Server) withdraw(w http.ResponseWriter, r *http.Request) {
	v, form, ok := s.sent(w, r)
	if !ok {
		return
	}
	a, err := s.account(r.Context(), v)
	if err == nil && !slices.ContainsFunc(a.grants, func(g people.Grant) bool { return g.ID == form.Get("grant") }) {
		err = training.Errorf(training.KindNotFound, "There is no grant %q in force.", form.Get("grant")).WithFix("Reload the page.")
	}
	if err == nil {
		err = s.Book.Withdraw(r.Context(), form.Get("grant"))
	}
	s.backHome(w, r, err)
}

// approve records that the person agreed to a write. Only the session of a person can do this:
// no token of a program is accepted here.
func (s *Server) approve(w http.ResponseWriter, r *http.Request) {
	v, form, ok := s.sent(w, r)
	if !ok {
		return
	}
	a, err := s.account(r.Context(), v)
	if err == nil {
		i := slices.IndexFunc(a.waiting, func(x waiting) bool { return x.Token == form.Get("approval") })
		if i < 0 {
			err = training.Errorf(training.KindNotFound, "Nothing waits for you under this code.").
				WithFix("Ask the assistant to try again.")
		} else {
			err = s.Approve(r.Context(), training.Everything(a.waiting[i].athlete), v.person.ID, form.Get("approval"))
		}
	}
	s.backHome(w, r, err)
}

func (s *Server) backHome(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case err == nil:
		http.Redirect(w, r, homePath, http.StatusSeeOther)
	case training.KindOf(err) == training.KindNotFound:
		s.trouble(w, r, http.StatusNotFound, err)
	case training.KindOf(err) == training.KindConflict:
		s.trouble(w, r, http.StatusConflict, err)
	default:
		s.trouble(w, r, http.StatusServiceUnavailable, err)
	}
}
