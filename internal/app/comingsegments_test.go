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
	rows, ran := comingRows(t, "Strava servers", "Their tools for segments"), map[string]bool{}
	for _, row := range rows {
		for _, call := range comingCall.FindAllStringSubmatch(row.here+row.note, -1) {
			if name, args := call[1], a.own(call[2]); !ran[name+args] {
				ran[name+args] = true
				tooltest.Call(t, a.table, a.call(t), name, args)
			}
		}
	}
	if len(rows) != 17 || len(ran) < 14 {
		t.Errorf("%d rows, %d calls", len(rows), len(ran))
	}
}
