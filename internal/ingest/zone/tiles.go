package zone

import (
	"math"
	"sync"

	tzfrellite "github.com/ringsaturn/tzf-rel-lite"
)

// tiles are the squares of the web's maps that lie in one zone as a whole.
type tiles struct {
	once            sync.Once
	coarsest, bound uint // zooms, the finest is below bound
	names           map[tile]string
}

// tile is a square of the map at a zoom.
type tile struct {
	zoom uint8
	x, y uint32
}

// The fields of the table: its zooms and its tiles, and those of a tile.
const (
	tilesFinest, tilesCoarsest, tilesKey = 1, 2, 3
	tileName, tileX, tileY, tileZoom     = 1, 2, 3, 4
	deepestZoom                          = 30
)

func (t *tiles) name(latDeg, lonDeg float64) string {
	t.once.Do(func() { t.read(tzfrellite.PreindexData) })
	for zoom := t.coarsest; zoom < t.bound; zoom++ {
		if name := t.names[tileAt(latDeg, lonDeg, zoom)]; name != "" {
			return name
		}
	}
	return ""
}

// read reads the table. Where zones overlap the first one counts.
func (t *tiles) read(table message) {
	t.names = map[tile]string{}
	known := map[string]string{} // names are shared: there are many tiles
	for f, ok := table.next(); ok; f, ok = table.next() {
		switch f.tag {
		case tilesFinest:
			t.bound = uint(min(f.number, deepestZoom)) + 1
		case tilesCoarsest:
			t.coarsest = uint(min(f.number, deepestZoom))
		case tilesKey:
			at, name := readTile(f.text)
			if _, have := known[string(name)]; !have {
				known[string(name)] = string(name)
			}
			if _, taken := t.names[at]; !taken {
				t.names[at] = known[string(name)]
			}
		}
	}
}

func readTile(m message) (at tile, name []byte) {
	for f, ok := m.next(); ok; f, ok = m.next() {
		switch f.tag {
		case tileName:
			name = f.text
		case tileX:
			at.x = uint32(f.number) //nolint:gosec // below 2^30
		case tileY:
			at.y = uint32(f.number) //nolint:gosec // below 2^30
		case tileZoom:
			at.zoom = uint8(f.number) //nolint:gosec // at most 30
		}
	}
	return at, name
}

// mercatorDeg is where the web's maps end in the north and in the south.
const mercatorDeg = 85.0511

// tileAt is the tile of a place, as
// https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames has it.
func tileAt(latDeg, lonDeg float64, zoom uint) tile {
	across := float64(uint32(1) << zoom)
	x := (lonDeg/360 + 0.5) * across
	var y float64
	switch {
	case latDeg < -mercatorDeg:
		y = across - 1
	case latDeg <= mercatorDeg:
		s := math.Sin(latDeg * math.Pi / 180)
		y = (0.5 + 0.5*math.Log((1+s)/(1-s))/(-2*math.Pi)) * across
	}
	return tile{uint8(zoom), uint32(x), uint32(y)} //nolint:gosec // a zoom is at most 30
}
