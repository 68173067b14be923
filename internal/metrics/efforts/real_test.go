package efforts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// realSets are recordings that hold a session with a structure, and its name.
var realSets = map[string]string{
	"FITfileR__zwift-turbo":                       "ladder 2:00–3:00–4:00–3:00–2:00–1:00 @ 259–415 W, 2:00 easy",
	"python-fitparse__sample-activity-indoor":     "2 × 10:00 @ 260 W, 6:15 easy",
	"fit-parser__running-with-developer-data":     "3 × 1000 m @ 4:24/km, 1:00 walk",
	"elevate__spiros-01":                          "10 × 100 m @ 1:39/100m, 0:55 rest",
	"elevate__spiros-02":                          "8 × 50 m @ 1:34/100m, 0:18 rest",
	"fit__activity_poolswim":                      "4 × 100 yd @ 2:00/100m, 1:00 rest",
	"Fit-File-Faker__activity_developerdata":      "14 × 2:08 uphill @ 250 W, 2:07 easy",
	"Fit-File-Faker__tpv_20251120__2c8c8e.fit":    "over-unders 3 × (5:15/6:00)",
	"fit-parser__road-with-power__a6c79d.fit":     "",
	"elevate__first-power-ride__d530a5.fit":       "",
	"elevate__trosku__07cbd7.fit":                 "",
	"elevate__treadmill":                          "",
	"Fit-File-Faker__mywhoosh_20260111":           "",
	"sweatpy__4078723797":                         "",
	"fit-benchmarks__sample__0ff09b.fit":          "",
	"python-fitparse__2019-02-17-062644-ELEMNT":   "",
	"geo-activity-playg__2024-05-10-19-32-04":     "",
	"FitFileParser__gearstest__bc4556.fit":        "",
	"FitFileParser__leftrightbalancetest__5b9a95": "",
}

// TestRealRecordings: sets that are there are named, and a ride or run over
// the terrain has none.
func TestRealRecordings(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, file := range testdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			s, why := efforts.Of(stream.Of(r, stream.Limits{}))
			name := ""
			if why == "" {
				name = s.Name(0).String()
			}
			outdoors := r.Sport == training.Cycling && (r.SubSport == training.SubRoad || r.SubSport == training.SubMountain)
			if outdoors && name != "" {
				t.Errorf("%s: a ride on the road is %q", filepath.Base(file), name)
			}
			for prefix, want := range realSets {
				if !strings.HasPrefix(filepath.Base(file), prefix) {
					continue
				}
				seen++
				if want == "" && name != "" || !strings.Contains(name, want) {
					t.Errorf("%s: %q, want %q", filepath.Base(file), name, want)
				}
			}
		}
	}
	if seen < len(realSets) {
		t.Errorf("only %d of %d recordings were seen", seen, len(realSets))
	}
}
