package page_test

import (
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// field is one of a protocol buffer, with its length.
func field(number uint64, b []byte) []byte {
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, number<<3|2), uint64(len(b))), b...)
}

// mvt is a tile of one layer, water, with a square that covers it.
func mvt() []byte {
	square := []byte{9, 0, 0, 26, 0x80, 0x40, 0, 0, 0x80, 0x40, 0xff, 0x3f, 0, 15}
	shape := append([]byte{0x18, 3}, field(4, square)...)
	return field(3, append(field(1, []byte("water")), field(2, shape)...))
}

// vectors is an archive whose only tile is this, packed or not.
func vectors(t *testing.T, tile []byte, packed byte) page.Source {
	t.Helper()
	return page.Source{File: file(t, dir(written{0, 1, 0, uint64(len(tile))}), nil, nil, tile, func(head []byte) {
		head[98], head[99] = packed, 1
	})}
}

func TestVectorTilesAreHandedOutUnpacked(t *testing.T) {
	t.Parallel()
	for packed, tile := range map[byte][]byte{0: mvt(), 1: mvt(), 2: zip(mvt())} {
		s := vectors(t, tile, packed)
		v, err := s.View()
		said, _ := json.Marshal(v)
		if err != nil || !strings.Contains(string(said), `"vector":true`) {
			t.Errorf("packed %d: %s %v", packed, said, err)
		}
		b, media, err := s.Tile(0, 0, 0)
		if string(b) != string(mvt()) || media != "application/vnd.mapbox-vector-tile" || err != nil {
			t.Errorf("packed %d: %q %s %v", packed, b, media, err)
		}
	}
	v, err := page.Source{File: small(t, nil)}.View()
	if said, _ := json.Marshal(v); err != nil || strings.Contains(string(said), "vector") {
		t.Errorf("pictures: %s %v", said, err)
	}
}

// TestATileIsNoBomb: what is said to be zipped is, and is no more than a tile may have.
func TestATileIsNoBomb(t *testing.T) {
	t.Parallel()
	for name, tile := range map[string][]byte{
		"not zipped": mvt(), "cut": zip(mvt())[:20], "twice the end": append(zip(mvt()), 'x'),
	} {
		if b, _, err := vectors(t, tile, 2).Tile(0, 0, 0); err == nil || training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
	if _, _, err := vectors(t, zip(make([]byte, 4<<20+1)), 2).Tile(0, 0, 0); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("a bomb: %v", err)
	}
	if b, _, err := vectors(t, zip(make([]byte, 4<<20)), 2).Tile(0, 0, 0); err != nil || len(b) != 4<<20 {
		t.Errorf("the largest: %d bytes, %v", len(b), err)
	}
}
