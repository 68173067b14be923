package app

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestKeySumsOfAHome: what opens a home from outside, found without opening it.
func TestKeySumsOfAHome(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if sums, err := KeySums(dir); err != nil || len(sums) != 0 {
		t.Errorf("an empty folder: %v %v", sums, err)
	}
	const key = "a-key-of-this-home-alone"
	feed := sha256.Sum256([]byte("a feed"))
	for name, text := range map[string]string{keyFile: key + "\n", feedFile: `{"anna":"` + hex.EncodeToString(feed[:]) + `"}`, hookFile: "no JSON"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sums, err := KeySums(dir)
	if err != nil || len(sums) != 2 || !slices.Contains(sums, sha256.Sum256([]byte(key))) || !slices.Contains(sums, feed) {
		t.Errorf("%x %v", sums, err)
	}
}
