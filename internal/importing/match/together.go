package match

import (
	"time"

	"lapkeep/internal/training"
)

// near is how far siblings may start apart to have been in one place: one file
// may hold the tracks of several days.
const near = 24 * time.Hour

// Together makes the activities of the recordings of one file, each with what
// is said of it, if anything is. One without a position was where its nearest
// sibling was: a swim in a pool before a ride, a treadmill after it.
func Together(recs []*training.Recording, said []*training.Statement, athlete training.Athlete, zones ZoneFinder) []training.Activity {
	acts := make([]training.Activity, len(recs))
	for i, rec := range recs {
		if len(said) == len(recs) && said[i] != nil && said[i].SubSport == training.SubVirtual {
			as := *rec
			as.SubSport = training.SubVirtual
			rec = &as
		}
		acts[i] = Recording(rec, athlete, zones)
	}
	placed := make([]training.Activity, 0, len(acts))
	for i := range acts {
		if acts[i].ZoneSource == training.ZoneFromGPS {
			placed = append(placed, acts[i])
		}
	}
	for i := range acts {
		by, apart := -1, near
		for k := range placed {
			if d := placed[k].Start.Sub(acts[i].Start).Abs(); d < apart {
				by, apart = k, d
			}
		}
		if by < 0 || acts[i].ZoneSource == training.ZoneFromGPS {
			continue
		}
		as := acts[i]
		if !setZone(&as, placed[by].Zone) || as.ZoneSource == training.ZoneFromFile && as.OffsetS != acts[i].OffsetS {
			continue // chained files may be of different places
		}
		as.ZoneSource, acts[i] = training.ZoneFromGPS, as
		name(&acts[i], recs[i], acts[i].Location())
	}
	return acts
}
