// Package zone finds the IANA time zone of a position, from a table that is
// built on first use: it needs a second and tens of megabytes, which only an
// import pays. It must not know activities.
package zone

import (
	"math"
	"sync"

	"github.com/ringsaturn/tzf"
)

// Finder finds zones by position. The zero value works, from several
// goroutines too.
type Finder struct {
	once  sync.Once
	table tzf.F // nil if it cannot be built
}

// Zone names the zone at a position in degrees; false at a place that is none.
// Off the coast it is a zone of whole hours (Etc/GMT-3).
func (f *Finder) Zone(latDeg, lonDeg float64) (string, bool) {
	if math.IsNaN(latDeg) || math.IsNaN(lonDeg) || math.Abs(latDeg) > 90 || math.Abs(lonDeg) > 180 {
		return "", false
	}
	f.once.Do(func() {
		if t, err := tzf.NewDefaultFinder(); err == nil {
			f.table = t
		}
	})
	if f.table == nil {
		return "", false
	}
	name := f.table.GetTimezoneName(lonDeg, latDeg)
	return name, name != ""
}
