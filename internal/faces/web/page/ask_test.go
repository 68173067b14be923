package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

func TestATileAddressIsChecked(t *testing.T) {
	t.Parallel()
	for address, origin := range map[string]string{
		"https://tiles.example.org/{z}/{x}/{y}.png":        "https://tiles.example.org",
		"https://tiles.example.org:8443/{z}/{x}/{y}?key=k": "https://tiles.example.org:8443",
		"http://127.0.0.1:8080/{z}/{x}/{y}.png":            "http://127.0.0.1:8080",
		"http://localhost/{z}/{x}/{y}.png":                 "http://localhost",
		"http://tiles.example.org/{z}/{x}/{y}.png":         "",
		"file:///etc/{z}/{x}/{y}":                          "",
		"javascript:alert(1)//{z}{x}{y}":                   "",
		"https://me:secret@tiles.example.org/{z}/{x}/{y}":  "",
		"https://tiles.example.org/{z}/{x}.png":            "",
		"https://tiles.example.org/{z}/{x}/{y}/{z}":        "",
		"https://a;script-src *.org/{z}/{x}/{y}":           "",
		"https://a,b.org/{z}/{x}/{y}":                      "",
		"https://*.org/{z}/{x}/{y}":                        "",
		"https:///{z}/{x}/{y}":                             "",
		"https://[::1]/{z}/{x}/{y}":                        "",
		"//tiles.example.org/{z}/{x}/{y}":                  "",
		"https://{z}.example.org/{x}/{y}":                  "",
	} {
		v, err := page.Source{Tiles: address}.View()
		if v.Origin != origin || (err == nil) != (origin != "") {
			t.Errorf("%s: %q, %v", address, v.Origin, err)
		}
		if err != nil && (strings.Contains(err.Error(), "secret") || training.KindOf(err) != training.KindInvalid) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if v, err := (page.Source{}).View(); v.Tiles != "" || err != nil {
		t.Errorf("no map: %v %v", v, err)
	}
}

// written is a run of tiles as a directory has it; run 0 is a leaf.
type written struct{ tile, run, at, bytes uint64 }

// dir writes a directory by the published form; plain offsets, no short form.
func dir(all ...written) []byte {
	b := binary.AppendUvarint(nil, uint64(len(all)))
	last := uint64(0)
	for _, e := range all {
		b = binary.AppendUvarint(b, e.tile-last)
		last = e.tile
	}
	for _, e := range all {
		b = binary.AppendUvarint(b, e.run)
	}
	for _, e := range all {
		b = binary.AppendUvarint(b, e.bytes)
	}
	for _, e := range all {
		b = binary.AppendUvarint(b, e.at+1)
	}
	return zip(b)
}

func zip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// sections are the parts of a file, and change is what a test spoils of its head.
func file(t *testing.T, root, meta, leaves, tiles []byte, change func(head []byte)) string {
	t.Helper()
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	at := uint64(127)
	for i, part := range [][]byte{root, meta, leaves, tiles} {
		binary.LittleEndian.PutUint64(head[8+16*i:], at)
		binary.LittleEndian.PutUint64(head[16+16*i:], uint64(len(part)))
		at += uint64(len(part))
	}
	head[97], head[98], head[99], head[100], head[101] = 2, 1, 2, 0, 3
	if change != nil {
		change(head)
	}
	path := filepath.Join(t.TempDir(), "map.pmtiles")
	if err := os.WriteFile(path, bytes.Join([][]byte{head, root, meta, leaves, tiles}, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// small has one tile of zoom 0, four of zoom 1 that are one picture, and of zoom 2
// and 3 a leaf with its first tile and the last of all.
func small(t *testing.T, change func([]byte)) string {
	leaf := dir(written{5, 1, 4, 2}, written{84, 1, 6, 2})
	root := dir(written{0, 1, 0, 2}, written{1, 4, 2, 2}, written{5, 0, 0, uint64(len(leaf))})
	meta := zip([]byte(`{"attribution":"<a href=\"https://x.org\">© People &amp; others</a>"}`))
	return file(t, root, meta, leaf, []byte("aabbccdd"), change)
}

func TestTilesOfAFile(t *testing.T) {
	t.Parallel()
	s := page.Source{File: small(t, nil), Tiles: "https://tiles.example.org/{z}/{x}/{y}"}
	v, err := s.View()
	if err != nil || v.Origin != "" || v.Tiles != "/tiles/{z}/{x}/{y}" || v.Max != 3 || v.Credit != "© People & others" {
		t.Errorf("%+v %v", v, err)
	}
	for at, want := range map[[3]int]string{
		{0, 0, 0}: "aa", {1, 0, 0}: "bb", {1, 0, 1}: "bb", {1, 1, 1}: "bb", {1, 1, 0}: "bb",
		{2, 0, 0}: "cc", {2, 1, 0}: "", {3, 7, 0}: "dd", {3, 0, 0}: "", {3, 8, 0}: "", {4, 0, 0}: "", {-1, 0, 0}: "", {1, -1, 0}: "",
	} {
		b, media, err := s.Tile(at[0], at[1], at[2])
		if string(b) != want || (want != "") != (err == nil) || err == nil && media != "image/png" {
			t.Errorf("%v: %q %s %v, not %q", at, b, media, err, want)
		}
		if want == "" && training.KindOf(err) != training.KindNotFound {
			t.Errorf("%v: %v", at, err)
		}
	}
}

// TestTheCurve holds numbers against those that the published form names.
func TestTheCurve(t *testing.T) {
	t.Parallel()
	for at, want := range map[[3]int]uint64{
		{0, 0, 0}: 0, {1, 0, 0}: 1, {1, 0, 1}: 2, {1, 1, 1}: 3, {1, 1, 0}: 4, {2, 0, 0}: 5, {2, 1, 0}: 6, {2, 3, 0}: 20,
		{12, 3423, 1763}: 19078479,
	} {
		if got := page.Number(at[0], at[1], at[2]); got != want {
			t.Errorf("%v is %d, not %d", at, got, want)
		}
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	put := func(i int, v uint64) func([]byte) {
		return func(b []byte) { binary.LittleEndian.PutUint64(b[i:], v) }
	}
	set := func(i int, v byte) func([]byte) { return func(b []byte) { b[i] = v } }
	loop := dir(written{0, 0, 0, 1})
	for range 4 { // its length is a part of it
		loop = dir(written{0, 0, 0, uint64(len(loop))})
	}
	cut := small(t, nil)
	if err := os.Truncate(cut, 150); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		kind training.Kind
	}{
		"none":              {filepath.Join(t.TempDir(), "none"), training.KindNotFound},
		"a folder":          {t.TempDir(), training.KindUnsupported},
		"another form":      {small(t, set(0, 'X')), training.KindUnsupported},
		"version 2":         {small(t, set(7, 2)), training.KindUnsupported},
		"another kind":      {small(t, set(99, 6)), training.KindUnsupported},
		"brotli":            {small(t, set(97, 3)), training.KindUnsupported},
		"brotli tiles":      {small(t, set(98, 3)), training.KindUnsupported},
		"zooms":             {small(t, set(101, 200)), training.KindCorrupt},
		"cut":               {cut, training.KindCorrupt},
		"huge root":         {small(t, put(16, 1<<62)), training.KindCorrupt},
		"root far away":     {small(t, put(8, 1<<63)), training.KindCorrupt},
		"tiles wrap":        {small(t, put(56, ^uint64(0)-1)), training.KindCorrupt},
		"huge tile":         {file(t, dir(written{0, 1, 0, 1 << 40}), nil, nil, []byte("a"), nil), training.KindCorrupt},
		"a loop":            {file(t, loop, nil, loop, nil, nil), training.KindCorrupt},
		"many entries":      {file(t, zip(binary.AppendUvarint(nil, 1<<60)), nil, nil, nil, nil), training.KindCorrupt},
		"a bomb":            {file(t, zip(make([]byte, 32<<20)), nil, nil, nil, nil), training.KindTooLarge},
		"not packed at all": {file(t, []byte("aaaa"), nil, nil, nil, nil), training.KindCorrupt},
		"an empty root":     {file(t, nil, nil, nil, nil, nil), training.KindCorrupt},
	} {
		_, err := page.Source{File: c.path}.View()
		if err == nil {
			_, _, err = page.Source{File: c.path}.Tile(0, 0, 0)
		}
		if err == nil || training.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAFullDirectoryCostsLittle: a small file whose directory unpacks to as much as
// it may, which is looked through and not kept.
func TestAFullDirectoryCostsLittle(t *testing.T) {
	const entries = 1_000_000
	var plain []byte
	plain = binary.AppendUvarint(plain, entries)
	plain = append(plain, 0)
	plain = append(plain, bytes.Repeat([]byte{1}, 3*entries-1)...)
	plain = append(plain, bytes.Repeat([]byte{1}, entries)...)
	path := file(t, zip(plain), nil, nil, []byte("a"), nil)
	if info, err := os.Stat(path); err != nil || info.Size() > 32<<10 {
		t.Fatalf("%v %v", info, err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b, _, err := page.Source{File: path}.Tile(3, 0, 0)
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; string(b) != "a" || err != nil || took > 32 {
		t.Errorf("%q %v, %d MB", b, err, took)
	}
}

// FuzzFile: whatever stands in a file, it is answered.
func FuzzFile(f *testing.F) {
	leaf := dir(written{5, 1, 4, 2})
	f.Add(leaf, leaf)
	f.Fuzz(func(t *testing.T, root, leaves []byte) {
		for _, packed := range []byte{1, 2} {
			s := page.Source{File: file(t, root, nil, leaves, []byte("abcd"), func(h []byte) { h[97] = packed })}
			for tile := range 4 {
				_, _, _ = s.Tile(2, tile, tile)
			}
			_, _ = s.View()
		}
	})
}

// field returns a field of a protocol buffer, with its length.
func field(number uint64, b []byte) []byte {
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, number<<3|2), uint64(len(b))), b...)
}

// mvt returns a tile of one layer, water, with a square that covers it.
func mvt() []byte {
	square := []byte{9, 0, 0, 26, 0x80, 0x40, 0, 0, 0x80, 0x40, 0xff, 0x3f, 0, 15}
	shape := append([]byte{0x18, 3}, field(4, square)...)
	return field(3, append(field(1, []byte("water")), field(2, shape)...))
}

// vectors returns an archive whose only tile is this, packed or not.
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
