// Package collectiontest reads the collection of real recordings for tests that
// compare with it.
package collectiontest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
)

// Recordings returns all readable recordings, by file and session. Without the
// collection the test is skipped.
func Recordings(t *testing.T) map[string]*training.Recording {
	t.Helper()
	out := map[string]*training.Recording{}
	for _, pattern := range []string{"fit/*.fit", "gpx/*.gpx", "tcx/*.tcx"} {
		for _, path := range realdata.Files(t, pattern) {
			data, err := os.ReadFile(path) //nolint:gosec // of the collection
			if err != nil {
				t.Fatal(err)
			}
			res, err := recording.Read(t.Context(), filepath.Base(path), data, recording.Limits{})
			if err != nil {
				continue // some are damaged
			}
			for _, r := range res.Recordings {
				out[fmt.Sprintf("%s#%d", filepath.Base(path), r.SessionIndex)] = r
			}
		}
	}
	return out
}
