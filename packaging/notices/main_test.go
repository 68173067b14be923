package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func folder(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text of "+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWritesEveryLicence(t *testing.T) {
	t.Parallel()
	got, err := write([]module{
		{"example.com/a v1.0.0", folder(t, "LICENSE.md", "NOTICE", "readme.md", "license.go")},
		{"example.com/b v2.0.0", folder(t, "COPYING")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"example.com/a v1.0.0 (LICENSE.md)", "text of NOTICE", "text of COPYING"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for _, not := range []string{"text of readme.md", "text of license.go"} {
		if strings.Contains(string(got), not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
}

// TestLicencesThatLieElsewhere: the fonts have a copyright of their own.
func TestLicencesThatLieElsewhere(t *testing.T) {
	t.Parallel()
	fonts, err := modules("golang.org/x/image/font/gofont/goregular", "linux")
	if err != nil {
		t.Fatal(err)
	}
	text, err := write(fonts)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "Bigelow & Holmes Inc") || !strings.Contains(string(text), "The Go Authors") {
		t.Errorf("%d modules, %d bytes", len(fonts), len(text))
	}
}

func TestRefusesWhatHasNoLicence(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{folder(t, "readme.md"), filepath.Join(t.TempDir(), "gone")} {
		if _, err := write([]module{{"example.com/a v1.0.0", dir}}); err == nil {
			t.Errorf("%s was taken", dir)
		}
	}
}

// TestProgramMayBeGivenAway asks it of the real program.
func TestProgramMayBeGivenAway(t *testing.T) {
	t.Parallel()
	linked, err := modules("lapkeep/cmd/lapkeep", "windows")
	if err != nil {
		t.Fatal(err)
	}
	text, err := write(linked)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "modelcontextprotocol/go-sdk") || strings.Contains(string(text), "\nlapkeep") {
		t.Errorf("%d modules, %d bytes", len(linked), len(text))
	}
}
