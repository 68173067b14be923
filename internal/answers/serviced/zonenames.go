package serviced

import (
	"context"
	"slices"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// ZoneNames are the athlete's own names of a sport's zones: those that they
// gave here, else those that they gave at a service, kind by kind.
func ZoneNames(ctx context.Context, r Reader, s training.Scope, sport training.Sport) (map[training.ZoneKind][]string, error) {
	docs, err := r.Documents(ctx, s, document.SportSettings, document.Filter{})
	if err != nil {
		return nil, err
	}
	names := map[training.ZoneKind][]string{}
	// The document that is called like the sport is the athlete's.
	slices.SortStableFunc(docs, func(a, b document.Document) int { return ownFirst(b, sport) - ownFirst(a, sport) })
	for _, d := range docs {
		x, err := document.Show[training.SportSettings](d)
		if err != nil {
			return nil, err
		}
		if d.ID != string(sport) && !x.HoldsFor(sport) {
			continue
		}
		for kind, given := range map[training.ZoneKind][]string{
			training.ZonesPower: x.PowerZoneNames, training.ZonesHR: x.HRZoneNames, training.ZonesPace: x.PaceZoneNames,
		} {
			if names[kind] == nil && len(given) > 0 {
				names[kind] = make([]string, len(given))
				for i, name := range given {
					names[kind][i] = textclean.Line(name, textclean.NameRunes)
				}
			}
		}
	}
	return names, nil
}

func ownFirst(d document.Document, sport training.Sport) int {
	if d.ID == string(sport) {
		return 1
	}
	return 0
}
