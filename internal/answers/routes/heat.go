package routes

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// HeatZoom is the deepest zoom of a heat map: its pixels are as wide as the tolerance of
// long tracks.
const HeatZoom = 12

// The sides of a tile and of a block of cells, and the shift from a cell to its block.
const (
	tileSide   = 256
	blockShift = 4
	blockSide  = 1 << blockShift
)

// HeatMap counts how many activities passed each cell of the world. It keeps the counts
// until an activity changes. Its zero value is not usable; see [NewHeatMap].
type HeatMap struct {
	kept cache.Cache[heatKey, *Heat]
}

type heatKey struct {
	training.Scope
	sport training.Sport
}

// mostHeats is the number of kept maps: of all sports, and of the last chosen ones.
const mostHeats = 3

// NewHeatMap returns a heat map that has counted nothing yet.
func NewHeatMap() *HeatMap {
	m := &HeatMap{}
	m.kept.Most, m.kept.On = mostHeats, ledger.OnActivities()
	return m
}

// Heat holds the counts for every zoom.
type Heat struct {
	// Activities is the number of activities with a track.
	Activities int

	// View is the window to show first, and Whole holds everything.
	View, Whole HeatView

	levels [HeatZoom + 1]map[blockKey]*block
	most   uint8
}

type blockKey struct{ x, y int32 }

// block holds the counts of neighbouring cells, row by row; 255 means that many or more.
type block [blockSide * blockSide]uint8

// Read returns the counts of a sport, or of all if it is empty. They are for the athlete
// alone: the map shows every place where tracks begin.
func (m *HeatMap) Read(ctx context.Context, r store.Reader, s training.Scope, sport training.Sport) (*Heat, error) {
	if s.Audience != training.AudiencePage {
		return nil, training.Errorf(training.KindForbidden, "The heat map is only for the athlete.").WithFix("Open it on the dashboard.")
	}
	return m.kept.Get(ctx, r, heatKey{s, sport}, func() (*Heat, error) {
		b := newCounter()
		for p, err := range r.Primitives(ctx, s, derive.Route, answers.EveryDay) {
			if err != nil {
				return nil, err
			}
			if sport == "" || p.Sport == sport {
				b.add(p.Data)
			}
		}
		return b.heat(), ctx.Err()
	})
}

// counter counts each activity once in each cell.
type counter struct {
	cells map[blockKey]*counted
	n     uint16 // of the activity, not zero
	all   int
	room  []route.Point
	// down holds the cells from the north for every hundredth of a degree, from mostLat
	// degrees south; between them, a line errs by less than a hundredth of a cell.
	down [2*100*mostLat + 1]float64

	at   blockKey // of the last cell
	last *counted
}

// worldSide is the number of cells around the world, and mostLat is where the Web Mercator
// map ends, in whole degrees.
const (
	worldSide = tileSide << HeatZoom
	mostLat   = 85
)

func newCounter() *counter {
	b := &counter{cells: map[blockKey]*counted{}}
	for i := range b.down {
		lat := (float64(i)/100 - mostLat) * math.Pi / 180
		b.down[i] = (1 - math.Asinh(math.Tan(lat))/math.Pi) / 2 * worldSide
	}
	return b
}

// counted is a block with the activity that each cell counted last.
type counted struct {
	block

	by [blockSide * blockSide]uint16
}

// add counts the track of a stored sketch. A damaged one will be derived again.
func (b *counter) add(data []byte) {
	_, encoded, err := derive.DecodeRouteHead(data)
	if err != nil {
		return
	}
	line, err := derive.DecodeRouteLine(encoded, b.room)
	if b.room = line; err != nil || len(line) < 2 {
		return
	}
	if b.n++; b.n == 0 {
		b.n = 1
	}
	b.all++
	x, y := b.cellOf(line[0])
	b.mark(int32(x), int32(y))
	for _, p := range line[1:] {
		toX, toY := b.cellOf(p)
		steps := max(1, math.Ceil(max(math.Abs(toX-x), math.Abs(toY-y))))
		dx, dy := (toX-x)/steps, (toY-y)/steps
		for range int(steps) {
			x, y = x+dx, y+dy
			b.mark(int32(x), int32(y))
		}
		x, y = toX, toY
	}
}

// cellOf returns a position in cells, from the north and from a whole turn west of 180°.
func (b *counter) cellOf(p route.Point) (x, y float64) {
	at := max(0, min(float64(len(b.down)-1), float64(p.Lat)/(route.StepsPerDegree/100)+100*mostLat))
	i := min(int(at), len(b.down)-2)
	return (float64(p.Lon)/route.StepsPerDegree + 540) / 360 * worldSide, b.down[i] + (at-float64(i))*(b.down[i+1]-b.down[i])
}

func (b *counter) mark(x, y int32) {
	x &= worldSide - 1 // a line may go on beyond 180°
	if at := (blockKey{x >> blockShift, y >> blockShift}); b.last == nil || at != b.at {
		b.at, b.last = at, b.cells[at]
		if b.last == nil {
			b.last = &counted{}
			b.cells[at] = b.last
		}
	}
	i := y%blockSide*blockSide + x%blockSide
	if b.last.by[i] != b.n {
		b.last.by[i] = b.n
		if b.last.block[i] < math.MaxUint8 {
			b.last.block[i]++
		}
	}
}

