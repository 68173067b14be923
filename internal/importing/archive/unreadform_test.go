package archive_test

import (
	"strings"
	"testing"

	"lapkeep/internal/importing/archive"
	"lapkeep/test/archivetest/packtest"
)

// TestArchivesThatAreNotReadAreNamedOnce, however many tables they hold, and the
// recordings in them are imported.
func TestArchivesThatAreNotReadAreNamedOnce(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][]string{
		"Fitbit": {
			"Takeout/Fitbit/Global Export Data/exercise-0.json",
			"Takeout/Fitbit/Global Export Data/exercise-100.json", "Takeout/Fitbit/Global Export Data/steps-2024-01-01.json",
		},
		"Samsung Health": {
			"samsunghealth_x/com.samsung.shealth.exercise.20240101.csv",
			"samsunghealth_x/jsons/com.samsung.shealth.exercise/a/b.live_data.json",
		},
		"Nike Run Club":  {"nike/NRC/1.json", "nike/NRC/2.json"},
		"Health Connect": {"health_connect_export.db"},
		"Endomondo":      {"Workouts/2016-05-01 07_12_33.0.json", "Workouts/2016-05-02 07_12_33.0.json"},
	} {
		var files packtest.Files
		for _, p := range append(parts, parts[0][:strings.LastIndexByte(parts[0], '/')+1]+"ride.tcx") {
			files.Add(p, []byte("<x/>"))
		}
		dir := t.TempDir()
		if err := files.Unpack(dir); err != nil {
			t.Fatal(err)
		}
		named, aside, read := 0, 0, 0
		for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
			switch {
			case it.Aside:
				aside++
			case strings.Contains(it.Skip, want) && strings.HasSuffix(it.Skip, ".") && it.Path != "":
				named++
			case it.Skip == "" && it.Err == nil:
				read++
			default:
				t.Errorf("%s: %s %v", it.Path, it.Skip, it.Err)
			}
		}
		if named != 1 || aside != len(parts) || read != 1 {
			t.Errorf("%s: named %d times, %d aside, %d read", want, named, aside, read)
		}
	}
}
