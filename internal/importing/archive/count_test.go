package archive_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/importing/archive"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/stravatest"
)

// TestCountsAreThoseOfTheWalk, unless all of a large file had to be read.
func TestCountsAreThoseOfTheWalk(t *testing.T) {
	t.Parallel()
	strava, apple := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(strava, "export.zip"), stravatest.Build(stravatest.Options{Seconds: 20}).Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, strava, "loose.gpx", "<gpx/>", 1)
	if err := appletest.New(appletest.Options{Days: 2, Workouts: 2, Seconds: 60}).Unpack(apple); err != nil {
		t.Fatal(err)
	}
	want := 0
	for range archive.Walk(t.Context(), []string{strava}, archive.Limits{}) {
		want++
	}
	if n, known := archive.Count(t.Context(), []string{strava}, archive.Limits{}); n != want || !known || n < 20 {
		t.Errorf("%d, %v, want %d", n, known, want)
	}
	if _, known := archive.Count(t.Context(), []string{strava, apple}, archive.Limits{}); known {
		t.Error("what health data holds is known before it is read")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, known := archive.Count(ctx, []string{strava}, archive.Limits{}); known {
		t.Error("a count that was called off is known")
	}
}