// heat returns the counts for every zoom; a cell has the highest count of its four cells
// at the next zoom, so that a road stays visible.
func (b *counter) heat() *Heat {
	h := &Heat{Activities: b.all}
	h.View, h.Whole = b.views()
	h.levels[HeatZoom] = make(map[blockKey]*block, len(b.cells))
	for at, c := range b.cells {
		own := c.block
		h.levels[HeatZoom][at] = &own
		for _, n := range own {
			h.most = max(h.most, n)
		}
	}
	for z := HeatZoom - 1; z >= 0; z-- {
		h.levels[z] = map[blockKey]*block{}
		for at, from := range h.levels[z+1] {
			up := blockKey{at.x >> 1, at.y >> 1}
			to := h.levels[z][up]
			if to == nil {
				to = &block{}
				h.levels[z][up] = to
			}
			left, top := at.x&1*blockSide/2, at.y&1*blockSide/2
			for i, n := range from {
				k := (top+int32(i/blockSide/2))*blockSide + left + int32(i%blockSide/2) //nolint:gosec // within a block
				to[k] = max(to[k], n)
			}
		}
	}
	return h
}

// HeatView is a window of the map in whole tiles.
type HeatView struct {
	Zoom, X, Y, Side int // Side is the number of tiles across
}

// share is the least part of all counts in the first view.
const share = 0.8

// views returns the smallest windows of two by two tiles that hold most of the counts, and
// all. Their middles are corners of tiles, which say nothing about where tracks begin.
func (b *counter) views() (most, whole HeatView) {
	tiles, all := map[blockKey]int{}, 0
	for at, c := range b.cells {
		for _, n := range c.block {
			tiles[blockKey{at.x >> blockShift, at.y >> blockShift}] += int(n)
			all += int(n)
		}
	}
	for z := HeatZoom - 1; z > 0 && all > 0; z-- {
		wider := map[blockKey]int{}
		for at, n := range tiles {
			wider[blockKey{at.x >> 1, at.y >> 1}] += n
		}
		tiles = wider
		best, n := fullest(tiles, int32(1)<<z-2)
		v := HeatView{z, int(best.x), int(best.y), 2}
		if most.Side == 0 && float64(n) >= share*float64(all) {
			most = v
		}
		if n == all {
			return most, v
		}
	}
	whole = HeatView{Side: 1}
	if most.Side == 0 {
		most = whole
	}
	return most, whole
}

// fullest returns the north-west tile of the window with the highest sum, and the sum; last
// is the last tile with another to its east or south.
func fullest(tiles map[blockKey]int, last int32) (best blockKey, most int) {
	for at := range tiles {
		for _, x := range [2]int32{max(0, at.x-1), min(last, at.x)} {
			for _, y := range [2]int32{max(0, at.y-1), min(last, at.y)} {
				n := tiles[blockKey{x, y}] + tiles[blockKey{x + 1, y}] + tiles[blockKey{x, y + 1}] + tiles[blockKey{x + 1, y + 1}]
				if n > most || n == most && (y < best.y || y == best.y && x < best.x) {
					best, most = blockKey{x, y}, n
				}
			}
		}
	}
	return best, most
}

// Bounds returns the degrees of the window's edges.
func (v HeatView) Bounds() (south, west, north, east float64) {
	n := float64(int(1) << v.Zoom)
	lat := func(y int) float64 { return math.Atan(math.Sinh(math.Pi*(1-2*float64(y)/n))) * 180 / math.Pi }
	return lat(v.Y + v.Side), float64(v.X)/n*360 - 180, lat(v.Y), float64(v.X+v.Side)/n*360 - 180
}

// Picture returns a window as PNG: the more activities passed a cell, the more opaque it is.
func (h *Heat) Picture(v HeatView) ([]byte, error) {
	last := 1 << max(0, min(v.Zoom, HeatZoom))
	if v.Zoom < 0 || v.Zoom > HeatZoom || v.X < 0 || v.Y < 0 || v.Side < 1 || v.Side > 2 || v.X > last-v.Side || v.Y > last-v.Side {
		return nil, training.Errorf(training.KindNotFound, "The heat map has no such tile.").WithFix("Ask for zooms up to %d.", HeatZoom)
	}
	m := image.NewPaletted(image.Rect(0, 0, v.Side*tileSide, v.Side*tileSide), h.palette())
	const across = tileSide / blockSide
	for y := range v.Side * across {
		for x := range v.Side * across {
			b := h.levels[v.Zoom][blockKey{int32(v.X*across + x), int32(v.Y*across + y)}] //nolint:gosec // within the world
			for row := 0; b != nil && row < blockSide; row++ {
				copy(m.Pix[(y*blockSide+row)*m.Stride+x*blockSide:], b[row*blockSide:(row+1)*blockSide])
			}
		}
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, m)
	return out.Bytes(), err
}

// palette returns the colour of each count. Each stands out against light and dark pages.
func (h *Heat) palette() color.Palette {
	const least = 90
	p := make(color.Palette, math.MaxUint8+1)
	whole := math.Log1p(float64(max(h.most, 1)))
	for n := range p {
		alpha := min(1, math.Log1p(float64(n))/whole)
		p[n] = color.NRGBA{R: 0xd9, G: 0x48, B: 0x0f, A: uint8(least + (math.MaxUint8-least)*alpha)}
	}
	p[0] = color.NRGBA{}
	return p
}
