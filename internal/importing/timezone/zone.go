// Package zone finds the IANA time zone of a position, from tables that are
// built on first use, so that only an import pays. A coarse table of map
// tiles answers nearly everywhere; near a border the outlines of the zones
// around it do. It must not know activities.
package timezone

import (
	"math"
	"sync"
	"time"
)

// Finder finds zones by position. The zero value works, from several
// goroutines too.
type Finder struct {
	coarse tiles
	fine   outlines
	loaded sync.Map // *time.Location by name
}

// Location is [time.LoadLocation], which reads the zone anew each time, but
// reads each zone once.
func (f *Finder) Location(name string) (*time.Location, error) {
	if loc, ok := f.loaded.Load(name); ok {
		return loc.(*time.Location), nil //nolint:forcetypeassert // nothing else is stored
	}
	loc, err := time.LoadLocation(name)
	if err == nil {
		f.loaded.Store(name, loc)
	}
	return loc, err
}

// Zone names the zone at a position in degrees; false at a place that is none.
// Off the coast it is a zone of whole hours (Etc/GMT-3).
func (f *Finder) Zone(latDeg, lonDeg float64) (string, bool) {
	if math.IsNaN(latDeg) || math.IsNaN(lonDeg) || math.Abs(latDeg) > 90 || math.Abs(lonDeg) > 180 {
		return "", false
	}
	name := f.at(latDeg, lonDeg)
	for _, step := range around {
		if name != "" {
			break
		}
		name = f.at(latDeg+step.latDeg, lonDeg+step.lonDeg)
	}
	return name, name != ""
}

// slackDeg is how far around a position that lies between two outlines a zone
// is looked for.
const slackDeg = 0.02

// around are the steps by which it is, the west first.
var around = []struct{ latDeg, lonDeg float64 }{
	{-slackDeg, -slackDeg},
	{0, -slackDeg},
	{slackDeg, -slackDeg},
	{-slackDeg, 0},
	{slackDeg, 0},
	{-slackDeg, slackDeg},
	{0, slackDeg},
	{slackDeg, slackDeg},
}

func (f *Finder) at(latDeg, lonDeg float64) string {
	if name := f.coarse.name(latDeg, lonDeg); name != "" {
		return name
	}
	return f.fine.name(latDeg, lonDeg)
}
