package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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

func zip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// file writes an archive of a header, metadata and a tile; change changes the
// header.
func file(t testing.TB, meta []byte, change func(head []byte)) string {
	t.Helper()
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	binary.LittleEndian.PutUint64(head[24:], 127)
	binary.LittleEndian.PutUint64(head[32:], uint64(len(meta)))
	head[97], head[98], head[99], head[100], head[101] = 2, 1, 2, 0, 3
	if change != nil {
		change(head)
	}
	path := filepath.Join(t.TempDir(), "map.pmtiles")
	if err := os.WriteFile(path, bytes.Join([][]byte{head, meta, []byte("a tile")}, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// credited returns metadata with an attribution.
func credited() []byte {
	return []byte(`{"attribution":"<a href=\"https://x.org\">© People &amp; others</a>"}`)
}

func put(i int, v uint64) func([]byte) {
	return func(b []byte) { binary.LittleEndian.PutUint64(b[i:], v) }
}

func set(i int, v byte) func([]byte) { return func(b []byte) { b[i] = v } }

func TestAFileSaysWhatItIs(t *testing.T) {
	t.Parallel()
	s := page.Source{File: file(t, zip(credited()), nil), Tiles: "https://tiles.example.org/{z}/{x}/{y}"}
	v, err := s.View()
	if err != nil || v.Origin != "" || v.Tiles != page.Path || v.Min != 0 || v.Max != 3 || v.Vector || v.Credit != "© People & others" {
		t.Errorf("%+v %v", v, err)
	}
	v, err = page.Source{File: file(t, credited(), func(h []byte) { h[97], h[99] = 1, 1 })}.View()
	if err != nil || !v.Vector || v.Credit != "© People & others" {
		t.Errorf("vector tiles, metadata that is not packed: %+v %v", v, err)
	}
	s.Credit = "© Me"
	if v, err = s.View(); err != nil || v.Credit != "© Me" {
		t.Errorf("a credit of the config: %+v %v", v, err)
	}
}

// TestBadMetadata: a file without a credit that can be read is still a map.
func TestBadMetadata(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"not packed":  file(t, credited(), nil),
		"cut":         file(t, zip(credited())[:20], nil),
		"no JSON":     file(t, zip([]byte("{")), nil),
		"far away":    file(t, zip(credited()), put(24, 1<<63)),
		"of no end":   file(t, zip(credited())[:20], put(32, 1<<63)),
		"a bomb":      file(t, zip(append(make([]byte, 32<<20), credited()...)), nil),
		"a long text": file(t, zip([]byte(`{"attribution":"`+strings.Repeat("a", 4<<20)+`"}`)), nil),
	} {
		if v, err := (page.Source{File: path}).View(); err != nil || v.Credit != "" || v.Max != 3 {
			t.Errorf("%s: %+v %v", name, v, err)
		}
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	small := func(change func([]byte)) string { return file(t, zip(credited()), change) }
	cut := small(nil)
	if err := os.Truncate(cut, 100); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		kind training.Kind
	}{
		"none":         {filepath.Join(t.TempDir(), "none"), training.KindNotFound},
		"a folder":     {t.TempDir(), training.KindUnsupported},
		"another form": {small(set(0, 'X')), training.KindUnsupported},
		"version 2":    {small(set(7, 2)), training.KindUnsupported},
		"no kind":      {small(set(99, 0)), training.KindUnsupported},
		"another kind": {small(set(99, 6)), training.KindUnsupported},
		"brotli":       {small(set(97, 3)), training.KindUnsupported},
		"brotli tiles": {small(set(98, 3)), training.KindUnsupported},
		"zooms":        {small(set(101, 200)), training.KindCorrupt},
		"zooms turned": {small(set(100, 4)), training.KindCorrupt},
		"cut":          {cut, training.KindUnsupported},
	} {
		if v, err := (page.Source{File: c.path}).View(); err == nil || training.KindOf(err) != c.kind {
			t.Errorf("%s: %+v %v", name, v, err)
		}
	}
}

// FuzzFile checks that View returns for any header and metadata.
func FuzzFile(f *testing.F) {
	f.Add([]byte{2, 1, 2, 0, 3}, zip(credited()))
	f.Fuzz(func(t *testing.T, head, meta []byte) {
		v, err := page.Source{File: file(t, meta, func(h []byte) { copy(h[97:], head) })}.View()
		if err == nil && (v.Tiles != page.Path || v.Min > v.Max || v.Max > 26) {
			t.Errorf("%+v", v)
		}
	})
}

// TestPartsOfAFile: a page is given the bytes that it asks for, and sees when the
// file is another.
func TestPartsOfAFile(t *testing.T) {
	t.Parallel()
	ask := func(path, part string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, page.Path, nil)
		r.Header.Set("Range", part)
		page.Source{File: path}.ServeFile(w, r)
		return w
	}
	path := file(t, nil, nil)
	w := ask(path, "bytes=129-132")
	tag := w.Header().Get("ETag")
	if w.Code != http.StatusPartialContent || w.Body.String() != "tile" || !strings.HasPrefix(tag, `"`) {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
	if w := ask(path, "bytes=133-"); w.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("behind the end: %d", w.Code)
	}
	if err := os.WriteFile(path, make([]byte, 200), 0o600); err != nil {
		t.Fatal(err)
	}
	if w := ask(path, "bytes=0-1"); w.Header().Get("ETag") == tag {
		t.Error("another file has the same tag")
	}
	for _, path := range []string{"", filepath.Join(t.TempDir(), "none"), t.TempDir()} {
		if w := ask(path, "bytes=0-1"); w.Code != http.StatusNotFound {
			t.Errorf("%q: %d", path, w.Code)
		}
	}
}
