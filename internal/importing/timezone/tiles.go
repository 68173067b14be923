// Package timezone finds the IANA time zone of a position. Its tables are unpacked and built on
// first use, so that only imports spend time on it. A coarse table of map tiles is enough nearly
// everywhere; near a border, the outlines of zones are used. It must not depend on activities.
package timezone

import (
	_ "embed"
	"encoding/binary"
	"math"
	"math/bits"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	_ "github.com/ringsaturn/tzf-rel-lite" // the tables come from it; its own copies are not linked
)

// The tables of tzf-rel-lite, as zstd frames. A test writes them with -update.
var (
	//go:embed tiles.zst
	packedTiles []byte
	//go:embed outlines.zst
	packedOutlines []byte
)

// unpack returns a table. It panics if the table is damaged, which a test excludes.
func unpack(packed []byte) message {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	defer d.Close()
	table, err := d.DecodeAll(packed, nil)
	if err != nil {
		panic(err)
	}
	return table
}

// tiles holds the tiles of web maps that are completely inside one time zone.
type tiles struct {
	once            sync.Once
	coarsest, bound uint // zoom levels; the finest level is bound-1

	// This is a hash table with open addressing. A Go map would take three
	// times as long to fill, and every import would have to wait for it.
	keys  []uint64 // 0 means free
	of    []uint16 // number of the zone for the key with the same index
	zones []string
	tiles int
}

// tile is a square of the map at a zoom level.
type tile struct {
	zoom uint8
	x, y uint32
}

// These are the numbers of fields in the table and in a tile.
const (
	tilesFinest, tilesCoarsest, tilesKey = 1, 2, 3
	tileName, tileX, tileY, tileZoom     = 1, 2, 3, 4
	deepestZoom                          = 30
)

func (t *tiles) name(latDeg, lonDeg float64) string {
	t.once.Do(func() { t.read(unpack(packedTiles)) })
	for zoom := t.coarsest; zoom < t.bound; zoom++ {
		if i, found := t.find(tileAt(latDeg, lonDeg, zoom)); found {
			return t.zones[t.of[i]]
		}
	}
	return ""
}

// read reads the table. Where zones overlap, the first zone is used.
func (t *tiles) read(table message) {
	const leastTile = 16 // minimum number of bytes for a tile with its name
	size := 1 << bits.Len(uint(2*len(table)/leastTile))
	t.keys, t.of = make([]uint64, size), make([]uint16, size)
	numbers := map[string]uint16{} // so that tiles with the same name share a number
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

// add adds a tile, unless it is already in the table.
func (t *tiles) add(m message, numbers map[string]uint16) {
	at, name := readTile(m)
	i, taken := t.find(at)
	if taken || len(name) == 0 || 2*(t.tiles+1) > len(t.keys) { // at most half of the table is filled
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

// key returns the key for the hash table, which is never 0.
func (t tile) key() uint64 { return 1<<63 | uint64(t.zoom)<<56 | uint64(t.x)<<28 | uint64(t.y) }

// find returns the index of a tile. If the tile is missing, it returns the
// index at which to add it, and false.
func (t *tiles) find(at tile) (int, bool) {
	const spread = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
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

// mercatorDeg is the highest latitude on web maps.
const mercatorDeg = 85.0511

// tileAt returns the tile that contains a position, as defined by
// https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames.
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

// message is a message in the wire format of protocol buffers. The tables use
// only numbers and length-delimited fields. The format is described at
// https://protobuf.dev/programming-guides/encoding/. The official library would
// slow down every start of the program, although only imports need it.
type message []byte

// field is a field of a message, with either number or text set.
type field struct {
	tag    uint64
	number uint64
	text   []byte
}

// The wire types that the tables use.
const (
	formBits = 3
	formMask = 1<<formBits - 1
	aNumber  = 0
	inBytes  = 2
)

// next returns the next field. It returns false at the end and if the field has
// a different wire type.
func (m *message) next() (f field, ok bool) {
	head, ok := m.number()
	if !ok {
		return f, false
	}
	f.tag = head >> formBits
	n, ok := m.number()
	if !ok {
		return f, false
	}
	switch head & formMask {
	case aNumber:
		f.number = n
	case inBytes:
		if n > uint64(len(*m)) {
			return f, false
		}
		f.text = (*m)[:n:n]
		*m = (*m)[n:]
	default:
		return f, false
	}
	return f, true
}

func (m *message) number() (uint64, bool) {
	n, size := binary.Uvarint(*m)
	if size <= 0 {
		return 0, false
	}
	*m = (*m)[size:]
	return n, true
}

// Finder finds time zones by position. The zero value is ready to use, and safe for concurrent use.
type Finder struct {
	coarse tiles
	fine   outlines
	loaded sync.Map // *time.Location by name
}

// Location returns the same as [time.LoadLocation], but loads each time zone only once.
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

// Zone returns the name of the time zone at a position in degrees, or false if the position
// is impossible. At sea, the zone is a whole number of hours from UTC, such as Etc/GMT-3.
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

// slackDeg is the distance from a position at which zones are tried, if the
// position is between two outlines.
const slackDeg = 0.02

// around lists the steps to try, west first.
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
