package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestDescribesAProgram reads this test, which is a program of Go too.
func TestDescribesAProgram(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	var written [2][]byte
	for i := range written {
		to := filepath.Join(t.TempDir(), "sbom.json")
		if err := run([]string{self, to}); err != nil {
			t.Fatal(err)
		}
		if written[i], err = os.ReadFile(to); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(written[0], written[1]) {
		t.Error("the same program gives two documents")
	}
	var d document
	if err := json.Unmarshal(written[0], &d); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(program)
	if got := d.Metadata.Component.Hashes[0].Content; got != hex.EncodeToString(sum[:]) {
		t.Errorf("the program's hash is said to be %s", got)
	}
	if d.Format != "CycloneDX" || d.Components[0].PURL != "pkg:golang/std@"+strings.TrimPrefix(runtime.Version(), "go") {
		t.Errorf("%+v", d)
	}
}

func TestModulesAreNamed(t *testing.T) {
	t.Parallel()
	got := library("example.com/a", "v2.0.0+incompatible", "h1:abc=")
	if got.PURL != "pkg:golang/example.com/a@v2.0.0%2Bincompatible" || got.Properties[0].Value != "h1:abc=" {
		t.Errorf("%+v", got)
	}
}

func TestRefusesWhatIsNoProgram(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {text}, {text, text + ".json"}, {text + ".gone", text + ".json"}} {
		if err := run(args); err == nil {
			t.Errorf("%q was described", args)
		}
	}
}
