package archive_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/archive"
	"lapkeep/test/archivetest/packtest"
)

// TestWhatIsInAFolder finds an athlete's folder, that of the activities alone,
// and nothing in files that merely are called so.
func TestWhatIsInAFolder(t *testing.T) {
	t.Parallel()
	const ride = `{"RIDE":{"STARTTIME":"2024/03/01 05:30:00 UTC ","SAMPLES":[{"SECS":0,"HR":100},{"SECS":1,"HR":101}]}}`
	const typed = `{"RIDE":{"STARTTIME":"2024/03/02 05:30:00 UTC ","OVERRIDES":[{"workout_time":{"value":"60"}}]}}`
	for name, tt := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"an athlete": {
			map[string]string{
				"Me/activities/2024_03_01_06_30_00.json": ride, "Me/activities/2024_03_02_06_30_00.json": typed,
				"Me/activities/2024_03_03_06_30_00.json": `{"RIDE":`,
				"Me/planned/2030_01_01_06_30_00.json":    ride, "Me/config/power.zones": "CP", "Me/workouts/a.erg": "x", "Me/imports/a.gpx": "<gpx/>",
			},
			[]string{
				"Me/activities/2024_03_03_06_30_00.json failed", "Me/activities/2024_03_02_06_30_00.json entry",
				"Me/activities/2024_03_01_06_30_00.json file",
				"Me/config/power.zones It holds no training data; it was not opened.", "Me/imports/a.gpx plain",
				"Me/planned/2030_01_01_06_30_00.json It is planned, not done.", "Me/workouts/a.erg It is a workout to be done, not a recording.",
			},
		},
		"the activities alone": {map[string]string{"2024_03_01_06_30_00.json": ride}, []string{"2024_03_01_06_30_00.json file"}},
		"another program's":    {map[string]string{"2024_03_01_06_30_00.json": `{"a":1}`}, []string{"2024_03_01_06_30_00.json plain"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var files packtest.Files
			for n, data := range tt.files {
				files.Add(n, []byte(data))
			}
			dir := t.TempDir()
			if err := files.Unpack(dir); err != nil {
				t.Fatal(err)
			}
			var got []string
			for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
				what := it.Skip
				switch {
				case it.Err != nil:
					what = "failed"
				case it.Said != nil && it.Said.Entry != nil:
					what = "entry"
				case it.Said != nil:
					what = "file"
					if data, err := it.Bytes(t.Context()); err != nil || len(data) == 0 {
						what = "no file"
					}
				case what == "":
					what = "plain"
				}
				got = append(got, strings.ReplaceAll(strings.TrimPrefix(it.Path, dir+"/"), `\`, "/")+" "+what)
			}
			if d := cmp.Diff(set(tt.want), set(got)); d != "" {
				t.Error(d)
			}
			if len(tt.want) > 3 {
				if d := cmp.Diff(tt.want[:3], got[:3]); d != "" {
					t.Errorf("the newest are not first: %s", d)
				}
			}
		})
	}
}

func set(in []string) map[string]bool {
	out := map[string]bool{}
	for _, s := range in {
		out[s] = true
	}
	return out
}
