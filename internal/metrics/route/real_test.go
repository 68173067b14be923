package route_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// twice are recordings of one outing, by the beginnings of their files' names.
var twice = [][2]string{
	{"fit-parser__triathlon_summary_first", "fit-parser__triathlon_summary_last"},
	{"fit-javascript-sdk__Activity", "fit-python-sdk__ActivityDevFields"},
	{"fit-javascript-sdk__Activity", "fit__chained_Activity_activity_poolswim"},
	{"fit-python-sdk__ActivityDevFields", "fit__chained_Activity_activity_poolswim"},
	{"rowingdata__davidfit", "rowingdata__temp"},
	{"rowingdata__cottwich", "rowingdata__test_export_nk_oarlock"},
}

type real struct {
	file  string
	sport training.Sport
	s     route.Sketch
	// sparse is the sketch of every third row alone.
	sparse route.Sketch
}

// reals are the recordings that have a way.
func reals(t *testing.T) (all []real) {
	t.Helper()
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
			s := sketch(r)
			metricstest.Drop(r, func(second int) bool { return second%3 != 0 })
			if len(s.Line) > 0 {
				all = append(all, real{filepath.Base(file), r.Sport, s, sketch(r)})
			}
		}
	}
	return all
}

// TestRealRecordings: each is itself with fewer rows and the other way round,
// and no other but a second recording of the same outing.
func TestRealRecordings(t *testing.T) {
	t.Parallel()
	all := reals(t)
	points, doubles := 0, 0
	for i, a := range all {
		points += len(a.s.Line)
		if m, same := compared(a.s, a.sparse); len(a.sparse.Line) > 0 && (!same || m.Share < 0.9 || m.Reversed) {
			t.Errorf("%s with a third of its rows: %v %+v", a.file, same, m)
		}
		for _, b := range all[:i] {
			m, same := compared(a.s, b.s)
			if same && a.sport == b.sport {
				doubles++
				if !recordedTwice(a.file, b.file) {
					t.Errorf("%s and %s are said to be the same: %+v", a.file, b.file, m)
				}
			}
		}
	}
	t.Logf("%d ways of %d points, %d recorded twice", len(all), points, doubles)
	if len(all) < 50 || doubles < len(twice) {
		t.Errorf("%d ways, %d recorded twice", len(all), doubles)
	}
}

func recordedTwice(a, b string) bool {
	for _, pair := range twice {
		if strings.HasPrefix(a, pair[0]) && strings.HasPrefix(b, pair[1]) || strings.HasPrefix(a, pair[1]) && strings.HasPrefix(b, pair[0]) {
			return true
		}
	}
	return false
}
