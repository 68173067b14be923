package importing_test

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/test/archivetest/mergetest"
)

// TestALifeFromEveryArchive imports the same outings from Strava, Garmin, Apple
// Health and the device itself, in both orders: each is one activity.
func TestALifeFromEveryArchive(t *testing.T) {
	t.Parallel()
	l := mergetest.NewLife(2, 8)
	dir := t.TempDir()
	apple := healthFile(t, l.Apple)
	paths := []string{filepath.Join(dir, "strava.zip"), filepath.Join(dir, "garmin.zip"), apple, filepath.Join(dir, "loose")}
	for i, data := range [][]byte{l.Strava.Zip(), l.Garmin.Zip()} {
		if err := os.WriteFile(paths[i], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Loose.Unpack(paths[3]); err != nil {
		t.Fatal(err)
	}
	for name, order := range map[string][]int{"Apple last": {0, 1, 3, 2}, "Apple first": {2, 3, 1, 0}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := stravaBench(t)
			for _, i := range order {
				b.take(t, "run"+string(rune('0'+i)), paths[i])
			}
			if n := b.count(t); n != len(l.Outings) {
				t.Errorf("%d activities of %d outings", n, len(l.Outings))
			}
		})
	}
}
