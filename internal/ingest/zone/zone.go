// Package zone finds the IANA time zone of a position, from tables that are
// built on first use, so that only an import pays. A coarse table of map
// tiles answers nearly everywhere in a tenth of the time and memory of the
// fine one, which is built when a position lies near a border. It must not
// know activities.
package zone

import (
	"math"
	"sync"

	"github.com/ringsaturn/tzf"
	tzfrellite "github.com/ringsaturn/tzf-rel-lite"
	pb "github.com/ringsaturn/tzf/gen/go/tzf/v1"
	"google.golang.org/protobuf/proto"
)

// Finder finds zones by position. The zero value works, from several
// goroutines too.
type Finder struct {
	coarse, fine table
}

// table is a finder that is made when it is first asked.
type table struct {
	once   sync.Once
	finder tzf.F // nil if it cannot be built
}

func (t *table) name(build func() (tzf.F, error), latDeg, lonDeg float64) string {
	t.once.Do(func() {
		if f, err := build(); err == nil {
			t.finder = f
		}
	})
	if t.finder == nil {
		return ""
	}
	return t.finder.GetTimezoneName(lonDeg, latDeg)
}

func tiles() (tzf.F, error) {
	var input pb.PreindexTimezones
	if err := proto.Unmarshal(tzfrellite.PreindexData, &input); err != nil {
		return nil, err
	}
	return tzf.NewFuzzyFinderFromPB(&input)
}

// Zone names the zone at a position in degrees; false at a place that is none.
// Off the coast it is a zone of whole hours (Etc/GMT-3).
func (f *Finder) Zone(latDeg, lonDeg float64) (string, bool) {
	if math.IsNaN(latDeg) || math.IsNaN(lonDeg) || math.Abs(latDeg) > 90 || math.Abs(lonDeg) > 180 {
		return "", false
	}
	name := f.coarse.name(tiles, latDeg, lonDeg)
	if name == "" {
		name = f.fine.name(tzf.NewDefaultFinder, latDeg, lonDeg)
	}
	return name, name != ""
}
