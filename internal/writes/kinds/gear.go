package kinds

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// Gear is what the athlete trains with.
type Gear struct{ Refs Refs }

// gearFields are the fields that are sent, gearStays those that are kept here
// only. Other fields of a service are carried along, so that gear that was
// deleted there comes back unchanged.
var (
	gearFields = []string{"kind", "name", "part", "part_of", "retired"}
	gearStays  = []string{"brand", "model", "since", "until", "earlier_km", "earlier_s", "weight_kg"}
)

// carried holds the fields of a service's gear that have no field of ours.
type carried struct {
	Type      string        `json:"type,omitempty"`
	Notes     string        `json:"notes,omitempty"`
	Purchased *training.Day `json:"purchased,omitempty"`
	RetiredOn *training.Day `json:"retired_on,omitempty"`
	Parts     []string      `json:"parts,omitempty"`
	// What it has done counts on by itself, and is told with new gear only.
	DistanceKm float64 `json:"distance_km,omitempty"`
	TimeS      float64 `json:"time_s,omitempty"`
	Activities int     `json:"activities,omitempty"`
}

func carriedFields() []string {
	return append([]string{"type", "notes", "purchased", "retired_on", "parts"}, counted...)
}

var counted = []string{"distance_km", "time_s", "activities"}

// Name returns "gear".
func (Gear) Name() string { return string(store.ChangeGear) }

// Of returns [training.ThingGear].
func (Gear) Of() training.ThingKind { return training.ThingGear }

// Can reports whether the service's gear can be changed.
func (Gear) Can(s source.Service, _ ledger.Action) bool {
	return source.Can[source.GearKeeper](s)
}

// Final notes that deleted gear comes back under another id.
func (Gear) Final(_ source.Service, a ledger.Action) (i18n.Sentence, bool) {
	if a == ledger.OutboxDelete {
		return "Brought back, gear has a new id at the service, and its activities there do not name it.", false
	}
	return "", false
}

// Same compares names of parts in any letters, and no counts. When gear was retired is only
// known where it was said.
func (Gear) Same(name string, a, b []byte) bool {
	switch {
	case slices.Contains(counted, name):
		return true
	case name == "retired_on" && (outbox.SameValue(a, nil) || outbox.SameValue(b, nil)):
		return true
	case name == "part":
		return strings.EqualFold(outbox.Shown(a), outbox.Shown(b))
	}
	return outbox.SameValue(a, b)
}

// Changed reads a change of the athlete's words on gear.
func (k Gear) Changed(tx *store.Tx, a training.AthleteID, did journal.Changed) (*outbox.Change, error) {
	g, ok := did.(journal.GearChanged)
	if !ok {
		return nil, nil
	}
	former := g.Before
	said, own, err := tx.GearLayers(a, g.ID)
	if err != nil {
		return nil, err
	}
	was, is := !former.Deleted && (said != nil || len(former.Fields) > 0), !own.Deleted && (said != nil || len(own.Fields) > 0)
	before, beforeStays, err := gearOf(said, former.Fields)
	if err != nil {
		return nil, err
	}
	after, afterStays, err := gearOf(said, own.Fields)
	if err != nil {
		return nil, err
	}
	c := &outbox.Change{Here: g.ID, There: map[source.Name]string{}, New: is && !was, Gone: was && !is, Fields: after}
	if said != nil {
		if name, id, ok := strings.Cut(said.ID, ":"); ok {
			c.There[source.Name(name)] = id
		}
	}
	switch {
	case c.Gone:
		c.Fields = before
		return c, nil
	case c.New:
		before, beforeStays = nil, nil
	case !is:
		return nil, nil
	}
	if c.Names = outbox.Differing(k, before, after, nil); slices.Contains(c.Names, "retired") {
		c.Names = append(c.Names, "retired_on")
	}
	c.Stays = outbox.Differing(k, beforeStays, afterStays, nil)
	return c, nil
}

// gearOf returns the fields of gear with some own edits.
func gearOf(said *training.Gear, own json.RawMessage) (f, stays outbox.Fields, err error) {
	var g training.Gear
	if said != nil {
		g = *said
	}
	if len(own) > 0 {
		if err := json.Unmarshal(own, &g); err != nil {
			return nil, nil, training.Errorf(training.KindCorrupt, "The entries on gear cannot be read: %w.", err)
		}
	}
	if f, err = Flat(g, gearFields); err != nil {
		return nil, nil, err
	}
	stays, err = Flat(g, gearStays)
	return f, stays, err
}

// thing returns the thing of gear of a service, among all that it has.
func (k Gear) thing(ctx context.Context, s source.Service, all []source.Gear, id string) (outbox.Thing, error) {
	i := slices.IndexFunc(all, func(g source.Gear) bool { return g.ID == id })
	if i < 0 {
		return outbox.Thing{}, training.Errorf(training.KindNotFound, "The service has no gear %q.", id)
	}
	g := all[i]
	on, err := k.Refs.Here(ctx, s.Name(), k.Name(), g.PartOf)
	if err != nil {
		return outbox.Thing{}, err
	}
	g.PartOf = on
	f, err := Flat(g.Gear, gearFields)
	if err != nil {
		return outbox.Thing{}, err
	}
	more, err := Flat(carried{g.Type, g.Notes, g.Purchased, g.RetiredOn, g.Parts, g.DistanceKm, g.TimeS, g.Activities}, carriedFields())
	maps.Copy(f, more)
	g.ID = s.Name().Ref(g.ID)
	return outbox.Thing{ID: id, Fields: f, Whole: g.Gear}, err
}

// Read gives the gear of a service's id.
func (k Gear) Read(ctx context.Context, s source.Service, id string) (outbox.Thing, error) {
	all, err := s.(source.GearKeeper).Gear(ctx)
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, all, id)
}

