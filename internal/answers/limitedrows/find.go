package limitedrows

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Found is an activity that an id of a service means.
type Found struct {
	// Own is the athlete's own of the same, which is shown in its place; empty
	// where there is none.
	Own string
	// Apart says that the activity is only at the service.
	Apart bool

	of  Service
	act source.Activity
	// unheard is why the service did not say more than what is listed.
	unheard i18n.Sentence
}

// Find finds an activity by a service's id, "name:ID". What is of no such
// service, or among the athlete's own, is not found here.
func (d Desk) Find(ctx context.Context, s training.Scope, id string) (f Found, err error) {
	of, there, ok := d.cut(id)
	if !ok {
		return f, nil
	}
	everything := training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}
	if _, err := d.Store.Resolve(ctx, everything, of.Name.Ref(there)); training.KindOf(err) != training.KindNotFound || err == nil {
		return f, err // shown or hidden as the athlete's own
	}
	may, err := d.Rows.MayShow(ctx, place(s, of, limited.Activity))
	if err != nil || !may && !d.Rows.There() {
		return f, err
	}
	if !may {
		return f, closed(of)
	}
	f.of = of
	alone := false
	if f.act, alone, err = d.activity(ctx, s, of, there); err != nil {
		return f, err
	}
	if !alone {
		if err := d.ask(ctx, s, &f, there); err != nil {
			return f, err
		}
	}
	twins, err := d.twins(ctx, s, training.DayRange{From: f.act.Day, To: f.act.Day})
	if err != nil {
		return f, err
	}
	own, hidden := twins.of(of, &f.act)
	switch {
	case hidden:
		return f, none(of, there)
	case own != nil:
		return Found{Own: string(own.ID)}, nil
	}
	f.Apart = true
	return f, nil
}

func none(of Service, id string) error {
	return training.Errorf(training.KindNotFound, "There is no activity %q.", of.Name.Ref(id)).WithFix("list_activities shows what there is.")
}

// ask asks the service for the activity alone. Where it does not answer, what it
// listed is enough.
func (d Desk) ask(ctx context.Context, s training.Scope, f *Found, id string) error {
	listed := f.act.ID != ""
	keeper, err := d.keeper(s, f.of)
	if err == nil && keeper == nil {
		if listed {
			return nil
		}
		return none(f.of, id)
	}
	if err == nil {
		asking, cancel := within(ctx)
		defer cancel()
		var act source.Activity
		if act, err = keeper.Detail(asking, id, f.act.Version); err == nil {
			f.act = act
			return nil
		}
	}
	switch kind := training.KindOf(err); {
	case ctx.Err() != nil:
		return ctx.Err()
	case !listed || kind == training.KindNotFound:
		return err
	case kind != training.KindUnsupported: // one that shows no activity alone has said all
		f.unheard = reason(err)
	}
	return nil
}

func (d Desk) keeper(s training.Scope, of Service) (*syncer.Apart, error) {
	if d.Ask == nil {
		return nil, nil
	}
	return d.Ask(s.Athlete, of.Name)
}
