package archive_test

import (
	"testing"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/packtest"
)

// TestTablesOfOtherThings are left to the walk; a table by itself asks for
// its files.
func TestTablesOfOtherThings(t *testing.T) {
	t.Parallel()
	const table = "Title,WorkoutType,WorkoutDay,TimeTotalInHours\nA,Bike,2024-05-01,1\n"
	zipped := func(name, data string) []byte { return packtest.Files{{Name: name, Data: []byte(data)}}.Zip() }
	for name, tt := range map[string]struct {
		files packtest.Files
		skips int
		errs  int
		said  int
	}{
		"a table with a file": {packtest.Files{
			{Name: "workouts.csv", Data: []byte(table)},
			{Name: "a.gpx", Data: []byte("<gpx/>")},
		}, 0, 0, 1},
		"a table by itself": {packtest.Files{{Name: "x/workouts.csv", Data: []byte(table)}}, 1, 0, 0},
		"another's table": {packtest.Files{
			{Name: "workouts.csv", Data: []byte("WorkoutType,a\n1,2\n")},
			{Name: "a.gpx", Data: []byte("<gpx/>")},
		}, 1, 0, 0},
		"another's archive":       {packtest.Files{{Name: "WorkoutExport-1.zip", Data: zipped("a.gpx", "<gpx/>")}}, 0, 0, 0},
		"an archive that is none": {packtest.Files{{Name: "WorkoutExport-1.zip", Data: []byte("noise")}}, 0, 1, 0},
		"two archives of one athlete": {packtest.Files{
			{Name: "WorkoutExport-1.zip", Data: zipped("workouts.csv", table)},
			{Name: "WorkoutFileExport-1.zip", Data: zipped("a.gpx", "<gpx/>")},
		}, 0, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := tt.files.Unpack(dir); err != nil {
				t.Fatal(err)
			}
			skips, errs, said := 0, 0, 0
			for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
				switch {
				case it.Err != nil:
					errs++
				case it.Skip != "":
					skips++
				case it.SaidOf != nil:
					said++
					if s := it.SaidOf(&training.Recording{}); s != nil {
						t.Errorf("%+v is said of nothing", s)
					}
				}
			}
			if skips != tt.skips || errs != tt.errs || said != tt.said {
				t.Errorf("%d skipped, %d failed, %d said, want %+v", skips, errs, said, tt)
			}
		})
	}
}