// IDs returns the ids of all gear at the service.
func (Gear) IDs(ctx context.Context, s source.Service, _ outbox.Fields) ([]string, error) {
	all, err := s.(source.GearKeeper).Gear(ctx)
	ids := make([]string, len(all))
	for i, g := range all {
		ids[i] = g.ID
	}
	return ids, err
}

// Create makes gear.
func (k Gear) Create(ctx context.Context, s source.Service, _ string, f outbox.Fields) (outbox.Thing, error) {
	return k.put(ctx, s, "", f, gearFields)
}

// Update sets fields of gear. The kind of the gear follows from our fields
// where those change.
func (k Gear) Update(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	return k.put(ctx, s, id, f, names)
}

func (k Gear) put(ctx context.Context, s source.Service, id string, f outbox.Fields, names []string) (outbox.Thing, error) {
	var g source.Gear
	var c carried
	if err := Fill(f, &g.Gear); err != nil {
		return outbox.Thing{}, err
	}
	if err := Fill(f, &c); err != nil {
		return outbox.Thing{}, err
	}
	on, err := k.Refs.There(ctx, s.Name(), k.Name(), g.PartOf)
	if err != nil {
		return outbox.Thing{}, err
	}
	g.ID, g.PartOf = id, ""
	g.Type, g.Notes, g.Purchased, g.RetiredOn, g.Parts = c.Type, c.Notes, c.Purchased, c.RetiredOn, c.Parts
	g.DistanceKm, g.TimeS, g.Activities = c.DistanceKm, c.TimeS, c.Activities
	if id != "" && (slices.Contains(names, "kind") || slices.Contains(names, "part")) && !slices.Contains(names, "type") {
		g.Type = ""
	}
	saved, err := s.(source.GearKeeper).SaveGear(ctx, g)
	if err != nil {
		return outbox.Thing{}, err
	}
	all, err := s.(source.GearKeeper).Gear(ctx)
	if err == nil && slices.Contains(names, "part_of") {
		if err = mount(ctx, s, all, saved.ID, on); err == nil {
			all, err = s.(source.GearKeeper).Gear(ctx)
		}
	}
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, all, saved.ID)
}

// mount puts a part on one piece of gear alone, or on none. Parts that no
// longer exist are removed from the lists that change.
func mount(ctx context.Context, s source.Service, all []source.Gear, part, on string) error {
	for _, g := range all {
		has := slices.Contains(g.Parts, part)
		if has == (g.ID == on) {
			continue
		}
		parts := slices.DeleteFunc(slices.Clone(g.Parts), func(p string) bool {
			return p == part || !slices.ContainsFunc(all, func(o source.Gear) bool { return o.ID == p })
		})
		if !has {
			parts = append(parts, part)
		}
		g.Parts = parts
		if _, err := s.(source.GearKeeper).SaveGear(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// Delete takes gear off what it is mounted on, and deletes it.
func (Gear) Delete(ctx context.Context, s source.Service, id string) error {
	all, err := s.(source.GearKeeper).Gear(ctx)
	if err == nil {
		err = mount(ctx, s, all, id, "")
	}
	if err == nil {
		err = s.(source.GearKeeper).DeleteGear(ctx, id)
	}
	if err != nil && training.KindOf(err) == training.KindNotFound {
		return nil
	}
	return err
}

// Keep has gear stand as the service says it.
func (k Gear) Keep(tx *store.Tx, kept outbox.Kept) error {
	if kept.Thing == nil {
		if err := tx.UnsayGear(kept.Athlete, kept.Here); err != nil {
			return err
		}
		_, own, err := tx.GearLayers(kept.Athlete, kept.Here)
		if err == nil && own.Deleted {
			_, err = tx.PutOwnGear(kept.Athlete, kept.Here, document.GearOwn{})
		}
		return err
	}
	g, ok := kept.Thing.Whole.(training.Gear)
	if !ok {
		return training.Errorf(training.KindInternal, "gear that is none")
	}
	if _, err := tx.SayGearOf(kept.Athlete, kept.Here, g, kept.Source.Run()); err != nil {
		return err
	}
	said, own, err := tx.GearLayers(kept.Athlete, kept.Here)
	if err != nil || len(own.Fields) == 0 && !own.Deleted {
		return err
	}
	words, err := Object(own.Fields)
	if err != nil {
		return err
	}
	without, _, err := gearOf(said, nil)
	if err != nil {
		return err
	}
	for name, v := range words {
		if (kept.Sent == nil || slices.Contains(kept.Sent, name)) && slices.Contains(gearFields, name) && k.Same(name, v, without[name]) {
			delete(words, name)
		}
	}
	left := document.GearOwn{Deleted: own.Deleted && kept.Sent != nil}
	if left.Fields, err = Encode(words); err != nil {
		return err
	}
	_, err = tx.PutOwnGear(kept.Athlete, kept.Here, left)
	return err
}

// Want puts fields among the athlete's words.
func (Gear) Want(tx *store.Tx, kept outbox.Kept, names []string) error {
	_, own, err := tx.GearLayers(kept.Athlete, kept.Here)
	if err != nil {
		return err
	}
	if own.Deleted = kept.Thing == nil; !own.Deleted {
		names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !slices.Contains(gearFields, n) })
		var empty struct {
			Part    string `json:"part"`
			PartOf  string `json:"part_of"`
			Retired bool   `json:"retired"`
		}
		if own.Fields, err = Wanted(own.Fields, kept.Thing.Fields, names, empty); err != nil {
			return err
		}
	}
	_, err = tx.PutOwnGear(kept.Athlete, kept.Here, own)
	return err
}
