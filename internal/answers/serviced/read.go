package serviced

import (
	"context"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Streams are the streams of an activity that a service has now.
type Streams struct {
	Place
	source.NamedStreams
}

// Streams reads streams by the names that services have for them.
func (d LiveDesk) Streams(
	ctx context.Context, s training.Scope, a *training.Activity, names []string,
) (all []Streams, unheard []i18n.Sentence, err error) {
	unheard, err = LiveEach(ctx, d, s, a,
		func(ctx context.Context, r source.NamedStreamReader, at Place) (source.NamedStreams, error) {
			return r.NamedStreams(ctx, at.ID, names)
		},
		func(at Place, said source.NamedStreams) error {
			all = append(all, Streams{at, said})
			return nil
		})
	return all, unheard, err
}

// intervalReader reads intervals, and whether somebody drew them.
type intervalReader interface {
	source.ActivityReader
	source.IntervalReader
}

// Intervals reads those of the services that have none stored here.
func (d LiveDesk) Intervals(
	ctx context.Context, s training.Scope, a *training.Activity, kept []training.Drawn,
) (all []training.Drawn, unheard []i18n.Sentence, err error) {
	unheard, err = LiveEach(ctx, d, s, a,
		func(ctx context.Context, r intervalReader, at Place) (training.Drawn, error) {
			if slices.ContainsFunc(kept, func(k training.Drawn) bool { return k.Source == string(at.Service) }) {
				return training.Drawn{}, nil
			}
			return intervals(ctx, r, at)
		},
		func(_ Place, said training.Drawn) error {
			if len(said.Intervals) > 0 {
				all = append(all, said)
			}
			return nil
		})
	return all, unheard, err
}

func intervals(ctx context.Context, r intervalReader, at Place) (training.Drawn, error) {
	there, err := r.Activities(ctx, at.ID)
	if err != nil {
		return training.Drawn{}, err
	}
	i := slices.IndexFunc(there, func(a source.Activity) bool { return a.ID == at.ID })
	if i < 0 || there[i].Drawn == "" && there[i].Found == "" {
		return training.Drawn{}, nil // it has no intervals, and is not asked for them
	}
	all, err := r.Intervals(ctx, at.ID)
	all.Ref, all.Source, all.Day, all.Found = at.Service.Ref(at.ID), string(at.Service), there[i].Day, there[i].Drawn == ""
	return all, err
}
