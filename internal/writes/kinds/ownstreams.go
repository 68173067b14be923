package kinds

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// OwnStreams is the [outbox.Kind] for an activity's streams that the athlete defined on a
// service. Each field is a stream without its name; the field's name is the stream's code.
type OwnStreams struct{}

// Name returns the name of the collection.
func (OwnStreams) Name() string { return string(document.OwnStreams) }

// Of returns [training.ThingActivities].
func (OwnStreams) Of() training.ThingKind { return training.ThingActivities }

// Can reports whether the service lets programs set streams.
func (OwnStreams) Can(s source.Service, a ledger.Action) bool {
	return a == ledger.Update && source.Can[source.OwnStreamKeeper](s)
}

// Changed returns the change to send if the athlete edited an activity's own streams.
func (k OwnStreams) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	d, err := DocumentOf(tx, a, did, document.OwnStreams)
	if err != nil || d == nil {
		return nil, err
	}
	before, after, err := BeforeAndAfter(d, streamsOf)
	if err != nil {
		return nil, err
	}
	name, id, _ := strings.Cut(d.Layers.ID, ":")
	c := &outbox.Change{
		Here: d.Layers.ID, There: map[source.Name]string{source.Name(name): id}, Fields: after,
		Names: outbox.Differing(k, before, after, nil),
	}
	if len(c.Names) == 0 {
		return nil, nil
	}
	return c, nil
}

func streamsOf(l document.Layers, own document.Own) (outbox.Fields, error) {
	s, err := document.Show[training.OwnStreams](WithOwn(l, own))
	if err != nil {
		return nil, err
	}
	return flatStreams(s.Streams)
}

// flatStreams returns streams as fields. It leaves out streams without values.
func flatStreams(all map[string]training.OwnStream) (outbox.Fields, error) {
	f := outbox.Fields{}
	for code, s := range all {
		if len(s.Values) == 0 {
			continue
		}
		s.Name = ""
		text, err := json.Marshal(s)
		if err != nil {
			return nil, training.Errorf(training.KindInternal, "a stream cannot be interpreted: %w", err)
		}
		f[code] = text
	}
	return f, nil
}

// Read returns the streams of an activity.
func (OwnStreams) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	all, err := s.(source.OwnStreamKeeper).OwnStreams(ctx, id)
	if err != nil {
		return outbox.Thing{}, err
	}
	f, err := flatStreams(all)
	return outbox.Thing{ID: id, Fields: f, Whole: all}, err
}

// Create reads the activity, because streams cannot be created.
func (k OwnStreams) Create(ctx context.Context, s source.Service, key string, _ outbox.Fields) (outbox.Thing, error) {
	return k.Read(ctx, s, key)
}

// Update sets the named streams, and clears those that are missing in f.
func (k OwnStreams) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	set, err := streamsFrom(f, names)
	if err != nil {
		return outbox.Thing{}, err
	}
	if err := s.(source.OwnStreamKeeper).SaveOwnStreams(ctx, id, set); err != nil {
		return outbox.Thing{}, err
	}
	return k.Read(ctx, s, id)
}

func streamsFrom(f outbox.Fields, names []string) (map[string]training.OwnStream, error) {
	set := map[string]training.OwnStream{}
	for _, n := range names {
		one := training.OwnStream{TimeS: []int32{}, Values: []float64{}}
		if text, ok := f[n]; ok {
			if err := json.Unmarshal(text, &one); err != nil {
				return nil, training.Errorf(training.KindCorrupt, "The change to %s that was to be sent cannot be read.", n)
			}
		}
		set[n] = one
	}
	return set, nil
}

// Delete does nothing, because streams cannot be deleted.
func (OwnStreams) Delete(context.Context, source.Service, string) error { return nil }

// Keep stores the streams as they are on the service. It removes streams that the athlete
// entered, if the same values are shown without them.
func (k OwnStreams) Keep(tx *store.Tx, kept outbox.Kept) error {
	if kept.Thing == nil {
		return nil
	}
	all, ok := kept.Thing.Whole.(map[string]training.OwnStream)
	if !ok {
		return training.Errorf(training.KindInternal, "these are not streams")
	}
	l, err := tx.Layers(kept.Athlete, document.OwnStreams, kept.Here)
	if err != nil {
		return err
	}
	st := kept.Says(document.OwnStreams, WithOwn(l, l.Own).Days)
	if len(all) > 0 {
		st.Body = training.OwnStreams{
			Ref: kept.Here, Source: string(kept.Source), Day: st.Days.From, Version: strings.Join(slices.Sorted(maps.Keys(all)), ","), Streams: all,
		}
	}
	if err := PutStatement(tx, kept.Athlete, kept.Source, st); err != nil {
		return err
	}
	own, err := entered(l)
	if err != nil || own == nil {
		return err
	}
	mine, err := flatStreams(own.Streams)
	if err != nil {
		return err
	}
	for code := range own.Streams {
		if (kept.Sent == nil || slices.Contains(kept.Sent, code)) && outbox.SameValue(mine[code], kept.Thing.Fields[code]) {
			delete(own.Streams, code)
		}
	}
	return k.enter(tx, kept, l, own)
}

// entered returns the streams that the athlete entered, or nil if there are none.
func entered(l document.Layers) (*training.OwnStreams, error) {
	if len(l.Own.Fields) == 0 {
		return nil, nil
	}
	var own training.OwnStreams
	if err := json.Unmarshal(l.Own.Fields, &own); err != nil {
		return nil, training.Errorf(training.KindCorrupt, "The streams of %s cannot be read: %w.", l.ID, err)
	}
	return &own, nil
}

// enter stores the streams that the athlete entered. If there are none, it clears the layer.
func (OwnStreams) enter(tx *store.Tx, kept outbox.Kept, l document.Layers, own *training.OwnStreams) error {
	var left document.Own
	if len(own.Streams) > 0 {
		text, err := json.Marshal(map[string]any{"streams": own.Streams})
		if err != nil {
			return training.Errorf(training.KindInternal, "streams cannot be kept: %w", err)
		}
		left = document.Own{Fields: text, Days: WithOwn(l, l.Own).Days}
	}
	_, err := tx.PutOwn(kept.Athlete, document.OwnStreams, kept.Here, left)
	return err
}

// Want adds streams to those that the athlete entered.
func (k OwnStreams) Want(tx *store.Tx, kept outbox.Kept, names []string) error {
	if kept.Thing == nil {
		return nil
	}
	l, err := tx.Layers(kept.Athlete, document.OwnStreams, kept.Here)
	if err != nil {
		return err
	}
	own, err := entered(l)
	if err != nil {
		return err
	}
	if own == nil {
		own = &training.OwnStreams{}
	}
	if own.Streams == nil {
		own.Streams = map[string]training.OwnStream{}
	}
	set, err := streamsFrom(kept.Thing.Fields, names)
	if err != nil {
		return err
	}
	maps.Copy(own.Streams, set)
	return k.enter(tx, kept, l, own)
}
