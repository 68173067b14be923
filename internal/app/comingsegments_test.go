package app

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/tools/tooltest"
)

// TestSegmentToolsAreReplaced runs each call that stands for a tool of servers
// for Strava.
func TestSegmentToolsAreReplaced(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	way := `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><rte><rtept lat="47" lon="8"/><rtept lat="47.01" lon="8"/></rte></gpx>`
	if err := os.WriteFile(filepath.Join(a.user, "rides", "hill.gpx"), []byte(way), 0o600); err != nil {
		t.Fatal(err)
	}
	rows, ran := a.ran(t, "Their tools for segments")
	if rows != 17 || ran < 14 {
		t.Errorf("%d rows, %d calls", rows, ran)
	}
}

// TestTRIMPReportsAreReplaced runs each call that stands for a report on
// training impulse of servers for Strava, or for what it takes and gives.
func TestTRIMPReportsAreReplaced(t *testing.T) {
	t.Parallel()
	if rows, ran := newSubject(t).ran(t, "Their reports on training impulse"); rows != 5 || ran != 5 {
		t.Errorf("%d rows, %d calls", rows, ran)
	}
}

// ran runs each call of a table of the servers for Strava once.
func (a *subject) ran(t *testing.T, heading string) (rows, calls int) {
	t.Helper()
	all, ran := comingRows(t, "Strava servers", heading), map[string]bool{}
	for _, row := range all {
		for _, call := range comingCall.FindAllStringSubmatch(row.here+row.note, -1) {
			if name, args := call[1], a.own(call[2]); !ran[name+args] {
				ran[name+args] = true
				tooltest.Call(t, a.table, a.call(t), name, args)
			}
		}
	}
	return len(all), len(ran)
}
