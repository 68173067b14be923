package fitness

import (
	"context"
	"slices"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/training"
)

// nameZones calls zones as the athlete does, where all sports that are counted
// in them have the same names, one a zone.
func nameZones(ctx context.Context, r serviced.Reader, s training.Scope, all []ZoneTotals) error {
	known := map[training.Sport]map[training.ZoneKind][]string{}
	for i := range all {
		z := &all[i]
		var names []string
		for n, sport := range z.Sports {
			if known[sport] == nil {
				own, err := serviced.ZoneNames(ctx, r, s, sport)
				if err != nil {
					return err
				}
				known[sport] = own
			}
			if own := known[sport][z.Kind]; n == 0 || slices.Equal(own, names) {
				names = own
				continue
			}
			names = nil
			break
		}
		if len(names) > 0 && len(names) == len(z.Seconds) {
			z.Names = names
		}
	}
	return nil
}
