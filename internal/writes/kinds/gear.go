package kinds

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// Gear returns the [outbox.Kind] for gear.
func Gear(refs Refs) outbox.Kind {
	return Things[source.Gear]{
		Refs: refs, Collection: document.Gear, Kind: training.ThingGear,
		Fields:  []string{"kind", "name", "part", "part_of", "retired"},
		Stays:   []string{"brand", "model", "since", "until", "earlier_km", "earlier_s", "weight_kg"},
		Carried: append([]string{"type", "notes", "purchased", "retired_on", "parts"}, counted()...),
		Linked:  map[string][]string{"retired": {"retired_on"}},
		ID:      func(g *source.Gear) *string { return &g.ID },
		Ref:     func(g *source.Gear) *string { return &g.PartOf }, RefKind: string(document.Gear),
		Alike: sameGear,
		Kept:  func(g source.Gear) any { return g.Gear },
		Back:  "Restored gear has a new id on the service, and its activities there no longer refer to it.",
		Takes: source.Can[source.GearKeeper],
		List: func(ctx context.Context, s source.Service) ([]source.Gear, error) {
			return s.(source.GearKeeper).Gear(ctx)
		},
		Save: saveGear, Remove: removeGear,
	}
}

// counted returns the fields for the use of gear. The service continues the counts by
// itself, so they are sent only with new gear.
func counted() []string { return []string{"distance_km", "time_s", "activities"} }

// sameGear ignores case in the names of parts, and ignores counts. The date of
// retirement is compared only if both sides have one.
func sameGear(name string, a, b []byte) bool {
	switch {
	case slices.Contains(counted(), name):
		return true
	case name == "retired_on" && (outbox.SameValue(a, nil) || outbox.SameValue(b, nil)):
		return true
	case name == "part":
		return strings.EqualFold(outbox.Shown(a), outbox.Shown(b))
	}
	return outbox.SameValue(a, b)
}

// saveGear saves gear. If the gear is new or names contains its mount, it also
// mounts it. If its kind or part changed, the service derives its type again.
func saveGear(ctx context.Context, s source.Service, g source.Gear, names []string) (source.Gear, error) {
	on, made := g.PartOf, g.ID == ""
	g.PartOf = ""
	if !made && (slices.Contains(names, "kind") || slices.Contains(names, "part")) && !slices.Contains(names, "type") {
		g.Type = ""
	}
	saved, err := s.(source.GearKeeper).SaveGear(ctx, g)
	if err != nil {
		return g, err
	}
	all, err := s.(source.GearKeeper).Gear(ctx)
	if err == nil && (made || slices.Contains(names, "part_of")) {
		if err = mount(ctx, s, all, saved.ID, on); err == nil {
			all, err = s.(source.GearKeeper).Gear(ctx)
		}
	}
	if err != nil {
		return g, err
	}
	i := slices.IndexFunc(all, func(o source.Gear) bool { return o.ID == saved.ID })
	if i < 0 {
		return g, training.Errorf(training.KindNotFound, "The service has no gear %q.", saved.ID)
	}
	return all[i], nil
}

// mount mounts a part on one piece of gear, or on none if on is empty, and nowhere
// else. It also removes parts that no longer exist from the changed lists.
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

// removeGear dismounts gear, and then deletes it.
func removeGear(ctx context.Context, s source.Service, g source.Gear) error {
	if g.PartOf != "" {
		all, err := s.(source.GearKeeper).Gear(ctx)
		if err == nil {
			err = mount(ctx, s, all, g.ID, "")
		}
		if err != nil {
			return err
		}
	}
	return s.(source.GearKeeper).DeleteGear(ctx, g.ID)
}
