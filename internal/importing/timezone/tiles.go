package timezone

import (
	"math"
	"math/bits"
	"sync"

	tzfrellite "github.com/ringsaturn/tzf-rel-lite"
)

// tiles are the squares of the web's maps that lie in one zone as a whole.
type tiles struct {
	once            sync.Once
	coarsest, bound uint // zooms, the finest is below bound

	// A flat table with open addressing: a map takes three times as long to
	// make, which every import would wait for.
	keys  []uint64 // 0 is free
	of    []uint16 // number of the zone of the key at the same place
	zones []string
	tiles int
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
		if i, found := t.find(tileAt(latDeg, lonDeg, zoom)); found {
			return t.zones[t.of[i]]
		}
	}
	return ""
}

// read reads the table. Where zones overlap the first one counts.
func (t *tiles) read(table message) {
	const leastTile = 16 // bytes of one with its name
	size := 1 << bits.Len(uint(2*len(table)/leastTile))
	t.keys, t.of = make([]uint64, size), make([]uint16, size)
	numbers := map[string]uint16{} // names are shared: there are many tiles
	for f, ok := table.next(); ok; f, ok = table.next() {
		switch f.tag {
		case tilesFinest:
			t.bound = uint(min(f.number, deepestZoom)) + 1
		case tilesCoarsest:
			t.coarsest = uint(min(f.number, deepestZoom))
		case tilesKey:
			t.add(f.text, numbers)
		}
	}
}

// add keeps a tile, unless there is one of its place.
func (t *tiles) add(m message, numbers map[string]uint16) {
	at, name := readTile(m)
	i, taken := t.find(at)
	if taken || len(name) == 0 || 2*(t.tiles+1) > len(t.keys) { // the table itself never fills half
		return
	}
	t.tiles++
	number, known := numbers[string(name)]
	if !known {
		number = uint16(len(t.zones)) //nolint:gosec // there are some hundreds
		t.zones = append(t.zones, string(name))
		numbers[string(name)] = number
	}
	t.keys[i], t.of[i] = at.key(), number
}

// key is never 0.
func (t tile) key() uint64 { return 1<<63 | uint64(t.zoom)<<56 | uint64(t.x)<<28 | uint64(t.y) }

// find is where a tile is or, if it is not there, where it would be.
func (t *tiles) find(at tile) (int, bool) {
	const spread = 0x9E3779B97F4A7C15 // 2^64 by the golden ratio
	key, last := at.key(), len(t.keys)-1
	i := int(key * spread >> (64 - bits.Len(uint(last)))) //nolint:gosec // at most last
	for t.keys[i] != 0 {
		if t.keys[i] == key {
			return i, true
		}
		i = (i + 1) & last
	}
	return i, false
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
