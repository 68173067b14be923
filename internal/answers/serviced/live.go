package serviced

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Services are an athlete's connections.
type Services interface {
	Connected() []source.Name
	Service(name source.Name) (source.Service, error)
	// Title is the service's proper name.
	Title(name source.Name) string
	// MayShow reports whether an audience may see what the service says.
	MayShow(ctx context.Context, name source.Name, who training.Audience) (bool, error)
}

// LiveDesk is where services are asked. The zero value asks none.
type LiveDesk struct {
	Services func(training.AthleteID) Services // nil is none
	// Wait is how long services have to answer; 0 is [Wait].
	Wait time.Duration
}

// Wait is how long services have to answer.
const Wait = 6 * time.Second

// Place is an activity at a service.
type Place struct {
	Service source.Name
	Title   string // the service's proper name
	ID      string // the service's own
}

// LiveEach asks the connected services that have an activity, can do T and may show
// it to the audience, and hands on their answers. It gives a sentence for each
// that did not answer. Only a caller who has gone, or take, ends the asking.
func LiveEach[T, A any](
	ctx context.Context, d LiveDesk, s training.Scope, a *training.Activity,
	ask func(ctx context.Context, service T, at Place) (A, error), take func(at Place, said A) error,
) (unheard []i18n.Sentence, err error) {
	if d.Services == nil {
		return nil, nil
	}
	services := d.Services(s.Athlete)
	return each(ctx, d, s, services, places(a, services), ask, take)
}

// Connected asks all that are connected, as Each does those of an activity; a
// place then has no id.
func Connected[T, A any](
	ctx context.Context, d LiveDesk, s training.Scope,
	ask func(ctx context.Context, service T, at Place) (A, error), take func(at Place, said A) error,
) (unheard []i18n.Sentence, err error) {
	if d.Services == nil {
		return nil, nil
	}
	services := d.Services(s.Athlete)
	var all []Place
	for _, name := range services.Connected() {
		all = append(all, Place{Service: name, Title: services.Title(name)})
	}
	return each(ctx, d, s, services, all, ask, take)
}

func each[T, A any](
	ctx context.Context, d LiveDesk, s training.Scope, services Services, all []Place,
	ask func(ctx context.Context, service T, at Place) (A, error), take func(at Place, said A) error,
) (unheard []i18n.Sentence, err error) {
	asking, cancel := context.WithTimeout(ctx, cmp.Or(d.Wait, Wait))
	defer cancel()
	for _, at := range all {
		service, err := services.Service(at.Service)
		if err == nil {
			can, ok := service.(T)
			if !ok || service.Policy().Place() == source.Limited { // what it says stands in no answer beside others
				continue
			}
			may := false
			if may, err = services.MayShow(ctx, at.Service, s.Audience); err == nil && !may {
				continue
			}
			var said A
			if err == nil {
				said, err = ask(asking, can, at)
			}
			if err == nil {
				if err := take(at, said); err != nil {
					return nil, err
				}
				continue
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		unheard = append(unheard, i18n.Sentencef("%s was not heard: %s", at.Title, Reason(err)))
	}
	return unheard, nil
}

// places are where the connected services have an activity.
func places(a *training.Activity, s Services) []Place {
	there := LiveAt(a, s)
	if len(there) == 0 {
		return nil
	}
	var out []Place
	for _, name := range s.Connected() {
		if there[name] != "" {
			out = append(out, Place{name, s.Title(name), there[name]})
		}
	}
	return out
}

// LiveAt are the ids of an activity at the connected services that have it.
func LiveAt(a *training.Activity, s Services) map[source.Name]string {
	there := map[source.Name]string{}
	if len(a.ExternalIDs) == 0 {
		return there
	}
	connected := s.Connected()
	for _, ref := range a.ExternalIDs {
		n, id, ok := strings.Cut(ref, ":")
		if name := source.Name(n); ok && there[name] == "" && slices.Contains(connected, name) {
			there[name] = id
		}
	}
	return there
}

// Reason says why a service did not answer, in one sentence of ours.
func Reason(err error) i18n.Sentence {
	switch e, ok := errors.AsType[*training.Error](err); {
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long to answer; ask again later"
	case ok && training.KindOf(err) != training.KindInternal:
		return i18n.OfError(e)
	}
	return "its answer could not be processed"
}
