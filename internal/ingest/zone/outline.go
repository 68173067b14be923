package zone

import (
	"math"
	"sync"

	"github.com/ringsaturn/tzf"
	tzfrellite "github.com/ringsaturn/tzf-rel-lite"
	pb "github.com/ringsaturn/tzf/gen/go/tzf/v1"
	"google.golang.org/protobuf/proto"
)

// outlines answers from the outlines of the zones. To index those of the
// whole world takes most of a second and 100 MB, so that only the ones that
// reach into a square degree are, until athletes have been near borders in
// many of those.
type outlines struct {
	mu    sync.Mutex
	read  bool
	world *pb.CompressedTimezones
	boxes [][]box // of each zone's outlines

	squares map[square]tzf.F
	whole   tzf.F
}

// maxSquares is how many squares are indexed before the whole world is.
const maxSquares = 8

// square is a degree of latitude by one of longitude, by its south-west corner.
type square struct{ lat, lon float64 }

func (o *outlines) name(latDeg, lonDeg float64) string {
	finder := o.finder(square{math.Floor(latDeg), math.Floor(lonDeg)})
	if finder == nil {
		return ""
	}
	return finder.GetTimezoneName(lonDeg, latDeg)
}

// finder is nil if there is no table to make one from.
func (o *outlines) finder(s square) tzf.F {
	o.mu.Lock()
	defer o.mu.Unlock()
	if found := o.squares[s]; found != nil {
		return found
	}
	if o.whole != nil || !o.readWorld() {
		return o.whole
	}
	part := o.world
	if len(o.squares) < maxSquares {
		part = o.within(s)
	}
	finder, err := tzf.NewFinderFromCompressed(part, tzf.SetDropPBTZ)
	switch {
	case err != nil:
		return nil
	case part == o.world:
		o.whole, o.world, o.boxes, o.squares = finder, nil, nil, nil
	default:
		o.squares[s] = finder
	}
	return finder
}

func (o *outlines) readWorld() bool {
	if o.read {
		return o.world != nil
	}
	o.read, o.squares = true, map[square]tzf.F{}
	world := &pb.CompressedTimezones{}
	if proto.Unmarshal(tzfrellite.LiteCompressData, world) != nil {
		return false
	}
	o.world = world
	for _, z := range world.Timezones {
		boxes := make([]box, len(z.Data))
		for i, outline := range z.Data {
			boxes[i] = boxOf(outline.Points)
		}
		o.boxes = append(o.boxes, boxes)
	}
	return true
}

// within is the part of the world whose outlines may hold a place in s.
func (o *outlines) within(s square) *pb.CompressedTimezones {
	part := &pb.CompressedTimezones{Method: o.world.Method, Version: o.world.Version}
	for i, z := range o.world.Timezones {
		own := &pb.CompressedTimezone{Name: z.Name}
		for j, outline := range z.Data {
			if o.boxes[i][j].touches(s) {
				own.Data = append(own.Data, outline)
			}
		}
		if len(own.Data) > 0 {
			part.Timezones = append(part.Timezones, own)
		}
	}
	return part
}

// box bounds an outline, in the hundred-thousandths of a degree that
// polylines count in.
type box struct{ west, south, east, north int64 }

// boxOf reads a line in Google's polyline encoding, longitude first. Of what
// is no such line the box is the whole world.
func boxOf(line []byte) box {
	b := box{math.MaxInt64, math.MaxInt64, math.MinInt64, math.MinInt64}
	var at [2]int64
	var sum uint64
	axis, shift := 0, 0
	for _, c := range line {
		if c -= 63; c >= 64 || shift > 60 {
			return box{math.MinInt64, math.MinInt64, math.MaxInt64, math.MaxInt64}
		}
		sum |= uint64(c&31) << shift
		if shift += 5; c >= 32 {
			continue
		}
		at[axis] += int64(sum>>1) ^ -int64(sum&1) //nolint:gosec // zig-zag
		sum, shift = 0, 0
		if axis = 1 - axis; axis == 0 {
			b.west, b.east = min(b.west, at[0]), max(b.east, at[0])
			b.south, b.north = min(b.south, at[1]), max(b.north, at[1])
		}
	}
	return b
}

// touches leaves a thousandth of a degree for rounding.
func (b box) touches(s square) bool {
	const unit, slack = 100_000, 100
	west, south := int64(s.lon)*unit, int64(s.lat)*unit
	return b.west <= west+unit+slack && b.east >= west-slack && b.south <= south+unit+slack && b.north >= south-slack
}
