package segments

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Own is a segment of the athlete's own, without its points.
type Own struct {
	ID string
	training.Segment

	// Points are not read: no answer shows them.
	Points json.RawMessage `json:"points,omitempty"`
}

// owned are the athlete's own segments, by name.
func (d Desk) owned(ctx context.Context, s training.Scope) ([]Own, error) {
	seq, err := d.Store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return d.kept.own.Get(ctx, seq, s, func() ([]Own, error) {
		docs, err := d.Store.Documents(ctx, s, document.Segments, document.Filter{})
		if err != nil {
			return nil, err
		}
		all := make([]Own, 0, len(docs))
		for _, doc := range docs {
			o, err := document.Show[Own](doc)
			if err != nil {
				return nil, err
			}
			o.ID, o.Points, o.Name = doc.ID, nil, textclean.Line(o.Name, nameRunes)
			all = append(all, o)
		}
		slices.SortStableFunc(all, func(a, b Own) int {
			return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
		})
		return all, nil
	})
}

// efforts are those on an own segment that the audience may know of, in order of time.
func (d Desk) efforts(ctx context.Context, s training.Scope, segment string) ([]training.SegmentEffort, error) {
	seq, err := d.effortsAt(ctx)
	if err != nil {
		return nil, err
	}
	return d.kept.efforts.Get(ctx, seq, ofSegment{s, segment}, func() ([]training.SegmentEffort, error) {
		return d.Store.SegmentEfforts(ctx, s, store.EffortFilter{Segment: segment})
	})
}

// Find is the athlete's own segment of an id or a name. A name may be a part of
// one, or nearly one, if no other could be meant; false if there is none.
func (d Desk) Find(ctx context.Context, s training.Scope, text string) (Own, bool, error) {
	all, err := d.owned(ctx, s)
	if err != nil {
		return Own{}, false, err
	}
	text = strings.TrimSpace(text)
	if o, ok, err := called(all, text); ok || err != nil || text == "" {
		return o, ok, err
	}
	part := strings.ToLower(text)
	if o, ok, err := only(all, text, func(o Own) bool { return strings.Contains(strings.ToLower(o.Name), part) }); ok || err != nil {
		return o, ok, err
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	if near := i18n.Nearest(text, names); near != "" {
		return all[slices.Index(names, near)], true, nil
	}
	return Own{}, false, nil
}

// FindExactly is the athlete's own segment of an id or a whole name, for what
// changes it.
func (d Desk) FindExactly(ctx context.Context, s training.Scope, text string) (Own, bool, error) {
	all, err := d.owned(ctx, s)
	if err != nil {
		return Own{}, false, err
	}
	return called(all, strings.TrimSpace(text))
}

// called is the segment of an id or a name.
func called(all []Own, text string) (Own, bool, error) {
	for _, o := range all {
		if o.ID == text {
			return o, true, nil
		}
	}
	return only(all, text, func(o Own) bool { return strings.EqualFold(o.Name, text) })
}

// only is the one of all that is meant, if it is one.
func only(all []Own, text string, means func(Own) bool) (Own, bool, error) {
	var found []Own
	for _, o := range all {
		if means(o) {
			found = append(found, o)
		}
	}
	switch len(found) {
	case 0:
		return Own{}, false, nil
	case 1:
		return found[0], true, nil
	}
	return Own{}, false, several(text, found)
}

// mostNamed is how many segments are named where words mean several.
const mostNamed = 8

func several(text string, found []Own) error {
	var all []string
	for _, o := range found[:min(len(found), mostNamed)] {
		all = append(all, fmt.Sprintf("%s (%s)", o.ID, o.Name))
	}
	return training.Errorf(training.KindInvalid, "%q could be one of %d segments: %s.", i18n.Clip(text, i18n.MostQuoted), len(found),
		strings.Join(all, "; ")).WithFix("Give the id of one.")
}

// none is the answer to an id or a name of nothing.
func none(text string) error {
	return training.Errorf(training.KindNotFound, "There is no segment %q.", i18n.Clip(text, i18n.MostQuoted)).
		WithFix("list_segments shows their ids and names; its kinds are own, starred, climbs and proposed.")
}

// HeadOf is a segment as lists show it, without the times over it.
func HeadOf(id string, s *training.Segment) Head {
	o := Own{ID: id, Segment: *s}
	return o.head()
}

// Like is an own segment that leads the same way as one that is not saved yet.
func (d Desk) Like(ctx context.Context, s training.Scope, as *training.Segment) (Own, bool, error) {
	saved, err := d.saved(ctx, s.Athlete)
	if err != nil {
		return Own{}, false, err
	}
	id, ok := saved.Of(as.Sport, LineOf(as.Points))
	if !ok {
		return Own{}, false, nil
	}
	return d.Find(ctx, s, id)
}
