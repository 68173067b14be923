package archive_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/archivetest/polartest"
)

// TestAnArchive: its sessions are files, the newest first, its days are said, and
// its other tables are counted and not named.
func TestAnArchive(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g, Seconds: 20})
		dir := t.TempDir()
		a.Add("loose.gpx", []byte("<gpx/>"))
		a.Add("below/notes.json", []byte("{}"))
		a.Add("activity-2024-03-09-cut.json", []byte(`{"date":"2024-`))
		a.Add("nightly_recovery_2-cut.json", []byte(`[{"sleepResultDate":"2024-03-01","meanNightlyRecoveryRmssd":999},{"sl`))
		if err := a.Unpack(dir); err != nil {
			t.Fatal(err)
		}
		var sessions []string
		others, files, broken := 0, 0, 0
		var days []training.WellnessDay
		for it := range archive.Walk(t.Context(), []string{dir}, archive.Limits{}) {
			switch {
			case it.Wellness != nil:
				days = append(days, it.Wellness.Days...)
			case it.Aside && strings.Contains(it.Skip, "table of Polar Flow"):
				others++
			case it.Err != nil:
				broken++
			case it.Skip != "":
				t.Errorf("%s: %s", it.Path, it.Skip)
			case strings.HasPrefix(it.Name(), "training-session"):
				sessions = append(sessions, it.Name())
			default:
				files++
			}
		}
		if want := len(a.Truth.Sessions) + 1; len(sessions) != want || others != len(a.Truth.Others) || files != 2 || broken != 2 {
			t.Errorf("%s: %d sessions, %d others, %d files, %d broken; want %d and %d", g, len(sessions), others, files,
				broken, want, len(a.Truth.Others))
		}
		if sessions[0] != a.Truth.Multi[0].File || sessions[len(sessions)-1] != a.Truth.Sessions[0].File {
			t.Errorf("%s: not the newest first: %v", g, sessions)
		}
		if len(days) != 2 {
			t.Fatalf("%s: %d days", g, len(days))
		}
		for i, d := range days {
			want := a.Truth.Days[1-i]
			if d.Day.String() != want.Date || d.Numbers[training.WellnessSteps].Value != float64(want.Steps) ||
				d.Numbers[training.WellnessTotalKcal] != (training.WellnessNumber{Value: float64(want.Kcal), Source: "polar"}) {
				t.Errorf("%s: %+v, want %+v", g, d, want)
			}
			for f, v := range map[training.WellnessField]float64{
				training.WellnessHRVRmssdMs: float64(want.RMSSD), training.WellnessSleepingHRBpm: 60_000 / float64(want.BeatMs),
				training.WellnessRespirationPerM: 60_000 / float64(want.BreathMs),
			} {
				if d.Numbers[f] != (training.WellnessNumber{Value: v, Source: "polar"}) {
					t.Errorf("%s: %s is %+v, want %v", g, f, d.Numbers[f], v)
				}
			}
			if len(d.Numbers) != 5 {
				t.Errorf("%s: %+v", g, d.Numbers)
			}
		}
	}
}

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
				case it.Statement != nil && it.Statement.Entry != nil:
					what = "entry"
				case it.Statement != nil:
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
