package web_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheBundleIsThatOfItsSources holds the sums that the bundler wrote against
// what is committed; a fresh build is compared where there is a bundler.
func TestTheBundleIsThatOfItsSources(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile(filepath.Join("dist", "SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(sums)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		path := filepath.FromSlash(name) // dist/…
		if strings.HasPrefix(name, "web/") {
			path = filepath.Join("..", "..", "..", path)
		}
		b, err := os.ReadFile(path)
		sum := sha256.Sum256(b)
		if err != nil || hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s is not what the bundle was made of (%v): run make page", name, err)
		}
		n++
	}
	if n < 20 {
		t.Errorf("only %d files have sums", n)
	}
}

// counter counts bytes.
type counter int

func (c *counter) Write(b []byte) (int, error) { *c += counter(len(b)); return len(b), nil }

// TestTheFirstPageIsLight: at most 80 KB of JavaScript, gzipped, and no word of
// what would run text as a program or ask elsewhere.
func TestTheFirstPageIsLight(t *testing.T) {
	t.Parallel()
	var size counter
	for _, name := range []string{"app.js", "door.js"} {
		size += weighed(t, name, "http://", "https://", "importScripts")
	}
	if size > 80<<10 {
		t.Errorf("the scripts have %d bytes gzipped", size)
	}
}

// TestTheTerminalComesLate: its scripts are no part of the first page, and keep to
// the same rules. It names the namespaces of HTML and SVG, and asks what its
// surroundings are.
func TestTheTerminalComesLate(t *testing.T) {
	t.Parallel()
	if size := weighed(t, "coach.js", "https://", "WebAssembly"); size > 100<<10 {
		t.Errorf("the terminal has %d bytes gzipped", size)
	}
	b, err := os.ReadFile(filepath.Join("dist", "app.js"))
	if err != nil || strings.Contains(string(b), "xterm") {
		t.Errorf("the first page has the terminal (%v)", err)
	}
	s := newSite(t)
	for _, path := range everyPage() {
		if _, body := s.ask(t, http.MethodGet, path, nil); strings.Contains(body, "coach.") {
			t.Errorf("%s has the scripts of a terminal that is off", path)
		}
	}
}

// TestTheVectorMapComesLate: what draws it is small, and keeps to the same rules.
func TestTheVectorMapComesLate(t *testing.T) {
	t.Parallel()
	if size := weighed(t, "vectormap.js", "http://", "https://", "importScripts"); size > 8<<10 {
		t.Errorf("what draws vector tiles has %d bytes gzipped", size)
	}
}

// weighed is the size of a script, gzipped. It has no word of what would run text
// as a program.
func weighed(t *testing.T, name string, besides ...string) (size counter) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("dist", name))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&size)
	_, _ = z.Write(b)
	_ = z.Close()
	for _, bad := range append([]string{"eval(", "new Function", "innerHTML", "document.write"}, besides...) {
		if strings.Contains(string(b), bad) {
			t.Errorf("%s has %s", name, bad)
		}
	}
	return size
}
