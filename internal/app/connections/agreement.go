package connections

import (
	"context"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// agreementCursor is under which it is kept what the athlete agreed to. It goes
// with the connection, and undoing a write of settings does not bring it back.
const agreementCursor = "agreement"

// agreement is what an athlete agreed to of the terms of a service.
func agreement(ctx context.Context, b ledger.ConnectionBook, k ledger.ConnectionKey) (g source.Agreement, err error) {
	_, err = b.Cursor(ctx, k, agreementCursor, &g)
	return g, err
}

// Terms are those under which rows that may not stay lie apart.
func Terms(kinds []Kind, b ledger.ConnectionBook) map[string]limited.Terms {
	all := map[string]limited.Terms{}
	for _, k := range kinds {
		p := policy(k)
		if p.Place() != source.Limited {
			continue
		}
		all[string(k.Name)] = limited.Terms{
			Retention: p.Retention,
			MayShow: func(ctx context.Context, a training.AthleteID, who training.Audience) (bool, error) {
				g, err := agreement(ctx, b, syncer.Key(a, k.Name))
				return p.Opens(g, who), err
			},
		}
	}
	return all
}

// MayShow reports whether an audience may see what a service says.
func (s *Set) MayShow(ctx context.Context, name source.Name, who training.Audience) (bool, error) {
	k, err := s.kind(string(name))
	if err != nil {
		return false, err
	}
	p := policy(k)
	if p.Acknowledge == "" {
		return p.Opens(source.Agreement{}, who), nil
	}
	g, err := agreement(ctx, s.o.Book, s.key(k.Name))
	return p.Opens(g, who), err
}

// terms are what the athlete agreed to, nil of a service whose rows may stay.
func (s *Set) terms(ctx context.Context, k Kind, zone *time.Location) (*serviced.Terms, error) {
	p := policy(k)
	if p.Place() != source.Limited {
		return nil, nil
	}
	g, err := agreement(ctx, s.o.Book, s.key(k.Name))
	out := &serviced.Terms{KeptDays: int(p.Retention / (24 * time.Hour)), Text: p.TextVersion}
	if p.MayFetch(g) && p.Acknowledge != "" {
		out.Agreed = g.Own.At.In(zone).Format(time.DateOnly)
	}
	if out.Agreed != "" && p.Opens(g, training.AudienceModel) && p.AcknowledgeAssistants != "" {
		out.Assistants = g.Assistants.At.In(zone).Format(time.DateOnly)
	}
	return out, err
}

// ask refuses to send anything to a service before its terms are agreed to.
func (s *Set) ask(ctx context.Context, k Kind, p source.Policy) error {
	g, err := agreement(ctx, s.o.Book, s.key(k.Name))
	if err == nil && !p.MayFetch(g) {
		err = unagreed(k)
	}
	return err
}

func unagreed(k Kind) error {
	return training.Errorf(training.KindForbidden, "Nothing is asked of %s before you agreed to its terms.", k.Title).
		WithFix("Run `%s` at a terminal.", command(k))
}

// gate is the budget of a service whose terms must be agreed to: every request
// passes it.
type gate struct {
	source.Budget

	ask func(ctx context.Context) error
}

func (g gate) Take(ctx context.Context, u source.Urgency, buckets ...string) error {
	if err := g.ask(ctx); err != nil {
		return err
	}
	return g.Budget.Take(ctx, u, buckets...)
}

// agree keeps that the athlete agreed to the text that was shown, once.
func (s *Set) agree(ctx context.Context, k Kind, p source.Policy, text string) error {
	g, err := agreement(ctx, s.o.Book, s.key(k.Name))
	if err != nil || p.Acknowledge == "" || p.MayFetch(g) {
		return err
	}
	return s.o.Book.SetCursor(ctx, s.key(k.Name), agreementCursor, source.Agreement{Own: source.Agreed{At: s.o.Now(), Text: text}})
}

// Assistants opens the rows of a connected service to assistants, as the text
// of that version asks for; without one it closes them.
func (s *Set) Assistants(ctx context.Context, name, text string) error {
	k, err := s.kind(name)
	if err != nil {
		return err
	}
	p := policy(k)
	if begun, err := s.begun(ctx, k); err != nil {
		return err
	} else if _, where := s.account(k); where == "" && !begun {
		return notConnected(k)
	}
	if p.AcknowledgeAssistants == "" {
		return training.Errorf(training.KindInvalid, "The terms of %s ask nothing of what assistants see.", k.Title).
			WithFix("Leave --assistants out.")
	}
	g, err := agreement(ctx, s.o.Book, s.key(k.Name))
	switch {
	case err != nil:
		return err
	case !p.MayFetch(g):
		return unagreed(k)
	case text == "":
		g.Assistants = source.Agreed{}
	case text != p.TextVersion:
		return training.Errorf(training.KindConflict, "The terms of %s have another text now.", k.Title).WithFix("Read it and agree again.")
	default:
		g.Assistants = source.Agreed{At: s.o.Now(), Text: text}
	}
	return s.o.Book.SetCursor(ctx, s.key(k.Name), agreementCursor, g)
}
