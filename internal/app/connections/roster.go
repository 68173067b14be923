package connections

import (
	"context"
	"slices"
	"sync"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// rosterCursor is under which the ids of those are kept whom a service named.
const rosterCursor = "roster"

// listed is an athlete whom a service named: of one who is not connected here
// only the id is kept, to be counted.
type listed struct {
	ID     string   `json:"id"`
	Access string   `json:"access,omitempty"`
	Tags   []string `json:"tags,omitempty"`
}

func (l listed) same(o listed) bool {
	return l.ID == o.ID && l.Access == o.Access && slices.Equal(l.Tags, o.Tags)
}

// keepRoster keeps whom the service named last, if it was asked and the
// credential is their coach's own.
func (s *Set) keepRoster(ctx context.Context, k Kind, service source.Service, here func() map[string]training.AthleteID) error {
	r, ok := service.(source.RosterReader)
	if !ok || service.Policy().MayStay(k.Name) != nil {
		return nil
	}
	all, known := r.Roster()
	if !known {
		return nil
	}
	kept := make([]listed, 0, len(all))
	for _, o := range all {
		l := listed{ID: o.ID}
		if here()[o.ID] != "" {
			l.Access, l.Tags = o.Access, o.Tags
		}
		kept = append(kept, l)
	}
	var before []listed
	found, err := s.o.Book.Cursor(ctx, s.key(k.Name), rosterCursor, &before)
	if err != nil || found && slices.EqualFunc(before, kept, listed.same) || !found && len(kept) == 0 {
		return err
	}
	return s.o.Book.SetCursor(ctx, s.key(k.Name), rosterCursor, kept)
}

// here are the athletes of this home that are connected to a service, by its
// ids. Their keys are looked at once, when somebody first asks.
func (s *Set) here(ctx context.Context, k Kind) func() map[string]training.AthleteID {
	return sync.OnceValue(func() map[string]training.AthleteID {
		out := map[string]training.AthleteID{}
		if s.o.Others == nil {
			return out
		}
		for _, by := range s.o.Others(ctx) {
			if id := by.Vault.Account(k.Name); id != "" {
				out[id] = by.Athlete
			}
		}
		return out
	})
}

// marked are those whom a service named, with who of them is connected here.
// The service may hold the list too, so that it stays as it is.
func marked(all []source.Other, here func() map[string]training.AthleteID) []source.Other {
	all = slices.Clone(all)
	for i := range all {
		all[i].Here = here()[all[i].ID]
	}
	return all
}

// relate fills in what is kept of those whom the service named.
func (s *Set) relate(ctx context.Context, k Kind, v *serviced.ConnectedView) error {
	var kept []listed
	if found, err := s.o.Book.Cursor(ctx, s.key(k.Name), rosterCursor, &kept); err != nil || !found || len(kept) == 0 {
		return err
	}
	here := s.here(ctx, k)
	for _, l := range kept {
		id := here()[l.ID]
		if id == "" {
			v.NotHere++
			continue
		}
		if v.Here == nil {
			v.Here = map[training.AthleteID]serviced.Relation{}
		}
		v.Here[id] = serviced.Relation{Access: l.Access, Tags: l.Tags}
	}
	return nil
}
