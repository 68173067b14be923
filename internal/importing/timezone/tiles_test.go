package timezone

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ringsaturn/tzf"
	tzfrellite "github.com/ringsaturn/tzf-rel-lite"
	pb "github.com/ringsaturn/tzf/gen/go/tzf/v1"
	"google.golang.org/protobuf/proto"

	"lapkeep/test/golden"
)

// TestTablesAreThoseOfTheLibrary compares the packed tables with the library's, or packs them.
func TestTablesAreThoseOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, table := range []struct {
		file       string
		packed, is []byte
	}{
		{"tiles.zst", packedTiles, tzfrellite.PreindexData},
		{"outlines.zst", packedOutlines, tzfrellite.LiteCompressData},
	} {
		if golden.Update() {
			w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(table.file, w.EncodeAll(table.is, nil), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(unpack(table.packed), table.is) {
			t.Errorf("%s has another table; run the test with -update", table.file)
		}
		if 5*len(table.packed) > 3*len(table.is) {
			t.Errorf("%s has %d of %d bytes", table.file, len(table.packed), len(table.is))
		}
	}
}

func world(t *testing.T) *pb.CompressedTimezones {
	t.Helper()
	var w pb.CompressedTimezones
	if err := proto.Unmarshal(tzfrellite.LiteCompressData, &w); err != nil {
		t.Fatal(err)
	}
	return &w
}

// TestOutlinesAreReadWhole: as the library of the format reads them.
func TestOutlinesAreReadWhole(t *testing.T) {
	t.Parallel()
	want := world(t).Timezones
	got := readOutlines(tzfrellite.LiteCompressData)
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%d zones, want %d", len(got), len(want))
	}
	for i, z := range got {
		if z.name != want[i].Name || len(z.parts) != len(want[i].Data) {
			t.Fatalf("%s with %d parts, want %s with %d", z.name, len(z.parts), want[i].Name, len(want[i].Data))
		}
		for j, p := range z.parts {
			w := want[i].Data[j]
			same := bytes.Equal(p.outer, w.Points) && len(p.holes) == len(w.Holes)
			for k := range w.Holes {
				same = same && bytes.Equal(p.holes[k], w.Holes[k].Points)
			}
			if !same || len(ringOf(p.outer)) < 3 {
				t.Errorf("part %d of %s is not as it is stored", j, z.name)
			}
		}
	}
}

func TestTilesAreReadWhole(t *testing.T) {
	t.Parallel()
	var want pb.PreindexTimezones
	if err := proto.Unmarshal(tzfrellite.PreindexData, &want); err != nil {
		t.Fatal(err)
	}
	var got tiles
	got.read(tzfrellite.PreindexData)
	if int32(got.coarsest) != want.AggZoom || int32(got.bound) != want.IdxZoom+1 { //nolint:gosec // small
		t.Errorf("zooms %d to below %d", got.coarsest, got.bound)
	}
	first := map[tile]string{}
	for _, k := range want.Keys {
		at := tile{uint8(k.Z), uint32(k.X), uint32(k.Y)} //nolint:gosec // small
		if first[at] == "" {
			first[at] = k.Name
		}
	}
	if got.tiles != len(first) || len(first) == 0 {
		t.Fatalf("%d tiles, want %d", got.tiles, len(first))
	}
	for at, name := range first {
		if i, found := got.find(at); !found || got.zones[got.of[i]] != name {
			t.Fatalf("%v is not %q", at, name)
		}
	}
}

func FuzzTables(f *testing.F) {
	f.Add([]byte{}, 47.0, 8.0)
	f.Add(tzfrellite.LiteCompressData[:2000], 5.3, -4.0)
	f.Add(tzfrellite.PreindexData[:2000], -89.9, 180.0)
	f.Add([]byte{0x12, 0x0c, 0x12, 1, 'Z', 0x0a, 7, 0x0a, 5, '?', '?', '_', 'i', 'B'}, 0.0, 0.0)
	f.Add([]byte{0x1a, 5, 0x0a, 1, 'Z', 0x18, 2}, 1.0, 1.0)
	f.Add(bytes.Repeat([]byte{0x1a, 4, 0x0a, 0, 0x10, 1, 0x1a, 5, 0x0a, 1, 'Z', 0x18, 2}, 9), 1.0, 1.0)
	f.Add([]byte{0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 1.0, 1.0)
	f.Fuzz(func(t *testing.T, table []byte, latDeg, lonDeg float64) {
		if !(latDeg >= -90 && latDeg <= 90 && lonDeg >= -180 && lonDeg <= 180) {
			t.Skip()
		}
		o := outlines{read: true, zones: readOutlines(table)}
		o.name(latDeg, lonDeg)
		coarse := tiles{}
		coarse.once.Do(func() { coarse.read(table) })
		coarse.name(latDeg, lonDeg)
	})
}

func TestPolygon(t *testing.T) {
	t.Parallel()
	g := polygon{
		outer: ring{{0, 0}, {10, 0}, {10, 10}, {5, 5}, {0, 10}}, // a notch from above
		holes: []ring{{{2, 1}, {4, 1}, {4, 3}, {2, 3}, {2, 1}}}, // with the first point again
	}
	for _, tt := range []struct {
		x, y float64
		want bool
	}{
		{1, 1, true},
		{5, 4.9, true},
		{5, 5.1, false}, // in the notch
		{-1, 1, false},
		{11, 1, false},
		{5, -1, false},
		{5, 11, false},
		{3, 2, false}, // in the hole
		{2, 2, true},  // upon its line
		{0, 5, true},  // upon the outline
		{10, 10, true},
		{7.5, 7.5, true},
		{9, 8, true},
		{5, 0, true},
		{12, 0, false}, // behind the end of a line
		{-2, 0, false},
		{-2, 10, false},
	} {
		if got := g.holds(tt.x, tt.y); got != tt.want {
			t.Errorf("%v, %v: %v", tt.x, tt.y, got)
		}
	}
	if (&polygon{}).holds(0, 0) {
		t.Error("nothing holds a place")
	}
}

func TestLinesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"\x01", "~~~~~~~~~~~~~~~~~~", "?", "\xff??"} {
		if r := ringOf([]byte(line)); len(r) > 0 {
			t.Errorf("%q has %d points", line, len(r))
		}
	}
	if r := ringOf([]byte("_p~iF~ps|U")); len(r) != 1 || r[0] != (point{38.5, -120.2}) {
		t.Errorf("%v", r)
	}
}

// TestSameBesideEveryBorder: near the corners of the outlines themselves the
// answer is that of the library which made the table.
func TestSameBesideEveryBorder(t *testing.T) {
	t.Parallel()
	whole, err := tzf.NewFinderFromCompressed(world(t), tzf.SetDropPBTZ)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // a test
	var o outlines
	o.name(0, 0)
	for _, z := range o.zones {
		p := z.parts[random.IntN(len(z.parts))]
		corners := ringOf(p.outer)
		for range 4 {
			at := corners[random.IntN(len(corners))]
			lon, lat := float64(at.x)+random.NormFloat64()/200, float64(at.y)+random.NormFloat64()/200
			if got, want := o.name(lat, lon), whole.GetTimezoneName(lon, lat); got != want {
				t.Errorf("%v, %v: %q, want %q", lat, lon, got, want)
			}
		}
	}
	if o.kept > maxKept {
		t.Errorf("%d points are kept", o.kept)
	}
}
